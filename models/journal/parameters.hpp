// The write journal of a controller and its mirror in the partner.
#pragma once

#include <string>

#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::journal {

/// The memory that keeps the log through a power failure (data/journals).
struct JournalParameters {
    std::string kind;
    Bytes size;             ///< of a node
    Bandwidth write_rate;   ///< copying into it
    Duration persist_time;  ///< until a record is safe, beside the copy
};

/// The links over which a node's log is mirrored in its partner.
struct PartnerLink {
    Bandwidth speed;  ///< of one link, data bits
    int count = 1;
    Duration round_trip;  ///< remote write and its acknowledgement, beside the transfer
};

void describe(spec::Section& section, JournalParameters& journal);
void describe(spec::Section& section, PartnerLink& link);

}  // namespace arraytwin::journal
