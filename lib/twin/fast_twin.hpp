// The fast solver's twin: mean value analysis on the demands that one light run of the simulated model recorded.
//
// There is no second description of the array: places, demands and their variability are the ledger's. Recording takes at
// most a thousand I/Os; after that a point takes well under a millisecond. Means only, no percentiles.
#pragma once

#include "lib/queueing/network.hpp"
#include "lib/twin/prediction.hpp"
#include "lib/twin/twin.hpp"

namespace arraytwin::twin {

class FastTwin {
public:
    /// Records the demands of the workload.
    FastTwin(const Twin& twin, const Workload& workload, sim::RandomSource source);

    Point point(const OfferedLoad& load) const;

    const queueing::Network& network() const { return network_; }

private:
    /// What a demand of the network's only class stands for; parallel to its demands.
    struct Origin {
        std::size_t place = 0;
        bool latent = false;  ///< time at the place in which nobody is occupied: flight, firmware
    };

    void add(const RecordedDemands& recorded, std::size_t place);
    Point point_of(const queueing::Solution& solution, const OfferedLoad& load) const;

    std::vector<Place> places_;
    std::vector<Origin> origins_;
    queueing::Network network_;
    Bytes block_size_;
};

}  // namespace arraytwin::twin
