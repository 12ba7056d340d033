#include "lib/plan/size_search.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "lib/twin/parallel.hpp"

namespace arraytwin::plan {

namespace {

constexpr std::size_t most_nodes_simulated = 2;  // that are down in turn: of an HA pair both, of a cluster the worst
constexpr std::size_t most_nodes_lost = 4;       // in turn, by the fast solver; of a larger cluster its busiest

std::string down_words(int node) { return node > 0 ? fmt::format("with node {} down: ", node) : ""; }

std::string when(int node_down, double times) {
    return node_down > 0 ? down_words(node_down) : times > 1 ? "with the headroom: " : "";
}

std::vector<std::string> with_prefix(const std::string& prefix, std::vector<std::string> words) {
    for (std::string& each : words) each.insert(0, prefix);
    return words;
}

double badness(const Point& point) {
    return point.overloaded ? std::numeric_limits<double>::infinity() : static_cast<double>(point.latency.mean);
}

/// The busiest server of a node.
double busy(const Point& point, int node) {
    const std::string prefix = fmt::format("node.{}.", node);
    double most = 0;
    for (const auto& [place, utilization] : point.utilization) {
        if (place.starts_with(prefix)) most = std::max(most, utilization);
    }
    return most;
}

std::vector<int> nodes_to_lose(int nodes, const Point& all_up) {
    std::vector<int> order(static_cast<std::size_t>(nodes));
    std::iota(order.begin(), order.end(), 1);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return busy(all_up, a) > busy(all_up, b); });
    order.resize(std::min(order.size(), most_nodes_lost));
    return order;
}

std::vector<std::string> words_of(const Diagnostics& diagnostics) {
    std::vector<std::string> words;
    for (const Diagnostic& diagnostic : diagnostics) words.push_back(diagnostic.message);
    return words;
}

void append(std::vector<std::string>& all, std::vector<std::string> more) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

}  // namespace

SizeSearch::SizeSearch(const spec::DataFolder& data, const Need& need, Candidates candidates, std::uint64_t seed)
    : data_{data}, need_{need}, candidates_{std::move(candidates)}, seed_{seed} {
    cost_.candidates = static_cast<int>(candidates_.sound.size());
    std::map<std::string, Line> lines;
    for (std::size_t c = 0; c < candidates_.sound.size(); ++c) {
        if (misses_of_space(c).empty()) lines[candidates_.sound[c].line].push_back(c);
    }
    for (auto& [_, line] : lines) lines_.push_back(std::move(line));
}

std::vector<std::string> SizeSearch::misses_of_space(std::size_t candidate) const {
    const Candidate& each = candidates_.sound[candidate];
    if (need_.capacity() <= 0) return {};
    if (!each.capacity) return {"how much it holds is not known"};
    if (each.space(need_.reduction) >= need_.design_capacity()) {
        return each.refused.empty() ? std::vector<std::string>{} : std::vector<std::string>{each.refused};
    }
    return {fmt::format("it holds {:.1f} TB, {:.1f} TB {}", each.space(need_.reduction) / bytes_of_tb,
                        need_.design_capacity() / bytes_of_tb,
                        need_.headroom > 0 ? "are needed with the headroom" : "are needed")};
}

const std::vector<std::string>& SizeSearch::misses_of_fast(std::size_t candidate) {
    const auto known = fast_.find(candidate);
    if (known != fast_.end()) return known->second;
    ++cost_.fast;
    std::vector<std::string>& missed = fast_[candidate];
    const Candidate& asked = candidates_.sound[candidate];
    const bool survives = need_.survive == Survive::node;
    if (survives && asked.size.nodes < 2) missed.emplace_back("it has no second node to survive on");
    std::vector<std::pair<double, SizeLoad>> states;
    std::vector<int> nodes{0};
    for (std::size_t n = 0; n < nodes.size() && missed.empty(); ++n) {
        auto state = SizeLoad::make(data_, asked, need_, nodes[n], seed_);
        if (!state) {
            missed.push_back(down_words(nodes[n]) + state.error().front().message);
            break;
        }
        const double times = n == 0 ? 1 / (1 - need_.headroom) : 1;
        const Point point = state->fast(times * (1 - margin_of_iops));
        missed = with_prefix(when(nodes[n], times), misses(point, need_, margin_of_latency));
        if (n == 0 && survives) {
            for (const int node : nodes_to_lose(asked.size.nodes, point)) nodes.push_back(node);
        }
        states.emplace_back(badness(point), std::move(*state));
    }
    if (!missed.empty()) return missed;
    std::stable_sort(states.begin() + 1, states.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto& [_, state] : states) {
        if (states_[candidate].size() <= most_nodes_simulated) states_[candidate].push_back(std::move(state));
    }
    return missed;
}

const Confirmation& SizeSearch::confirm(std::size_t candidate, int jobs) {
    const auto known = confirmed_.find(candidate);
    if (known != confirmed_.end()) return known->second;
    ++cost_.simulated;
    Confirmation& result = confirmed_[candidate];
    result.states = std::move(states_[candidate]);
    for (std::size_t s = 0; s < result.states.size(); ++s) result.simulated.push_back({s, 1, {}});
    if (need_.headroom > 0) result.simulated.push_back({0, 1 / (1 - need_.headroom), {}});
    std::vector<std::vector<std::string>> missed(result.simulated.size());
    twin::for_each_in_parallel(static_cast<int>(missed.size()), jobs, [&](int i) {
        SimulatedState& own = result.simulated[static_cast<std::size_t>(i)];
        const SizeLoad& load = result.states[own.state];
        auto predicted = load.simulate(own.times);
        if (predicted) own.curve = std::move(predicted->curve);
        missed[static_cast<std::size_t>(i)] = with_prefix(
            when(load.node_down(), own.times), predicted ? misses(own.point(), need_, 0) : words_of(predicted.error()));
    });
    for (auto& each : missed) append(result.missed, std::move(each));
    return result;
}

/// From the first that meets, if what follows one that meets does so too. Nothing if even the last does not.
template <class Meets>
SizeSearch::Line SizeSearch::from_first(const Line& line, const Meets& meets) {
    if (line.empty() || !meets(line.back())) return {};
    const auto first =
        std::partition_point(line.begin(), line.end() - 1, [&](std::size_t candidate) { return !meets(candidate); });
    return {first, line.end()};
}

void SizeSearch::bisect_lines() {
    for (Line& line : lines_) {
        line = from_first(line, [&](std::size_t candidate) { return misses_of_fast(candidate).empty(); });
    }
    std::erase_if(lines_, [](const Line& line) { return line.empty(); });
    bisected_ = true;
}

std::optional<std::size_t> SizeSearch::front() const {
    std::optional<std::size_t> smallest;
    for (const Line& line : lines_) smallest = std::min(smallest.value_or(line.front()), line.front());
    return smallest;
}

bool SizeSearch::meets(std::size_t candidate, int jobs) {
    return misses_of_fast(candidate).empty() && confirm(candidate, jobs).missed.empty();
}

bool SizeSearch::settle_front(int jobs) {
    if (!bisected_) {
        bisect_lines();
        return false;
    }
    const auto line = std::min_element(lines_.begin(), lines_.end(),
                                       [](const Line& a, const Line& b) { return a.front() < b.front(); });
    if (line == lines_.end()) return false;
    if (meets(line->front(), jobs)) return true;
    *line = from_first({line->begin() + 1, line->end()}, [&](std::size_t candidate) { return meets(candidate, jobs); });
    if (line->empty()) lines_.erase(line);
    return false;
}

std::vector<std::string> SizeSearch::why_not(std::size_t candidate, int jobs) {
    if (auto missed = misses_of_space(candidate); !missed.empty()) return missed;
    if (const auto& missed = misses_of_fast(candidate); !missed.empty()) return missed;
    return confirm(candidate, jobs).missed;
}

}  // namespace arraytwin::plan
