#include "lib/workload/parts.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include "lib/spec/placed.hpp"
#include "lib/spec/reader.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/workload/blocks.hpp"

namespace arraytwin {

namespace {

constexpr double most_volumes = 65'536;

/// A workload of one kind.
Result<Workload> load_part(const spec::DataFolder& data, std::string_view name) {
    if (looks_inline(name)) return parse_inline_workload(name);
    const auto document = data.load("workloads", name);
    if (!document) return tl::unexpected(document.error());
    if (!has_parts(*document)) return spec::read<Workload>(*document);
    return tl::unexpected(Diagnostics{
        {spec::printable(name), 0, 0, "", "has parts itself, so it cannot be one", "name its parts instead"}});
}

void append(Diagnostics& all, Diagnostics more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// How many volumes each part gets; what is said as a share is cut off at the rounded sum of the shares so far.
std::vector<int> volumes_of(const std::vector<WorkloadPart>& parts, int all) {
    std::vector<int> volumes;
    double shares = 0;
    for (const WorkloadPart& part : parts) {
        const auto before = std::lround(shares * all);
        shares += part.volume_share;
        volumes.push_back(part.volume_share > 0 ? static_cast<int>(std::lround(shares * all) - before) : part.volumes);
    }
    int left = std::max(0, all - std::accumulate(volumes.begin(), volumes.end(), 0));
    auto unsaid = static_cast<int>(std::count_if(parts.begin(), parts.end(), [](const WorkloadPart& part) {
        return part.volumes == 0 && part.volume_share == 0;
    }));
    for (std::size_t p = 0; p < parts.size(); ++p) {
        if (parts[p].volumes > 0 || parts[p].volume_share > 0) continue;
        volumes[p] = (left + unsaid - 1) / unsaid;
        left -= volumes[p];
        --unsaid;
    }
    return volumes;
}

}  // namespace

void describe(spec::Section& section, WorkloadParts& parts) {
    int schema = 1;
    section.field({"schema", "version of this document's form", {1, 1}}, schema);
    section.field({"name", "name, as in the file's"}, parts.name);
    section.field({"description", "where it comes from", {}, spec::Presence::optional}, parts.description);
    for (spec::Section* each : section.tables("parts", "workloads that run at once, on volumes of their own")) {
        WorkloadParts::Part& part = parts.parts.emplace_back();
        each->field({"workload", "a name in data/workloads, a path, or inline"}, part.workload);
        each->field({"volumes", "number of volumes that it runs on", {1, most_volumes}, spec::Presence::optional},
                    part.volumes);
        each->field({"volume_share",
                     "share of the array's volumes that it runs on; with neither, an equal part of what is left",
                     {smallest_share, 1},
                     spec::Presence::optional},
                    part.volume_share);
        each->field({"outstanding_per_volume",
                     "threads on each volume, instead of the workload's own",
                     {1, most_per_volume},
                     spec::Presence::optional},
                    part.outstanding_per_volume);
        if (part.volumes > 0 && part.volume_share > 0)
            each->reject("volume_share", "stands beside 'volumes', which says it too", "leave out one of the two");
    }
}

bool has_parts(const spec::Document& document) { return document.find("parts") != nullptr; }

Result<Workload> read_parts(const spec::Document& document, const spec::DataFolder& data) {
    auto written = spec::read<WorkloadParts>(document);
    if (!written) return tl::unexpected(std::move(written.error()));
    Workload workload;
    workload.name = written->name;
    workload.description = written->description;
    Diagnostics wrong;
    const auto& tables = document.find("parts")->children;
    for (std::size_t p = 0; p < written->parts.size(); ++p) {
        const WorkloadParts::Part& asked = written->parts[p];
        auto part = load_part(data, asked.workload);
        if (!part) {
            append(wrong, spec::placed(std::move(part.error()), *tables[p].find("workload"),
                                       fmt::format("parts[{}].workload", p + 1)));
            continue;
        }
        if (asked.outstanding_per_volume > 0) part->outstanding_per_volume = asked.outstanding_per_volume;
        workload.parts.push_back({std::move(*part), asked.volumes, asked.volume_share});
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return workload;
}

bool is_sum(const spec::DataFolder& data, std::string_view text) {
    if (text.find('+') == std::string_view::npos) return false;
    const auto document = data.find("workloads", text);
    std::error_code error;
    return !document || !std::filesystem::exists(*document, error);
}

Result<Workload> load_sum(const spec::DataFolder& data, std::string_view text) {
    Workload workload;
    workload.name = text;
    Diagnostics wrong;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('+', begin), text.size());
        if (begin == end) {
            return tl::unexpected(Diagnostics{{"-w", 0, 0, spec::printable(text), "a workload is missing beside a '+'",
                                               "several at once: sql-80-20+64k:100r:0rand"}});
        }
        auto part = load_part(data, text.substr(begin, end - begin));
        if (part) workload.parts.push_back({std::move(*part)});
        if (!part) append(wrong, part.error());
        begin = end + 1;
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return workload;
}

Result<Workload> place_parts(Workload workload, int volumes) {
    if (workload.parts.empty()) return workload;
    const std::vector<int> counts = volumes_of(workload.parts, volumes);
    const auto refuse = [&](std::string message) {
        return tl::unexpected(Diagnostics{{workload.name, 0, 0, "parts", std::move(message),
                                           fmt::format("the array has {} volumes (volumes.count)", volumes)}});
    };
    int first = 0;
    for (std::size_t p = 0; p < counts.size(); ++p) {
        WorkloadPart& part = workload.parts[p];
        if (counts[p] < 1) return refuse(fmt::format("no volume is left for '{}'", part.workload.name));
        part.on = {first, counts[p]};
        first += counts[p];
    }
    if (first > volumes) return refuse(fmt::format("they want {} volumes", first));
    return workload;
}

std::vector<WorkloadPart> parts_of(const Workload& workload, int volumes) {
    if (workload.parts.empty()) return {{workload, 0, 0, {0, volumes}}};
    std::vector<WorkloadPart> parts = workload.parts;
    for (WorkloadPart& part : parts) {
        if (part.on.count == 0) part.on = {0, volumes};
    }
    return parts;
}

int threads_of(const Workload& workload, int volumes) {
    const auto parts = parts_of(workload, volumes);
    return std::accumulate(parts.begin(), parts.end(), 0, [](int sum, const WorkloadPart& part) {
        return sum + part.workload.outstanding_per_volume * part.on.count;
    });
}

std::vector<int> deal_threads(int threads, std::span<const WorkloadPart> parts) {
    if (parts.size() == 1) return {threads};
    double all = 0;
    for (const WorkloadPart& part : parts) all += part.workload.outstanding_per_volume * part.on.count;
    std::vector<int> dealt;
    double own = 0;
    long before = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        own += parts[p].workload.outstanding_per_volume * parts[p].on.count;
        const long left = static_cast<long>(parts.size() - p) - 1;  // one for each of the others
        const long most = std::max(before, threads - left);
        const long until = std::clamp(std::lround(own / all * threads), std::min(before + 1, most), most);
        dealt.push_back(static_cast<int>(until - before));
        before = until;
    }
    return dealt;
}

}  // namespace arraytwin
