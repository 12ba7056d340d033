#include "models/media/parameters.hpp"

#include <fmt/format.h>

namespace arraytwin::media {

namespace {

const char* name_of(Attachment attachment) {
    switch (attachment) {
        case Attachment::sata:
            return "sata";
        case Attachment::sas:
            return "sas";
        case Attachment::nvme:
            return "nvme";
        case Attachment::untold:
            break;
    }
    return "";
}

}  // namespace

void describe(spec::Section& section, SsdParameters& drive) {
    constexpr auto optional = spec::Presence::optional;
    constexpr double us = 1e3;
    constexpr double mib = 1024.0 * 1024.0;
    section.choice({"attachment", "what the drive is attached by", {}, optional}, drive.attachment,
                   {{name_of(Attachment::sata), static_cast<int>(Attachment::sata)},
                    {name_of(Attachment::sas), static_cast<int>(Attachment::sas)},
                    {name_of(Attachment::nvme), static_cast<int>(Attachment::nvme)}});
    section.field({"size", "what the drive is sold as", {1e9, 1e15}}, drive.size);
    section.field({"right_sized", "share of the size that the array's software uses of it", {0.5, 1}, optional},
                  drive.right_sized);
    section.field({"over_provisioning", "spare flash, as a share of the size", {0.01, 1}}, drive.over_provisioning);
    section.field({"interface_rate", "data rate of the drive's port", {1e8, 1e11}}, drive.interface_rate);
    section.field({"controller_time", "firmware and host interface for each command", {0, 1000 * us}},
                  drive.controller_time);
    section.field({"dies", "flash dies that work independently", {1, 4096}}, drive.dies);
    section.field({"read_time_low", "sensing a page of the fastest kind", {1 * us, 1000 * us}}, drive.read_time_low);
    section.field({"read_time_high", "sensing a page of the slowest kind", {1 * us, 1000 * us}}, drive.read_time_high);
    section.field({"channel_rate", "from a die to the drive's controller", {1e7, 1e11}}, drive.channel_rate);
    section.field({"program_time", "programming one unit on one die", {10 * us, 100'000 * us}}, drive.program_time);
    section.field({"program_unit", "what one die programs at once, all planes", {4096, 16 * mib}}, drive.program_unit);
    section.field({"erase_time", "erasing one block on one die", {100 * us, 1'000'000 * us}}, drive.erase_time);
    section.field({"erase_unit", "what one erase frees, all planes", {65536, 1024 * mib}}, drive.erase_unit);
    section.field({"suspend_time", "a read's wait for a program or erase to give way", {0, 10'000 * us}},
                  drive.suspend_time);
    section.field({"write_buffer", "power-safe buffer: a write is done when it is in it", {65536, 65536 * mib}},
                  drive.write_buffer);
    if (drive.read_time_high < drive.read_time_low) {
        section.reject("read_time_high", "lower than read_time_low",
                       "a page cannot be sensed faster than the fastest kind");
    }
}

void describe_bays(spec::Section& section, Attachment& bays) {
    section.choice({"bay_attachment",
                    "what the bays are wired for; those for sas take sata drives too",
                    {},
                    spec::Presence::optional},
                   bays,
                   {{name_of(Attachment::sas), static_cast<int>(Attachment::sas)},
                    {name_of(Attachment::nvme), static_cast<int>(Attachment::nvme)}});
}

void check_bays(spec::Section& section, Attachment bays, Attachment drive) {
    if (bays == Attachment::untold || drive == Attachment::untold) return;
    if ((bays == Attachment::nvme) == (drive == Attachment::nvme)) return;
    section.reject("drive", fmt::format("{} drives do not fit into bays for {} drives", name_of(drive), name_of(bays)),
                   "use a drive of the bays' kind, or change media.bay_attachment where the shelves are others");
}

}  // namespace arraytwin::media
