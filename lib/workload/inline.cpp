// The inline form of a workload.
#include <charconv>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "lib/workload/blocks.hpp"

namespace arraytwin {

namespace {

constexpr double allowed_excess = 0.01;  // of shares that are rounded

tl::unexpected<Diagnostics> bad_inline(std::string_view text, std::string_view part, std::string_view allowed) {
    return tl::unexpected(
        Diagnostics{{"-w", 0, 0, std::string{text}, fmt::format("'{}' is not {}", part, allowed),
                     "an inline workload is BLOCK:READr:RANDOMrand, for example 8k:70r:100rand, or "
                     "with a mix of sizes 4k/60,64k/40:70r:100rand; 8k:70r:90/10hot sends 90 % of the "
                     "random I/O to 10 % of the space"}});
}

/// "64k" in KiB, whatever its size.
std::optional<double> kib_of(std::string_view text) {
    for (std::string_view suffix : {"kib", "KiB", "k", "K"}) {
        if (const auto kib = number_before(text, suffix)) return kib;
    }
    return std::nullopt;
}

/// Cuts off what stands before the first `mark`, and the mark.
std::string_view take_until(std::string_view& rest, char mark) {
    const std::string_view taken = rest.substr(0, rest.find(mark));
    rest.remove_prefix(std::min(rest.size(), taken.size() + 1));
    return taken;
}

/// "4k/60,64k/40" of the inline workload `text`.
Result<std::vector<Block>> parse_mix(std::string_view text, std::string_view mix) {
    std::vector<Block> blocks;
    for (std::string_view rest = mix; !rest.empty();) {
        const std::string_view part = take_until(rest, ',');
        if (rest.empty() && mix.ends_with(',')) return bad_inline(text, mix, "complete: a size is missing at its end");
        std::string_view percentage = part;
        const auto size = parse_block_size(take_until(percentage, '/'));
        const auto percent = number_before(percentage, "");
        if (!size || !percent || !(*percent / 100 >= smallest_share) || *percent > 100)
            return bad_inline(text, part, "a block size from 0.5k to 16384k with its percentage of the I/Os, as 4k/60");
        blocks.push_back({*size, *percent / 100});
    }
    const double sum = sum_of_shares(blocks);
    if (!normalize(blocks))
        return bad_inline(text, mix, fmt::format("a whole: its percentages add up to {:g}, not 100", sum * 100));
    return blocks;
}

/// "90/10hot".
bool take_hot_spots(std::string_view part, Workload& workload) {
    const auto percent = number_before(take_until(part, '/'), "");
    const auto space = number_before(part, "hot");
    if (!percent || !space || !(*space > 0 && *space <= *percent && *percent <= 100)) return false;
    workload.hot_share = *percent / 100;
    workload.hot_space = *space / 100;
    return true;
}

}  // namespace

std::optional<double> number_before(std::string_view text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return std::nullopt;
    text.remove_suffix(suffix.size());
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<Bytes> parse_block_size(std::string_view text) {
    const double bytes = kib_of(text).value_or(0) * 1024;
    if (!(bytes >= smallest_block && bytes <= largest_block)) return std::nullopt;
    return Bytes{static_cast<std::int64_t>(bytes)};
}

double sum_of_shares(const std::vector<Block>& blocks) {
    return std::accumulate(blocks.begin(), blocks.end(), 0.0,
                           [](double sum, const Block& block) { return sum + block.share; });
}

bool normalize(std::vector<Block>& blocks) {
    const double sum = sum_of_shares(blocks);
    if (!(std::abs(sum - 1) <= allowed_excess)) return false;
    for (Block& block : blocks) block.share /= sum;
    return true;
}

bool looks_inline(std::string_view text) {
    if (text.find('+') != std::string_view::npos || text.ends_with(".toml")) return false;
    if (text.find(':') != std::string_view::npos && text.find('/') == std::string_view::npos) return true;
    return kib_of(text.substr(0, text.find_first_of("/,:"))).has_value();
}

Result<Workload> parse_inline_workload(std::string_view text) {
    Workload workload;
    workload.name = text;
    std::string_view rest = text;
    const std::string_view sizes = take_until(rest, ':');
    const auto one = parse_block_size(sizes);
    const bool mixed = sizes.find_first_of("/,") != std::string_view::npos;
    if (!one && !mixed) return bad_inline(text, sizes, "a block size from 0.5k to 16384k");
    if (mixed) {
        auto blocks = parse_mix(text, sizes);
        if (!blocks) return tl::unexpected(std::move(blocks.error()));
        workload.blocks = std::move(*blocks);
    }
    workload.block_size = one.value_or(workload.block_size);
    std::optional<double> read_share;
    std::optional<double> random_share;
    while (!rest.empty()) {
        const std::string_view part = take_until(rest, ':');
        if (part.ends_with("hot")) {
            if (!take_hot_spots(part, workload))
                return bad_inline(text, part, "percentages of random I/O and of the space that it goes to (90/10hot)");
            continue;
        }
        const auto random = number_before(part, "rand");
        const auto reads = random ? std::nullopt : number_before(part, "r");
        const double percent = random.value_or(reads.value_or(-1));
        if (!(percent >= 0 && percent <= 100))
            return bad_inline(text, part, "a percentage of reads (70r) or of random I/O (100rand)");
        std::optional<double>& share = random ? random_share : read_share;
        if (share) return bad_inline(text, part, "possible: that percentage was given already");
        share = percent / 100;
    }
    if (text.ends_with(':')) return bad_inline(text, ":", "the end: something should follow it");
    workload.read_share = read_share.value_or(workload.read_share);
    workload.random_share = random_share.value_or(workload.random_share);
    if (workload.hot_share > 0 && workload.random_share == 0)
        return bad_inline(text, text, "possible: hot spots are of random I/O, and there is none");
    return workload;
}

}  // namespace arraytwin
