// Finds the throughputs at which every chain of a closed network holds its outstanding I/Os. Internal to lib/queueing.
//
// The unknowns are the ratios between the chains' rates; for given ratios the total follows by a scalar equation,
// nearly a straight line in the right variable (scale_to_total). One chain needs nothing else. Ratios are found by
// Broyden's method, which suits chains that share a bottleneck, or by Newton's in all rates, which suits chains that
// have one each.
// Units: I/Os a microsecond. Cost: about 6 evaluations of the model for one chain, 20 to 100 for several.
// Source: C. G. Broyden, "A class of methods for solving nonlinear simultaneous equations", Math. Comp. 19 (1965).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lib/queueing/residence.hpp"

namespace arraytwin::queueing {

class ClosedLoad {
public:
    /// Keeps a reference to the model.
    ClosedLoad(ResidenceModel& model, std::span<const double> outstanding);

    /// False if it did not converge; rates() are then the best found.
    bool solve();

    std::span<const double> rates() const { return rates_; }

private:
    bool solved();
    bool grow_from_little();
    double excess_at(double y, double capacity);
    void scale_to_total();
    bool excesses(std::span<const double> rates, std::span<double> result);
    bool find_ratios();
    bool find_rates();
    bool take_step(std::span<const double> step, std::vector<double>& at);
    void rebalance();

    ResidenceModel& model_;
    std::vector<double> outstanding_;
    std::vector<std::size_t> active_;  // chains with something outstanding
    double total_ = 0;
    std::vector<double> rates_;
    std::vector<double> trial_;
};

}  // namespace arraytwin::queueing
