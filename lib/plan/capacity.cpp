#include "lib/plan/capacity.hpp"

#include <fmt/format.h>

namespace arraytwin::plan {

namespace {

Diagnostics impossible(const ResolvedArray& array, const std::string& why) {
    return {{array.document.name(), 0, 0, "", why, "please report this: the family's rules contradict each other"}};
}

std::string provisioned_note(const Capacity& capacity) {
    const double share = capacity.provisioned / capacity.effective();
    return fmt::format("the volumes of the spec are {}: {:.0f} % of what is effective{}",
                       in_both_units(capacity.provisioned), 100 * share,
                       share > 1 ? ", so they fit only as long as they are not full" : "");
}

}  // namespace

std::string fault_of(const Capacity& capacity) {
    constexpr double slack = 1e-9;  // of the step before: sums of shares are not exact
    for (std::size_t step = 0; step < capacity.steps.size(); ++step) {
        const CapacityStep& now = capacity.steps[step];
        if (now.left < 0) return fmt::format("'{}' leaves less than nothing", now.name);
        const bool may_add = step == 0 || step >= capacity.usable_steps;
        if (!may_add && capacity.change(step) > slack * capacity.raw()) return fmt::format("'{}' adds", now.name);
    }
    return {};
}

Result<Capacity> capacity_of(const ResolvedArray& array, const spec::DataFolder& data) {
    if (const auto built = build_array(array); !built) return tl::unexpected(built.error());
    if (array.family->capacity == nullptr) {
        return tl::unexpected(Diagnostics{{array.document.name(), 0, 0, "family",
                                           fmt::format("{} has no rules of capacity", array.family->name), ""}});
    }
    auto capacity = array.family->capacity(array.document, data);
    if (!capacity) return capacity;
    if (const auto fault = fault_of(*capacity); !fault.empty()) return tl::unexpected(impossible(array, fault));
    if (capacity->provisioned > 0) capacity->notes.push_back(provisioned_note(*capacity));
    return capacity;
}

double used_share(const std::vector<Fullness>& pools) {
    double size = 0;
    double used = 0;
    for (const Fullness& pool : pools) {
        size += pool.size;
        used += pool.size - pool.available;
    }
    return size > 0 ? used / size : 0;
}

}  // namespace arraytwin::plan
