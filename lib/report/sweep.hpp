// The points of a sweep as text: JSON objects for its store, and from there JSON Lines, CSV and a table, whole or chosen.
//
// A row is flat: index, array, workload, the keys that the plan sets, solver, seed; then the load, IOPS, latencies, the
// bottleneck and how far to trust it. The bytes depend on the store's points alone, not on who computed them and when.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lib/report/table.hpp"
#include "lib/spec/result.hpp"
#include "lib/sweep/answer.hpp"
#include "lib/sweep/store.hpp"

namespace arraytwin::report {

/// The answer and the documents behind it, added to what is to be stored.
void add_to(sweep::Batch& batch, const sweep::Answer& answer);

/// `media.count >= 24`: numbers, and quantities with a unit (`workload.block_size < 64KiB`), compare as such; anything else
/// is equal or not, as text.
struct Condition {
    std::string key;
    std::string comparison;  ///< one of = != < <= > >=
    std::string value;
};

/// Which rows, and which of their columns; none: all.
struct Query {
    std::vector<Condition> where;
    std::vector<std::string> columns;
};

/// "media.count>=24". What orders needs a number or a quantity.
Result<Condition> parse_condition(std::string_view text);

/// One JSON object a line.
Result<std::string> sweep_jsonl(const sweep::Store& store, const Query& query = {});

/// A column for each key that any row has.
Result<std::string> sweep_csv(const sweep::Store& store, const Query& query = {});

/// The first rows, and how many more there are.
Result<std::string> sweep_table(const sweep::Store& store, const Query& query, TableStyle style);

}  // namespace arraytwin::report
