#include "models/media/parameters.hpp"

namespace arraytwin::media {

void describe(spec::Section& section, SsdParameters& drive) {
    constexpr double us = 1e3;
    constexpr double mib = 1024.0 * 1024.0;
    section.field({"size", "what the drive is sold as", {1e9, 1e15}}, drive.size);
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

}  // namespace arraytwin::media
