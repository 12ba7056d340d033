// DiskSpd's XML (-Rxml): each time span is a point. It has no IOPS: I/Os of all targets, divided by the test time.
#include <cmath>
#include <pugixml.hpp>

#include <fmt/format.h>

#include "lib/measured/fio_options.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"

namespace arraytwin::measured {

namespace {

constexpr std::size_t largest = 256 * 1024 * 1024;

std::optional<double> child(const pugi::xml_node& node, const char* name) { return number_of(node.child_value(name)); }

std::optional<double> ms(const pugi::xml_node& node, const char* name) {
    const auto value = child(node, name);
    return value && *value > 0 ? std::optional{*value * 1000} : std::nullopt;
}

void read_latency(const pugi::xml_node& latency, LatencyFigures& figures) {
    figures.mean = ms(latency, "AverageTotalMilliseconds");
    for (const auto& bucket : latency.children("Bucket")) {
        const auto percent = child(bucket, "Percentile");
        const auto us = ms(bucket, "TotalMilliseconds");
        if (!percent || !us) continue;
        if (*percent == 50) figures.p50 = us;
        if (*percent == 95) figures.p95 = us;
        if (*percent == 99) figures.p99 = us;
        if (*percent == 99.9) figures.p99_9 = us;
        if (*percent == 100) figures.max = us;
    }
}

/// Of the profile: -o x threads per file x files, block size, pattern.
void read_load(const pugi::xml_node& span, RunPoint& point) {
    std::optional<double> block, random;
    bool same = true;
    double outstanding = 0;
    const double shared = child(span, "ThreadCount").value_or(0);  // -F: threads work on every file
    for (const auto& target : span.child("Targets").children("Target")) {
        const auto own = child(target, "BlockSize");
        same = same && (!block || block == own);
        block = own;
        const auto aligned = child(target, "Random").value_or(0);
        const auto ratio = child(target, "RandomRatio");
        random = ratio ? *ratio : aligned > 0 ? 100.0 : 0.0;
        const double threads = shared > 0 ? shared : child(target, "ThreadsPerFile").value_or(1);
        outstanding += std::max(1.0, child(target, "RequestCount").value_or(1)) * threads;
    }
    if (const auto all = child(span, "RequestCount"); all && *all > 0 && shared > 0) outstanding = *all * shared;  // -O
    if (same && block) point.block_kib = *block / 1024;
    if (same) point.random_pct = random;
    if (outstanding > 0) point.outstanding = outstanding;
}

void read_span(const pugi::xml_node& span, const pugi::xml_node& profile, int number, RunSink& out) {
    double reads = 0, writes = 0, bytes = 0;
    for (const auto& thread : span.children("Thread")) {
        for (const auto& target : thread.children("Target")) {
            reads += child(target, "ReadCount").value_or(0);
            writes += child(target, "WriteCount").value_or(0);
            bytes += child(target, "BytesCount").value_or(0);
        }
    }
    const auto seconds = child(span, "TestTimeSeconds");
    if (!seconds || *seconds <= 0 || reads + writes <= 0) {
        return out.warn(0, fmt::format("time span {} did no I/O: no point", number));
    }
    auto& point = out.add(0);
    point.label = fmt::format("time span {}", number);
    point.iops = (reads + writes) / *seconds;
    point.read_iops = reads / *seconds;
    point.write_iops = writes / *seconds;
    point.read_pct = 100 * reads / (reads + writes);
    point.mib_per_s = bytes / *seconds / 1048576;
    read_load(profile, point);
    if (const auto target = profile.child("Targets").child("Target"); target && !target.next_sibling("Target")) {
        const auto ratio = child(target, "WriteRatio");
        snap_to(point, std::nullopt, ratio ? std::optional{100 - *ratio} : std::nullopt);
    }
    read_latency(span.child("Latency"), point.latency);
    if (!point.latency.mean) out.warn(0, "no latency: DiskSpd measures it only with -L");
    point.workload = workload_name(point);
}

bool recognise(std::string_view head) {
    return head.find("<Results>") != std::string_view::npos &&
           (head.find("<TimeSpan>") != std::string_view::npos || head.find("<Profile>") != std::string_view::npos);
}

void read(ByteStream& in, RunSink& out) {
    std::string text;
    if (!in.read_all(text, largest)) return out.fail(0, "larger than 256 MiB");
    pugi::xml_document document;
    const auto parsed =
        document.load_buffer_inplace(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!parsed) {
        return out.fail(0, fmt::format("not whole XML: {} at byte {}", parsed.description(), parsed.offset),
                        "the run may have been stopped before DiskSpd wrote the end");
    }
    const auto results = document.child("Results");
    out.set_version(results.child("System").child("Tool").child_value("Version"));
    auto profile = results.child("Profile").child("TimeSpans").child("TimeSpan");
    int number = 0;
    for (const auto& span : results.children("TimeSpan")) {
        read_span(span, profile, ++number, out);
        profile = profile.next_sibling("TimeSpan");
    }
}

}  // namespace

const Reader diskspd_xml{"diskspd-xml", recognise, read};

}  // namespace arraytwin::measured
