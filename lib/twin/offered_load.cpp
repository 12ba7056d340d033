#include "lib/twin/offered_load.hpp"

#include <cmath>

#include <fmt/format.h>

#include "lib/spec/pairs.hpp"

namespace arraytwin {

namespace {

constexpr double most_outstanding = 1'000'000;
constexpr double most_iops = 1e9;

spec::Take taken_by(std::string (*set)(OfferedLoad&, double), OfferedLoad& load) {
    return [set, &load](const std::string& text) {
        const auto value = spec::finite_number(text);
        return value ? set(load, *value) : spec::not_a_number(text);
    };
}

}  // namespace

std::string set_outstanding(OfferedLoad& load, double value) {
    if (!(value >= 1 && value <= most_outstanding) || value != std::floor(value))
        return fmt::format("{} is not a whole number from 1 to {:.0f}", value, most_outstanding);
    load.outstanding = static_cast<int>(value);
    return {};
}

std::string set_target_iops(OfferedLoad& load, double value) {
    if (!(value >= 1 && value <= most_iops)) return fmt::format("{} is not from 1 to {:.0f}", value, most_iops);
    load.target_iops = value;
    return {};
}

Result<OfferedLoad> parse_load(const std::string& option, const std::string& text, const std::string& example) {
    OfferedLoad load;
    auto wrong = spec::parse_pairs(
        option, text, example,
        {{"outstanding", taken_by(&set_outstanding, load)}, {"iops", taken_by(&set_target_iops, load)}});
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return load;
}

}  // namespace arraytwin
