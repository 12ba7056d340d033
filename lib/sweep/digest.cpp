#include "lib/sweep/digest.hpp"

#define XXH_INLINE_ALL  // compiled in, so that no consumer needs it
#include <xxhash.h>

#include <fmt/format.h>

namespace arraytwin::sweep {

std::string digest(std::string_view text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace arraytwin::sweep
