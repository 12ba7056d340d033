// The fast solver's twin: mean value analysis on the demands that one light run of the simulated model recorded.
//
// There is no second description of the array: places, demands and their variability are the ledger's. Recording takes at
// most a thousand I/Os a part of the workload; after that a point takes well under a millisecond, with several parts, which
// are the network's chains, a few. Means only, no percentiles.
//
// With parts of different kinds, what their full servers give to each is rough: visits side by side, such as the blocks of a
// large I/O, count as if one waited for each in turn, and work in the background as if it did not make way.
#pragma once

#include <vector>

#include "lib/queueing/network.hpp"
#include "lib/twin/prediction.hpp"
#include "lib/twin/twin.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin::twin {

class FastTwin {
public:
    /// Records the demands of the workload.
    FastTwin(const Twin& twin, const Workload& workload, sim::RandomSource source);

    Point point(const OfferedLoad& load) const;

    const queueing::Network& network() const { return network_; }

private:
    /// What a demand stands for; parallel to its class's demands.
    struct Origin {
        std::size_t place = 0;
        bool latent = false;  ///< time at the place in which nobody is occupied: flight, firmware
    };
    /// The stations of a place; none yet: -1.
    struct Stations {
        int busy = -1;
        int latent = -1;
    };
    struct Part {
        WorkloadPart workload;
        std::vector<Origin> origins;
    };

    void add(const RecordedDemands& recorded, std::size_t part);
    int busy_station(std::size_t place);
    int latent_station(std::size_t place);
    std::vector<double> outstanding_of(const OfferedLoad& load) const;
    queueing::Solution solve(const OfferedLoad& load) const;
    Point point_of(const queueing::Solution& solution, const OfferedLoad& load) const;
    void add_part(Point& point, const queueing::Solution& solution, std::size_t part, double share) const;
    std::vector<PartPoint> parts_at(const queueing::Solution& solution, const OfferedLoad& load) const;

    std::vector<Place> places_;
    std::vector<Stations> stations_;  // by place
    std::vector<Part> parts_;         // each a class and chain of the network
    queueing::Network network_;
};

}  // namespace arraytwin::twin
