// What a compression group makes of I/Os that are smaller than it: more is fetched, unpacked, packed again and stored.
//
// A group either packs to a known share of its size or is stored as it is; how many do follows from the reduction ratio.
// All values are means over both kinds, and only what a group costs beyond the I/O's own bytes: the array's calibration
// contains the rest. I/Os begin where a group begins; of a larger one only the rest behind its whole groups counts.
#pragma once

#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::ontap {

/// As data/compression_groups tells.
struct CompressionGroup {
    Bytes size;
    double packed = 1;  ///< of its size, where it packs
    Duration unpack_per_block;

    bool exists() const { return packed < 1; }
};

class Compression {
public:
    /// `ratio`: logical bytes for each stored one, 1 if nothing is reduced.
    Compression(const CompressionGroup& group, double ratio);

    /// What a random read of so many bytes brings in from the drives: at least these.
    Bytes fetched(Bytes read) const;

    /// Mean bytes that are unpacked, or packed again, beyond the I/O's own.
    Bytes beside(Bytes io) const;

    /// Of a random write: groups that pack are read as they are stored, and stored anew as a whole.
    Bytes packed_group() const;
    Bytes read_for_overwrite(Bytes written) const;
    Bytes unpacked_for_overwrite(Bytes written) const;
    Bytes stored_beside(Bytes written) const;

    /// Whether anything of this size costs more than itself.
    bool splits_group(Bytes io) const { return packing_ > 0 && io.count() % group_.size.count() != 0; }

private:
    Bytes rest(Bytes io) const { return Bytes{io.count() % group_.size.count()}; }

    CompressionGroup group_;
    double packing_;  // share of groups that pack
};

void describe(spec::Section& section, CompressionGroup& group);

}  // namespace arraytwin::ontap
