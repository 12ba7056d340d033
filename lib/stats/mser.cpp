#include "lib/stats/mser.hpp"

namespace arraytwin::stats {

WarmUpCut mser5_cut(std::span<const double> batch_means) {
    // The last few cuts leave so little that chance decides; the literature leaves them out.
    constexpr std::size_t kAlwaysLeft = 5;
    WarmUpCut cut;
    if (batch_means.size() <= kAlwaysLeft) return cut;

    // Backwards with Welford's recurrence: mean and sum of squared deviations of batch_means[d..].
    double best = 0;
    double best_beyond = 0;
    bool have_best = false;
    bool have_beyond = false;
    double mean = 0;
    double squares = 0;
    double count = 0;
    for (std::size_t d = batch_means.size(); d-- > 0;) {
        count += 1;
        const double deviation = batch_means[d] - mean;
        mean += deviation / count;
        squares += deviation * (batch_means[d] - mean);
        if (batch_means.size() - d < kAlwaysLeft) continue;
        const double statistic = squares / (count * count);
        if (d > batch_means.size() / 2) {
            if (!have_beyond || statistic < best_beyond) best_beyond = statistic;
            have_beyond = true;
        } else if (!have_best || statistic <= best) {  // the smallest of equally good cuts
            best = statistic;
            have_best = true;
            cut.batches = d;
        }
    }
    cut.wanted_more = have_beyond && best_beyond < best;
    return cut;
}

}  // namespace arraytwin::stats
