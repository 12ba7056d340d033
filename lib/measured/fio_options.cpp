#include "lib/measured/fio_options.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "lib/measured/text.hpp"

namespace arraytwin::measured {

namespace {

std::string_view option(const FioOptions& options, std::string_view name, std::string_view other = "") {
    auto found = options.find(name);
    if (found == options.end() && !other.empty()) found = options.find(other);
    return found == options.end() ? std::string_view{} : std::string_view{found->second};
}

/// "350,150" is what reads and what writes do; a single number counts for each.
std::optional<double> rate_of(std::string_view text, bool reads, bool writes) {
    const auto parts = split(text, ',');
    const auto read = bytes_of(parts[0]);  // "1k" as well
    const auto write = parts.size() > 1 && !trimmed(parts[1]).empty() ? bytes_of(parts[1]) : read;
    const double sum = (reads ? read.value_or(0) : 0) + (writes ? write.value_or(0) : 0);
    return sum > 0 ? std::optional{sum} : std::nullopt;
}

bool is_synchronous(std::string_view engine) {
    constexpr std::array<std::string_view, 6> engines{"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap"};
    for (const auto name : engines) {
        if (engine == name) return true;
    }
    return false;
}

}  // namespace

FioLoad load_of(const FioOptions& options) {
    FioLoad load;
    const auto pattern = option(options, "rw", "readwrite");
    const bool mixed = pattern.ends_with("rw") || pattern == "readwrite";
    const bool reads = pattern.empty() || mixed || pattern.find("read") != std::string_view::npos;
    const bool writes = mixed || pattern.find("write") != std::string_view::npos;
    if (!pattern.empty()) load.random_pct = pattern.starts_with("rand") ? 100 : 0;
    if (const auto share = number_of(option(options, "percentage_random")); share && pattern.starts_with("rand"))
        load.random_pct = share;
    if (!pattern.empty())
        load.read_pct = mixed ? number_of(option(options, "rwmixread")).value_or(50) : reads ? 100 : 0;
    if (const auto share = number_of(option(options, "rwmixwrite")); share && mixed) load.read_pct = 100 - *share;

    const auto block = option(options, "bs", "blocksize");
    if (!block.empty() && option(options, "bssplit").empty() && option(options, "bsrange").empty())
        load.block_bytes = bytes_of(block);
    load.depth = number_of(option(options, "iodepth")).value_or(1);
    if (is_synchronous(option(options, "ioengine"))) load.depth = 1;
    load.jobs = number_of(option(options, "numjobs")).value_or(1);

    load.target_iops = rate_of(option(options, "rate_iops"), reads, writes);
    const auto bandwidth = rate_of(option(options, "rate"), reads, writes);
    if (!load.target_iops && bandwidth && load.block_bytes) load.target_iops = *bandwidth / *load.block_bytes;
    return load;
}

void snap_to(RunPoint& point, std::optional<double> block_bytes, std::optional<double> read_pct) {
    if (block_bytes && (!point.block_kib || std::abs(*point.block_kib * 1024 / *block_bytes - 1) < 0.02))
        point.block_kib = *block_bytes / 1024;
    if (read_pct && (!point.read_pct || std::abs(*point.read_pct - *read_pct) < 1)) point.read_pct = read_pct;
}

std::string workload_name(const RunPoint& point) {
    if (!point.block_kib || !point.read_pct || !point.random_pct) return point.label;
    const double kib = *point.block_kib;
    const auto block = kib == std::floor(kib) ? fmt::format("{:.0f}k", kib) : fmt::format("{:.0f}b", kib * 1024);
    const double reads = std::round(*point.read_pct);
    const double random = std::round(*point.random_pct);
    if ((reads == 0 || reads == 100) && (random == 0 || random == 100)) {
        return fmt::format("{}-{}-{}", block, random == 100 ? "random" : "sequential", reads == 100 ? "read" : "write");
    }
    return fmt::format("{}:{:.0f}r:{:.0f}rand", block, reads, random);
}

}  // namespace arraytwin::measured
