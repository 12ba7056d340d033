#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/report/application.hpp"
#include "lib/report/gauge.hpp"
#include "lib/report/grid.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

constexpr double slack = 0.85;  // below, waiting is short and what returns transactions is latency, not a resource

std::string title(const ApplicationCurve& curve, bool color) {
    auto text = painted(printable(curve.array + "  " + curve.application), Paint::bold, color) + "  array " +
                std::string{grade_words(curve.grade)};
    if (!curve.measured_as.empty()) text += ", measured as " + printable(curve.measured_as);
    return text;
}

std::string number(double value) { return std::isfinite(value) && value > 0 ? thousands(value) : ""; }

std::string half_width(const Point& point) {
    const auto& interval = point.latency.mean_ci95;
    if (!is_known(interval)) return "";
    return (point.precision_reached ? "" : "! ") + thousands((interval.high - interval.low) / 2);
}

std::vector<Cell> predicted_row(const ApplicationPoint& point) {
    const Point& transactions = point.transactions;
    const auto busiest = transactions.utilization.find(transactions.bottleneck);
    return {{fmt::format("{:>4}", point.vms)},
            {thousands(static_cast<double>(point.clients))},
            {thousands(transactions.iops)},
            {thousands(transactions.latency.mean), Paint::curve},
            {half_width(transactions), transactions.precision_reached ? Paint::dim : Paint::poor},
            {number(transactions.latency.p99)},
            {number(point.array_iops)},
            {number(point.host_ceiling), Paint::dim},
            {printable(transactions.bottleneck)},
            {busiest != transactions.utilization.end() ? gauge(busiest->second) : ""}};
}

/// "TPS -5.1 %, mean +5.3 %, p99 +12.0 %".
std::string errors_words(const ApplicationErrors& errors) {
    std::string words;
    const auto say = [&](const char* of, std::optional<double> error) {
        if (error) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", of, signed_percent(*error));
    };
    say("TPS", errors.tps);
    say("mean", errors.latency);
    say("p99", errors.p99);
    return words.empty() ? "not predicted" : words;
}

std::vector<Cell> measured_row(const ApplicationCurve& curve, const MeasuredApplication& measured) {
    const ApplicationErrors errors = errors_of(curve, measured);
    const auto worst = errors.tps ? errors.tps : errors.latency;
    return {{fmt::format("◆ {:>2}", measured.vms), Paint::measured},
            {measured.clients ? thousands(*measured.clients) : "", Paint::measured},
            {measured.tps ? thousands(*measured.tps) : "–", Paint::measured},
            {measured.latency_us ? thousands(*measured.latency_us) : "–", Paint::measured},
            {""},
            {measured.p99_us ? thousands(*measured.p99_us) : "–", Paint::measured},
            {errors_words(errors), worst ? paint_of_error(*worst) : Paint::dim}};
}

/// By number of virtual machines, measured below predicted.
std::string rows(const ApplicationCurve& curve, TableStyle style) {
    Grid grid{{{"VMs", Align::left, 0},
               {"clients", Align::right, 5},
               {"TPS", Align::right, 0},
               {"mean µs", Align::right, 0},
               {"±95 %", Align::right, 3},
               {"p99", Align::right, 1},
               {"array IOPS", Align::right, 2},
               {"host ceiling", Align::right, 4},
               {"bottleneck", Align::left, 0},
               {"busy", Align::left, 0}}};
    auto measured = curve.measured;
    std::stable_sort(measured.begin(), measured.end(), [](const auto& a, const auto& b) { return a.vms < b.vms; });
    auto points = curve.points;
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.vms < b.vms; });
    auto next = measured.begin();
    const auto add_measured_below = [&](int vms) {
        for (; next != measured.end() && next->vms < vms; ++next) grid.add(measured_row(curve, *next));
    };
    for (const auto& point : points) {
        add_measured_below(point.vms);
        grid.add(predicted_row(point));
    }
    add_measured_below(INT32_MAX);
    return grid.render(style.width, style.color);
}

/// Where more virtual machines no longer help, and why.
std::string limit_words(const ApplicationPoint& point) {
    const Point& transactions = point.transactions;
    const auto busiest = transactions.utilization.find(transactions.bottleneck);
    if (busiest == transactions.utilization.end()) return {};
    const auto with = fmt::format("with {} VMs the busiest server, {}, is {:.0f} % busy", point.vms,
                                  printable(transactions.bottleneck), busiest->second * 100);
    if (busiest->second < slack) return with + ": clients, not servers, set the pace";
    return with + (point.at_hosts ? ": the hosts are the limit, not the array" : ": the array is the limit");
}

/// "TPS 4.1 %, mean 4.4 %, p99 20.0 %" of what was predicted; "" if nothing was.
std::string mean_sizes(const ApplicationCurve& curve) {
    std::string words;
    const auto say = [&](const char* of, std::optional<double> ApplicationErrors::*kind) {
        double sum = 0;
        int count = 0;
        for (const auto& measured : curve.measured) {
            const auto error = errors_of(curve, measured).*kind;
            sum += std::abs(error.value_or(0));
            count += error ? 1 : 0;
        }
        if (count > 0) words += fmt::format("{}{} {:.2f} % ({})", words.empty() ? "" : ", ", of, sum / count, count);
    };
    say("TPS", &ApplicationErrors::tps);
    say("mean latency", &ApplicationErrors::latency);
    say("p99", &ApplicationErrors::p99);
    say("TPS from clients / (think time + measured latency)", &ApplicationErrors::tps_given_latency);
    return words;
}

}  // namespace

std::string application_table(const ApplicationCurve& curve, TableStyle style) {
    style.width = std::max(style.width, 60);
    std::string out = title(curve, style.color) + "\n" + rows(curve, style) + "\n";
    const auto say = [&](std::string_view label, const std::string& words, Paint paint) {
        if (!words.empty()) out += "  " + painted(fit_cell(label, 10, Align::left), paint, style.color) + words + "\n";
    };
    const auto largest = std::max_element(curve.points.begin(), curve.points.end(),
                                          [](const auto& a, const auto& b) { return a.vms < b.vms; });
    if (largest != curve.points.end()) say("limit", limit_words(*largest), Paint::dim);
    say("errors", mean_sizes(curve), Paint::measured);
    for (const auto& warning : curve.warnings) say("caution", printable(warning), Paint::poor);
    return out;
}

}  // namespace arraytwin::report
