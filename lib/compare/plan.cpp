#include "lib/compare/plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lib/compare/error.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::compare {

namespace {

using measured::RunPoint;

constexpr std::string_view no_config = "measured";   // what `measured --csv` writes where the source names none
constexpr std::string_view no_workload = "unnamed";  // the same for the workload
constexpr double most_per_volume = 4096;             // that a workload may have outstanding
constexpr double same_share = 0.005;                 // mixes that drew their reads at random differ by less

std::string config_of(const RunPoint& row) { return row.config == no_config ? "" : row.config; }

struct Mix {
    double block_kib = 0;
    double read_share = 0;
    double random_share = 1;
};

std::optional<Mix> mix_of(const RunPoint& row) {
    auto read_pct = row.read_pct;
    if (!read_pct && row.read_iops && row.write_iops && *row.read_iops + *row.write_iops > 0)
        read_pct = 100 * *row.read_iops / (*row.read_iops + *row.write_iops);
    auto block_kib = row.block_kib;
    if (!block_kib && row.mib_per_s && positive(row.iops))
        block_kib = std::round(*row.mib_per_s * 2048 / *row.iops) / 2;
    if (!positive(block_kib) || !read_pct) return std::nullopt;
    return Mix{*block_kib, *read_pct / 100, row.random_pct.value_or(100) / 100};
}

std::string inline_name(const Mix& mix) {
    return fmt::format("{:g}k:{:.0f}r:{:.0f}rand", mix.block_kib, mix.read_share * 100, mix.random_share * 100);
}

bool has_mix(const Workload& workload, const Mix& mix) {
    const auto near = [](double a, double b) { return std::abs(a - b) <= same_share; };
    return workload.parts.empty() && workload.blocks.empty() &&
           static_cast<double>(workload.block_size.count()) == mix.block_kib * 1024 &&
           near(workload.read_share, mix.read_share) && near(workload.random_share, mix.random_share) &&
           workload.read_work == 1 && workload.write_work == 1 && workload.work == 1 && !workload.application;
}

class Planner {
public:
    Planner(const measured::Run& run, const spec::DataFolder& data, const PlanOptions& options)
        : run_{run}, options_{options} {
        for (const std::string& name : data.names("workloads")) {
            if (auto known = load_workload(data, name)) known_.push_back(std::move(*known));
        }
    }

    Result<Plan> plan() {
        if (auto wrong = choose_config(); !wrong.empty()) return tl::unexpected(std::move(wrong));
        for (std::size_t row = 0; row < run_.points.size(); ++row) {
            if (is_of_config(run_.points[row])) assign(row);
        }
        for (auto& [label, count] : untold_) {
            plan_.notes.push_back(fmt::format("{}: {} without block size and read share, and no workload of that name",
                                              label.empty() ? "a row" : "'" + label + "'",
                                              count == 1 ? "a row" : fmt::format("{} rows", count)));
        }
        if (assumed_random_ > 0)
            plan_.notes.push_back(
                fmt::format("{} of the rows do not tell their random share: taken as all random", assumed_random_));
        if (plan_.parts.empty()) return tl::unexpected(Diagnostics{why_nothing()});
        raise_budgets();
        return std::move(plan_);
    }

private:
    Diagnostic wrong(std::string message, std::string help) const {
        return {options_.config ? "--config" : "--measured", 0, 0, "", std::move(message), std::move(help)};
    }

    std::vector<std::string> configs() const {
        std::set<std::string> found;
        for (const RunPoint& row : run_.points) {
            if (const auto config = config_of(row); !config.empty()) found.insert(config);
        }
        return {found.begin(), found.end()};
    }

    Diagnostics choose_config() {
        const auto found = configs();
        plan_.config = options_.config.value_or(options_.measured_as);
        const auto& wanted = plan_.config;
        const bool named = std::find(found.begin(), found.end(), wanted) != found.end();
        if (named || (!options_.config && found.empty())) {
            if (!named) plan_.config.clear();
            return {};
        }
        const bool some_name_none = std::any_of(run_.points.begin(), run_.points.end(),
                                                [](const RunPoint& row) { return config_of(row).empty(); });
        if (!options_.config && some_name_none) {
            plan_.config.clear();
            return {};
        }
        const auto help = found.empty() ? std::string{"the rows name no configuration: leave --config out"}
                                        : fmt::format("{} configurations are {}", spec::did_you_mean(wanted, found),
                                                      spec::listed(found));
        if (wanted.empty())
            return {wrong(
                fmt::format("the rows name their configuration, and {} has no 'measured_as' that says which is its own",
                            options_.array),
                "choose one with --config:" + help)};
        return {wrong(fmt::format("no row of the configuration '{}'", spec::printable(wanted)), help)};
    }

    bool is_of_config(const RunPoint& row) const {
        const auto config = config_of(row);
        return config == plan_.config || (config.empty() && !options_.config);
    }

    const Workload* wanted(std::string_view name) const {
        const auto found = std::find_if(options_.wanted.begin(), options_.wanted.end(),
                                        [&](const Workload& each) { return each.name == name; });
        return found == options_.wanted.end() ? nullptr : &*found;
    }

    /// Nothing says what it was, and the user does. Our own CSV names its workloads, so a name there is a word.
    bool may_be_anything(const RunPoint& row) const {
        const bool is_named = row.source.format == "arraytwin-csv" && row.workload != no_workload;
        return options_.wanted.size() == 1 && !is_named;
    }

    /// The workload of a row: by name, by mix, or by the user's word; none if it cannot be told.
    std::optional<Workload> workload_of(const RunPoint& row) {
        if (const auto* own = wanted(row.workload)) return *own;
        const auto named =
            std::find_if(known_.begin(), known_.end(), [&](const Workload& each) { return each.name == row.workload; });
        if (named != known_.end()) return *named;
        const auto mix = mix_of(row);
        if (!mix) return may_be_anything(row) ? std::optional{options_.wanted.front()} : std::nullopt;
        if (!row.random_pct) ++assumed_random_;
        for (const std::vector<Workload>* list : {&options_.wanted, &std::as_const(known_)}) {
            const auto same =
                std::find_if(list->begin(), list->end(), [&](const Workload& each) { return has_mix(each, *mix); });
            if (same != list->end()) return *same;
        }
        auto own = parse_inline_workload(inline_name(*mix));
        return own ? std::optional{std::move(*own)} : std::nullopt;
    }

    void assign(std::size_t row) {
        const auto workload = workload_of(run_.points[row]);
        if (!workload) {
            if (options_.wanted.empty()) ++untold_[run_.points[row].workload];
            return;
        }
        if (!options_.wanted.empty() && wanted(workload->name) == nullptr) return;
        auto part = std::find_if(plan_.parts.begin(), plan_.parts.end(),
                                 [&](const Part& each) { return each.workload.name == workload->name; });
        if (part == plan_.parts.end()) part = plan_.parts.insert(part, Part{*workload, {}});
        part->rows.push_back(row);
    }

    Diagnostic why_nothing() const {
        if (!options_.wanted.empty()) {
            std::vector<std::string> names;
            for (const Workload& each : options_.wanted) names.push_back(each.name);
            std::set<std::string> found;
            for (const RunPoint& row : run_.points) {
                if (is_of_config(row) && !row.workload.empty()) found.insert(row.workload);
            }
            return {"-w",
                    0,
                    0,
                    "",
                    fmt::format("no measured row of {}", fmt::join(names, ", ")),
                    found.empty() ? "" : "the rows are of " + spec::listed({found.begin(), found.end()})};
        }
        return {"--measured",
                0,
                0,
                "",
                "no row tells its workload: neither a known name nor block size and read share",
                "name one with -w, and all rows that tell no mix are taken as it"};
    }

    /// An inline workload's threads are nobody's choice: they become at least what was measured.
    void raise_budgets() {
        for (Part& part : plan_.parts) {
            const auto known = std::any_of(known_.begin(), known_.end(),
                                           [&](const Workload& each) { return each.name == part.workload.name; });
            if (known) continue;
            double most = 0;
            for (const auto row : part.rows) most = std::max(most, run_.points[row].outstanding.value_or(0));
            const double per_volume = std::min(std::ceil(most / std::max(options_.volumes, 1)), most_per_volume);
            part.workload.outstanding_per_volume =
                std::max(part.workload.outstanding_per_volume, static_cast<int>(per_volume));
        }
    }

    const measured::Run& run_;
    const PlanOptions& options_;
    std::vector<Workload> known_;
    Plan plan_;
    std::map<std::string, int> untold_;  // rows by what they call their workload
    int assumed_random_ = 0;
};

}  // namespace

Result<Plan> plan(const measured::Run& run, const spec::DataFolder& data, const PlanOptions& options) {
    return Planner{run, data, options}.plan();
}

}  // namespace arraytwin::compare
