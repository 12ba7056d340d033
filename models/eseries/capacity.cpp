#include "models/eseries/capacity.hpp"

#include <fmt/format.h>

namespace arraytwin::eseries {

using layout::Redundancy;

namespace {

double bytes_of(Bytes bytes) { return static_cast<double>(bytes.count()); }

std::string groups_words(const Parameters& array) {
    const int groups = array.layout.groups;
    return fmt::format("{} group{} of {} drives", groups, groups > 1 ? "s" : "", array.drives_of_group());
}

/// What the volumes of all groups can hold, on drives of a right size.
double data_of(const Parameters& array, double right_size) {
    const Bytes drive{static_cast<std::int64_t>(right_size)};
    return bytes_of(array.group().data_capacity(drive, array.layout.preservation) * array.layout.groups);
}

std::string redundancy_words(const Parameters& array) {
    const std::string groups = groups_words(array);
    switch (array.layout.raid) {
        case Redundancy::raid_10:
            return fmt::format("RAID 10: half of each group mirrors the other; {}", groups);
        case Redundancy::raid_5:
            return fmt::format("RAID 5: one drive's worth of each group; {}", groups);
        case Redundancy::raid_6:
            return fmt::format("RAID 6: two drives' worth of each group; {}", groups);
        case Redundancy::disk_pool:
            break;
    }
    return "RAID 6 inside a D-stripe: 2 of its 10 D-pieces";
}

/// What a pool keeps free, and what is left over beside whole D-stripes.
void leave_pools(Capacity& capacity, const Parameters& array, double right_size, double data) {
    const int groups = array.layout.groups;
    const int pooled = array.drives_of_group() - array.layout.preservation;
    capacity.leave("preservation", groups * pooled * right_size,
                   fmt::format("capacity of {} drives of each pool is kept free instead of spares; {}",
                               array.layout.preservation, groups_words(array)));
    constexpr double data_share = 8.0 / layout::pieces_of_d_stripe;
    capacity.leave("whole D-stripes", data / data_share,
                   fmt::format("a drive is cut into D-pieces of {}, and ten of ten drives are a D-stripe",
                               in_both_units(layout::d_piece)));
}

}  // namespace

Capacity capacity_of(const Parameters& array) {
    const auto& drive = array.media.ssd;
    const int count = array.media.count;
    const double right_size = bytes_of(drive.size) * drive.right_sized;
    Capacity capacity{count * bytes_of(drive.size),
                      fmt::format("{} drives sold as {}", count, in_both_units(drive.size))};
    capacity.leave("right-sizing", count * right_size,
                   fmt::format("SANtricity uses {} of a drive", in_both_units(right_size)));
    capacity.leave("hot spares", (count - array.layout.spares) * right_size,
                   fmt::format("{} of {} drives", array.layout.spares, count));
    const double data = data_of(array, right_size);
    const bool pool = array.layout.raid == Redundancy::disk_pool;
    if (pool) leave_pools(capacity, array, right_size, data);
    capacity.leave(array.layout.raid == Redundancy::raid_10 ? "mirrors" : "parity", data, redundancy_words(array));
    capacity.mark_usable();
    capacity.provisioned = bytes_of(array.volumes.size) * array.volumes.count;
    return capacity;
}

}  // namespace arraytwin::eseries
