// A calibration as a document of data/calibrations (calibrate.hpp). Deterministic: the same fit writes the same bytes.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lib/calibrate/calibrate.hpp"
#include "lib/units/print.hpp"

namespace arraytwin::calibrate {

namespace {

constexpr std::string_view costs = "costs.";

bool holds(const std::vector<int>& list, std::size_t index) {
    return std::find(list.begin(), list.end(), static_cast<int>(index)) != list.end();
}

std::string quoted(const std::string& text) {
    spec::Node node;
    node.kind = spec::NodeKind::text;
    node.text = text;
    return spec::to_toml(node);
}

/// { value = "49.4us", source = "fitted: 95 % from 47us to 52us", confidence = "I" }
std::string fitted_value(const Constant& constant, const Verdict& verdict) {
    spec::Node node = node_of(constant, verdict.value);
    const std::string interval =
        fmt::format("95 % from {} to {}", printed(constant, verdict.low95), printed(constant, verdict.high95));
    node.annotation.source = verdict.identified ? "fitted: " + interval
                                                : fmt::format("prior {}, hardly told by the data: {}",
                                                              printed(constant, constant.prior), interval);
    node.annotation.confidence = verdict.identified ? "I" : "R";
    return spec::to_toml(node);
}

/// Every key of the costs, table by table; those that were fitted with their new values.
class CostsWriter {
public:
    CostsWriter(const Calibration& calibration, std::size_t array)
        : calibration_{calibration}, array_{array}, resolved_{calibration.problem.arrays[array]} {}

    std::string text() const {
        std::string text;
        const auto keys = resolved_.family->keys();
        const auto write = [&](bool in_tables) {
            for (const spec::KeyInfo& key : keys) {
                if (!key.key.starts_with(costs)) continue;
                const std::string own = key.key.substr(costs.size());
                if (key.kind == spec::KeyKind::table) {
                    if (in_tables) text += fmt::format("\n[{}]\n", own);
                } else if ((own.find('.') != std::string::npos) == in_tables && own != "array") {
                    text += line(key, own.substr(own.rfind('.') + 1));
                }
            }
        };
        write(false);
        write(true);
        return text;
    }

private:
    std::string line(const spec::KeyInfo& key, const std::string& name) const {
        const auto& constants = calibration_.problem.constants;
        for (std::size_t c = 0; c < constants.size(); ++c) {
            if (constants[c].key == key.key && holds(constants[c].arrays, array_)) {
                return fmt::format("{} = {}\n", name, fitted_value(constants[c], calibration_.constants[c]));
            }
        }
        const spec::Node* node = resolved_.document.find(key.key);
        return node != nullptr ? fmt::format("{} = {}\n", name, spec::to_toml(*node)) : "";
    }

    const Calibration& calibration_;
    std::size_t array_;
    const ResolvedArray& resolved_;
};

/// The workloads that were measured on the array.
std::vector<std::size_t> workloads_of(const Problem& problem, std::size_t array) {
    std::vector<std::size_t> workloads;
    for (const Case& one : problem.cases) {
        if (static_cast<std::size_t>(one.array) == array) workloads.push_back(static_cast<std::size_t>(one.workload));
    }
    return workloads;
}

std::string fingerprints(const Calibration& calibration, std::size_t array) {
    std::string text;
    const Problem& problem = calibration.problem;
    for (const std::size_t workload : workloads_of(problem, array)) {
        std::string table;
        for (std::size_t c = 0; c < problem.constants.size(); ++c) {
            const Constant& constant = problem.constants[c];
            if (!holds(constant.workloads, workload)) continue;
            table += fmt::format("{} = {}\n", constant.key, fitted_value(constant, calibration.constants[c]));
        }
        if (table.empty()) continue;
        text += fmt::format("\n[workloads.{}]\n{}", spec::toml_key(problem.workload_names[workload]), table);
    }
    return text;
}

/// Every key that holds the constant, as seen from this array; empty if none.
std::vector<std::string> keys_of_constant(const Problem& problem, const Constant& constant, std::size_t array) {
    std::vector<std::string> keys;
    if (holds(constant.arrays, array)) keys.push_back(constant.key);
    for (const std::size_t workload : workloads_of(problem, array)) {
        if (!holds(constant.workloads, workload)) continue;
        keys.push_back(fmt::format("workloads.{}.{}", problem.workload_names[workload], constant.key));
    }
    return keys;
}

struct Ranges {
    double low_block = 1e18, high_block = 0, low_read = 1, high_read = 0, low_random = 1, high_random = 0,
           outstanding = 0;
};

Ranges ranges_of(const Calibration& calibration, std::size_t array) {
    Ranges ranges;
    for (const Case& one : calibration.problem.cases) {
        if (static_cast<std::size_t>(one.array) != array) continue;
        const auto built = build(calibration.problem, one, calibration.fit.log_values);
        if (!built) continue;
        const Workload& workload = built->workload;
        for (const Block& block : workload.sizes()) {
            ranges.low_block = std::min(ranges.low_block, static_cast<double>(block.size.count()));
            ranges.high_block = std::max(ranges.high_block, static_cast<double>(block.size.count()));
        }
        ranges.low_read = std::min(ranges.low_read, workload.read_share);
        ranges.high_read = std::max(ranges.high_read, workload.read_share);
        ranges.low_random = std::min(ranges.low_random, workload.random_share);
        ranges.high_random = std::max(ranges.high_random, workload.random_share);
        const double budget = workload.outstanding_per_volume * built->array.twin->volumes();
        ranges.outstanding = std::max(ranges.outstanding, budget);
        for (const Observation& observation : one.observations) {
            ranges.outstanding = std::max(ranges.outstanding, observation.load.outstanding.value_or(0) * 1.0);
        }
    }
    return ranges;
}

std::string record(const Calibration& calibration, std::size_t array) {
    const Problem& problem = calibration.problem;
    std::vector<std::size_t> own;
    std::string text =
        "\n# What predictions take their intervals from; written by the program, not meant to be edited.\n[fit]\n";
    text += "constants = [\n";
    for (std::size_t c = 0; c < problem.constants.size(); ++c) {
        const auto keys = keys_of_constant(problem, problem.constants[c], array);
        if (keys.empty()) continue;
        own.push_back(c);
        std::vector<std::string> names;
        for (const std::string& key : keys) names.push_back(quoted(key));
        text += fmt::format("    [{}],\n", fmt::join(names, ", "));
    }
    text += "]\ncovariance = [\n";
    for (const std::size_t row : own) {
        std::vector<std::string> cells;
        for (const std::size_t column : own)
            cells.push_back(fmt::format("{:.3g}", calibration.fit.covariance(row, column)));
        for (std::string& cell : cells) cell += cell.find_first_of(".e") == std::string::npos ? ".0" : "";
        text += fmt::format("    [{}],\n", fmt::join(cells, ", "));
    }
    text += "]\nworkloads = [\n";
    for (const std::size_t workload : workloads_of(problem, array)) {
        text += fmt::format("    {},\n", quoted(problem.workload_names[workload]));
    }
    const auto measured = [&](Quantity quantity) { return rms(calibration.left_out, quantity); };
    const double worst =
        std::max({measured(Quantity::iops), measured(Quantity::latency), measured(Quantity::iops_at_latency)});
    const auto unseen = [&](Quantity quantity) { return measured(quantity) > 0 ? measured(quantity) : worst; };
    text += fmt::format(
        "]\n\n[fit.unseen]  # root mean square errors of workloads that were left out in turn; what\n"
        "# nobody measured is taken to be as bad as the worst of the others\n"
        "iops    = {:.4f}\nlatency = {:.4f}\nknee    = {:.4f}\n",
        unseen(Quantity::iops), unseen(Quantity::latency), unseen(Quantity::iops_at_latency));
    const Ranges r = ranges_of(calibration, array);
    const auto bytes = [](double count) { return print_exact(Bytes{static_cast<std::int64_t>(count)}); };
    text += fmt::format(
        "\n[fit.range]\nblock_size   = [\"{}\", \"{}\"]\nread_share   = [{}, {}]\nrandom_share = [{}, {}]\n"
        "outstanding  = {}\n",
        bytes(r.low_block), bytes(r.high_block), r.low_read, r.high_read, r.low_random, r.high_random, r.outstanding);
    return text;
}

std::string provenance(const Calibration& calibration, std::size_t array) {
    std::string text = "\n[provenance]\npoints = [\n";
    std::size_t row = 0;
    for (const Case& one : calibration.problem.cases) {
        for (const Observation& observation : one.observations) {
            const double predicted = std::exp(calibration.fit.log_predicted[row++]);
            if (static_cast<std::size_t>(one.array) != array) continue;
            const std::string& workload = calibration.problem.workload_names[static_cast<std::size_t>(one.workload)];
            text += fmt::format(
                "    {},\n",
                quoted(fmt::format("{} {}: measured {:.1f}, fitted {:.1f}, {:+.1f} %", workload, observation.label,
                                   observation.measured, predicted, 100 * (predicted / observation.measured - 1))));
        }
    }
    return text + "]\n";
}

}  // namespace

std::string to_toml(const Calibration& calibration, std::size_t array, const std::string& name,
                    const std::string& call) {
    std::size_t rows = 0;
    for (const Case& one : calibration.problem.cases) {
        if (static_cast<std::size_t>(one.array) == array) rows += one.observations.size();
    }
    std::size_t constants = 0;
    for (const Constant& constant : calibration.problem.constants) {
        if (!keys_of_constant(calibration.problem, constant, array).empty()) ++constants;
    }
    return fmt::format(
               "# Fitted by: {}\n# {} constants, {} points. Priors: data/calibrations/{}.toml.\n"
               "schema = 1\nname   = {}\narray  = {}\n\n",
               call, constants, rows, calibration.problem.arrays[array].document.text("calibration").value_or(""),
               quoted(name), quoted(calibration.problem.array_names[array])) +
           CostsWriter{calibration, array}.text() + fingerprints(calibration, array) + record(calibration, array) +
           provenance(calibration, array);
}

}  // namespace arraytwin::calibrate
