// How an array's capacity comes about: from what its drives are sold as to what applications can store, step by step.
//
// A family builds one; lib/plan checks it and lib/report shows it. Amounts are bytes as a double: reserves are shares, so
// nothing here is whole. Decimal and binary units are both named wherever an amount is told: 1 TB is 1e12, 1 TiB 2^40.
#pragma once

#include <string>
#include <vector>

#include "lib/units/units.hpp"

namespace arraytwin {

inline constexpr double bytes_of_tb = 1e12;
inline constexpr double bytes_of_tib = 1024.0 * 1024.0 * 1024.0 * 1024.0;
inline constexpr double bytes_of_gib = 1024.0 * 1024.0 * 1024.0;

/// "1.92 TB (1.746 TiB)", "536.9 MB (512 MiB)": the largest of T, G and M that fits, four significant digits.
std::string in_both_units(double bytes);
inline std::string in_both_units(Bytes bytes) { return in_both_units(static_cast<double>(bytes.count())); }

struct CapacityStep {
    std::string name;  ///< "WAFL reserve"
    double left = 0;   ///< bytes after it
    std::string why;   ///< the rule, with its numbers
};

/// The first step is what the drives are sold as; each other one takes something away, up to what is usable; after that,
/// what is stored there may be more or less than its own size.
class Capacity {
public:
    Capacity(double raw, std::string why) : steps{{"raw", raw, std::move(why)}} {}

    /// Another step, after which so many bytes are left.
    void leave(std::string name, double left, std::string why) {
        steps.push_back({std::move(name), left, std::move(why)});
    }
    /// What is left now is what hosts can store if nothing is reduced.
    void mark_usable() { usable_steps = steps.size(); }

    double raw() const { return steps.front().left; }
    double left() const { return steps.back().left; }
    double usable() const { return steps[usable_steps - 1].left; }
    double effective() const { return steps.back().left; }
    /// What a step adds, if it is the first or a reduction, or takes: less than zero. All of them sum to `effective`.
    double change(std::size_t step) const { return steps[step].left - (step > 0 ? steps[step - 1].left : 0); }

    std::vector<CapacityStep> steps;
    std::size_t usable_steps = 1;    ///< of them lead to what is usable
    double provisioned = 0;          ///< bytes of the volumes that the spec names
    std::vector<std::string> notes;  ///< sentences: what a person who lays it out should know
};

}  // namespace arraytwin
