#include "models/layout/raid.hpp"

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

}  // namespace arraytwin::layout
