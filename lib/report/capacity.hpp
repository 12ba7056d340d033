// A capacity as a waterfall for the terminal, as JSON (schema 1) and as CSV. Decimal and binary units are both named.
#pragma once

#include <string>

#include "lib/report/table.hpp"
#include "lib/twin/capacity.hpp"

namespace arraytwin::report {

/// A capacity and whose it is.
struct CapacityOf {
    std::string array;  ///< "aff-a800"
    std::string name;   ///< "NetApp AFF A800"
    Capacity capacity;
};

/// A row for each step with what is left, then the rule of each, then notes in sentences.
std::string capacity_table(const CapacityOf& array, TableStyle style);

/// `steps`: "tib" is what a step adds or takes (its sign says which; they sum to what is effective), "left_tib" what is left.
std::string capacity_json(const CapacityOf& array);

/// A row for each step.
std::string capacity_csv(const CapacityOf& array);

}  // namespace arraytwin::report
