// measured: what benchmarks wrote, as points in one set of units, and whether they agree with themselves.
#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/output_files.hpp"
#include "lib/measured/audit.hpp"
#include "lib/measured/runs.hpp"
#include "lib/measured/write.hpp"
#include "lib/report/grid.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::cli {

namespace {

using measured::Finding;
using measured::Run;
using measured::RunPoint;

constexpr int page_width = 120;

constexpr std::string_view more = R"(Examples:
  arraytwin measured data/measured/measured_curves.csv
  arraytwin measured data/measured/measured_curves.csv --json -

Formats are told by content: fio JSON, JSON+, terse and logs, vdbench summary, totals, flatfile and histogram, DiskSpd XML
and text, Iometer, elbencho, SIO, HCIBench, ONTAP (Harvest and Prometheus exposition, Grafana, qos statistics, sysstat,
REST counters), SANtricity, SolidFire, and our own CSV. A FILE may be a folder, a zip archive or a pattern in quotes;
files of one run, such as one for each depth or two polls of counters, are given together.

The audit needs no model: Little's law on every point, IOPS x block against throughput, missed targets, repeats, slips of
a unit, percentiles out of order, curves that fall back. What rounding explains is no finding.
)";

std::string number(std::optional<double> value) { return value ? report::thousands(*value) : ""; }
std::string micros(std::optional<double> value) {
    return !value ? "" : *value < 1000 ? fmt::format("{:.4g}", *value) : report::thousands(*value);
}

std::string table(const Run& run, int width, bool color) {
    using report::Align;
    report::Grid grid{{{"workload", Align::left, 0},
                       {"point", Align::left, 6},
                       {"block", Align::right, 9},
                       {"read %", Align::right, 8},
                       {"outst.", Align::right, 0},
                       {"target", Align::right, 3},
                       {"IOPS", Align::right, 0},
                       {"MiB/s", Align::right, 5},
                       {"mean µs", Align::right, 0},
                       {"p50", Align::right, 7},
                       {"p99", Align::right, 1},
                       {"p99.9", Align::right, 4},
                       {"max", Align::right, 10}}};
    for (const RunPoint& point : run.points) {
        const auto curve = point.config.empty() ? point.workload : point.config + " " + point.workload;
        const auto& latency = point.latency;
        grid.add({{report::printable(curve)},
                  {point.label == point.workload ? "" : report::printable(point.label)},
                  {point.block_kib ? fmt::format("{:.4g}K", *point.block_kib) : ""},
                  {point.read_pct ? fmt::format("{:.4g}", *point.read_pct) : ""},
                  {number(point.outstanding)},
                  {number(point.target_iops)},
                  {number(point.iops)},
                  {number(point.mib_per_s)},
                  {micros(latency.mean), report::Paint::curve},
                  {micros(latency.p50)},
                  {micros(latency.p99)},
                  {micros(latency.p99_9)},
                  {micros(latency.max)}});
    }
    return grid.render(width, color);
}

std::string place(const std::string& file, int line) {
    return line > 0 ? fmt::format("{}:{}", report::printable(file), line) : report::printable(file);
}

std::string audit_text(const Run& run, const std::vector<Finding>& findings) {
    std::string out;
    for (const auto& warning : run.warnings)
        out += fmt::format("{}: {}\n", place(warning.file, warning.line), report::printable(warning.text));
    if (!out.empty()) out += "\n";
    for (const Finding& finding : findings) {
        const auto& point = run.points[finding.point];
        const auto curve = point.config.empty() ? point.workload : point.config + " " + point.workload;
        out += fmt::format("{}: {}: {}\n  help: {}\n", place(point.source.file, point.line), report::printable(curve),
                           report::printable(finding.text), finding.help);
    }
    if (findings.empty()) return out + fmt::format("Audit: {} points, no finding.\n", run.points.size());
    return out + fmt::format("Audit: {} points, {} finding{}; the rest is consistent.\n", run.points.size(),
                             findings.size(), findings.size() == 1 ? "" : "s");
}

class Measured final : public Command {
public:
    std::string_view name() const override { return "measured"; }
    std::string_view summary() const override { return "reads benchmark output of any kind: points and an audit"; }
    std::string_view usage() const override { return "FILE... [--json FILE|-] [--csv FILE|-]"; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override {
        options.arguments("FILE", files_,
                          "what a benchmark wrote; also a folder, a zip archive, or a pattern in quotes");
        options.text("--json", "FILE|-", json_,
                     "points, warnings and audit as JSON; - for standard output, instead of the table");
        options.text("--csv", "FILE|-", csv_, "a row for each point, as --measured of other commands reads it");
        options.flag("-q,--quiet", quiet_, "no table if a file takes the result");
    }

    Exit run() override {
        if (const auto wrong = faults(); !wrong.empty()) return refuse(wrong);
        const auto run = measured::read_runs(files_);
        if (!run) return refuse(run.error());
        if (run->points.empty()) return refuse(why_nothing(*run));
        const auto findings = measured::audit(*run);
        OutputFiles files;
        Result<void> written;
        if (json_ && *json_ != "-") written = files.write(*json_, runs_json(*run, findings));
        if (written && csv_ && *csv_ != "-") written = files.write(*csv_, runs_csv(*run));
        if (written) written = files.move_into_place();
        if (!written) return refuse(written.error());
        return print(on_output(*run, findings));
    }

private:
    Diagnostics faults() const {
        if (files_.empty())
            return {{"arraytwin measured", 0, 0, "", "a FILE is missing", "arraytwin measured fio-result.json"}};
        if (json_ && json_ == csv_ && *json_ != "/dev/null")
            return {{"--csv", 0, 0, "", "--json already writes to that place", ""}};
        for (const auto& [option, path] : {std::pair{"--json", json_}, std::pair{"--csv", csv_}}) {
            if (!path || *path == "-") continue;
            if (auto found = obstacles(option, *path); !found.empty()) return found;
        }
        return {};
    }

    static Diagnostics why_nothing(const Run& run) {
        Diagnostics wrong;
        for (const auto& warning : run.warnings) wrong.push_back({warning.file, warning.line, 0, "", warning.text, ""});
        if (wrong.empty())
            wrong.push_back({"arraytwin measured", 0, 0, "", "there is no measured point in these files", ""});
        wrong.back().help = "so there is no point to show";
        return wrong;
    }

    std::string on_output(const Run& run, const std::vector<Finding>& findings) const {
        if (json_ == "-") return runs_json(run, findings);
        if (csv_ == "-") return runs_csv(run);
        if (quiet_ && (json_ || csv_)) return "";
        return table(run, width(Stream::output, page_width), has_color(Stream::output)) + "\n" +
               audit_text(run, findings);
    }

    std::vector<std::string> files_;
    std::optional<std::string> json_;
    std::optional<std::string> csv_;
    bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_measured() { return std::make_unique<Measured>(); }

}  // namespace arraytwin::cli
