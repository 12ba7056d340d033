// The measured rows of each array, workload by workload, as observations of a Problem (calibrate.hpp).
#include <algorithm>
#include <filesystem>
#include <iterator>

#include "lib/calibrate/calibrate.hpp"
#include "lib/compare/plan.hpp"

namespace arraytwin::calibrate {

namespace {

/// The document of a workload with its spreads; an inline one has none.
spec::Document document_of_workload(const spec::DataFolder& data, const Workload& workload) {
    auto document = data.load("workloads", workload.name);
    return document ? std::move(*document) : document_of(workload);
}

/// The array with the priors of its family beneath, whatever calibration it names.
Result<ResolvedArray> with_priors(const spec::DataFolder& data, const std::string& name,
                                  const CalibrateOptions& options) {
    const auto document = data.load("arrays", name, options.overrides);
    if (!document) return tl::unexpected(document.error());
    std::vector<std::string> overrides = options.overrides;
    overrides.push_back("calibration=" + options.prior.value_or(document->text("family").value_or("")));
    return resolve_array(data, name, overrides);
}

Diagnostics add_rows(Collected& collected, const spec::DataFolder& data, int array, const measured::Run& run,
                     const CalibrateOptions& options) {
    const ResolvedArray& resolved = collected.problem.arrays[static_cast<std::size_t>(array)];
    const auto built = build_array(resolved);
    if (!built) return built.error();
    const std::string& name = collected.problem.array_names[static_cast<std::size_t>(array)];
    const auto plan = compare::plan(
        run, data, {name, built->header.measured_as, options.config, built->twin->volumes(), options.wanted});
    if (!plan) return plan.error();
    collected.notes.insert(collected.notes.end(), plan->notes.begin(), plan->notes.end());
    for (const compare::Part& part : plan->parts) {
        const int budget = part.workload.outstanding_per_volume * built->twin->volumes();
        for (const std::size_t row : part.rows) {
            auto observation = observation_of(run.points[row], budget, options.noise);
            if (!observation) continue;
            const int workload =
                add_workload(collected.problem, part.workload.name, document_of_workload(data, part.workload));
            add(collected.problem, array, workload, std::move(*observation));
        }
    }
    return {};
}

}  // namespace

Result<Collected> problem_of(const spec::DataFolder& data, const std::vector<std::string>& names,
                             const measured::Run& run, const CalibrateOptions& options) {
    Collected collected;
    collected.problem.seed = options.seed;
    collected.problem.jobs = options.jobs;
    Diagnostics wrong;
    for (const std::string& name : names) {
        auto resolved = with_priors(data, name, options);
        if (!resolved) {
            std::move(resolved.error().begin(), resolved.error().end(), std::back_inserter(wrong));
            continue;
        }
        for (const Constant& constant : constants_of(resolved->document, resolved->family->keys())) {
            if (constant.key.starts_with("costs.")) continue;
            collected.notes.push_back(constant.key + " has a spread, but is no cost: it stays as it is");
        }
        add_array(collected.problem, name, std::move(*resolved), false);
        const int index = static_cast<int>(collected.problem.arrays.size()) - 1;
        auto more = add_rows(collected, data, index, run, options);
        std::move(more.begin(), more.end(), std::back_inserter(wrong));
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    if (collected.problem.cases.empty()) {
        return tl::unexpected(
            Diagnostics{{"--measured", 0, 0, "", "no row says anything that a constant could be fitted to",
                         "a row needs IOPS and the number outstanding, or a pace and its latency"}});
    }
    if (collected.problem.constants.empty()) {
        return tl::unexpected(
            Diagnostics{{names.front(), 0, 0, "costs", "no value has a spread, so there is nothing to fit",
                         "give those that may move one: { value = \"26us\", spread = 1.5 }"}});
    }
    return collected;
}

}  // namespace arraytwin::calibrate
