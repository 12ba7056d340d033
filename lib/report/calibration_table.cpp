#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lib/report/calibration.hpp"
#include "lib/report/calibration_rows.hpp"
#include "lib/report/grid.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {

namespace {

using calibrate::Calibration;
using calibrate::Quantity;
using calibrate::Verdict;

std::string head(const Calibration& calibration, const std::vector<CalibrationRow>& rows, bool color) {
    const auto told = std::count_if(calibration.constants.begin(), calibration.constants.end(),
                                    [](const Verdict& verdict) { return verdict.identified; });
    std::vector<std::string> names;
    for (const std::string& name : calibration.problem.array_names) names.push_back(printable(name));
    return fmt::format("{}  {} constants, {} of them told by {} points of {} workloads; {:.1f} s\n\n",
                       painted(fmt::format("{}", fmt::join(names, ", ")), Paint::bold, color),
                       calibration.constants.size(), told, rows.size(), calibration.problem.workload_names.size(),
                       calibration.seconds);
}

std::string constants_grid(const Calibration& calibration, TableStyle style) {
    Grid grid{{{"constant", Align::left}, {"prior"}, {"fitted"}, {"from"}, {"to (95 %)"}, {"told by data"}}};
    for (std::size_t c = 0; c < calibration.constants.size(); ++c) {
        const auto& constant = calibration.problem.constants[c];
        const Verdict& verdict = calibration.constants[c];
        const auto shown = [&](double value) { return printed(constant, value); };
        grid.add({{printable(constant_name(calibration, c))},
                  {shown(constant.prior), Paint::dim},
                  {shown(verdict.value), verdict.identified ? Paint::bold : Paint::none},
                  {shown(verdict.low95)},
                  {shown(verdict.high95)},
                  {verdict.identified ? fmt::format("{:.0f} %", 100 * verdict.learnt) : "not identifiable",
                   verdict.identified ? Paint::good : Paint::fair}});
    }
    return grid.render(style.width, style.color);
}

Cell error_cell(std::optional<double> error) {
    if (!error || !std::isfinite(*error)) return {""};
    return {signed_percent(*error), paint_of_error(*error)};
}

std::string points_grid(const std::vector<CalibrationRow>& rows, TableStyle style) {
    Grid grid{{{"workload", Align::left},
               {"point", Align::left},
               {"measured"},
               {"fitted"},
               {"error"},
               {"left out", Align::right, 2},
               {"knee", Align::right, 1}}};
    for (const CalibrationRow& row : rows) {
        const bool latency = row.quantity == Quantity::latency;
        const auto shown = [&](double value) { return latency ? latency_words(value) : thousands(value); };
        grid.add({{printable(row.workload)},
                  {printable(row.label)},
                  {shown(row.measured)},
                  {shown(row.fitted)},
                  error_cell(row.error_pct),
                  error_cell(row.left_out_pct),
                  error_cell(row.knee_pct)});
    }
    return grid.render(style.width, style.color);
}

std::string errors_line(const std::vector<CalibrationRow>& rows, Stage stage, std::string_view label) {
    std::vector<std::string> parts;
    for (const auto& [quantity, name] : {std::pair{Quantity::iops, "IOPS"},
                                         {Quantity::latency, "latency"},
                                         {Quantity::iops_at_latency, "1 ms limit"}}) {
        const auto sizes = sizes_of(rows, stage, quantity);
        if (sizes.count > 0)
            parts.push_back(fmt::format("{} {:.1f} % (median {:.1f})", name, sizes.mean, sizes.median));
    }
    return parts.empty() ? "" : fmt::format("{:<22}{}\n", label, fmt::join(parts, ", "));
}

/// What the data could not tell apart, and what to run to learn it.
std::string open_questions(const Calibration& calibration) {
    std::string text;
    for (std::size_t c = 0; c < calibration.constants.size(); ++c) {
        const Verdict& verdict = calibration.constants[c];
        for (const auto& [other, correlation] : verdict.confused_with) {
            if (other < c) continue;
            text += fmt::format("  {} and {} trade off: correlation {:.2f}\n", printable(constant_name(calibration, c)),
                                printable(constant_name(calibration, other)), correlation);
        }
    }
    for (std::size_t c = 0; c < calibration.constants.size(); ++c) {
        const Verdict& verdict = calibration.constants[c];
        if (verdict.settled_by.empty()) continue;
        const auto& best = verdict.settled_by.front();
        text += fmt::format("  to learn {}: run {} with {} outstanding (takes {:.0f} % of its variance away)\n",
                            printable(constant_name(calibration, c)), best.workload, *best.load.outstanding,
                            100 * best.reduction);
    }
    return text.empty() ? "" : "\nOpen:\n" + text;
}

}  // namespace

std::string table(const Calibration& calibration, TableStyle style) {
    const auto rows = rows_of(calibration);
    std::string text = head(calibration, rows, style.color) + constants_grid(calibration, style) + "\n" +
                       points_grid(rows, style) + "\nMean errors\n" + errors_line(rows, Stage::fitted, "  in sample") +
                       errors_line(rows, Stage::left_out, "  workload left out") +
                       errors_line(rows, Stage::knee, "  knee (peak known)") + open_questions(calibration);
    for (const std::string& note : calibration.notes) text += "note: " + printable(note) + "\n";
    return text;
}

}  // namespace arraytwin::report
