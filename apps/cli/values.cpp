#include "apps/cli/values.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "apps/cli/diagnostics.hpp"
#include "lib/compare/comparison.hpp"
#include "lib/spec/pairs.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/twin/offered_load.hpp"
#include "lib/twin/predict_application.hpp"

namespace arraytwin::cli {

namespace {

using spec::finite_number;
using spec::not_a_number;
using spec::parse_pairs;
using spec::Take;

/// "5%" and "0.05" alike.
std::optional<double> share(const std::string& text) {
    const bool percent = text.ends_with('%');
    const auto value = finite_number(percent ? text.substr(0, text.size() - 1) : text);
    return value && percent ? std::optional{*value / 100} : value;
}

}  // namespace

Result<std::vector<OfferedLoad>> parse_loads(const std::vector<std::string>& arguments) {
    std::vector<OfferedLoad> loads;
    Diagnostics wrong;
    for (const std::string& argument : arguments) {
        const auto load = parse_load("--at", argument, "--at outstanding=4096,iops=300000");
        if (load) loads.push_back(*load);
        if (!load) append(wrong, load.error());
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return loads;
}

Result<std::vector<int>> parse_vms(const std::vector<std::string>& arguments) {
    std::vector<int> vms;
    Diagnostics wrong;
    for (const std::string& argument : arguments) {
        bool more = true;
        for (std::string_view rest = argument; more;) {
            const std::string part{rest.substr(0, rest.find(','))};
            more = part.size() < rest.size();
            rest.remove_prefix(part.size() + (more ? 1 : 0));
            const auto value = finite_number(part);
            if (value && *value >= 1 && *value <= most_vms && *value == std::floor(*value)) {
                vms.push_back(static_cast<int>(*value));
            } else {
                wrong.push_back(
                    {"--vms", 0, 0, "",
                     fmt::format("'{}' is not a whole number from 1 to {}", spec::printable(part), most_vms),
                     "like --vms 4,8,16"});
            }
        }
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return vms;
}

Result<std::vector<std::string>> parse_failures(const std::vector<std::string>& arguments) {
    const std::vector<std::string> kinds{"node", "drive", "port"};
    constexpr std::string_view forms = "--fail node:2, --fail drive:5 or --fail port:1a";
    std::map<std::string, std::string> named;  // with commas, by kind
    Diagnostics wrong;
    for (const std::string& argument : arguments) {
        const std::size_t colon = argument.find(':');
        const std::string kind = argument.substr(0, colon);
        const std::string part = colon == std::string::npos ? "" : argument.substr(colon + 1);
        if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
            const auto near = spec::did_you_mean(kind, kinds);
            wrong.push_back({"--fail", 0, 0, spec::printable(argument), "not something that can fail",
                             fmt::format("{}{}{}", near, near.empty() ? "" : " ", forms)});
        } else if (part.empty() || part.find(',') != std::string::npos) {
            wrong.push_back({"--fail", 0, 0, spec::printable(argument), fmt::format("which {}?", kind),
                             fmt::format("one at a time: {}", forms)});
        } else {
            std::string& list = named[kind];
            list += (list.empty() ? "" : ",") + part;
        }
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    std::vector<std::string> overrides;
    for (const auto& [kind, list] : named) overrides.push_back(fmt::format("failures.{}={}", kind, list));
    return overrides;
}

Result<stats::Precision> parse_precision(const std::string& argument) {
    stats::Precision precision;
    const auto take_into = [](double& target) -> Take {
        return [&target](const std::string& text) -> std::string {
            constexpr double smallest = 0.0001;
            const auto parsed = share(text);
            if (!parsed) return not_a_number(text);
            if (*parsed < smallest || *parsed > 1) return fmt::format("{} is not from 0.01% to 100%", text);
            target = *parsed;
            return {};
        };
    };
    auto wrong = parse_pairs("--precision", argument, "--precision mean=1%,p99=2.5%",
                             {{"mean", take_into(precision.mean)}, {"p99", take_into(precision.p99)}});
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return precision;
}

Result<double> parse_percent(const std::string& option, const std::string& argument) {
    const auto value = share(argument);
    if (value && *value > 0 && *value < 1) return *value;
    return tl::unexpected(
        Diagnostics{{option, 0, 0, argument, "is not a percentage above 0 and below 100", option + " 3%"}});
}

Result<std::map<std::string, double>> parse_max_error(const std::string& argument,
                                                      const std::vector<std::string>& kinds,
                                                      const std::string& example) {
    std::map<std::string, double> limits;
    std::map<std::string, Take> keys;
    for (const std::string& kind : kinds) {
        keys[kind] = [&limits, kind](const std::string& text) -> std::string {
            constexpr double most = 10;  // ten times as much: anything beyond is a slip
            const auto parsed = share(text);
            if (!parsed) return not_a_number(text);
            if (*parsed < 0 || *parsed > most) return fmt::format("{} is not from 0% to 1000%", text);
            limits[kind] = *parsed * 100;
            return {};
        };
    }
    auto wrong = parse_pairs("--max-error", argument, "--max-error " + example, keys);
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return limits;
}

Result<std::map<std::string, double>> parse_max_error(const std::string& argument) {
    return parse_max_error(argument, {std::begin(compare::error_kinds), std::end(compare::error_kinds)},
                           "peak=5%,latency=10%");
}

}  // namespace arraytwin::cli
