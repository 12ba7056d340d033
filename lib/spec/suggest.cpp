#include "lib/spec/suggest.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "lib/spec/utf8.hpp"

namespace arraytwin::spec {
namespace {

constexpr std::size_t longest_word = 64;  // longer ones are not misspelt keys

std::string folded(std::string_view word) {
    std::string result{word};
    for (auto& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c == '-' || c == ' ') c = '_';
    }
    return result;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> before_last(width), last(width), row(width);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j < width; ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    if (word.empty() || word.size() > longest_word) return {};
    const auto sought = folded(word);
    // Two edits turn any short word into any other: a word of two letters may be one edit away, of one letter none.
    std::size_t best = std::min(std::max<std::size_t>(2, word.size() / 3), word.size() - 1) + 1;
    std::string result;
    for (const auto& candidate : candidates) {
        const auto longer = std::max(candidate.size(), word.size());
        const auto shorter = std::min(candidate.size(), word.size());
        if (longer > longest_word || longer - shorter >= best) continue;
        const auto distance = edit_distance(sought, folded(candidate));
        if (distance >= best || distance >= candidate.size()) continue;
        best = distance;
        result = candidate;
    }
    return result;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
    const auto found = nearest(word, candidates);
    return found.empty() ? found : fmt::format("did you mean '{}'?", found);
}

std::string printable(std::string_view text, std::size_t limit) {
    std::string result;
    while (!text.empty()) {
        if (result.size() >= limit) return result + "...";
        const auto length = utf8_length(text);
        const auto first = static_cast<unsigned char>(text.front());
        // Besides the ASCII controls, U+0080..U+009F are controls, and U+202x and U+206x turn the direction of text.
        const bool control = length == 1
                                 ? first < 0x20 || first == 0x7f
                                 : text.starts_with("\xe2\x80") || text.starts_with("\xe2\x81") ||
                                       (length == 2 && first == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0);
        if (length == 0 || control)
            for (const char c : text.substr(0, std::max<std::size_t>(length, 1)))
                fmt::format_to(std::back_inserter(result), "\\x{:02x}", static_cast<unsigned char>(c));
        else
            result += text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

std::string listed(const std::vector<std::string>& words, std::size_t limit) {
    std::string result;
    for (std::size_t i = 0; i < std::min(words.size(), limit); ++i) {
        if (i > 0) result += ", ";
        result += words[i];
    }
    if (words.size() > limit) fmt::format_to(std::back_inserter(result), " and {} more", words.size() - limit);
    return result;
}

}  // namespace arraytwin::spec
