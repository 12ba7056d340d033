// Checks of single points.
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "lib/measured/audit_checks.hpp"

namespace arraytwin::measured {

namespace {

constexpr double slack_above = 1.05;  // averages of a run are not taken at the same instants
constexpr double met_target = 0.98;

}  // namespace

Range unrounded(double value) {
    std::array<char, 40> text;
    const auto [stop, error] =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific);
    const std::string_view shown{text.data(), static_cast<std::size_t>(stop - text.data())};
    const auto e = shown.find('e');  // "3.64e+03"
    const auto decimals = e > 1 ? static_cast<int>(e) - 2 : 0;
    int exponent = 0;
    std::from_chars(shown.data() + e + (shown[e + 1] == '+' ? 2 : 1), shown.data() + shown.size(), exponent);
    const double half = 0.5 * std::pow(10.0, exponent - decimals);
    return {value - half, value + half};
}

MaybeInFlight in_flight(const RunPoint& point) {
    if (!point.iops || !point.latency.mean) return {};
    const auto iops = unrounded(*point.iops);
    const auto us = unrounded(*point.latency.mean);
    return {true, {*point.iops * *point.latency.mean / 1e6, {iops.low * us.low / 1e6, iops.high * us.high / 1e6}}};
}

std::string unit_slip(double ratio) {
    struct Slip {
        double factor;
        std::string_view words;
    };
    constexpr std::array<Slip, 4> slips{{{1000, "a factor of 1,000: us taken for ms, or ns for us"},
                                         {1024, "a factor of 1,024: KiB taken for bytes, or MiB for KiB"},
                                         {1e6, "a factor of 1,000,000: ns taken for ms"},
                                         {1048576, "a factor of 1,024 x 1,024: bytes taken for MiB"}}};
    const double large = ratio < 1 ? 1 / ratio : ratio;
    const Slip* nearest = nullptr;
    for (const auto& slip : slips) {
        const double off = std::abs(large / slip.factor - 1);
        if (off < 0.1 && (nearest == nullptr || off < std::abs(large / nearest->factor - 1))) nearest = &slip;
    }
    return nearest == nullptr ? ""
                              : fmt::format("; {}{}", nearest->words, ratio < 1 ? " (or the other way round)" : "");
}

void check_little(const RunPoint& point, std::size_t index, std::vector<Finding>& findings) {
    const auto flight = in_flight(point);
    if (!flight.is_known) return;
    const auto& [value, range] = flight.flight;
    const auto allowed = point.outstanding;
    const double whole = point.source.format == "arraytwin-csv" ? 0.5 : 0;  // a product rounded to a whole number
    if (allowed && range.low > slack_above * *allowed + whole) {
        const double ratio = value / *allowed;
        const auto slip = unit_slip(ratio);
        findings.push_back({slip.empty() ? "little" : "unit", index,
                            fmt::format("Little's law: {:.6g} IOPS x {:.6g} us are {:.5g} I/Os in flight, but {:.6g} "
                                        "were allowed ({:.2f} times){}",
                                        *point.iops, *point.latency.mean, value, *allowed, ratio, slip),
                            slip.empty() ? "one of IOPS, latency and outstanding is wrong, or belongs to a part only "
                                           "(a job, a volume, a host): "
                                           "do not fit this latency"
                                         : "correct the unit in the source and read it again"});
    } else if (allowed && !point.target_iops && !unit_slip(value / *allowed).empty()) {
        findings.push_back({"unit", index,
                            fmt::format("Little's law: {:.6g} IOPS x {:.6g} us are {:.4g} I/Os in flight of {:.6g}{}",
                                        *point.iops, *point.latency.mean, value, *allowed, unit_slip(value / *allowed)),
                            "correct the unit in the source and read it again"});
    } else if (allowed && !point.target_iops && point.source.format.starts_with("fio") && range.high < 0.8 * *allowed) {
        findings.push_back(
            {"little", index,
             fmt::format("Little's law: only {:.4g} of {:.6g} I/Os were in flight though no pace was set", value,
                         *allowed),
             "the host could not keep them in flight (CPU, a synchronous engine, buffered files): this is not "
             "the limit of the array"});
    }
    if (point.in_flight && range.low > 0.1 + 1.1 * *point.in_flight + 0.05)
        findings.push_back(
            {"little", index,
             fmt::format("Little's law: IOPS x latency are {:.4g} I/Os in flight, but the program counted {:.4g}{}",
                         value, *point.in_flight, unit_slip(value / *point.in_flight)),
             "see whether IOPS and latency are of the same interval and of the same hosts"});
}

void check_throughput(const RunPoint& point, std::size_t index, std::vector<Finding>& findings) {
    if (!point.iops || !point.block_kib || !point.mib_per_s || *point.mib_per_s <= 0) return;
    const double due = *point.iops * *point.block_kib / 1024;
    const double ratio = due / *point.mib_per_s;
    const auto printed = unrounded(*point.mib_per_s);
    if (std::abs(ratio - 1) < 0.02 || (due >= printed.low * 0.99 && due <= printed.high * 1.01)) return;
    auto meaning = unit_slip(ratio);
    for (const double mega : {1.048576, 1 / 1.048576}) {
        if (std::abs(ratio / mega - 1) < 0.005) meaning = "; a factor of 1.0486: MB (1,000) and MiB (1,024) mixed";
    }
    for (const double kilo : {1.024, 1 / 1.024}) {
        if (std::abs(ratio / kilo - 1) < 0.003) meaning = "; a factor of 1.024: 1,000 and 1,024 mixed";
    }
    findings.push_back({meaning.empty() ? "throughput" : "unit", index,
                        fmt::format("{:.6g} IOPS x {:.6g} KiB are {:.5g} MiB/s, but {:.5g} are told{}", *point.iops,
                                    *point.block_kib, due, *point.mib_per_s, meaning),
                        meaning.empty()
                            ? "IOPS, block size and throughput are not of the same run or the same direction"
                            : "correct the unit in the source and read it again"});
}

void check_target(const RunPoint& point, std::size_t index, std::vector<Finding>& findings) {
    if (!point.iops || !point.target_iops || *point.iops >= met_target * *point.target_iops) return;
    findings.push_back(
        {"target", index,
         fmt::format(
             "missed its target: {:.6g} IOPS of {:.6g} ({:.1f} %), so it was saturated and its latency is that of "
             "the queue it was allowed",
             *point.iops, *point.target_iops, 100 * *point.iops / *point.target_iops),
         "compare it as a closed load at its number outstanding, not as a paced one"});
}

void check_percentiles(const RunPoint& point, std::size_t index, std::vector<Finding>& findings) {
    struct Mark {
        std::string_view name;
        std::optional<double> us;
    };
    const auto& latency = point.latency;
    const std::array<Mark, 5> marks{{{"p50", latency.p50},
                                     {"p95", latency.p95},
                                     {"p99", latency.p99},
                                     {"p99.9", latency.p99_9},
                                     {"max", latency.max}}};
    Mark before{"", std::nullopt};
    for (const auto& mark : marks) {
        if (!mark.us) continue;
        if (before.us && *mark.us < 0.97 * *before.us) {  // histograms of fio are 1.6 % wide
            findings.push_back(
                {"percentiles", index,
                 fmt::format("percentiles are out of order: {} is {:.6g} us, {} only {:.6g} us{}", before.name,
                             *before.us, mark.name, *mark.us, unit_slip(*before.us / *mark.us)),
                 "they come from different kinds of latency or different units: do not compare them"});
        }
        before = mark;
    }
    if (latency.mean && latency.max && *latency.mean > 1.01 * *latency.max)
        findings.push_back({"percentiles", index,
                            fmt::format("the mean latency, {:.6g} us, is above the maximum, {:.6g} us{}", *latency.mean,
                                        *latency.max, unit_slip(*latency.mean / *latency.max)),
                            "one of them has another unit or is of another interval"});
}

}  // namespace arraytwin::measured
