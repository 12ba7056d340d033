// The limits of a mix of block sizes, and its inline form "4k/60,64k/40". Inside lib/workload.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lib/workload/workload.hpp"

namespace arraytwin {

inline constexpr double smallest_block = 512;
inline constexpr double largest_block = 16.0 * 1024 * 1024;
inline constexpr double smallest_share = 1e-6;
inline constexpr double most_per_volume = 4096;  ///< outstanding

double sum_of_shares(const std::vector<Block>& blocks);

/// Makes shares that add up to 1 within 1 % add up to 1; false, and nothing done, if they don't.
bool normalize(std::vector<Block>& blocks);

/// "64k", from 512 bytes to 16 MiB.
std::optional<Bytes> parse_block_size(std::string_view text);

/// The number in front of a suffix: of "70r" and "r".
std::optional<double> number_before(std::string_view text, std::string_view suffix);

/// Whether it begins with a block size as the inline form does, and not as the path of a document may.
bool looks_inline(std::string_view text);

}  // namespace arraytwin
