#include "lib/calibrate/problem.hpp"

#include <algorithm>
#include <cmath>

#include "lib/spec/quantity.hpp"
#include "lib/spec/reader.hpp"

namespace arraytwin::calibrate {

namespace {

constexpr double least_share_of_peak = 0.01;  // where a crossing below it is looked for no further

double mean_latency(const twin::FastTwin& twin, int outstanding, double iops) {
    return twin.point({outstanding, iops}).latency.mean;
}

/// Adds constants of an array or a workload (`holders`: where its index goes), or its index to those that are there already.
void add_constants(Problem& problem, std::vector<Constant> constants, std::vector<int> Constant::*holders, int index,
                   bool shared) {
    for (Constant& constant : constants) {
        const auto same = std::find_if(problem.constants.begin(), problem.constants.end(), [&](const Constant& other) {
            return shared && other.key == constant.key && other.stands == constant.stands && !(other.*holders).empty();
        });
        if (same != problem.constants.end()) {
            ((*same).*holders).push_back(index);
            continue;
        }
        problem.constants.push_back(std::move(constant));
        (problem.constants.back().*holders).push_back(index);
    }
}

constexpr std::string_view hosts_key = "fabric.hosts.count";

/// The row's number of hosts, if the array's spec has another.
std::optional<int> hosts_apart(const Problem& problem, int array, const Observation& observation) {
    const spec::Node* own = problem.arrays[static_cast<std::size_t>(array)].document.find(hosts_key);
    return own != nullptr && observation.hosts && own->integer != *observation.hosts ? observation.hosts : std::nullopt;
}

/// What hardware is made of is no matter of a fit, whatever its spread: a calibration holds what data sheets do not tell.
bool is_cost(const std::string& key) { return key.starts_with("costs."); }

}  // namespace

void add_array(Problem& problem, std::string name, ResolvedArray array, bool shared) {
    const int index = static_cast<int>(problem.arrays.size());
    std::vector<Constant> constants = constants_of(array.document, array.family->keys());
    std::erase_if(constants, [](const Constant& constant) { return !is_cost(constant.key); });
    add_constants(problem, std::move(constants), &Constant::arrays, index, shared);
    problem.array_names.push_back(std::move(name));
    problem.arrays.push_back(std::move(array));
}

int add_workload(Problem& problem, const std::string& name, spec::Document workload) {
    const auto present = std::find(problem.workload_names.begin(), problem.workload_names.end(), name);
    const int index = static_cast<int>(present - problem.workload_names.begin());
    if (present != problem.workload_names.end()) return index;
    add_constants(problem, constants_of(workload, spec::keys_of<Workload>()), &Constant::workloads, index, true);
    problem.workload_names.push_back(name);
    problem.workloads.push_back(std::move(workload));
    return index;
}

void add(Problem& problem, int array, int workload, Observation observation) {
    const Case wanted{array, workload, hosts_apart(problem, array, observation), {}};
    auto which = std::find_if(problem.cases.begin(), problem.cases.end(), [&](const Case& one) {
        return one.array == array && one.workload == workload && one.hosts == wanted.hosts;
    });
    if (which == problem.cases.end()) which = problem.cases.insert(which, wanted);
    which->observations.push_back(std::move(observation));
}

bool concerns(const Constant& constant, const Case& which) {
    const auto holds = [](const std::vector<int>& list, int index) {
        return std::find(list.begin(), list.end(), index) != list.end();
    };
    return holds(constant.arrays, which.array) || holds(constant.workloads, which.workload);
}

std::vector<double> priors_of(const Problem& problem) {
    std::vector<double> priors;
    for (const Constant& constant : problem.constants) priors.push_back(std::log(constant.prior));
    return priors;
}

std::vector<const Observation*> observations_of(const Problem& problem) {
    std::vector<const Observation*> all;
    for (const Case& one : problem.cases) {
        for (const Observation& observation : one.observations) all.push_back(&observation);
    }
    return all;
}

Result<CaseTwin> build(const Problem& problem, const Case& which, const std::vector<double>& log_values) {
    const ResolvedArray& spec = problem.arrays[static_cast<std::size_t>(which.array)];
    spec::Document array = spec.document;
    spec::Document workload = problem.workloads[static_cast<std::size_t>(which.workload)];
    for (std::size_t c = 0; c < problem.constants.size(); ++c) {
        const Constant& constant = problem.constants[c];
        if (!concerns(constant, which)) continue;
        spec::Document& document = constant.arrays.empty() ? workload : array;
        document.replace(constant.key, spec::quantity_node(constant.kind, std::exp(log_values[c])));
    }
    if (which.hosts) {
        spec::Node hosts;
        hosts.kind = spec::NodeKind::integer;
        hosts.integer = *which.hosts;
        array.replace(hosts_key, hosts);
    }
    auto built = spec.family->build(array);
    if (!built) return tl::unexpected(std::move(built.error()));
    auto load = spec::read<Workload>(workload);
    if (!load) return tl::unexpected(std::move(load.error()));
    return CaseTwin{std::move(*built), std::move(*load)};
}

double iops_at_latency(const twin::FastTwin& twin, int outstanding, double limit_us) {
    double high = twin.point({outstanding, std::nullopt}).iops;
    if (mean_latency(twin, outstanding, high) <= limit_us) return high;
    double low = high * least_share_of_peak;
    if (mean_latency(twin, outstanding, low) > limit_us) return low;
    constexpr double precise = 1e-5;
    while (high / low > 1 + precise) {
        const double middle = std::sqrt(low * high);
        (mean_latency(twin, outstanding, middle) <= limit_us ? low : high) = middle;
    }
    return std::sqrt(low * high);
}

double answer(const twin::FastTwin& twin, const Observation& observation) {
    if (observation.quantity == Quantity::iops_at_latency) {
        return iops_at_latency(twin, *observation.load.outstanding, observation.latency_limit_us);
    }
    const Point point = twin.point(observation.load);
    return observation.quantity == Quantity::latency ? static_cast<double>(point.latency.mean) : point.iops;
}

std::vector<double> predict(const Problem& problem, const Case& which, const std::vector<double>& log_values) {
    std::vector<double> answers(which.observations.size(), std::nan(""));
    const auto built = build(problem, which, log_values);
    if (!built) return answers;
    const twin::FastTwin twin{*built->array.twin, built->workload, {problem.seed, 0}};
    for (std::size_t o = 0; o < answers.size(); ++o) answers[o] = std::log(answer(twin, which.observations[o]));
    return answers;
}

}  // namespace arraytwin::calibrate
