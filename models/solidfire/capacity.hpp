// How a SolidFire cluster's capacity comes about: drives, metadata drives, the node whose loss must leave two copies of
// everything, the second copy, then block metadata, deduplication and compression. data/capacity/solidfire.toml; README.md.
#pragma once

#include <string>

#include "lib/twin/capacity.hpp"
#include "models/solidfire/parameters.hpp"

namespace arraytwin::solidfire {

struct CapacityRules {
    int copies = 1;
    int lost_nodes = 0;         ///< after whose loss two copies of everything must have room
    double metadata_share = 0;  ///< of the space of stored blocks
};

void describe(spec::Section& section, CapacityRules& rules);

/// `array` is sound.
Capacity capacity_of(const Parameters& array, const CapacityRules& rules);

/// Factor by which stored bytes carry logical ones: what the efficiency figures promise, less the metadata's share.
double reduction(double deduplication, double compression, double metadata_share);

}  // namespace arraytwin::solidfire
