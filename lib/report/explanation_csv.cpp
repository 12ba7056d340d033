#include "lib/report/csv_row.hpp"
#include "lib/report/explanation.hpp"

namespace arraytwin::report {

std::string explanation_csv(const plan::Explanation& explanation) {
    const plan::Sensitivity& sensitivity = explanation.sensitivity;
    const auto percent_of = [](const std::optional<plan::Difference>& difference) {
        return difference ? std::optional{difference->percent} : std::nullopt;
    };
    std::string out =
        "array,workload,kind,change,peak_iops_before,peak_iops,peak_pct,latency_us_before,latency_us,latency_pct,"
        "simulated_peak_pct,simulated_latency_pct\r\n";
    for (const plan::Effect& effect : sensitivity.effects) {
        CsvRow row;
        row.text(explanation.curve.array).text(explanation.curve.workload);
        row.text(effect.lever.kind == plan::LeverKind::hardware ? "hardware" : "cost").text(effect.change);
        row.number(sensitivity.peak_iops).number(effect.peak_iops).number(peak_percent(sensitivity, effect));
        row.number(sensitivity.latency_us).number(effect.latency_us).number(latency_percent(sensitivity, effect));
        row.number(percent_of(effect.simulated_peak)).number(percent_of(effect.simulated_latency));
        out += row.line();
    }
    return out;
}

}  // namespace arraytwin::report
