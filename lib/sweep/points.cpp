#include "lib/sweep/points.hpp"

#include <algorithm>
#include <cassert>

namespace arraytwin::sweep {

namespace {

std::size_t arrays_of(const Block& block) { return block.arrays.size() * combinations(block.array_axes); }

std::size_t points_of_array(const Block& block) {
    return block.workloads.size() * combinations(block.workload_axes) * block.loads.size();
}

}  // namespace

Points::Points(const Plan& plan) : plan_{&plan}, first_of_block_{0} {
    for (const Block& block : plan.blocks)
        first_of_block_.push_back(first_of_block_.back() + arrays_of(block) * points_of_array(block));
}

Place Points::at(std::size_t index) const {
    assert(index < size());
    const auto behind = std::upper_bound(first_of_block_.begin(), first_of_block_.end(), index);
    Place place;
    place.block = static_cast<std::size_t>(behind - first_of_block_.begin()) - 1;
    const Block& block = plan_->blocks[place.block];
    const std::size_t within = index - first_of_block_[place.block];
    place.array = within / points_of_array(block);
    place.workload = within % points_of_array(block) / block.loads.size();
    place.load = within % block.loads.size();
    return place;
}

std::vector<std::size_t> Points::first_of_arrays() const {
    std::vector<std::size_t> first;
    for (std::size_t b = 0; b < plan_->blocks.size(); ++b) {
        const Block& block = plan_->blocks[b];
        for (std::size_t array = 0; array < arrays_of(block); ++array)
            first.push_back(first_of_block_[b] + array * points_of_array(block));
    }
    first.push_back(size());
    return first;
}

}  // namespace arraytwin::sweep
