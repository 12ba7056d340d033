// "Did you mean": the nearest of the valid words, and user text made fit for a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arraytwin::spec {

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other. O(|a| |b|).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, within two edits or a third of its length; empty if there is none.
/// Upper and lower case, '_' and '-' count as equal; the first of equally near ones wins.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean 'cores'?", or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

/// User text as a message may show it: control characters and broken UTF-8 escaped, cut after `limit` bytes.
std::string printable(std::string_view text, std::size_t limit = 60);

/// "a, b, c", at most `limit` of them, then "and 7 more".
std::string listed(const std::vector<std::string>& words, std::size_t limit = 40);

}  // namespace arraytwin::spec
