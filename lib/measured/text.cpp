#include "lib/measured/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

namespace arraytwin::measured {

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "1,234,567" with three digits behind each comma.
bool has_thousands(std::string_view text) {
    const auto comma = text.find(',');
    if (comma == std::string_view::npos || comma == 0 || comma > 4) return false;
    for (auto at = comma; at != std::string_view::npos && at < text.size() && text[at] == ','; at += 4) {
        if (at + 4 > text.size() || !std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                                 text.begin() + static_cast<std::ptrdiff_t>(at) + 4, is_digit))
            return false;
        if (at + 4 == text.size() || text[at + 4] == '.') return true;
        if (text[at + 4] != ',') return false;
    }
    return false;
}

std::optional<double> plain_number(std::string_view text, std::size_t& length) {
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
    length = static_cast<std::size_t>(stop - text.data());
    return value;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lowered(std::string_view text) {
    std::string low{text};
    for (char& c : low) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return low;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (auto at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
        const auto stop = std::min(line.find_first_of(blanks, at), line.size());
        words.push_back(line.substr(at, stop - at));
        at = line.find_first_not_of(blanks, stop);
    }
    return words;
}

std::vector<std::string> cells_of(std::string_view line, char separator) {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"') {
            if (is_quoted && i + 1 < line.size() && line[i + 1] == '"')
                cells.back() += line[i++];
            else
                is_quoted = !is_quoted;
        } else if (c == separator && !is_quoted) {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    for (auto& cell : cells) cell = std::string{trimmed(cell)};
    return cells;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (auto at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
        parts.push_back(text.substr(0, at));
        text.remove_prefix(at + 1);
    }
    parts.push_back(text);
    return parts;
}

std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
    const auto at = text.find(before);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + before.size());
    return text.substr(0, text.find(after));
}

std::optional<double> number_of(std::string_view text) {
    text = trimmed(text);
    std::string clean;
    if (text.find(',') != std::string_view::npos) {
        clean = text;
        const bool thousands = has_thousands(text);
        if (!thousands && (text.find('.') != std::string_view::npos || text.find(',') != text.rfind(',')))
            return std::nullopt;
        if (thousands) clean.erase(std::remove(clean.begin(), clean.end(), ','), clean.end());
        std::replace(clean.begin(), clean.end(), ',', '.');
        text = clean;
    }
    std::size_t length = 0;
    const auto value = plain_number(text, length);
    return value && length == text.size() ? value : std::nullopt;
}

std::optional<Measure> measure_of(std::string_view text) {
    text = trimmed(text);
    const auto stop = std::min(text.find_first_not_of("+-0123456789.,eE"), text.size());
    for (auto length = stop; length > 0; --length) {  // "5e" of "5exabytes" is no number, "5" is
        if (const auto value = number_of(text.substr(0, length))) return Measure{*value, trimmed(text.substr(length))};
    }
    return std::nullopt;
}

std::optional<double> microseconds_of(std::string_view text, double otherwise) {
    const auto measure = measure_of(text);
    if (!measure) return std::nullopt;
    const auto unit = lowered(measure->unit);
    if (unit.empty()) return measure->value * otherwise;
    if (unit == "ns") return measure->value / 1e3;
    if (unit == "us" || unit == "\xc2\xb5s" || unit == "\xce\xbcs") return measure->value;
    if (unit == "ms") return measure->value * 1e3;
    if (unit == "s") return measure->value * 1e6;
    if (unit == "min") return measure->value * 60e6;
    return std::nullopt;
}

std::optional<double> bytes_of(std::string_view text) {
    const auto measure = measure_of(text);
    if (!measure) return std::nullopt;
    const auto unit = lowered(measure->unit);
    if (unit.empty() || unit == "b") return measure->value;
    const auto prefix = std::string_view{"kmgt"}.find(unit.front());
    const auto rest = unit.substr(1);
    if (prefix == std::string_view::npos || (!rest.empty() && rest != "b" && rest != "ib")) return std::nullopt;
    return measure->value * std::pow(1024.0, static_cast<double>(prefix) + 1);
}

std::optional<double> mib_per_s_of(std::string_view text) {
    auto measured = trimmed(text);
    for (const std::string_view tail : {"/s", "ps"}) {
        if (measured.ends_with(tail)) measured.remove_suffix(tail.size());
    }
    const auto bytes = bytes_of(measured);
    return bytes ? std::optional{*bytes / (1024.0 * 1024.0)} : std::nullopt;
}

std::optional<double> seconds_of_timestamp(std::string_view text) {
    constexpr std::array<std::size_t, 6> places{0, 5, 8, 11, 14, 17};
    std::array<int, 6> fields{};
    if (text.size() < 19) return std::nullopt;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const char* from = text.data() + places[i];
        const auto [stop, error] = std::from_chars(from, from + (i == 0 ? 4 : 2), fields[i]);
        if (error != std::errc{} || stop != from + (i == 0 ? 4 : 2)) return std::nullopt;
    }
    const auto day = std::chrono::year{fields[0]} / fields[1] / fields[2];
    if (!day.ok()) return std::nullopt;
    double seconds = static_cast<double>(std::chrono::sys_days{day}.time_since_epoch().count()) * 86400.0;
    seconds += fields[3] * 3600.0 + fields[4] * 60.0 + fields[5];
    text.remove_prefix(19);
    const auto fraction = std::min(text.find_first_not_of(".0123456789"), text.size());
    if (const auto part = number_of("0" + std::string{text.substr(0, fraction)})) seconds += *part;
    text.remove_prefix(fraction);
    if (text.size() < 5 || (text[0] != '+' && text[0] != '-')) return seconds;
    const auto hours = number_of(text.substr(1, 2));
    const auto minutes = number_of(text.substr(text.size() - 2));
    if (hours && minutes) seconds -= (text[0] == '-' ? -1 : 1) * (*hours * 3600 + *minutes * 60);
    return seconds;
}

}  // namespace arraytwin::measured
