// How long the chains are that write allocation finds: shorter, the fuller an aggregate is and the more of its free space
// has been turned over. Three documented points, in data/software; straight lines between them, held beyond the last.
#pragma once

#include "lib/spec/section.hpp"

namespace arraytwin::ontap {

struct Ageing {
    struct Stage {
        double filled = 0;  ///< share of the aggregate, 0 to 1
        double chain = 0;   ///< 4 KiB blocks written to one drive in a row
    };

    double fresh_chain = 0;      ///< of an aggregate that nothing was overwritten in; 0: nothing is known about ageing
    double reads_per_chain = 0;  ///< of a chain's length, for each chain that a fresh aggregate would not have needed
    Stage half;
    Stage nearly_full;

    /// Blocks, at least one, of an aggregate that is aged through and filled so far, 0 to 1.
    int chain_at(double filled) const;

    /// Chains for each block beyond those of a fresh aggregate.
    double more_chains(int chain) const;
};

void describe(spec::Section& section, Ageing& ageing);

}  // namespace arraytwin::ontap
