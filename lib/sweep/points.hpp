// The points of a plan, numbered from 0: blocks one after the other, in a block arrays slowest and loads fastest.
#pragma once

#include <cstddef>
#include <vector>

#include "lib/sweep/plan.hpp"

namespace arraytwin::sweep {

/// Where a point stands in its plan. Points that differ in load alone are a group: they share one array and one recording
/// of demands.
struct Place {
    std::size_t block = 0;
    std::size_t array = 0;     ///< combination of the block's arrays and their axes
    std::size_t workload = 0;  ///< the same of its workloads
    std::size_t load = 0;

    bool same_array(const Place& other) const { return block == other.block && array == other.array; }
    bool same_group(const Place& other) const { return same_array(other) && workload == other.workload; }
};

/// The plan must outlive it.
class Points {
public:
    explicit Points(const Plan& plan);

    std::size_t size() const { return first_of_block_.back(); }
    /// `index` is less than size().
    Place at(std::size_t index) const;
    const Block& block_of(const Place& place) const { return plan_->blocks[place.block]; }
    const AskedLoad& load_of(const Place& place) const { return block_of(place).loads[place.load]; }

    /// Whether its group is best answered as a whole: a curve, whose steps follow from its maximum.
    bool is_of_curve(const Place& place) const { return load_of(place).kind == AskedLoad::Kind::curve_step; }

    /// The first point of each array of each block, and behind them the number of points.
    std::vector<std::size_t> first_of_arrays() const;

private:
    const Plan* plan_;
    std::vector<std::size_t> first_of_block_;  // and behind them the number of points
};

}  // namespace arraytwin::sweep
