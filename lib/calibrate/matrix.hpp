// A dense matrix as results carry it; the arithmetic is Eigen's and stays in fit.cpp and the sources beside it.
#pragma once

#include <cstddef>
#include <vector>

namespace arraytwin::calibrate {

struct Matrix {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<double> values;  ///< row by row

    Matrix() = default;
    Matrix(std::size_t of_rows, std::size_t of_columns)
        : rows{of_rows}, columns{of_columns}, values(of_rows * of_columns) {}

    double& operator()(std::size_t row, std::size_t column) { return values[row * columns + column]; }
    double operator()(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

}  // namespace arraytwin::calibrate
