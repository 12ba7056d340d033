// The fast solver's answer to an application: mean value analysis of clients that think, compute and wait for I/Os.
//
// A delay for thinking, the hosts' cores as a station, and the array's servers with the demands that FastTwin recorded,
// times the I/Os of a transaction. Means only. Virtual machines that do not spread evenly over the hosts count as if
// they did. Cost: two recordings of a thousand I/Os at construction; a point well under a millisecond.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lib/application/application.hpp"
#include "lib/queueing/network.hpp"
#include "lib/twin/application_prediction.hpp"
#include "lib/twin/twin.hpp"

namespace arraytwin::twin {

class FastApplication {
public:
    /// Records the demands of its I/Os. The application must outlive it.
    FastApplication(const Twin& twin, const Application& application, sim::RandomSource source);

    ApplicationPoint point(int vms) const;

private:
    void add(const queueing::Network& network, double ios);
    int station_like(const queueing::Station& station);
    void add_hosts(queueing::Network& network, int vms) const;
    Point point_of(const queueing::Network& network, const queueing::Solution& solution) const;

    const Application& application_;
    queueing::Network array_;  ///< one class: a transaction's I/Os
};

}  // namespace arraytwin::twin
