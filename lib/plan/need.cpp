#include "lib/plan/need.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "lib/spec/placed.hpp"
#include "lib/spec/reader.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin::plan {

namespace {

constexpr double most_iops = 1e9;
constexpr double most_growth = 10;     // eleven times as much each month or year
constexpr double most_headroom = 0.9;  // beyond it hardly anything is left to use
constexpr int months_of_year = 12;
constexpr int finest_deal = 128;  // threads of a volume; more would only deal the I/Os more exactly

struct NamedLatency {
    std::string_view name;
    std::string_view meaning;
    Microseconds LatencySummary::*of;
};

constexpr std::array<NamedLatency, 5> latency_names{
    {{"mean", "mean latency", &LatencySummary::mean},
     {"p50", "median latency", &LatencySummary::p50},
     {"p95", "95th percentile of latency", &LatencySummary::p95},
     {"p99", "99th percentile of latency", &LatencySummary::p99},
     {"p99_9", "99.9th percentile of latency", &LatencySummary::p99_9}}};

void describe_growth(spec::Section& section, Growth& growth) {
    section.choice({"per", "in which time", {}, spec::Presence::optional}, growth.per,
                   {{"month", static_cast<int>(Per::month)}, {"year", static_cast<int>(Per::year)}});
    section.field({"iops", "share by which IOPS grow, compounded", {0, most_growth}, spec::Presence::optional},
                  growth.iops);
    section.field({"capacity", "share by which capacity grows, compounded", {0, most_growth}, spec::Presence::optional},
                  growth.capacity);
}

void describe_workload(spec::Section& section, NeededWorkload& workload) {
    section.field({"workload", "a name in data/workloads, a path, or inline"}, workload.named);
    section.field({"iops", "I/Os a second, at the busiest hour of the first day", {1, most_iops}}, workload.iops);
    section.field({"capacity", "what hosts store, before data reduction", {1}, spec::Presence::optional},
                  workload.capacity);
    for (std::size_t l = 0; l < latency_names.size(); ++l) {
        const std::string meaning = std::string{latency_names[l].meaning} + " that may not be exceeded";
        section.field({latency_names[l].name, meaning, {1}, spec::Presence::optional}, workload.latency[l]);
    }
}

/// Threads on each volume of each part, the largest of them `most`, so that each gets its part of the IOPS at least.
std::vector<int> threads_for(const Need& need, const std::vector<WorkloadPart>& parts, int most) {
    std::vector<double> wanted;
    for (std::size_t p = 0; p < parts.size(); ++p) wanted.push_back(need.workloads[p].iops / parts[p].on.count);
    const double largest = *std::max_element(wanted.begin(), wanted.end());
    std::vector<int> threads;
    for (const double own : wanted) threads.push_back(std::max(1, static_cast<int>(std::lround(own / largest * most))));
    return threads;
}

/// IOPS in all for each needed, until every part has what it needs.
double offered_per_needed(const Need& need, const std::vector<WorkloadPart>& parts, const std::vector<int>& threads) {
    double all = 0;
    double scarcest = 0;  // needed IOPS of a thread
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const double own = static_cast<double>(threads[p]) * parts[p].on.count;
        all += own;
        scarcest = std::max(scarcest, need.workloads[p].iops / own);
    }
    return scarcest * all / need.iops();
}

}  // namespace

std::vector<LatencyTarget> NeededWorkload::targets() const {
    std::vector<LatencyTarget> targets;
    for (std::size_t l = 0; l < latency.size(); ++l) {
        if (latency[l].ns() > 0) targets.push_back({latency_names[l].name, latency_names[l].of, latency[l].us()});
    }
    return targets;
}

double Growth::monthly(double share) const {
    return per == Per::month ? share : std::pow(1 + share, 1.0 / months_of_year) - 1;
}

double Need::iops() const {
    return std::accumulate(workloads.begin(), workloads.end(), 0.0,
                           [](double sum, const NeededWorkload& each) { return sum + each.iops; });
}

double Need::capacity() const {
    return std::accumulate(workloads.begin(), workloads.end(), 0.0, [](double sum, const NeededWorkload& each) {
        return sum + static_cast<double>(each.capacity.count());
    });
}

void describe(spec::Section& section, Need& need) {
    int schema = 1;
    section.field({"schema", "version of this document's form", {1, 1}}, schema);
    section.field({"name", "name, as in the file's"}, need.name);
    section.field({"description", "what it is for", {}, spec::Presence::optional}, need.description);
    section.choice({"survive", "what may be down without a target being missed", {}, spec::Presence::optional},
                   need.survive,
                   {{"nothing", static_cast<int>(Survive::nothing)}, {"node", static_cast<int>(Survive::node)}});
    section.field({"headroom",
                   "share of performance and of space that is free on the first day, all parts up",
                   {0, most_headroom},
                   spec::Presence::optional},
                  need.headroom);
    section.field({"reduction", "whether what data reduction gives counts as space", {}, spec::Presence::optional},
                  need.reduction);
    describe_growth(section.table("growth", "how it grows", spec::Presence::optional), need.growth);
    for (spec::Section* each : section.tables("workloads", "what runs at once")) {
        describe_workload(*each, need.workloads.emplace_back());
    }
}

Result<Need> read_need(const spec::Document& document, const spec::DataFolder& data) {
    auto need = spec::read<Need>(document);
    Diagnostics wrong = need ? Diagnostics{} : need.error();
    const spec::Node* tables = document.find("workloads");
    const bool listed = tables != nullptr && tables->kind == spec::NodeKind::list;
    for (std::size_t w = 0; listed && w < tables->children.size(); ++w) {
        const spec::Node* named = tables->children[w].find("workload");
        if (named == nullptr || named->kind != spec::NodeKind::text) continue;
        auto loaded = load_workload(data, named->text);
        if (loaded && !loaded->parts.empty()) {
            loaded = tl::unexpected(Diagnostics{{"", 0, 0, "", "has parts itself, each of which needs IOPS of its own",
                                                 "name its parts instead, each in [[workloads]]"}});
        }
        if (loaded && need) need->workloads[w].workload = std::move(*loaded);
        if (loaded) continue;
        auto placed = spec::placed(std::move(loaded.error()), *named, fmt::format("workloads[{}].workload", w + 1));
        std::move(placed.begin(), placed.end(), std::back_inserter(wrong));
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return need;
}

Result<Need> load_need(const spec::DataFolder& data, std::string_view name_or_path) {
    const auto document = data.load("needs", name_or_path);
    if (!document) return tl::unexpected(document.error());
    return read_need(*document, data);
}

Result<NeededLoad> load_of(const Need& need, int volumes) {
    if (need.workloads.size() == 1) return NeededLoad{need.workloads.front().workload, 1};
    Workload all;
    all.name = need.name;
    for (const NeededWorkload& each : need.workloads) all.parts.push_back({each.workload});
    auto placed = place_parts(std::move(all), volumes);
    if (!placed) return tl::unexpected(std::move(placed.error()));
    NeededLoad best{{}, std::numeric_limits<double>::infinity()};
    for (int most = 1; most <= finest_deal; ++most) {
        const std::vector<int> threads = threads_for(need, placed->parts, most);
        const double offered = offered_per_needed(need, placed->parts, threads);
        if (offered >= best.per_needed) continue;
        best.per_needed = offered;
        for (std::size_t p = 0; p < threads.size(); ++p) {
            placed->parts[p].workload.outstanding_per_volume = threads[p];
            placed->parts[p].volumes = placed->parts[p].on.count;
        }
        best.workload = *placed;
    }
    return best;
}

}  // namespace arraytwin::plan
