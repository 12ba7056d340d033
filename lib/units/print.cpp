#include "lib/units/print.hpp"

#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "lib/units/dialect.hpp"

namespace arraytwin {
namespace {

using namespace units;

/// One way to print a value. The best has the fewest significant digits, then the fewest characters, then the larger unit.
struct Candidate {
    std::string text;
    int digits = 99;  // none yet

    bool better_than(const Candidate& other) const {
        return std::tuple(digits, text.size()) <= std::tuple(other.digits, other.text.size());
    }
};

/// Significant digits of a number as printed: no leading or trailing zeros, no exponent.
int significant_digits(std::string_view number) {
    std::string digits;
    for (const char c : number.substr(0, number.find('e')))
        if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) digits += c;
    while (digits.ends_with('0')) digits.pop_back();
    return static_cast<int>(digits.size());
}

/// count / factor as a decimal fraction of at most nine places, or empty if it is none.
std::string exact_quotient(std::uint64_t count, std::uint64_t factor) {
    std::string text = std::to_string(count / factor);
    auto rest = Wide{count % factor};
    if (rest == 0) return text;
    text += '.';
    for (int place = 0; place < 9 && rest != 0; ++place) {
        rest *= 10;
        text += static_cast<char>('0' + static_cast<int>(rest / factor));
        rest %= factor;
    }
    return rest == 0 && text.size() <= 19 ? text : std::string{};
}

Candidate best_whole(const Dialect& dialect, std::int64_t value) {
    const auto count = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    Candidate best;
    for (const auto& unit : dialect.units) {
        const auto factor = static_cast<std::uint64_t>(unit.factor);
        if (factor > 1 && count < factor) continue;
        const auto number = exact_quotient(count, factor);
        if (number.empty()) continue;
        Candidate candidate{number + std::string{unit.name}, significant_digits(number)};
        if (candidate.better_than(best)) best = std::move(candidate);
    }
    if (value < 0) best.text.insert(0, 1, '-');
    return best;
}

Candidate best_real(const Dialect& dialect, double value, double per_count) {
    Candidate best;
    for (const auto& unit : dialect.units) {
        const auto number = fmt::format("{}", value * per_count / static_cast<double>(unit.factor));
        if (scaled(number, unit, per_count) != value) continue;
        Candidate candidate{number + std::string{unit.name}, significant_digits(number)};
        const bool below_one = number.starts_with("0.") || number.find("e-") != std::string::npos;
        if (below_one && !best.text.empty()) continue;
        if (candidate.better_than(best)) best = std::move(candidate);
    }
    if (best.text.empty()) best.text = fmt::format("{}{}", value, dialect.people.front().name);
    return best;
}

std::string rounded(const Dialect& dialect, double count) {
    const double size = std::abs(count);
    auto unit = dialect.people.front();
    for (const auto& larger : dialect.people)
        if (size >= static_cast<double>(larger.factor)) unit = larger;
    return fmt::format("{:.4g}{}", count / static_cast<double>(unit.factor), unit.name);
}

}  // namespace

std::string print_exact(Bytes value) { return best_whole(byte_dialect, value.count()).text; }
std::string print_exact(Duration value) { return best_whole(duration_dialect, value.ns()).text; }
std::string print_exact(Bandwidth value) {
    return best_real(bandwidth_dialect, value.bytes_per_second(), bits_a_byte).text;
}
std::string print_exact(Frequency value) { return best_real(frequency_dialect, value.hz(), 1).text; }

std::string print(Bytes value) {
    auto exact = best_whole(byte_dialect, value.count());
    return exact.digits <= 4 ? exact.text : rounded(byte_dialect, static_cast<double>(value.count()));
}
std::string print(Duration value) {
    auto exact = best_whole(duration_dialect, value.ns());
    return exact.digits <= 4 ? exact.text : rounded(duration_dialect, static_cast<double>(value.ns()));
}
std::string print(Bandwidth value) {
    auto exact = best_real(bandwidth_dialect, value.bytes_per_second(), bits_a_byte);
    return exact.digits <= 4 ? exact.text : rounded(bandwidth_dialect, value.bytes_per_second() * bits_a_byte);
}
std::string print(Frequency value) {
    auto exact = best_real(frequency_dialect, value.hz(), 1);
    return exact.digits <= 4 ? exact.text : rounded(frequency_dialect, value.hz());
}

}  // namespace arraytwin
