// Where each microsecond of each I/O goes: places, what an I/O met at each (its Trail), and the totals by place.
//
// A place is a server or a group of like servers named as a storage engineer would: "node.1.cpu", "port.1a", "host.2".
// Models note each visit on the I/O's trail as it happens; when the I/O completes its trail is settled into the totals,
// so the parts always sum to the latency. Work that no I/O waits for is only counted as occupation of its place.
// Nothing is allocated after the places have been added.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lib/sim/server.hpp"

namespace arraytwin::twin {

using PlaceId = std::uint16_t;

/// How customers of a place wait, which is what the fast solver has to know of it.
enum class Queueing {
    delay,         ///< nobody waits for anybody
    shared_queue,  ///< servers behind one queue
    own_queues,    ///< servers with a queue each; a visit is bound to one
    any_server,    ///< work that takes whichever server of the own_queues place of the same name is free first
};

struct Place {
    std::string name;
    Queueing queueing = Queueing::delay;
    int servers = 1;
};

/// What one I/O has met so far. Single precision, to stay within few cache lines: each part is good to 1e-7 of itself.
class Trail {
public:
    struct Visited {
        float wait_ns;
        float service_ns;
        PlaceId place;
    };

    void clear() { count_ = 0; }
    void add(PlaceId place, sim::Visit visit) {
        assert(count_ < visits_.size());
        visits_[count_++] = {static_cast<float>(visit.wait.ns()), static_cast<float>(visit.service.ns()), place};
    }
    std::span<const Visited> visits() const { return {visits_.data(), count_}; }

private:
    std::uint32_t count_ = 0;
    std::array<Visited, 24> visits_;
};

class Ledger {
public:
    /// Cumulative columns of a place, nanoseconds: of I/Os that completed, what they waited and were served; of the
    /// servers, how long they were taken. The last three only grow while demands are recorded: how often, and the first
    /// and second moment that the model's distributions give, which no short run could measure well.
    enum Column : std::size_t { wait, service, occupied, visits, expected, expected_square, columns };

    PlaceId add(std::string name, Queueing queueing, int servers = 1);

    const std::vector<Place>& places() const { return places_; }

    /// Counts time for which a server of the place is taken, waited for or not.
    void occupy(PlaceId place, Duration duration) { occupy(place, duration, duration, 0); }

    /// The same for a duration that was drawn around a mean with a squared coefficient of variation.
    void occupy(PlaceId place, Duration drawn, Duration mean, double variability) {
        at(place, occupied) += static_cast<double>(drawn.ns());
        if (recording_) expect(place, mean, variability);
    }

    /// Adds a completed I/O's visits to the totals.
    void settle(const Trail& trail) {
        for (const Trail::Visited& visited : trail.visits()) {
            at(visited.place, wait) += static_cast<double>(visited.wait_ns);
            at(visited.place, service) += static_cast<double>(visited.service_ns);
        }
    }

    /// From now on the moments are counted too.
    void record_moments() { recording_ = true; }

    /// All columns of all places, in order of the places.
    std::span<const double> cumulative() const { return totals_; }

private:
    void expect(PlaceId place, Duration mean, double variability);
    double& at(PlaceId place, Column column) { return totals_[place * columns + column]; }

    std::vector<Place> places_;
    std::vector<double> totals_;
    bool recording_ = false;
};

}  // namespace arraytwin::twin
