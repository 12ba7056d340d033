#include <fmt/format.h>

#include <algorithm>

#include "lib/compare/verdict.hpp"
#include "lib/report/comparison.hpp"
#include "lib/report/grid.hpp"
#include "lib/report/summary.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

using compare::ComparedPoint;
using compare::Comparison;
using compare::Kind;
using compare::Verdict;

Paint paint_of(Verdict verdict) {
    return verdict == Verdict::agrees ? Paint::good : verdict == Verdict::too_few_points ? Paint::dim : Paint::poor;
}

std::string number(std::optional<double> value) { return value ? thousands(*value) : "–"; }
std::string micros(std::optional<double> value) {
    return !value ? "–" : *value < 999.5 ? fmt::format("{:.1f}", *value) : thousands(*value);
}

Cell error_cell(std::optional<double> error, bool scored) {
    if (!error) return {""};
    return {signed_percent(*error), scored ? paint_of_error(*error) : Paint::dim};
}

std::string label_of(const ComparedPoint& point) {
    return point.label == "sub_ms_limit" ? "1 ms limit" : printable(point.label);
}

std::string load_words(const ComparedPoint& point) {
    if (point.kind == Kind::limit) return "where it crosses";
    if (!point.load) return "not told";
    const auto& load = *point.load;
    const auto outstanding = load.outstanding ? thousands(*load.outstanding) : "∞";
    return load.target_iops ? fmt::format("{} IOPS, ≤ {}", thousands(*load.target_iops), outstanding)
                            : outstanding + " outst.";
}

std::vector<Cell> point_row(const ComparedPoint& point) {
    const bool is_limit = point.kind == Kind::limit;
    const auto remark = !point.scored           ? "not scored"
                        : !point.latency_usable ? "IOPS only"
                        : point.distance        ? fmt::format("{:.0f} %", point.distance->demerit_pct)
                                                : "";
    return {{label_of(point)},
            {load_words(point)},
            {number(point.measured.iops), Paint::measured},
            {number(point.predicted.iops), Paint::curve},
            error_cell(point.error_pct.iops, point.scored && point.kind != Kind::paced),
            {is_limit ? "" : micros(point.measured.latency_us), Paint::measured},
            {is_limit ? "" : micros(point.predicted.latency_us), Paint::curve},
            error_cell(point.error_pct.latency_us, point.scored && point.judges_latency()),
            {remark, point.distance && point.scored && point.latency_usable ? Paint::none : Paint::dim}};
}

std::string points_grid(const Comparison& comparison, TableStyle style) {
    Grid grid{{{"point", Align::left, 0},
               {"load", Align::left, 3},
               {"IOPS measured", Align::right, 0},
               {"predicted", Align::right, 1},
               {"error", Align::right, 0},
               {"µs measured", Align::right, 0},
               {"predicted", Align::right, 1},
               {"error", Align::right, 0},
               {"distance", Align::right, 2}}};
    for (const auto& point : comparison.points) grid.add(point_row(point));
    return grid.render(style.width, style.color);
}

std::string sentence(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 32);
    return text + ".";
}

std::string comparison_text(const Comparison& comparison, TableStyle style) {
    const auto& [verdict, factor, reason] = comparison.judgement;
    std::string out = title(comparison.curve, style.color) + "\n" + points_grid(comparison, style) + "\n";
    const auto say = [&](std::string_view label, const std::string& words, Paint paint) {
        out += "  " + painted(fit_cell(label, 16, Align::left), paint, style.color) + words + "\n";
    };
    say(name_of(verdict), sentence(printable(reason)), paint_of(verdict));
    say("noise", compare::words_of(comparison.noise) + ", " + comparison.noise.basis, Paint::dim);
    if (comparison.distance)
        say("distance",
            fmt::format("{:.1f} % of the measured mean between the latency distributions (by {})",
                        comparison.distance->demerit_pct, comparison.distance->basis),
            Paint::dim);
    for (const auto& warning : comparison.curve.warnings) say("caution", printable(warning), Paint::poor);
    return out + "\n";
}

Cell landmark_cell(const compare::Landmark& landmark) {
    if (!landmark.measured) return {""};
    return landmark.error_pct ? error_cell(landmark.error_pct, true) : Cell{"–"};
}

/// Mean size of a workload's latency errors.
Cell latency_cell(const Comparison& comparison) {
    const auto errors = compare::errors_of({comparison}, "latency");
    if (errors.empty()) return {""};
    double sum = 0;
    for (const auto& error : errors) sum += std::abs(error.error_pct);
    const double mean = sum / static_cast<double>(errors.size());
    if (errors.size() == 1) return error_cell(errors.front().error_pct, true);
    return {fmt::format("±{:.1f} %", mean), paint_of_error(mean)};
}

std::string overview(const compare::Report& report, TableStyle style) {
    Grid grid{{{"workload", Align::left, 0},
               {"points", Align::right, 3},
               {"peak", Align::right, 0},
               {"1 ms", Align::right, 0},
               {"knee", Align::right, 2},
               {"latency", Align::right, 0},
               {"distance", Align::right, 4},
               {"verdict", Align::left, 0}}};
    for (const auto& comparison : report.comparisons) {
        const auto& distance = comparison.distance;
        grid.add({{printable(comparison.workload), Paint::curve},
                  {fmt::format("{}", comparison.points.size())},
                  landmark_cell(comparison.peak),
                  landmark_cell(comparison.sub_ms),
                  landmark_cell(comparison.knee),
                  latency_cell(comparison),
                  {distance ? fmt::format("{:.0f} %", distance->demerit_pct) : ""},
                  {std::string{name_of(comparison.judgement.verdict)}, paint_of(comparison.judgement.verdict)}});
    }
    const auto mean_row = [&](const char* name, double compare::ErrorSizes::*size) {
        std::vector<Cell> row{{name, Paint::bold}, {""}};
        for (const char* kind : {"peak", "sub_ms", "knee", "latency"}) {
            const auto& sizes = report.summary.at(kind);
            row.push_back(sizes.count > 0 ? Cell{fmt::format("{:.1f} %", sizes.*size), paint_of_error(sizes.*size)}
                                          : Cell{""});
        }
        row.insert(row.end(), {{""}, {""}});
        grid.add(std::move(row));
    };
    if (report.comparisons.size() > 1) {
        mean_row("mean size", &compare::ErrorSizes::mean);
        mean_row("median size", &compare::ErrorSizes::median);
        mean_row("worst", &compare::ErrorSizes::worst);
    }
    return grid.render(style.width, style.color);
}

std::string audit_text(const compare::Report& report) {
    std::string out;
    for (const auto& finding : report.audit) {
        const auto& point = report.run.points[finding.point];
        const auto place = printable(point.source.file) + (point.line > 0 ? fmt::format(":{}", point.line) : "");
        out += fmt::format("  {}: {}\n    help: {}\n", place, printable(finding.text), finding.help);
    }
    const auto rows = report.run.points.size();
    if (report.audit.empty()) return fmt::format("Audit of the measured rows: {} points, no finding.\n", rows);
    return fmt::format("Audit of the measured rows: {} points, {} finding{}:\n", rows, report.audit.size(),
                       report.audit.size() == 1 ? "" : "s") +
           out;
}

}  // namespace

std::string breach_words(const compare::Breach& breach) {
    const auto kind = breach.kind == "sub_ms" ? std::string{"1 ms limit"} : breach.kind;
    if (!breach.error_pct) return fmt::format("{}: no scored error to check against {:g} %", kind, breach.limit_pct);
    return fmt::format("{} of {}: {} is beyond {:g} %", kind, printable(breach.where),
                       signed_percent(*breach.error_pct), breach.limit_pct);
}

std::string comparison_table(const compare::Report& report, const GateResult& gate, TableStyle style) {
    style.width = std::max(style.width, 60);
    std::string out;
    for (const auto& comparison : report.comparisons) out += comparison_text(comparison, style);
    out += audit_text(report) + "\n" + overview(report, style) + "\n";
    const auto& judgement = report.judgement;
    out += painted(std::string{name_of(judgement.verdict)}, paint_of(judgement.verdict), style.color) + ": " +
           sentence(printable(judgement.reason)) + "\n";
    if (gate.limits.empty()) return out;
    out += gate.breaches.empty() ? painted("gate passed", Paint::good, style.color) + "\n"
                                 : painted("gate failed", Paint::poor, style.color) + ":\n";
    for (const auto& breach : gate.breaches) out += "  " + breach_words(breach) + "\n";
    return out;
}

}  // namespace arraytwin::report
