#include "lib/measured/pieces.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "lib/measured/histogram.hpp"

namespace arraytwin::measured {

void PieceSum::add(const Piece& piece) {
    if (piece.iops <= 0) return;
    ++pieces_;
    if (pieces_ == 1) first_ = piece.latency;
    iops_ += piece.iops;
    if (piece.direction == Direction::read) read_iops_ += piece.iops;
    if (piece.direction == Direction::write) write_iops_ += piece.iops;
    if (piece.direction == Direction::both) both_iops_ += piece.iops;
    has_bytes_ = has_bytes_ && piece.bytes_per_s;
    bytes_per_s_ += piece.bytes_per_s.value_or(0);

    const double weight = piece.ios > 0 ? piece.ios : piece.iops;
    all_weight_ += weight;
    if (piece.latency.mean) {
        weight_ += weight;
        weighted_us_ += weight * *piece.latency.mean;
    }
    if (piece.latency.max) max_ = std::max(max_.value_or(0), *piece.latency.max);
    if (const auto p99 = piece.latency.p99) {
        p99_low_ = std::min(p99_low_.value_or(*p99), *p99);
        p99_high_ = std::max(p99_high_.value_or(*p99), *p99);
    }
    completion_only_ = completion_only_ || piece.latency.completion_only;
    has_all_bins_ = has_all_bins_ && !piece.histogram.empty();
    if (has_all_bins_) merge_into(bins_, piece.histogram);
    if (!has_all_bins_) bins_.clear();
}

void PieceSum::put_into(RunPoint& point) const {
    point.iops = iops_;
    if (both_iops_ == 0) {
        point.read_iops = read_iops_;
        point.write_iops = write_iops_;
        point.read_pct = 100 * read_iops_ / iops_;
    }
    if (has_bytes_) {
        point.mib_per_s = bytes_per_s_ / (1024.0 * 1024.0);
        if (!point.block_kib) point.block_kib = bytes_per_s_ / iops_ / 1024.0;
    }
    if (weight_ == all_weight_) point.latency.mean = weighted_us_ / weight_;
    point.latency.max = max_;
    point.histogram = bins_;
    if (pieces_ == 1) {
        point.latency = first_;
    } else {
        fill_percentiles(point.latency, bins_);
        point.latency.completion_only = completion_only_;
    }
}

std::string PieceSum::percentiles_lost() const {
    if (pieces_ < 2 || !bins_.empty() || !p99_low_) return "";
    return fmt::format(
        "percentiles of {} parallel parts are not derivable without bins: their p99 lie between {:.6g} and {:.6g} us",
        pieces_, *p99_low_, *p99_high_);
}

}  // namespace arraytwin::measured
