#include "lib/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <map>

namespace arraytwin::report {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

struct Codepoint {
    char32_t value = 0;
    std::size_t bytes = 1;
};

/// The code point at `at`; a byte that is not UTF-8 counts as U+FFFD, one byte long.
Codepoint decode(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(at);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xF0 && lead < 0xF8 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
    if (length == 1 || lead >= 0xF8 || at + length > text.size()) return {0xFFFD, 1};
    auto value = static_cast<char32_t>(lead & (0xFFU >> (length + 1)));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80U) return {0xFFFD, 1};
        value = (value << 6U) | (byte(at + i) & 0x3FU);
    }
    return {value, length};
}

bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200E && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);  // C0, C1, and what reorders or breaks a line
}

int width_of(char32_t c) {
    const bool combining = (c >= 0x300 && c <= 0x36F) || (c >= 0x20D0 && c <= 0x20FF) || (c >= 0xFE00 && c <= 0xFE0F) ||
                           c == 0x200B || c == 0x200C || c == 0x200D;
    if (combining) return 0;
    const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
                      (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
                      (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
    return wide ? 2 : 1;
}

/// Bytes of the ANSI colour sequence that starts at `at`, or 0.
std::size_t ansi_length(std::string_view text, std::size_t at) {
    if (text.substr(at, 2) != "\x1b[") return 0;
    const auto end = text.find('m', at);
    return end == std::string_view::npos ? 0 : end - at + 1;
}

}  // namespace

std::string thousands(double value) {
    if (!std::isfinite(value)) return "–";
    std::string digits = fmt::format("{:.0f}", std::abs(value));
    for (auto at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<std::size_t>(at), ",");
    }
    return value <= -0.5 ? "-" + digits : digits;
}

std::string latency_words(double us) {
    if (!std::isfinite(us)) return "–";
    if (us < 99.95) return fmt::format("{:.1f} µs", us);
    if (us < 999.5) return fmt::format("{:.0f} µs", us);
    if (us < 999.5e3) return fmt::format("{:.{}f} ms", us / 1e3, us < 99.95e3 ? 2 : 0);
    return fmt::format("{:.2f} s", us / 1e6);
}

std::string signed_percent(double percent) { return std::isfinite(percent) ? fmt::format("{:+.1f} %", percent) : "–"; }

std::string_view grade_words(Grade grade) {
    switch (grade) {
        case Grade::calibrated:
            return "calibrated on this array";
        case Grade::cross_validated:
            return "cross-validated";
        case Grade::spec_only:
            break;
    }
    return "spec only";
}

std::string_view grade_name(Grade grade) {
    switch (grade) {
        case Grade::calibrated:
            return "calibrated";
        case Grade::cross_validated:
            return "cross-validated";
        case Grade::spec_only:
            break;
    }
    return "spec-only";
}

std::string server_kind(std::string_view place) {
    std::string kind;
    while (!place.empty()) {
        const auto dot = std::min(place.find('.'), place.size());
        const auto word = place.substr(0, dot);
        const bool is_number = !word.empty() && std::isdigit(static_cast<unsigned char>(word.front())) != 0;
        if (!word.empty() && !is_number) kind.append(kind.empty() ? "" : " ").append(word);
        place.remove_prefix(std::min(dot + 1, place.size()));
    }
    return kind;
}

std::vector<KindLoad> kinds_by_load(const Point& point) {
    std::map<std::string, KindLoad> kinds;
    for (const auto& [place, utilization] : point.utilization) {
        if (!std::isfinite(utilization)) continue;
        auto& kind = kinds[server_kind(place)];
        ++kind.count;
        kind.utilization = std::max(kind.utilization, utilization);
    }
    for (const auto& [place, utilization] : point.utilization) {
        if (!std::isfinite(utilization)) continue;
        auto& kind = kinds[server_kind(place)];
        if (utilization >= kind.utilization - 0.02) ++kind.busy;
    }
    std::vector<KindLoad> sorted;
    for (auto& [name, kind] : kinds) {
        kind.kind = name;
        sorted.push_back(kind);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const KindLoad& a, const KindLoad& b) { return a.utilization > b.utilization; });
    return sorted;
}

bool is_known(const Interval& interval) {
    return std::isfinite(interval.low) && std::isfinite(interval.high) && interval.high > 0;
}

std::string printable(std::string_view text) {
    std::string clean;
    for (std::size_t at = 0; at < text.size();) {
        const auto c = decode(text, at);
        clean += is_control(c.value) || c.value == 0xFFFD ? replacement : text.substr(at, c.bytes);
        at += c.bytes;
    }
    return clean;
}

int display_width(std::string_view text) {
    int width = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (const auto skip = ansi_length(text, at)) {
            at += skip;
            continue;
        }
        const auto c = decode(text, at);
        width += width_of(c.value);
        at += c.bytes;
    }
    return width;
}

std::string fit_cell(std::string_view text, int width, Align align) {
    if (width <= 0) return {};
    const int wide = display_width(text);
    if (wide <= width) {
        const std::string pad(static_cast<std::size_t>(width - wide), ' ');
        return align == Align::left ? std::string{text} + pad : pad + std::string{text};
    }
    std::string cut;
    int used = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto c = decode(text, at);
        if (used + width_of(c.value) > width - 1) break;
        used += width_of(c.value);
        cut += text.substr(at, c.bytes);
        at += c.bytes;
    }
    return cut + "…" + std::string(static_cast<std::size_t>(width - 1 - used), ' ');
}

}  // namespace arraytwin::report
