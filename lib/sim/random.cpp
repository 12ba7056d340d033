#include "lib/sim/random.hpp"

#include <cmath>

#include <Random123/philox.h>
#include <boost/random/exponential_distribution.hpp>
#include <boost/random/normal_distribution.hpp>

namespace arraytwin::sim {

namespace {

/// FNV-1a over the text, then mixed; the length separates ("ab", "c") from ("a", "bc").
std::uint64_t hash(std::string_view text, std::uint64_t start) {
    std::uint64_t h = start ^ 0xcbf29ce484222325U;
    for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return scramble(h + text.size());
}

}  // namespace

RandomStream::RandomStream(RandomSource source, std::string_view path, std::string_view purpose)
    : key_{scramble(source.seed + 0x9e3779b97f4a7c15U * (source.replication + 1)), hash(purpose, hash(path, 0))},
      next_{block_.size()} {}

void RandomStream::refill() {
    const r123::Philox4x64::key_type key{{key_[0], key_[1]}};
    for (std::size_t i = 0; i < block_.size(); i += 4) {
        const r123::Philox4x64::ctr_type counter{{counter_++, 0, 0, 0}};
        const auto words = r123::Philox4x64{}(counter, key);
        for (std::size_t k = 0; k < 4; ++k) block_[i + k] = words[k];
    }
    next_ = 0;
}

double RandomStream::exponential() { return boost::random::exponential_distribution<double>{}(*this); }

double RandomStream::normal() { return boost::random::normal_distribution<double>{}(*this); }

Variability::Variability(double squared_coefficient)
    : squared_coefficient_{squared_coefficient}, sigma_{std::sqrt(std::log1p(squared_coefficient))} {}

double Variability::draw(RandomStream& stream) const {
    if (sigma_ == 0) return 1;
    return std::exp(sigma_ * (stream.normal() - sigma_ / 2));
}

}  // namespace arraytwin::sim
