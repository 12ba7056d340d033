#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/report/grid.hpp"
#include "lib/report/hanging.hpp"
#include "lib/report/summary.hpp"
#include "lib/report/text.hpp"
#include "lib/report/whatif.hpp"

namespace arraytwin::report {

namespace {

using plan::CaseOutcome;
using plan::ComparedLoad;
using plan::ComparedMetric;
using plan::Metric;
using plan::Verdict;
using plan::WhatIf;

constexpr int narrowest = 60;
constexpr int label_width = 8;

Paint paint_of(Verdict verdict) {
    if (verdict == Verdict::better) return Paint::good;
    if (verdict == Verdict::worse) return Paint::poor;
    return verdict == Verdict::mixed ? Paint::fair : Paint::dim;
}

std::string metric_words(Metric metric) {
    return metric == Metric::iops ? "IOPS" : metric == Metric::mean ? "mean µs" : "p99 µs";
}

/// "+6.2 to +7.0 %": empty without replications.
std::string interval_words(const plan::Difference& difference) {
    if (!difference.percent95) return "";
    return fmt::format("{:+.1f} to {:+.1f} %", difference.percent95->low, difference.percent95->high);
}

std::vector<Cell> metric_row(const std::string& load, const ComparedMetric& compared) {
    const plan::Difference& difference = compared.difference;
    return {{load, Paint::bold},
            {metric_words(compared.metric)},
            {thousands(difference.base)},
            {thousands(difference.variant), Paint::curve},
            {signed_percent(difference.percent)},
            {interval_words(difference), Paint::dim},
            {difference.variance_cut ? fmt::format("÷ {:.1f}", *difference.variance_cut) : "", Paint::dim},
            {std::string{name_of(difference.verdict)}, paint_of(difference.verdict)}};
}

/// "node cpu 99 %".
std::string busiest_words(const Point& point) {
    const auto kinds = kinds_by_load(point);
    if (kinds.empty()) return "–";
    return fmt::format("{} {:.0f} %", printable(kinds.front().kind), kinds.front().utilization * 100);
}

std::string overload_words(const Point& point) { return point.overloaded ? "overloaded" : "carried"; }

void add_load(Grid& grid, const OfferedLoad& load, const Point& base, const Point& variant,
              const ComparedLoad& compared) {
    const std::string pace = load.target_iops ? thousands(*load.target_iops) + " IOPS" : "max";
    const std::string limit = load.outstanding ? thousands(*load.outstanding) + " outstanding" : "";
    if (compared.metrics.empty()) {
        grid.add({{load_words(load), Paint::bold},
                  {"queues"},
                  {overload_words(base)},
                  {overload_words(variant)},
                  {""},
                  {""},
                  {""},
                  {std::string{name_of(compared.verdict)}, paint_of(compared.verdict)}});
        return;
    }
    for (const ComparedMetric& metric : compared.metrics) {
        const bool first = &metric == &compared.metrics.front();
        const bool second = &metric == &compared.metrics.front() + 1;
        grid.add(metric_row(first ? pace : second ? limit : "", metric));
    }
    grid.add(
        {{""}, {"busiest"}, {busiest_words(base)}, {busiest_words(variant), Paint::curve}, {""}, {""}, {""}, {""}});
}

std::string grid_of(const WhatIf& whatif, const CaseOutcome& variant, TableStyle style) {
    Grid grid{{{"load", Align::left},
               {"", Align::left},
               {"base"},
               {"variant"},
               {"difference"},
               {"95 %", Align::right, 1},
               {"variance", Align::right, 2},
               {"verdict", Align::left}}};
    for (std::size_t i = 0; i < whatif.loads.size(); ++i) {
        add_load(grid, whatif.loads[i], whatif.base.points[i], variant.points[i], variant.loads[i]);
    }
    return grid.render(style.width, style.color);
}

std::string factor_words(std::optional<double> factor) {
    return factor ? fmt::format("{:.1f} times", *factor) : "no more";
}

/// How far the first paced load may grow; empty if there is none.
std::string room_words(const WhatIf& whatif, const CaseOutcome& variant) {
    for (const OfferedLoad& load : whatif.loads) {
        if (!load.target_iops) continue;
        const auto until = [&](const CaseOutcome& outcome) {
            return fmt::format("{} until 1 ms and {} until the knee",
                               factor_words(plan::room_to_1_ms(load, outcome.outlook)),
                               factor_words(plan::room_to_knee(load, outcome.outlook)));
        };
        return fmt::format("{} IOPS may grow {}; base: {} (fast solver)", thousands(*load.target_iops), until(variant),
                           until(whatif.base));
    }
    return {};
}

/// "calibrated on this array; peak with 90 % probability within -11.2 % to +12.6 %".
std::string trust_words(const CaseOutcome& outcome) {
    const auto peak = std::max_element(outcome.outlook.points.rbegin(), outcome.outlook.points.rend(),
                                       [](const Point& a, const Point& b) { return a.iops < b.iops; });
    std::string words{grade_words(outcome.outlook.grade)};
    if (peak == outcome.outlook.points.rend() || !peak->prediction90_iops) return words + ", no interval";
    const Interval& interval = *peak->prediction90_iops;
    return words + fmt::format(", peak with 90 % probability within {} to {}",
                               signed_percent((interval.low / peak->iops - 1) * 100),
                               signed_percent((interval.high / peak->iops - 1) * 100));
}

std::string variant_text(const WhatIf& whatif, const CaseOutcome& variant, TableStyle style) {
    const auto say = [&](const std::string& label, const std::string& words) {
        return words.empty() ? "" : hanging(label, words, label_width, style.width);
    };
    std::string out = painted(printable(variant.name), Paint::bold, style.color) + "  " +
                      painted(name_of(variant.verdict), paint_of(variant.verdict), style.color) + "\n\n" +
                      grid_of(whatif, variant, style) + "\n";
    out += say("room", room_words(whatif, variant));
    out += say("model", trust_words(variant));
    const auto& known = whatif.base.outlook.warnings;
    for (const std::string& warning : variant.outlook.warnings) {
        if (std::find(known.begin(), known.end(), warning) == known.end()) out += say("caution", printable(warning));
    }
    return out + "\n";
}

std::string noise_words(const WhatIf& whatif) {
    if (whatif.solver == Solver::fast)
        return "The fast solver has no noise and no percentiles: differences are without intervals.";
    return fmt::format(
        "95 %: noise of the simulation alone, {} paired runs; variance: by how much the same random numbers cut it. "
        "Better "
        "and worse are told with {:.0f} % false alarms in all rows of a variant together, and from {:g} % on. What the "
        "model itself may be off by stands at 'model'; most of that is common to base and variant.",
        whatif.replications, plan::false_alarms * 100, plan::least_percent);
}

}  // namespace

std::string whatif_table(const WhatIf& whatif, TableStyle style) {
    style.width = std::max(style.width, narrowest);
    std::string out = title(whatif.base.outlook, style.color);
    out += hanging("model", "base: " + trust_words(whatif.base), label_width, style.width);
    for (const std::string& warning : whatif.base.outlook.warnings)
        out += hanging("caution", printable(warning), label_width, style.width);
    out += "\n";
    for (const CaseOutcome& variant : whatif.variants) out += variant_text(whatif, variant, style);
    return out + hanging("note", noise_words(whatif), label_width, style.width);
}

}  // namespace arraytwin::report
