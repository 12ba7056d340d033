#include "lib/calibrate/cross_validate.hpp"

#include <cmath>

#include "lib/twin/parallel.hpp"

namespace arraytwin::calibrate {

std::vector<Unseen> cross_validate(const Problem& problem, const Fit& fit, LeaveOut protocol) {
    std::vector<std::vector<Unseen>> by_case(problem.cases.size());
    std::vector<std::size_t> first{0};
    for (const Case& one : problem.cases) first.push_back(first.back() + one.observations.size());
    const auto left_out = [&](const Observation& observation) {
        return protocol == LeaveOut::workload || observation.quantity != Quantity::iops;
    };
    twin::for_each_in_parallel(static_cast<int>(problem.cases.size()), problem.jobs, [&](int k) {
        const auto which = static_cast<std::size_t>(k);
        const Case& one = problem.cases[which];
        std::vector<bool> use(first.back(), true);
        for (std::size_t o = 0; o < one.observations.size(); ++o)
            use[first[which] + o] = !left_out(one.observations[o]);
        const auto answers = predict(problem, one, without(problem, fit, use));
        for (std::size_t o = 0; o < answers.size(); ++o) {
            const Observation& observation = one.observations[o];
            if (!left_out(observation)) continue;
            const double predicted = answers[o] + fit.correction[first[which] + o];
            by_case[which].push_back(
                {first[which] + o, observation.quantity, predicted - std::log(observation.measured)});
        }
    });
    std::vector<Unseen> all;
    for (const auto& part : by_case) all.insert(all.end(), part.begin(), part.end());
    return all;
}

double rms(const std::vector<Unseen>& unseen, Quantity quantity) {
    double squares = 0;
    double count = 0;
    for (const Unseen& one : unseen) {
        if (one.quantity != quantity) continue;
        squares += one.log_error * one.log_error;
        ++count;
    }
    return count > 0 ? std::sqrt(squares / count) : 0;
}

}  // namespace arraytwin::calibrate
