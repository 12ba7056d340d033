#include "models/layout/raid.hpp"

#include <numeric>

namespace arraytwin::layout {

int parity_drives(Raid raid) {
    switch (raid) {
        case Raid::raid4:
            return 1;
        case Raid::raid_dp:
            return 2;
        case Raid::raid_tec:
            return 3;
    }
    return 0;
}

int smallest_group(Raid raid) {
    switch (raid) {
        case Raid::raid4:
            return 2;
        case Raid::raid_dp:
            return 5;
        case Raid::raid_tec:
            return 7;
    }
    return 0;
}

int largest_group(Raid raid) {
    switch (raid) {
        case Raid::raid4:
            return 14;
        case Raid::raid_dp:
            return 28;
        case Raid::raid_tec:
            return 29;
    }
    return 0;
}

std::vector<int> raid_groups(Raid raid, int drives) {
    const int largest = largest_group(raid);
    const int groups = (drives + largest - 1) / largest;
    std::vector<int> sizes;
    for (int group = 0; group < groups; ++group) sizes.push_back(drives / groups + (group < drives % groups ? 1 : 0));
    return sizes;
}

int data_drives(Raid raid, const std::vector<int>& groups) {
    return std::accumulate(groups.begin(), groups.end(), 0) - parity_drives(raid) * static_cast<int>(groups.size());
}

}  // namespace arraytwin::layout
