#include "lib/plan/size.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace arraytwin::plan {

namespace {

constexpr double noise_of_throughput = 0.999;  // a simulated Poisson load's IOPS lie so near to its rate

StateUnderNeed under_need(const SizeLoad& load, const Point& point, const Need& need) {
    const double needed = load.offered(1);
    return {load.node_down(), point, load.most(need, &point) * needed, load.knee() * needed};
}

/// Whole months until something that grows by a share each month is `times` as much.
std::optional<int> months_until(double times, double monthly) {
    constexpr double ever = 1200;  // a century says enough
    if (monthly <= 0) return std::nullopt;
    return static_cast<int>(std::clamp(std::log(std::max(times, 1.0)) / std::log1p(monthly), 0.0, ever));
}

Trust trust_of(const Candidate& candidate, const Need& need, const Point& point) {
    if (!candidate.own_calibration || !point.prediction90_latency) return Trust::unmeasured;
    const double worse = point.prediction90_latency->high / point.latency.mean;
    const bool carried = point.prediction90_iops->low >= noise_of_throughput * point.iops;
    return carried && misses(point, need, 1 / worse - 1).empty() ? Trust::sure : Trust::likely;
}

void add_months(Proposal& proposal, const Need& need) {
    double times = proposal.up.most_iops / *proposal.up.point.load.target_iops;
    if (proposal.down) times = std::min(times, proposal.down->most_iops / *proposal.down->point.load.target_iops);
    proposal.months_of_performance = months_until(times, need.growth.monthly(need.growth.iops));
    if (need.capacity() <= 0) return;
    const double space = proposal.candidate.space(need.reduction);
    proposal.space_used = need.capacity() / space;
    proposal.months_of_space = months_until(space / need.capacity(), need.growth.monthly(need.growth.capacity));
}

Proposal proposal_of(SizeSearch& search, std::size_t chosen, const Need& need, int jobs) {
    const Confirmation& confirmed = search.confirm(chosen, jobs);
    const SizeLoad& all_up = confirmed.states.front();
    Proposal proposal;
    proposal.candidate = search.candidates()[chosen];
    proposal.name = all_up.array().header.name;
    proposal.grade = confirmed.simulated.front().curve.grade;
    Point point = confirmed.simulated.front().point();
    if (proposal.candidate.own_calibration) {
        if (const auto uncertainty = all_up.uncertainty(jobs)) uncertainty->add_to(point);
        proposal.mean90 = point.prediction90_latency;
    }
    proposal.trust = trust_of(proposal.candidate, need, point);
    proposal.up = under_need(all_up, point, need);
    for (const SimulatedState& each : confirmed.simulated) {
        if (each.state == 0) continue;
        StateUnderNeed state = under_need(confirmed.states[each.state], each.point(), need);
        if (!proposal.down || state.most_iops < proposal.down->most_iops) proposal.down = std::move(state);
    }
    add_months(proposal, need);
    if (chosen > 0) {
        proposal.smaller = search.candidates()[chosen - 1];
        proposal.smaller_misses = search.why_not(chosen - 1, jobs);
    }
    return proposal;
}

/// The next smaller one of an array must fail; where performance does not grow along a line, it may not.
std::size_t smallest_near(SizeSearch& search, std::size_t chosen, int jobs) {
    while (chosen > 0 && search.why_not(chosen - 1, jobs).empty()) --chosen;
    return chosen;
}

Unfit unfit_of(const std::string& array, SizeSearch& search, int jobs) {
    if (search.candidates().empty()) return {array, {}, search.refused()};
    const std::size_t last = search.candidates().size() - 1;
    return {array, search.candidates()[last], search.why_not(last, jobs)};
}

void add(SearchCost& total, const SearchCost& part) {
    total.candidates += part.candidates;
    total.fast += part.fast;
    total.simulated += part.simulated;
}

class Catalogue {
public:
    Catalogue(const spec::DataFolder& data, const Need& need, const SizeOptions& options)
        : data_{data}, need_{need}, options_{options} {}

    Result<Sizing> size() {
        if (auto wrong = collect(); !wrong.empty()) return tl::unexpected(std::move(wrong));
        Sizing sizing;
        sizing.need = need_;
        settle(sizing);
        for (Named& each : searches_) add(sizing.cost, each.search.cost());
        return sizing;
    }

private:
    struct Named {
        std::string array;
        SizeSearch search;
        bool settled = false;
    };

    Diagnostics collect() {
        Diagnostics wrong;
        const auto arrays = options_.arrays.empty() ? offered_arrays(data_) : options_.arrays;
        for (const std::string& array : arrays) {
            auto candidates = candidates_of(data_, array, need_, options_.overrides, options_.jobs);
            if (candidates) searches_.push_back({array, {data_, need_, std::move(*candidates), options_.seed}});
            if (!candidates) std::move(candidates.error().begin(), candidates.error().end(), std::back_inserter(wrong));
            if (options_.progress) options_.progress(static_cast<int>(searches_.size()), total(arrays.size()));
        }
        return wrong;
    }

    int total(std::size_t arrays) const { return static_cast<int>(arrays) + options_.most; }

    /// The array whose next candidate is the smallest of all.
    Named* next() {
        Named* smallest = nullptr;
        for (Named& each : searches_) {
            if (each.settled || !each.search.front()) continue;
            if (smallest == nullptr || size_at(each) < size_at(*smallest)) smallest = &each;
        }
        return smallest;
    }

    static const ConfigurationSize& size_at(const Named& each) {
        return each.search.candidates()[*each.search.front()].size;
    }

    void settle(Sizing& sizing) {
        while (static_cast<int>(sizing.proposals.size()) < options_.most) {
            Named* each = next();
            if (each == nullptr) break;
            if (!each->search.settle_front(options_.jobs)) continue;
            each->settled = true;
            const std::size_t chosen = smallest_near(each->search, *each->search.front(), options_.jobs);
            sizing.proposals.push_back(proposal_of(each->search, chosen, need_, options_.jobs));
            if (options_.progress) {
                options_.progress(static_cast<int>(searches_.size() + sizing.proposals.size()),
                                  total(searches_.size()));
            }
        }
        std::stable_sort(sizing.proposals.begin(), sizing.proposals.end(),
                         [](const Proposal& a, const Proposal& b) { return a.candidate.size < b.candidate.size; });
        for (Named& each : searches_) {
            if (each.settled) continue;
            if (each.search.front()) sizing.larger.push_back(each.array);
            if (!each.search.front()) sizing.unfit.push_back(unfit_of(each.array, each.search, options_.jobs));
        }
    }

    const spec::DataFolder& data_;
    const Need& need_;
    const SizeOptions& options_;
    std::vector<Named> searches_;
};

}  // namespace

std::string_view name_of(Trust trust) {
    constexpr std::string_view names[] = {"sure", "likely", "unmeasured"};
    return names[static_cast<int>(trust)];
}

Result<Sizing> size(const spec::DataFolder& data, const Need& need, const SizeOptions& options) {
    return Catalogue{data, need, options}.size();
}

}  // namespace arraytwin::plan
