// An explanation for the terminal, as JSON (schema 1) and as CSV: where the latency goes, what is busy, what would help most.
#pragma once

#include <string>

#include "lib/plan/explain.hpp"
#include "lib/report/table.hpp"

namespace arraytwin::report {

/// Servers of one kind together, in the order of the data's way; then the busiest kinds, and the levers as a tornado.
std::string explanation_table(const plan::Explanation& explanation, TableStyle style);

/// Each server by itself in "breakdown_us", as `predict` has it; kinds in "parts_us"; all levers in "levers".
std::string explanation_json(const plan::Explanation& explanation);

/// A row for each lever.
std::string explanation_csv(const plan::Explanation& explanation);

/// What the average I/O spends at servers of one kind, microseconds.
struct KindTime {
    std::string kind;  ///< "node cpu"
    int count = 0;
    ServerTime time;
};

/// In the order of the path; they sum to the mean latency.
std::vector<KindTime> kinds_of(const std::vector<plan::PlaceTime>& path);

}  // namespace arraytwin::report
