// ONTAP's rules of capacity, as data/capacity/ontap.toml says them, and the one that depends on the release.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "lib/spec/section.hpp"
#include "models/ontap/parameters.hpp"
#include "models/partition/root_slice.hpp"

namespace arraytwin::ontap {

/// What WAFL keeps of an aggregate for itself.
struct WaflRule {
    double reserve = 0;        ///< share of an aggregate
    double large_reserve = 0;  ///< of large ones, where the release knows that
    Bytes large_aggregate;     ///< so large, or larger
    std::string aff_release;   ///< the first that does, on AFF
    std::string fas_release;   ///< on FAS
};

struct GroupRule {
    int smallest_recommended = 0;  ///< solid-state drives of a RAID-DP group
    int largest_recommended = 0;
};

/// How ONTAP lays drives out if nobody tells it.
struct AutomaticRule {
    std::string halves_release;  ///< the first that gives an AFF root-data-data
    int spares = 0;              ///< of a node
};

struct CapacityRules {
    partition::RootRule root;
    WaflRule wafl;
    GroupRule group;
    AutomaticRule automatic;
};

void describe(spec::Section& section, CapacityRules& rules);

/// Major, minor, patch: "9.12.1P3" is {9, 12, 1}, "9.5RC1" {9, 5, 0}; none if it begins with no number.
std::optional<std::array<int, 3>> release_numbers(std::string_view release);

/// Whether a release is `first` or later; not if it names none.
bool reaches(std::string_view release, std::string_view first);

struct Reserve {
    double share = 0;
    std::string why;
};

/// `aggregate`: bytes of its data drives, right-sized.
Reserve wafl_reserve(const WaflRule& rule, Platform platform, std::string_view release, double aggregate);

}  // namespace arraytwin::ontap
