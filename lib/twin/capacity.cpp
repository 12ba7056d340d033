#include "lib/twin/capacity.hpp"

#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace arraytwin {

std::string in_both_units(double bytes) {
    struct Unit {
        std::string_view prefix;
        double decimal;
        double binary;
    };
    constexpr Unit units[] = {{"T", bytes_of_tb, bytes_of_tib}, {"G", 1e9, bytes_of_gib}, {"M", 1e6, 1024.0 * 1024.0}};
    const Unit* unit = units;
    while (bytes < unit->decimal && unit + 1 != std::end(units)) ++unit;
    return fmt::format("{:.4g} {}B ({:.4g} {}iB)", bytes / unit->decimal, unit->prefix, bytes / unit->binary,
                       unit->prefix);
}

}  // namespace arraytwin
