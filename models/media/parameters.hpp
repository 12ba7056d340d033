// What a solid-state drive is made of, as its document in data/drives says.
#pragma once

#include <string>

#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::media {

/// What a drive is attached by, and what a bay is wired for: SAS bays take SATA drives too.
enum class Attachment { untold, sata, sas, nvme };

struct SsdParameters {
    Bytes size;                       ///< what it is sold as
    double right_sized = 1;           ///< share of it that the array's software uses
    double over_provisioning = 0.07;  ///< spare flash, as a share of the size
    Bandwidth interface_rate;         ///< of its port, data bytes
    Duration controller_time;         ///< firmware and host interface, for each command
    int dies = 64;
    Duration read_time_low;   ///< sensing a page: the fastest kind of page of the cell
    Duration read_time_high;  ///< the slowest
    Bandwidth channel_rate;   ///< from a die to the controller
    Duration program_time;    ///< programming one unit on one die
    Bytes program_unit;       ///< all planes of a die, all pages that are programmed at once
    Duration erase_time;      ///< one block on one die
    Bytes erase_unit;         ///< what an erase frees, all planes
    Duration suspend_time;    ///< a read's wait for a program or an erase to give way
    Bytes write_buffer;       ///< protected against power loss; a write is done when it is in here
    Attachment attachment = Attachment::untold;
};

/// The keys of a drive beneath a table that may override them.
void describe(spec::Section& section, SsdParameters& drive);

/// The optional key that says how the bays are wired.
void describe_bays(spec::Section& section, Attachment& bays);

/// Rejects drives that the bays of the array do not take; `section`: the table that both were described in.
void check_bays(spec::Section& section, Attachment bays, Attachment drive);

}  // namespace arraytwin::media
