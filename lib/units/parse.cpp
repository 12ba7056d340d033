#include "lib/units/parse.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "lib/units/dialect.hpp"

namespace arraytwin {
namespace units {

double read_double(std::string_view number) {
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    return error == std::errc{} ? value : std::numeric_limits<double>::quiet_NaN();
}

double scaled(std::string_view number, const Unit& unit, double per_count) {
    return read_double(number) * (static_cast<double>(unit.factor) / per_count);
}

}  // namespace units

namespace {

using namespace units;

struct Written {
    std::string_view number;
    std::string_view unit;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// Digits, a point and digits, and an exponent if digits follow its e ("1e3us", but "1EB").
Written split(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end > 0 && end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1])) {
        ++end;
        while (end < text.size() && is_digit(text[end])) ++end;
    }
    if (end > 0 && end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        auto digits = end + 1;
        if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
        if (digits < text.size() && is_digit(text[digits])) {
            end = digits;
            while (end < text.size() && is_digit(text[end])) ++end;
        }
    }
    return {text.substr(0, end), trimmed(text.substr(end))};
}

/// The user's text as a message may show it.
std::string shown(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, 40)) result += (c >= ' ' && c <= '~') ? c : '?';
    return text.size() > 40 ? result + "..." : result;
}

std::string allowed(const Dialect& dialect) {
    std::string result;
    for (const auto& unit : dialect.units)
        fmt::format_to(std::back_inserter(result), "{}{}", result.empty() ? "" : ", ", unit.name);
    return result;
}

std::string example(const Dialect& dialect, std::string_view number) {
    return fmt::format("\"{}{}\"", number.empty() || number.size() > 12 ? "1.5" : number, dialect.example);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_but_for_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

/// What the writer of a unit that does not exist may have meant; empty if that cannot be told.
std::string meant(const Dialect& dialect, std::string_view unit) {
    const bool sizes = dialect.units.data() == byte_units.data();
    const bool rates = dialect.units.data() == bandwidth_units.data();
    std::string spelled{unit};
    if (rates) {
        if (spelled.ends_with("ps")) spelled.replace(spelled.size() - 2, 2, "/s");
        if (const auto bit = spelled.find("bit"); bit != std::string::npos) spelled.replace(bit, 3, "b");
        if (spelled.size() > 1 && !spelled.ends_with("/s")) spelled += "/s";
        for (const auto& known : dialect.units)
            if (known.name == spelled) return fmt::format("did you mean '{}'?", spelled);
    }
    std::string result;
    for (const auto& known : dialect.units) {
        const bool same_prefix = lower(known.name.front()) == lower(unit.front()) && known.name.size() > 1;
        const bool prefix_alone = same_prefix && (unit.size() == 1 || (sizes && unit.size() == 2));
        if (same_but_for_case(known.name, spelled) || prefix_alone)
            fmt::format_to(std::back_inserter(result), "{}'{}'", result.empty() ? "" : " or ", known.name);
    }
    if (result.empty()) return result;
    const bool bits = sizes && unit.size() == 2 && unit.back() == 'b' && unit.front() <= 'Z';
    return fmt::format("{}did you mean {}?", bits ? "a small b counts bits; " : "", result);
}

std::string no_such_unit(const Dialect& dialect, std::string_view text, const Written& written) {
    if (trimmed(text).starts_with('-'))
        return fmt::format("\"{}\" is negative; {} is not", shown(text), dialect.quantity);
    if (written.number.empty())
        return fmt::format("\"{}\" is not {}: a number and a unit, like {}", shown(text), dialect.quantity,
                           example(dialect, ""));
    if (written.unit.empty())
        return fmt::format("\"{}\" has no unit; write one of {}, like {}", shown(text), allowed(dialect),
                           example(dialect, written.number));
    if (written.unit.front() == ',' || written.unit.front() == '_')
        return fmt::format("\"{}\" is not a number: write a decimal point and no separators, like {}", shown(text),
                           example(dialect, "1.5"));
    auto message = fmt::format("\"{}\" has the unknown unit '{}'", shown(text), shown(written.unit));
    if (const auto hint = meant(dialect, written.unit); !hint.empty()) message += "; " + hint;
    return message + fmt::format("; allowed are {}, like {}", allowed(dialect), example(dialect, written.number));
}

const Unit* unit_of(const Dialect& dialect, std::string_view name) {
    if (name == "\u00b5s" || name == "\u03bcs") name = "us";  // micro sign, Greek mu
    const auto found =
        std::find_if(dialect.units.begin(), dialect.units.end(), [&](const Unit& u) { return u.name == name; });
    return found == dialect.units.end() ? nullptr : &*found;
}

/// digits * 10^exponent, without loss; none if it has more than 19 significant digits.
struct Decimal {
    std::uint64_t digits = 0;
    int exponent = 0;
};

std::optional<Decimal> decimal(std::string_view number) {
    Decimal result;
    const auto exponent_at = number.find_first_of("eE");
    if (exponent_at != std::string_view::npos) {
        auto text = number.substr(exponent_at + 1);
        if (text.front() == '+') text.remove_prefix(1);
        if (std::from_chars(text.data(), text.data() + text.size(), result.exponent).ec != std::errc{})
            return std::nullopt;
        if (std::abs(result.exponent) > 1000) return std::nullopt;
    }
    auto mantissa = number.substr(0, exponent_at);
    const auto point = mantissa.find('.');
    if (point != std::string_view::npos)
        while (mantissa.ends_with('0')) mantissa.remove_suffix(1);
    int places = 0;
    for (std::size_t i = 0; i < mantissa.size(); ++i) {
        if (mantissa[i] == '.') continue;
        if (result.digits > (UINT64_MAX - 9) / 10) return std::nullopt;
        result.digits = result.digits * 10 + static_cast<std::uint64_t>(mantissa[i] - '0');
        if (i > point) ++places;
    }
    result.exponent -= places;
    return result;
}

std::optional<Wide> power_of_ten(int exponent) {
    if (exponent > 38) return std::nullopt;
    Wide result = 1;
    for (int i = 0; i < exponent; ++i) result *= 10;
    return result;
}

tl::expected<std::int64_t, std::string> parse_whole(const Dialect& dialect, std::string_view text) {
    const auto written = split(trimmed(text));
    const auto* unit = unit_of(dialect, written.unit);
    if (written.number.empty() || unit == nullptr) return tl::unexpected(no_such_unit(dialect, text, written));
    const auto too_large = [&] { return tl::unexpected(fmt::format("\"{}\" is more than can be held", shown(text))); };
    const auto not_whole = [&] {
        return tl::unexpected(fmt::format("\"{}\" is not a whole number of {}", shown(text), dialect.whole));
    };
    const auto number = decimal(written.number);
    if (!number) return tl::unexpected(fmt::format("\"{}\" has too many digits", shown(text)));
    if (number->digits == 0) return 0;
    auto numerator = Wide{number->digits} * static_cast<Wide>(unit->factor);
    const auto scale = power_of_ten(std::abs(number->exponent));
    if (!scale) return number->exponent > 0 ? too_large() : not_whole();
    if (number->exponent >= 0) {
        if (numerator > static_cast<Wide>(INT64_MAX) / *scale) return too_large();
        return static_cast<std::int64_t>(numerator * *scale);
    }
    const Wide remainder = numerator % *scale;
    const bool up = remainder >= *scale - remainder;
    const Wide whole = numerator / *scale + (up ? 1 : 0);
    const Wide change = up ? *scale - remainder : remainder;
    if (static_cast<double>(change) > 1e-3 * static_cast<double>(numerator)) return not_whole();
    if (whole > static_cast<Wide>(INT64_MAX)) return too_large();
    return static_cast<std::int64_t>(whole);
}

/// `per_count`: how many of what the dialect counts make one of what is returned (8 bits a byte).
tl::expected<double, std::string> parse_real(const Dialect& dialect, std::string_view text, double per_count) {
    const auto written = split(trimmed(text));
    const auto* unit = unit_of(dialect, written.unit);
    if (written.number.empty() || unit == nullptr) return tl::unexpected(no_such_unit(dialect, text, written));
    const double value = scaled(written.number, *unit, per_count);
    if (!std::isfinite(value)) return tl::unexpected(fmt::format("\"{}\" is out of range", shown(text)));
    if (value <= 0) return tl::unexpected(fmt::format("\"{}\" is not more than zero", shown(text)));
    return value;
}

}  // namespace

template <>
tl::expected<Bytes, std::string> parse<Bytes>(std::string_view text) {
    return parse_whole(byte_dialect, text).map([](std::int64_t count) { return Bytes{count}; });
}

template <>
tl::expected<Duration, std::string> parse<Duration>(std::string_view text) {
    return parse_whole(duration_dialect, text).map([](std::int64_t ns) { return Duration::from_ns(ns); });
}

template <>
tl::expected<Bandwidth, std::string> parse<Bandwidth>(std::string_view text) {
    return parse_real(bandwidth_dialect, text, bits_a_byte).map(Bandwidth::from_bytes_per_second);
}

template <>
tl::expected<Frequency, std::string> parse<Frequency>(std::string_view text) {
    return parse_real(frequency_dialect, text, 1).map(Frequency::from_hz);
}

}  // namespace arraytwin
