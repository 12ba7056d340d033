#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/report/explanation.hpp"
#include "lib/report/gauge.hpp"
#include "lib/report/grid.hpp"
#include "lib/report/hanging.hpp"
#include "lib/report/summary.hpp"
#include "lib/report/text.hpp"
#include "lib/report/whatif.hpp"

namespace arraytwin::report {

namespace {

using plan::Effect;
using plan::Explanation;
using plan::LeverKind;
using plan::Sensitivity;

constexpr int narrowest = 60;
constexpr int label_width = 8;
constexpr std::size_t rungs = 8;          // of the ladder
constexpr double worth_telling = 0.5;     // percent that a lever moves peak or latency
constexpr double least_part_us = 0.0005;  // of the latency; shorter prints as nothing

std::string heading(const std::string& text, bool color) { return "\n" + painted(text, Paint::bold, color) + "\n\n"; }

std::string microseconds(double us) { return us > 0 ? fmt::format("{:.{}f}", us, us < 99.95 ? 2 : 0) : ""; }

std::string parts_table(const Explanation& explanation, TableStyle style) {
    const double mean = explanation.point().latency.mean;
    Grid grid{
        {{"where", Align::left}, {"servers", Align::right, 1}, {"wait µs"}, {"service µs"}, {"of all", Align::left}}};
    double wait = 0;
    double service = 0;
    for (const KindTime& part : kinds_of(explanation.path)) {
        wait += part.time.wait;
        service += part.time.service;
        if (part.time.wait + part.time.service < least_part_us) continue;
        grid.add({{printable(part.kind)},
                  {fmt::format("{}", part.count), Paint::dim},
                  {microseconds(part.time.wait)},
                  {microseconds(part.time.service)},
                  {gauge((part.time.wait + part.time.service) / mean), Paint::curve}});
    }
    grid.add({{"= mean latency", Paint::bold},
              {""},
              {microseconds(wait), Paint::bold},
              {microseconds(service), Paint::bold},
              {latency_words(wait + service), Paint::bold}});
    return grid.render(style.width, style.color);
}

std::string ladder(const Explanation& explanation, TableStyle style) {
    Grid grid{{{"server", Align::left}, {"busiest", Align::left}, {"alike", Align::left, 1}}};
    std::size_t shown = 0;
    for (const KindLoad& kind : kinds_by_load(explanation.point())) {
        if (shown++ == rungs) break;
        grid.add({{printable(kind.kind)},
                  {gauge(kind.utilization), Paint::curve},
                  {kind.count > 1 ? fmt::format("{} of {}", kind.busy, kind.count) : "", Paint::dim}});
    }
    return grid.render(style.width, style.color);
}

/// To the right of the line what is gained, to its left what is lost; `full` fills one side.
std::string tornado_bar(double gain, double full) {
    constexpr int cells = 6;
    const int length = static_cast<int>(std::lround(std::min(1.0, std::abs(gain) / full) * cells));
    const int left = gain < 0 ? length : 0;
    const int right = gain > 0 ? length : 0;
    std::string bar(static_cast<std::size_t>(cells - left), ' ');
    for (int i = 0; i < left; ++i) bar += "░";
    bar += "│";
    for (int i = 0; i < right; ++i) bar += "█";
    return bar + std::string(static_cast<std::size_t>(cells - right), ' ');
}

bool tells(const Sensitivity& sensitivity, const Effect& effect) {
    return std::abs(peak_percent(sensitivity, effect)) >= worth_telling ||
           std::abs(latency_percent(sensitivity, effect)) >= worth_telling;
}

double longest(const Sensitivity& sensitivity, double (*percent)(const Sensitivity&, const Effect&), LeverKind kind) {
    double most = worth_telling;
    for (const Effect& effect : sensitivity.effects) {
        if (effect.lever.kind == kind) most = std::max(most, std::abs(percent(sensitivity, effect)));
    }
    return most;
}

std::string tornado(const Sensitivity& sensitivity, LeverKind kind, TableStyle style) {
    Grid grid{{{"change", Align::left},
               {"peak IOPS"},
               {"", Align::left, 1},
               {"", Align::right},
               {"latency"},
               {"", Align::left, 1},
               {"", Align::right}}};
    const double peaks = longest(sensitivity, plan::peak_percent, kind);
    const double latencies = longest(sensitivity, plan::latency_percent, kind);
    grid.add({{"as it is", Paint::dim},
              {thousands(sensitivity.peak_iops), Paint::dim},
              {""},
              {""},
              {latency_words(sensitivity.latency_us), Paint::dim},
              {""},
              {""}});
    for (const Effect& effect : sensitivity.effects) {
        if (effect.lever.kind != kind || !tells(sensitivity, effect)) continue;
        const double peak = peak_percent(sensitivity, effect);
        const double latency = latency_percent(sensitivity, effect);
        grid.add({{printable(effect.change)},
                  {thousands(effect.peak_iops)},
                  {tornado_bar(peak, peaks), Paint::curve},
                  {signed_percent(peak)},
                  {latency_words(effect.latency_us)},
                  {tornado_bar(-latency, latencies), Paint::curve},
                  {signed_percent(latency)}});
    }
    return grid.render(style.width, style.color);
}

/// "fabric.ports.per_node 4 → 8, nodes.memory 64GiB → 128GiB": levers that move nothing.
std::string idle_words(const Sensitivity& sensitivity, LeverKind kind) {
    std::string words;
    for (const Effect& effect : sensitivity.effects) {
        if (effect.lever.kind != kind || tells(sensitivity, effect)) continue;
        words += (words.empty() ? "" : "; ") + printable(effect.change);
    }
    return words;
}

std::string difference_words(const plan::Difference& difference) {
    std::string words = signed_percent(difference.percent);
    if (difference.percent95)
        words += fmt::format(" ({:+.1f} to {:+.1f})", difference.percent95->low, difference.percent95->high);
    return words;
}

std::string confirmed_text(const Explanation& explanation, TableStyle style) {
    std::string out;
    for (const Effect& effect : explanation.sensitivity.effects) {
        if (!effect.simulated_peak || !effect.simulated_latency) continue;
        out += hanging(
            "-",
            fmt::format("{}: peak {} {}, latency {} {}", printable(effect.change),
                        difference_words(*effect.simulated_peak), name_of(effect.simulated_peak->verdict),
                        difference_words(*effect.simulated_latency), name_of(effect.simulated_latency->verdict)),
            1, style.width);
    }
    if (out.empty()) return out;
    return heading(fmt::format("Simulated: {} paired runs each, 95 % of their noise", explanation.replications),
                   style.color) +
           out;
}

std::string levers_text(const Explanation& explanation, TableStyle style) {
    const Sensitivity& sensitivity = explanation.sensitivity;
    const auto say = [&](const std::string& label, const std::string& words) {
        return words.empty() ? "" : hanging(label, words, label_width, style.width);
    };
    std::string out = heading("What hardware would help (fast solver; bars to the right: better)", style.color) +
                      tornado(sensitivity, LeverKind::hardware, style) + "\n" +
                      say("no help", idle_words(sensitivity, LeverKind::hardware));
    for (const plan::RefusedLever& refused : sensitivity.refused)
        out += say("no way", printable(refused.change) + ": " + printable(refused.reason));
    out += confirmed_text(explanation, style);
    return out + heading("What each cost decides: 10 % less of it (fast solver)", style.color) +
           tornado(sensitivity, LeverKind::cost, style);
}

}  // namespace

std::string explanation_table(const Explanation& explanation, TableStyle style) {
    style.width = std::max(style.width, narrowest);
    const Point& point = explanation.point();
    std::string out = title(explanation.curve, style.color);
    out += fmt::format("  {}: {} IOPS at {}\n", load_words(point.load), thousands(point.iops),
                       latency_words(point.latency.mean));
    for (const std::string& warning : explanation.curve.warnings)
        out += hanging("caution", printable(warning), label_width, style.width);
    out += heading("Where the average I/O's time goes", style.color) + parts_table(explanation, style);
    out += heading("What is busy", style.color) + ladder(explanation, style);
    return out + levers_text(explanation, style);
}

}  // namespace arraytwin::report
