// How much of a run's beginning is warm-up: the marginal standard error rule, MSER-5.
//
// The cut is the one that minimizes (variance of what is left) / (number left), so it drops observations for as long as
// that makes the mean of the rest more certain. Works on means of batches (of 5 observations, or more when the run is
// long).
// Cost: one backward pass, no allocation.
// Source: K. P. White, "An effective truncation heuristic for bias reduction in simulation output", Simulation 69
// (1997); K. P. White, M. J. Cobb, S. C. Spratt, "A comparison of five steady-state truncation heuristics", WSC 2000.
#pragma once

#include <cstddef>
#include <span>

namespace arraytwin::stats {

struct WarmUpCut {
    std::size_t batches = 0;   // to drop from the front: the best cut within the first half
    bool wanted_more = false;  // the best cut lies in the second half: the run is too short to know its warm-up
};

WarmUpCut mser5_cut(std::span<const double> batch_means);

}  // namespace arraytwin::stats
