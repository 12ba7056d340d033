#include "models/ontap/capacity_rules.hpp"

#include <charconv>

#include <fmt/format.h>

#include "lib/twin/capacity.hpp"

namespace arraytwin::ontap {

using spec::Section;

namespace {

void describe(Section& section, WaflRule& rule) {
    section.field({"reserve", "share of an aggregate that WAFL keeps", {0, 0.5}}, rule.reserve);
    section.field({"large_reserve", "the same of a large one", {0, 0.5}}, rule.large_reserve);
    section.field({"large_aggregate", "size from which an aggregate is large", {1e9, 1e16}}, rule.large_aggregate);
    section.field({"aff_release", "first release that knows large ones, on AFF and FAS500f"}, rule.aff_release);
    section.field({"fas_release", "the same on every FAS"}, rule.fas_release);
}

void describe(Section& section, GroupRule& rule) {
    section.field({"smallest_recommended", "solid-state drives of a RAID-DP group", {1, 480}},
                  rule.smallest_recommended);
    section.field({"largest_recommended", "solid-state drives of a RAID-DP group", {1, 480}}, rule.largest_recommended);
}

void describe(Section& section, AutomaticRule& rule) {
    section.field({"halves_release", "first release that gives an AFF root-data-data"}, rule.halves_release);
    section.field({"spares", "spare drives or partitions of each node", {0, 8}}, rule.spares);
}

}  // namespace

void describe(Section& section, CapacityRules& rules) {
    int schema = 1;
    std::string name;
    section.field({"schema", "version of this document's form", {1, 1}}, schema);
    section.field({"name", "the family's"}, name);
    describe(section.table("root", "root aggregates"), rules.root);
    describe(section.table("wafl", "what WAFL keeps"), rules.wafl);
    describe(section.table("group", "RAID groups"), rules.group);
    describe(section.table("automatic", "the layout that ONTAP chooses itself"), rules.automatic);
}

std::optional<std::array<int, 3>> release_numbers(std::string_view release) {
    std::array<int, 3> numbers{};
    const char* at = release.data();
    const char* const end = at + release.size();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto [stopped, error] = std::from_chars(at, end, numbers[i]);
        if (error != std::errc{} && i == 0) return std::nullopt;
        if (error != std::errc{} || stopped == end || *stopped != '.') break;
        at = stopped + 1;
    }
    return numbers;
}

bool reaches(std::string_view release, std::string_view first) {
    const auto numbers = release_numbers(release);
    return numbers && *numbers >= release_numbers(first);
}

Reserve wafl_reserve(const WaflRule& rule, Platform platform, std::string_view release, double aggregate) {
    const bool aff = platform == Platform::aff;
    const std::string& first = aff ? rule.aff_release : rule.fas_release;
    const bool known = reaches(release, first);
    const bool large = aggregate >= static_cast<double>(rule.large_aggregate.count());
    const double share = known && large ? rule.large_reserve : rule.reserve;
    const std::string exception =
        fmt::format("{:g} % is for aggregates of {} or more on {} from ONTAP {}", 100 * rule.large_reserve,
                    in_both_units(rule.large_aggregate), aff ? "AFF" : "FAS", first);
    const std::string release_words =
        release_numbers(release) ? fmt::format("this is {}", release) : fmt::format("'{}' names no release", release);
    return {share, fmt::format("{:g} % of an aggregate of {}; {}, {}", 100 * share, in_both_units(aggregate), exception,
                               release_words)};
}

}  // namespace arraytwin::ontap
