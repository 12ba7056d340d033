#include "apps/cli/values.hpp"

#include <charconv>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "lib/spec/suggest.hpp"

namespace arraytwin::cli {

namespace {

/// Takes one value; the reason if it cannot.
using Take = std::function<std::string(const std::string&)>;

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stopped != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// "a=1,b=2" into what each key takes; everything that is wrong with it.
Diagnostics parse_pairs(const std::string& option, const std::string& argument, const std::string& example,
                        const std::map<std::string, Take>& keys) {
    std::vector<std::string> known;
    for (const auto& [key, take] : keys) known.push_back(key);
    Diagnostics wrong;
    const auto refuse = [&](const std::string& key, const std::string& message, const std::string& help) {
        wrong.push_back({option, 0, 0, spec::printable(key), message, help});
    };
    std::set<std::string> seen;
    for (std::string_view rest = argument; !rest.empty() || seen.empty();) {
        const std::string part{rest.substr(0, rest.find(','))};
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        const std::string key = part.substr(0, part.find('='));
        const auto take = keys.find(key);
        if (!seen.insert(key).second) {
            refuse(key, "given twice", "");
        } else if (take == keys.end()) {
            const auto near = spec::did_you_mean(key, known);
            refuse(part, "not understood",
                   fmt::format("{}{} like {}", near, near.empty() ? "a form" : " A form", example));
        } else if (const auto reason = take->second(part.size() > key.size() ? part.substr(key.size() + 1) : "");
                   !reason.empty()) {
            refuse(key, reason, "like " + example);
        }
    }
    return wrong;
}

std::string not_a_number(const std::string& text) { return fmt::format("'{}' is not a number", spec::printable(text)); }

}  // namespace

Result<std::vector<OfferedLoad>> parse_loads(const std::vector<std::string>& arguments) {
    std::vector<OfferedLoad> loads;
    Diagnostics wrong;
    for (const std::string& argument : arguments) {
        OfferedLoad load;
        const Take take_outstanding = [&](const std::string& text) -> std::string {
            constexpr double most = 1'000'000;
            const auto value = number(text);
            if (!value) return not_a_number(text);
            if (*value < 1 || *value > most || *value != std::floor(*value)) {
                return fmt::format("{} is not a whole number from 1 to {:.0f}", text, most);
            }
            load.outstanding = static_cast<int>(*value);
            return {};
        };
        const Take take_iops = [&](const std::string& text) -> std::string {
            constexpr double most = 1e9;
            const auto value = number(text);
            if (!value) return not_a_number(text);
            if (*value < 1 || *value > most) return fmt::format("{} is not from 1 to {:.0f}", text, most);
            load.target_iops = *value;
            return {};
        };
        auto found = parse_pairs("--at", argument, "--at outstanding=4096,iops=300000",
                                 {{"outstanding", take_outstanding}, {"iops", take_iops}});
        std::move(found.begin(), found.end(), std::back_inserter(wrong));
        loads.push_back(load);
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return loads;
}

Result<stats::Precision> parse_precision(const std::string& argument) {
    stats::Precision precision;
    const auto take_into = [](double& target) -> Take {
        return [&target](const std::string& text) -> std::string {
            constexpr double smallest = 0.0001;
            const bool percent = text.ends_with('%');
            const auto value = number(percent ? text.substr(0, text.size() - 1) : text);
            if (!value) return not_a_number(text);
            const double share = percent ? *value / 100 : *value;
            if (share < smallest || share > 1) return fmt::format("{} is not from 0.01% to 100%", text);
            target = share;
            return {};
        };
    };
    auto wrong = parse_pairs("--precision", argument, "--precision mean=1%,p99=2.5%",
                             {{"mean", take_into(precision.mean)}, {"p99", take_into(precision.p99)}});
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return precision;
}

}  // namespace arraytwin::cli
