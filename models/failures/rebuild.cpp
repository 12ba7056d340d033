#include "models/failures/rebuild.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arraytwin::failures {

media::SsdParameters beside_rebuild(media::SsdParameters drive, double share) {
    if (share <= 0) return drive;
    const double slower = 1 / (1 - share);
    drive.interface_rate = drive.interface_rate * (1 - share);
    drive.channel_rate = drive.channel_rate * (1 - share);
    for (Duration media::SsdParameters::*time :
         {&media::SsdParameters::read_time_low, &media::SsdParameters::read_time_high,
          &media::SsdParameters::program_time, &media::SsdParameters::erase_time}) {
        drive.*time = drive.*time * slower;
    }
    return drive;
}

Bandwidth fresh_write_rate(const media::SsdParameters& drive) {
    const double programmed =
        static_cast<double>(drive.program_unit.count()) * drive.dies / drive.program_time.seconds();
    return Bandwidth::from_bytes_per_second(std::min(programmed, drive.interface_rate.bytes_per_second()));
}

std::string rebuild_note(Bytes lost, Bandwidth rate) {
    constexpr double hour = 3600;
    return fmt::format("the rebuild runs at {:.0f} MB/s and takes {:.1f} hours for {:.2f} TB",
                       rate.bytes_per_second() * 1e-6, (lost / rate).seconds() / hour,
                       static_cast<double>(lost.count()) * 1e-12);
}

}  // namespace arraytwin::failures
