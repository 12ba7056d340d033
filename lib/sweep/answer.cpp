#include "lib/sweep/answer.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "arraytwin/version.hpp"
#include "lib/sweep/digest.hpp"
#include "lib/twin/parallel.hpp"
#include "lib/twin/predict.hpp"

namespace arraytwin::sweep {

namespace {

OfferedLoad offered_of(const AskedLoad& load, const WorkloadCase& workload) {
    return load.kind == AskedLoad::Kind::peak ? OfferedLoad{workload.outstanding, {}} : load.offered;
}

std::string text_of(const AskedLoad& load, const WorkloadCase& workload) {
    if (load.kind == AskedLoad::Kind::curve_step)
        return fmt::format("step {} of the curve of {}", load.step, workload.outstanding);
    const OfferedLoad offered = offered_of(load, workload);
    return fmt::format("outstanding {} iops {}", offered.outstanding.value_or(0), offered.target_iops.value_or(0));
}

/// What all points of a group have in common, as text.
std::string group_text(const ArrayCase& array, const WorkloadCase& workload, const Settings& settings) {
    const bool fast = settings.solver == Solver::fast;
    return fmt::format("arraytwin {}\n{}\n{}\nsolver {} seed {} max_ios {} intervals {}\n", version(),
                       digest(array.document), digest(workload.document), fast ? "fast" : "simulate", settings.seed,
                       fast ? 0 : settings.max_ios, settings.intervals);
}

PredictOptions options_of(const Settings& settings) {
    PredictOptions options;
    options.seed = static_cast<std::uint64_t>(settings.seed);
    options.jobs = 1;
    options.solver = settings.solver;
    options.intervals = settings.intervals;
    options.run.max_ios = settings.max_ios;
    return options;
}

/// The points `indices`, all of one group.
Result<void> answer_group(const Points& points, const Settings& settings, std::span<const std::size_t> indices,
                          const ArrayCase& array, const WorkloadCase& workload, const TakeAnswer& take) {
    PredictOptions options = options_of(settings);
    const bool curve = points.is_of_curve(points.at(indices.front()));
    for (const std::size_t index : indices) {
        if (!curve) options.loads.push_back(offered_of(points.load_of(points.at(index)), workload));
    }
    const auto predicted = predict(array.built, array.name, workload.workload, options);
    if (!predicted) return tl::unexpected(predicted.error());
    const std::string common = group_text(array, workload, settings);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const AskedLoad& load = points.load_of(points.at(indices[i]));
        const std::size_t step = curve ? static_cast<std::size_t>(load.step) : i;
        take({indices[i], digest(common + text_of(load, workload)), array, workload, settings, predicted->curve.grade,
              predicted->curve.points[step]});
    }
    return {};
}

/// The first of `indices`, as many as there are alike.
template <class Alike>
std::span<const std::size_t> run_of(std::span<const std::size_t> indices, const Points& points, const Alike& alike) {
    const Place first = points.at(indices.front());
    const auto end = std::find_if_not(indices.begin(), indices.end(),
                                      [&](std::size_t index) { return alike(first, points.at(index)); });
    return indices.first(static_cast<std::size_t>(end - indices.begin()));
}

bool kinds_differ(const Points& points, const Place& one, const Place& other) {
    return points.is_of_curve(one) != points.is_of_curve(other);
}

Result<void> answer_array(const Points& points, const Settings& settings, const spec::DataFolder& data,
                          std::span<const std::size_t> indices, const TakeAnswer& take) {
    const Place first = points.at(indices.front());
    const auto array = array_case(points.block_of(first), first.array, data);
    if (!array) return tl::unexpected(array.error());
    while (!indices.empty()) {
        const auto group = run_of(indices, points, [&](const Place& one, const Place& other) {
            return one.same_group(other) && !kinds_differ(points, one, other);
        });
        const Place place = points.at(group.front());
        const auto workload = workload_case(points.block_of(place), place.workload, *array, data);
        if (!workload) return tl::unexpected(workload.error());
        if (auto done = answer_group(points, settings, group, *array, *workload, take); !done) return done;
        indices = indices.subspan(group.size());
    }
    return {};
}

Diagnostics faults(const Points& points, std::size_t first, const WorkloadCase& workload) {
    const Block& block = points.block_of(points.at(first));
    const auto parts = static_cast<int>(workload.workload.parts.size());
    Diagnostics wrong;
    for (const AskedLoad& load : block.loads) {
        const int outstanding = load.offered.outstanding.value_or(parts);
        if (load.kind == AskedLoad::Kind::given && outstanding < parts)
            wrong.push_back({"", 0, 0, "outstanding", fmt::format("{} cannot be dealt to {} parts", outstanding, parts),
                             "each part of " + workload.name + " has one at least"});
    }
    return wrong;
}

/// Into `keys`, those of the points [first, end) of one array.
Diagnostics keys_of_array(const Points& points, const Settings& settings, const spec::DataFolder& data,
                          std::size_t first, std::size_t end, std::vector<std::string>& keys) {
    const Place place = points.at(first);
    const Block& block = points.block_of(place);
    const auto array = array_case(block, place.array, data);
    if (!array) return array.error();
    Diagnostics wrong;
    for (std::size_t group = first; group < end; group += block.loads.size()) {
        const auto workload = workload_case(block, points.at(group).workload, *array, data);
        auto found = workload ? faults(points, group, *workload) : workload.error();
        std::move(found.begin(), found.end(), std::back_inserter(wrong));
        if (!workload) continue;
        const std::string common = group_text(*array, *workload, settings);
        for (std::size_t l = 0; l < block.loads.size(); ++l)
            keys[group + l] = digest(common + text_of(block.loads[l], *workload));
    }
    return wrong;
}

/// What is wrong with one value of an axis is wrong in many points; told once.
Diagnostics each_once(Diagnostics diagnostics) {
    const auto place = [](const Diagnostic& d) { return std::tie(d.file, d.line, d.column, d.key, d.message); };
    std::stable_sort(diagnostics.begin(), diagnostics.end(),
                     [&](const Diagnostic& one, const Diagnostic& other) { return place(one) < place(other); });
    diagnostics.erase(
        std::unique(diagnostics.begin(), diagnostics.end(),
                    [&](const Diagnostic& one, const Diagnostic& other) { return place(one) == place(other); }),
        diagnostics.end());
    return diagnostics;
}

}  // namespace

Result<void> answer(const Points& points, const Settings& settings, const spec::DataFolder& data,
                    std::span<const std::size_t> indices, const TakeAnswer& take) {
    while (!indices.empty()) {
        const auto of_array =
            run_of(indices, points, [](const Place& one, const Place& other) { return one.same_array(other); });
        if (auto done = answer_array(points, settings, data, of_array, take); !done) return done;
        indices = indices.subspan(of_array.size());
    }
    return {};
}

Result<std::vector<std::string>> keys_of(const Points& points, const Settings& settings, const spec::DataFolder& data,
                                         int jobs, const std::function<void(double)>& progress) {
    const std::vector<std::size_t> first = points.first_of_arrays();
    const auto arrays = static_cast<int>(first.size()) - 1;
    std::vector<std::string> keys(points.size());
    std::vector<Diagnostics> wrong(static_cast<std::size_t>(arrays));
    std::mutex reporting;
    int done = 0;
    twin::for_each_in_parallel(arrays, jobs, [&](int i) {
        const auto a = static_cast<std::size_t>(i);
        wrong[a] = keys_of_array(points, settings, data, first[a], first[a + 1], keys);
        const std::scoped_lock lock{reporting};
        ++done;
        if (progress) progress(static_cast<double>(done) / arrays);
    });
    Diagnostics all;
    for (Diagnostics& each : wrong) std::move(each.begin(), each.end(), std::back_inserter(all));
    if (!all.empty()) return tl::unexpected(each_once(std::move(all)));
    return keys;
}

}  // namespace arraytwin::sweep
