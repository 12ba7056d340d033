// The null model: ln(IOPS) = array factor + workload factor, by least squares. It knows nothing of storage, so a twin that
// does not clearly beat it explains nothing (DESIGN section 6).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "lib/calibrate/matrix.hpp"

namespace arraytwin::scoreboard {

/// Logarithms of what was measured, array by workload; NaN where nothing was, or where it may not be used.
using Table = calibrate::Matrix;

Table empty_table(std::size_t arrays, std::size_t workloads);

struct Factors {
    std::vector<double> array;
    std::vector<double> workload;

    double log_of(std::size_t row, std::size_t column) const { return array[row] + workload[column]; }
};

/// The least-squares factors of the cells that are there; of all that fit equally well, the shortest vector.
Factors factors_of(const Table& table);

/// The logarithm of a cell from all the others; none if its row or its column has no other.
std::optional<double> without_cell(const Table& table, std::size_t row, std::size_t column);

/// The array's factor from its cells in `anchors` alone, the workloads' from the other arrays: predictions of its whole row.
/// Cells are none if the array has no anchor, or no other array that workload.
std::vector<std::optional<double>> from_anchors(const Table& table, std::size_t row,
                                                const std::vector<std::size_t>& anchors);

}  // namespace arraytwin::scoreboard
