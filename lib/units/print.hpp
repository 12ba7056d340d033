// Quantities printed with a readable unit: exactly, so that parse reads the same value again, or rounded for people.
#pragma once

#include <string>

#include "lib/units/units.hpp"

namespace arraytwin {

/// Nothing lost: parse<Q>(print_exact(x)) == x for every finite x that parse accepts. The unit is the one that makes the
/// number shortest: "1.92TB", "640GiB", "12.5us". A bandwidth is printed in bytes unless bits are shorter: "100Gb/s".
std::string print_exact(Bytes value);
std::string print_exact(Duration value);
std::string print_exact(Bandwidth value);
std::string print_exact(Frequency value);

/// For people: at most four significant digits, decimal prefixes unless a binary one is exact: "1.319ms", "640GiB".
std::string print(Bytes value);
std::string print(Duration value);
std::string print(Bandwidth value);
std::string print(Frequency value);

}  // namespace arraytwin
