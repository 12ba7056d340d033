// The smallest configuration of one array that meets a need.
//
// Space is exact and looked at first. Of what is left, configurations that differ in one number only (drives, or nodes) form
// a line along which performance grows, so the fast solver bisects each line; the simulator then confirms the smallest. What
// it refutes moves its line on, again by bisection.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lib/plan/candidates.hpp"
#include "lib/plan/need.hpp"
#include "lib/plan/size_load.hpp"
#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::plan {

/// One state of a configuration, simulated at one load.
struct SimulatedState {
    std::size_t state = 0;  ///< index of its SizeLoad
    double times = 1;       ///< what is needed
    Curve curve;            ///< of one point

    const Point& point() const { return curve.points.front(); }
};

/// A configuration as the simulator sees it.
struct Confirmation {
    std::vector<std::string> missed;        ///< empty: it meets the need
    std::vector<SizeLoad> states;           ///< all up, then with a node down, the worst by the fast solver first
    std::vector<SimulatedState> simulated;  ///< all up at what is needed first
};

/// What a search counted.
struct SearchCost {
    int candidates = 0;
    int fast = 0;       ///< looked at by the fast solver
    int simulated = 0;  ///< and by the simulator
};

class SizeSearch {
public:
    SizeSearch(const spec::DataFolder& data, const Need& need, Candidates candidates, std::uint64_t seed);

    const std::vector<Candidate>& candidates() const { return candidates_.sound; }
    const std::vector<std::string>& refused() const { return candidates_.refused; }

    /// Why a candidate cannot meet the need as far as its space tells; empty if it may.
    std::vector<std::string> misses_of_space(std::size_t candidate) const;

    /// The same by the fast solver, within its margin; asked once each.
    const std::vector<std::string>& misses_of_fast(std::size_t candidate);

    /// Simulated; asked once each. Only of a candidate that the fast solver does not dismiss.
    const Confirmation& confirm(std::size_t candidate, int jobs);

    /// The smallest candidate that is not dismissed yet; at first, of those with space enough.
    std::optional<std::size_t> front() const;

    /// Whether `front` is known to meet the need. If not, another step has been taken: at first every line is bisected by the
    /// fast solver, then the simulator is asked about `front`, and if it disagrees its line has moved on, or ended.
    bool settle_front(int jobs);

    /// Why a candidate fails: the first means that tells. Empty if none does.
    std::vector<std::string> why_not(std::size_t candidate, int jobs);

    const SearchCost& cost() const { return cost_; }

private:
    using Line =
        std::vector<std::size_t>;  // candidates with space enough, smallest first; the first is the line's own front

    void bisect_lines();
    bool meets(std::size_t candidate, int jobs);
    template <class Meets>
    static Line from_first(const Line& line, const Meets& meets);

    const spec::DataFolder& data_;
    const Need& need_;
    Candidates candidates_;
    std::uint64_t seed_;
    std::vector<Line> lines_;
    bool bisected_ = false;
    std::map<std::size_t, std::vector<std::string>> fast_;
    std::map<std::size_t, std::vector<SizeLoad>> states_;
    std::map<std::size_t, Confirmation> confirmed_;
    SearchCost cost_;
};

}  // namespace arraytwin::plan
