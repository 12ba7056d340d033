// What the null model says to the observations that a protocol predicts, from what the protocol lets it see.
//
// Peaks: array factor times workload factor. IOPS at 1 ms in `knee`: the measured peak, a sharp corner without any queueing
// before it. Latencies: factors of their own. A whole array out: its cores times their clock, at the others' IOPS for that.
#pragma once

#include <optional>
#include <vector>

#include "lib/calibrate/problem.hpp"
#include "lib/scoreboard/null_model.hpp"
#include "lib/scoreboard/scoreboard.hpp"

namespace arraytwin::scoreboard {

class NullPredictions {
public:
    explicit NullPredictions(const calibrate::Problem& problem);

    /// Logarithms of what is predicted of an observation, by its index; none where nothing can be said.
    std::optional<double> in_sample(std::size_t observation) const;
    std::optional<double> knee(std::size_t observation) const;
    std::optional<double> mix_out(std::size_t observation) const;
    std::optional<double> from_anchors(std::size_t observation, const std::vector<int>& anchors) const;
    std::optional<double> array_out(std::size_t observation, const std::vector<int>& left_out) const;

private:
    struct Place {
        std::size_t array = 0;
        std::size_t workload = 0;
        calibrate::Quantity quantity = calibrate::Quantity::iops;
    };

    const Table& table_of(calibrate::Quantity quantity) const { return tables_[static_cast<std::size_t>(quantity)]; }

    const calibrate::Problem& problem_;
    std::vector<Place> places_;  // of each observation
    std::vector<Table> tables_;  // by quantity
    std::vector<Factors> factors_;
};

}  // namespace arraytwin::scoreboard
