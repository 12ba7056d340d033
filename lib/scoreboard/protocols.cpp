// The refits of each protocol and what they predict (scoreboard.hpp).
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>

#include "lib/scoreboard/null_predictions.hpp"
#include "lib/scoreboard/refit.hpp"
#include "lib/scoreboard/scoreboard.hpp"
#include "lib/twin/parallel.hpp"

namespace arraytwin::scoreboard {

namespace {

using calibrate::Case;
using calibrate::Observation;
using calibrate::Problem;
using calibrate::Quantity;

constexpr std::size_t fewest_for_interval = 10;
constexpr double interval_share = 0.9;

/// A fit without some observations, and those that it predicts.
struct Task {
    Protocol protocol = Protocol::in_sample;
    int array = 0;
    std::vector<bool> use;
    std::vector<std::size_t> predicted;
    std::string given = {};
    std::vector<int> anchors = {};  // workloads of the array that the null model may see
};

/// An observation with the case that it belongs to.
struct Seen {
    const Observation* observation;
    const Case* which;
};

std::vector<Seen> seen_of(const Problem& problem) {
    std::vector<Seen> all;
    for (const Case& one : problem.cases) {
        for (const Observation& observation : one.observations) all.push_back({&observation, &one});
    }
    return all;
}

/// Files of the folder of arrays that both are made of: two configurations of one machine.
bool is_same_machine(const ResolvedArray& one, const ResolvedArray& other) {
    const auto is_array = [](const std::string& file) {
        return std::filesystem::path{file}.parent_path().filename() == "arrays";
    };
    const auto& files = other.document.files();
    return std::any_of(one.document.files().begin(), one.document.files().end(), [&](const std::string& file) {
        return is_array(file) && std::find(files.begin(), files.end(), file) != files.end();
    });
}

/// 90 % intervals from the errors at the other cells of the same quantity.
void add_intervals(std::vector<Cell>& cells) {
    for (Cell& cell : cells) {
        std::vector<double> sizes;
        for (const Cell& other : cells) {
            const bool is_itself = other.array == cell.array && other.workload == cell.workload &&
                                   other.point == cell.point;  // own_mix predicts it several times
            if (!is_itself && other.quantity == cell.quantity)
                sizes.push_back(std::abs(std::log(other.predicted / other.measured)));
        }
        if (sizes.size() < fewest_for_interval) continue;
        std::sort(sizes.begin(), sizes.end());
        const auto place = std::ceil(interval_share * static_cast<double>(sizes.size() + 1));
        const double width = std::exp(sizes[std::min(static_cast<std::size_t>(place), sizes.size()) - 1]);
        cell.interval90 = Interval{cell.predicted / width, cell.predicted * width};
    }
}

class Scorer {
public:
    Scorer(const Problem& problem, const ScoreOptions& options)
        : problem_{problem}, serial_{problem}, options_{options}, seen_{seen_of(problem)}, null_{problem} {
        serial_.jobs = 1;
        for (const std::string& name : problem.workload_names) {
            is_corner_.push_back(std::find(options.corners.begin(), options.corners.end(), name) !=
                                 options.corners.end());
        }
    }

    std::vector<Score> run(const std::vector<Protocol>& wanted);

private:
    bool is_corner(const Seen& seen) const { return is_corner_[static_cast<std::size_t>(seen.which->workload)]; }
    bool is_peak(const Seen& seen) const { return seen.observation->quantity == Quantity::iops; }
    int arrays() const { return static_cast<int>(problem_.arrays.size()); }

    /// Of each observation, whether `condition` holds.
    template <class Condition>
    std::vector<bool> mask(Condition condition) const {
        std::vector<bool> of_all;
        for (const Seen& seen : seen_) of_all.push_back(condition(seen));
        return of_all;
    }

    static std::vector<std::size_t> places(const std::vector<bool>& mask) {
        std::vector<std::size_t> of_all;
        for (std::size_t o = 0; o < mask.size(); ++o) {
            if (mask[o]) of_all.push_back(o);
        }
        return of_all;
    }

    void add_task(Task task) {
        if (!task.predicted.empty()) tasks_.push_back(std::move(task));
    }

    std::vector<int> corner_workloads() const {
        std::vector<int> workloads;
        for (std::size_t w = 0; w < is_corner_.size(); ++w) {
            if (is_corner_[w]) workloads.push_back(static_cast<int>(w));
        }
        return workloads;
    }

    void plan(Protocol protocol);
    void plan_knee(const Case& one);
    void plan_mix_out(const Case& one);
    void plan_mixes(int array);
    void plan_own_mix(const Case& known);

    void fit_starts();
    std::vector<Cell> cells_of(const Task& task) const;
    std::vector<Cell> array_out(int array) const;
    std::optional<double> null_of(const Task& task, std::size_t observation) const;
    Cell cell_of(std::size_t observation, double log_predicted, std::optional<double> log_null) const;
    void advance() {
        const std::scoped_lock lock{advancing_};
        ++done_;
        if (options_.progress) options_.progress(static_cast<double>(done_) / static_cast<double>(all_));
    }

    const Problem& problem_;
    Problem serial_;  // the same, on one thread: refits are run side by side
    const ScoreOptions& options_;
    std::vector<Seen> seen_;
    NullPredictions null_;
    std::vector<bool> is_corner_;
    std::vector<Task> tasks_;
    std::vector<FittedState> starts_;  // by array: saw its corners' peaks, and all of the others
    std::vector<FittedState> peaks_;   // the same, and all of its peaks; only if there are knees to predict
    std::mutex advancing_;
    std::size_t done_ = 0;
    std::size_t all_ = 1;
};

void Scorer::plan(Protocol protocol) {
    const std::vector<bool> every(seen_.size(), true);
    if (protocol == Protocol::in_sample) add_task({protocol, 0, every, places(every)});
    for (int a = 0; protocol == Protocol::corners_to_mixes && a < arrays(); ++a) plan_mixes(a);
    for (const Case& one : problem_.cases) {
        if (protocol == Protocol::knee) plan_knee(one);
        if (protocol == Protocol::mix_out) plan_mix_out(one);
        if (protocol == Protocol::own_mix) plan_own_mix(one);
    }
}

void Scorer::plan_knee(const Case& one) {
    const auto own = [&](const Seen& seen) { return seen.which == &one; };
    const auto peaks = mask([&](const Seen& seen) { return own(seen) && is_peak(seen); });
    if (places(peaks).empty()) return;
    const auto knees = mask([&](const Seen& seen) { return own(seen) && !is_peak(seen); });
    auto use = knees;
    use.flip();
    add_task({Protocol::knee, one.array, use, places(knees)});
}

void Scorer::plan_mix_out(const Case& one) {
    const auto own = mask([&](const Seen& seen) { return seen.which == &one && is_peak(seen) && !is_corner(seen); });
    const auto rest = mask([&](const Seen& seen) { return seen.which != &one && is_peak(seen); });
    add_task({Protocol::mix_out, one.array, rest, places(own)});
}

void Scorer::plan_mixes(int array) {
    const auto own = mask([&](const Seen& seen) { return seen.which->array == array && !is_corner(seen); });
    const auto peaks =
        mask([&](const Seen& seen) { return seen.which->array == array && !is_corner(seen) && is_peak(seen); });
    auto use = own;
    use.flip();
    add_task({Protocol::corners_to_mixes, array, use, places(peaks), "", corner_workloads()});
}

void Scorer::plan_own_mix(const Case& known) {
    if (is_corner_[static_cast<std::size_t>(known.workload)]) return;
    const auto peaks = mask([&](const Seen& seen) { return seen.which == &known && is_peak(seen); });
    if (places(peaks).empty()) return;
    const auto is_own = [&](const Seen& seen) {
        return seen.which->array == known.array && seen.which != &known && !is_corner(seen);
    };
    auto use = mask(is_own);
    use.flip();
    const auto others = mask([&](const Seen& seen) { return is_own(seen) && is_peak(seen); });
    add_task({Protocol::own_mix,
              known.array,
              use,
              places(others),
              problem_.workload_names[static_cast<std::size_t>(known.workload)],
              {known.workload}});
}

/// Of each array a fit that saw of it its corners' peaks alone: nothing that a protocol predicts but in-sample. All of them
/// start from one that saw only those of every array.
void Scorer::fit_starts() {
    calibrate::FitOptions fitting;
    fitting.most_iterations = options_.most_iterations;
    fitting.use = mask([&](const Seen& seen) { return is_peak(seen) && is_corner(seen); });
    const FittedState first = state_of(fit(problem_, fitting));
    advance();
    const bool has_knees =
        std::any_of(tasks_.begin(), tasks_.end(), [](const Task& task) { return task.protocol == Protocol::knee; });
    for (int a = 0; a < arrays(); ++a) {
        const auto use =
            mask([&](const Seen& seen) { return seen.which->array != a || (is_peak(seen) && is_corner(seen)); });
        starts_.push_back(refit_twice(problem_, first, use, every_array));
        const auto own_peaks = mask([&](const Seen& seen) { return seen.which->array != a || is_peak(seen); });
        if (has_knees) peaks_.push_back(refit_twice(problem_, starts_.back(), own_peaks, a));
        advance();
    }
}

std::optional<double> Scorer::null_of(const Task& task, std::size_t observation) const {
    switch (task.protocol) {
        case Protocol::in_sample:
            return null_.in_sample(observation);
        case Protocol::knee:
            return null_.knee(observation);
        case Protocol::mix_out:
            return null_.mix_out(observation);
        case Protocol::corners_to_mixes:
        case Protocol::own_mix:
            return null_.from_anchors(observation, task.anchors);
        case Protocol::array_out:
            break;
    }
    return std::nullopt;
}

Cell Scorer::cell_of(std::size_t observation, double log_predicted, std::optional<double> log_null) const {
    const auto& [seen, which] = seen_[observation];
    const auto array = static_cast<std::size_t>(which->array);
    Cell cell;
    cell.array = problem_.array_names[array];
    cell.config = problem_.arrays[array].document.text("measured_as").value_or("");
    cell.workload = problem_.workload_names[static_cast<std::size_t>(which->workload)];
    cell.point = seen->label;
    cell.quantity = seen->quantity;
    cell.measured = seen->measured;
    cell.predicted = std::exp(log_predicted);
    if (log_null) cell.null_predicted = std::exp(*log_null);
    return cell;
}

std::vector<Cell> Scorer::cells_of(const Task& task) const {
    const auto array = static_cast<std::size_t>(task.array);
    const bool is_far = task.protocol == Protocol::in_sample || task.protocol == Protocol::corners_to_mixes;
    const FittedState fitted = task.protocol == Protocol::knee ? refit(serial_, peaks_[array], task.use)
                               : is_far ? refit_twice(serial_, starts_[array], task.use, every_array)
                                        : refit(serial_, starts_[array], task.use);
    std::vector<Cell> cells;
    for (const std::size_t o : task.predicted) {
        cells.push_back(cell_of(o, fitted.log_predicted[o], null_of(task, o)));
        cells.back().given = task.given;
    }
    return cells;
}

/// Fits the other arrays of the family, with its constants in common; nothing of the array, nor of another configuration of
/// the same machine, is seen.
std::vector<Cell> Scorer::array_out(int array) const {
    const ResolvedArray& own = problem_.arrays[static_cast<std::size_t>(array)];
    std::vector<int> left_out;
    std::vector<int> others;
    for (int a = 0; a < arrays(); ++a) {
        const ResolvedArray& other = problem_.arrays[static_cast<std::size_t>(a)];
        const bool is_out = a == array || other.family != own.family || is_same_machine(own, other);
        (is_out ? left_out : others).push_back(a);
    }
    if (others.empty()) return {};
    const auto is_other = [&](int a) { return std::find(others.begin(), others.end(), a) != others.end(); };
    const Problem shared = with_shared_constants(problem_);
    calibrate::FitOptions fitting;
    fitting.most_iterations = options_.most_iterations;
    fitting.use = mask([&](const Seen& seen) { return is_other(seen.which->array); });
    const calibrate::Fit fitted = fit(shared, fitting);
    std::vector<Cell> cells;
    for (std::size_t o = 0; o < seen_.size(); ++o) {
        if (seen_[o].which->array == array && is_peak(seen_[o]) && is_corner(seen_[o]))
            cells.push_back(cell_of(o, fitted.log_predicted[o], null_.array_out(o, left_out)));
    }
    return cells;
}

std::vector<Score> Scorer::run(const std::vector<Protocol>& wanted) {
    const bool has_array_out = std::find(wanted.begin(), wanted.end(), Protocol::array_out) != wanted.end();
    for (const Protocol protocol : wanted) plan(protocol);
    const auto count = static_cast<std::size_t>(arrays());
    all_ = tasks_.size() + (tasks_.empty() ? 0 : count + 1) + (has_array_out ? count : 0);
    if (!tasks_.empty()) fit_starts();
    std::vector<std::vector<Cell>> answers(tasks_.size());
    twin::for_each_in_parallel(static_cast<int>(tasks_.size()), problem_.jobs, [&](int t) {
        answers[static_cast<std::size_t>(t)] = cells_of(tasks_[static_cast<std::size_t>(t)]);
        advance();
    });
    std::vector<Score> scores;
    for (const Protocol protocol : wanted) {
        Score score{protocol, "", problem_.constants.size(), {}};
        for (std::size_t t = 0; t < tasks_.size(); ++t) {
            if (tasks_[t].protocol == protocol)
                score.cells.insert(score.cells.end(), answers[t].begin(), answers[t].end());
        }
        for (int a = 0; protocol == Protocol::array_out && a < arrays(); ++a) {
            const auto cells = array_out(a);
            score.cells.insert(score.cells.end(), cells.begin(), cells.end());
            score.constants = with_shared_constants(problem_).constants.size();
            advance();
        }
        add_intervals(score.cells);
        scores.push_back(std::move(score));
    }
    return scores;
}

}  // namespace

calibrate::Problem with_shared_constants(Problem problem) {
    std::vector<calibrate::Constant> shared;
    for (calibrate::Constant& constant : problem.constants) {
        const auto same = std::find_if(shared.begin(), shared.end(), [&](const calibrate::Constant& other) {
            return !constant.arrays.empty() && !other.arrays.empty() && other.key == constant.key &&
                   other.stands == constant.stands;
        });
        if (same == shared.end()) {
            shared.push_back(std::move(constant));
        } else {
            same->arrays.insert(same->arrays.end(), constant.arrays.begin(), constant.arrays.end());
        }
    }
    problem.constants = std::move(shared);
    return problem;
}

std::vector<Score> score(const Problem& problem, const std::vector<Protocol>& wanted, const ScoreOptions& options) {
    return Scorer{problem, options}.run(wanted);
}

}  // namespace arraytwin::scoreboard
