#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lib/report/grid.hpp"
#include "lib/report/hanging.hpp"
#include "lib/report/sizing.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {

namespace {

constexpr int narrowest = 60;

std::string percent(double share) { return fmt::format("{:.0f} %", share * 100); }

std::string tb(double bytes) { return fmt::format("{:.1f}", bytes / bytes_of_tb); }

std::string months_words(std::optional<int> months) {
    if (!months) return "–";
    if (*months >= 1200) return "100 years";
    return fmt::format("{} months", *months);
}

/// What runs out first.
std::string lasts(const plan::Proposal& proposal) {
    const auto performance = proposal.months_of_performance;
    const auto space = proposal.months_of_space;
    if (!performance && !space) return "–";
    const bool by_space = space && (!performance || *space <= *performance);
    return months_words(by_space ? space : performance) + (by_space ? ", space" : ", IOPS");
}

Paint paint_of(plan::Trust trust) {
    constexpr Paint paints[] = {Paint::good, Paint::fair, Paint::dim};
    return paints[static_cast<int>(trust)];
}

std::string growth_words(const plan::Need& need) {
    const plan::Growth& growth = need.growth;
    if (growth.iops <= 0 && growth.capacity <= 0) return "no growth";
    return fmt::format("growing by {} IOPS and {} space a {}", percent(growth.iops), percent(growth.capacity),
                       growth.per == plan::Per::month ? "month" : "year");
}

std::string title(const plan::Need& need, bool color) {
    std::string out = painted(printable(need.name), Paint::bold, color);
    out += fmt::format("  {} IOPS, {} TB; ", thousands(need.iops()), tb(need.capacity()));
    out += fmt::format("{}, {} headroom, {}\n\n",
                       need.survive == plan::Survive::node ? "any one node may be down" : "with all parts up",
                       percent(need.headroom), growth_words(need));
    return out;
}

std::vector<Cell> row_of(std::size_t number, const plan::Proposal& proposal, const plan::Need& need) {
    const plan::Candidate& candidate = proposal.candidate;
    const Paint paint = paint_of(proposal.trust);
    return {{fmt::format("{}", number + 1)},
            {printable(candidate.array), Paint::bold},
            {fmt::format("{}", candidate.size.nodes)},
            {fmt::format("{}", candidate.size.drives)},
            {tb(candidate.size.raw)},
            {fmt::format("{}", candidate.size.cores)},
            {latency_words(proposal.up.point.latency.mean)},
            {percent(proposal.up.of_knee()), Paint::curve},
            {percent(proposal.up.headroom())},
            {proposal.down ? percent(proposal.down->headroom()) : "–"},
            {candidate.capacity ? tb(candidate.capacity->usable()) : "–"},
            {candidate.capacity ? tb(candidate.space(need.reduction)) : "–"},
            {lasts(proposal)},
            {std::string{plan::name_of(proposal.trust)}, paint}};
}

std::string rows(const plan::Sizing& sizing, TableStyle style) {
    Grid grid{{{"#"},
               {"array", Align::left},
               {"nodes"},
               {"drives"},
               {"raw TB", Align::right, 5},
               {"cores", Align::right, 6},
               {"mean"},
               {"of knee", Align::right, 4},
               {"free"},
               {"1 down", Align::right, 3},
               {"usable TB", Align::right, 7},
               {sizing.need.reduction ? "effective TB" : "counted TB", Align::right, 2},
               {"lasts", Align::left, 1},
               {"trust", Align::left}}};
    for (std::size_t p = 0; p < sizing.proposals.size(); ++p) grid.add(row_of(p, sizing.proposals[p], sizing.need));
    return grid.render(style.width, style.color);
}

/// "sql-80-20: mean 412 µs of 1.00 ms, p99 2.10 ms of 5.00 ms".
std::string latencies(const plan::StateUnderNeed& state, const plan::Need& need) {
    std::vector<std::string> words;
    for (std::size_t w = 0; w < need.workloads.size(); ++w) {
        const LatencySummary& latency = plan::latency_of(state.point, need, w);
        std::vector<std::string> own;
        for (const plan::LatencyTarget& target : need.workloads[w].targets()) {
            own.push_back(fmt::format("{} {} of {}", target.name, latency_words(latency.*target.of),
                                      latency_words(target.limit_us)));
        }
        if (own.empty()) own.push_back(fmt::format("mean {}, no target", latency_words(latency.mean)));
        words.push_back(fmt::format("{}: {}", printable(need.workloads[w].named), fmt::join(own, ", ")));
    }
    return fmt::format("{}", fmt::join(words, "; "));
}

std::string state_words(const plan::StateUnderNeed& state, const plan::Need& need) {
    return fmt::format("{}; at most {} IOPS within the targets, knee at {}; {} is the busiest", latencies(state, need),
                       thousands(state.most_iops), thousands(state.knee_iops), server_kind(state.point.bottleneck));
}

std::string smaller_words(const plan::Proposal& proposal) {
    if (!proposal.smaller) return "this is the smallest that the array is sold as";
    return fmt::format("{}: {}", configuration_words(*proposal.smaller),
                       printable(fmt::format("{}", fmt::join(proposal.smaller_misses, "; "))));
}

/// The grade of exactly this configuration; a calibration of the same array in another one says more than none.
std::string_view basis_words(const plan::Proposal& proposal) {
    const bool other = proposal.grade == Grade::spec_only && proposal.candidate.own_calibration;
    return other ? "calibrated on this array in another configuration" : grade_words(proposal.grade);
}

std::string detail(std::size_t number, const plan::Proposal& proposal, const plan::Need& need, TableStyle style) {
    constexpr int label_width = 12;
    const auto line = [&](const std::string& label, const std::string& words) {
        return hanging(label, words, label_width, style.width);
    };
    std::string out = fmt::format("\n{}  {}  {}\n", number + 1,
                                  painted(printable(proposal.name), Paint::bold, style.color), basis_words(proposal));
    out += line("what", printable(proposal.candidate.array + " " + as_arguments(proposal.candidate.overrides)));
    out += line("all up", state_words(proposal.up, need));
    if (proposal.mean90) {
        out += line("90 %", fmt::format("mean of all from {} to {}", latency_words(proposal.mean90->low),
                                        latency_words(proposal.mean90->high)));
    }
    if (proposal.down) {
        out += line(fmt::format("node {} down", proposal.down->node_down), state_words(*proposal.down, need));
    }
    if (need.capacity() > 0) out += line("space", percent(proposal.space_used) + " used");
    if (need.growth.iops > 0 || need.growth.capacity > 0) {
        out += line("lasts", fmt::format("performance {}, space {}", months_words(proposal.months_of_performance),
                                         months_words(proposal.months_of_space)));
    }
    return out + line("smaller", smaller_words(proposal));
}

std::string unfit_words(const plan::Unfit& unfit) {
    const std::string why = fmt::format("{}", fmt::join(unfit.misses, "; "));
    return unfit.largest ? fmt::format("even {}: {}", configuration_words(*unfit.largest), why) : why;
}

std::string others(const plan::Sizing& sizing, TableStyle style) {
    std::string out;
    std::size_t widest = 0;
    for (const plan::Unfit& unfit : sizing.unfit) widest = std::max(widest, unfit.array.size());
    if (!sizing.unfit.empty()) out += "\nNot enough\n";
    for (const plan::Unfit& unfit : sizing.unfit) {
        out += hanging(printable(unfit.array), printable(unfit_words(unfit)), static_cast<int>(widest), style.width);
    }
    if (sizing.larger.empty()) return out;
    return out + "\nLarger, and not simulated\n" +
           hanging("-", printable(fmt::format("{}", fmt::join(sizing.larger, ", "))), 1, style.width);
}

std::string legend(const plan::Sizing& sizing, TableStyle style) {
    std::string out = "\n";
    const auto line = [&](const std::string& label, const std::string& words) {
        out += hanging(label, words, 8, style.width);
    };
    line("order", "fewer nodes, then drives, then raw TB, then cores are smaller; there are no prices here");
    line("free", "share of the most IOPS within the targets that is left; 1 down: the same with the worst node down");
    line("trust",
         "sure: meets the targets even at the bad end of the calibration's 90 % interval; likely: as predicted; "
         "unmeasured: nobody measured this array");
    line("searched",
         fmt::format("{} configurations, {} by the fast solver (which dismisses those that miss by more than "
                     "{:.0f} % of a latency or {:.0f} % of the IOPS), {} simulated",
                     thousands(sizing.cost.candidates), sizing.cost.fast, plan::margin_of_latency * 100,
                     plan::margin_of_iops * 100, sizing.cost.simulated));
    return out;
}

}  // namespace

std::string as_arguments(const std::vector<std::string>& overrides) {
    std::vector<std::string> words;
    for (const std::string& each : overrides) words.push_back("--set " + each);
    return fmt::format("{}", fmt::join(words, " "));
}

std::string configuration_words(const plan::Candidate& candidate) {
    const plan::ConfigurationSize& size = candidate.size;
    return fmt::format("{} node{} and {} drive{}{}", size.nodes, size.nodes == 1 ? "" : "s", size.drives,
                       size.drives == 1 ? "" : "s", candidate.drive.empty() ? "" : " " + printable(candidate.drive));
}

std::string sizing_table(const plan::Sizing& sizing, TableStyle style) {
    style.width = std::max(style.width, narrowest);
    std::string out = title(sizing.need, style.color);
    if (sizing.proposals.empty()) out += "  Nothing meets this need.\n";
    if (!sizing.proposals.empty()) out += rows(sizing, style);
    for (std::size_t p = 0; p < sizing.proposals.size(); ++p) {
        out += detail(p, sizing.proposals[p], sizing.need, style);
    }
    return out + others(sizing, style) + legend(sizing, style);
}

}  // namespace arraytwin::report
