#include "lib/report/json_text.hpp"
#include "lib/report/sizing.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {

namespace {

Json interval_or_null(const std::optional<Interval>& interval) {
    return interval ? Json{interval->low, interval->high} : Json(nullptr);
}

Json months_or_null(std::optional<int> months) { return months ? Json(*months) : Json(nullptr); }

Json configuration(const plan::Candidate& candidate) {
    Json json{{"array", candidate.array},
              {"set", candidate.overrides},
              {"nodes", candidate.size.nodes},
              {"drives", candidate.size.drives},
              {"drive", text_or_null(candidate.drive)},
              {"raw_tb", candidate.size.raw / bytes_of_tb},
              {"cores", candidate.size.cores}};
    return json;
}

Json workloads_at(const plan::StateUnderNeed& state, const plan::Need& need) {
    Json all = Json::array();
    for (std::size_t w = 0; w < need.workloads.size(); ++w) {
        const LatencySummary& latency = plan::latency_of(state.point, need, w);
        Json targets = Json::object();
        for (const plan::LatencyTarget& target : need.workloads[w].targets()) {
            targets[std::string{target.name}] = target.limit_us;
        }
        all.push_back({{"workload", need.workloads[w].named},
                       {"mean_us", number_or_null(latency.mean)},
                       {"p50_us", number_or_null(latency.p50)},
                       {"p95_us", number_or_null(latency.p95)},
                       {"p99_us", number_or_null(latency.p99)},
                       {"p99_9_us", number_or_null(latency.p99_9)},
                       {"targets_us", std::move(targets)}});
    }
    return all;
}

Json state_json(const plan::StateUnderNeed& state, const plan::Need& need) {
    return {{"node_down", state.node_down > 0 ? Json(state.node_down) : Json(nullptr)},
            {"iops", number_or_null(state.point.load.target_iops)},
            {"latency_mean_us", number_or_null(state.point.latency.mean)},
            {"most_iops", state.most_iops},
            {"knee_iops", state.knee_iops},
            {"of_knee", state.of_knee()},
            {"headroom", state.headroom()},
            {"bottleneck", state.point.bottleneck},
            {"workloads", workloads_at(state, need)}};
}

Json proposal_json(const plan::Proposal& proposal, const plan::Need& need) {
    const plan::Candidate& candidate = proposal.candidate;
    Json json = configuration(candidate);
    json["name"] = proposal.name;
    json["grade"] = grade_name(proposal.grade);
    json["trust"] = plan::name_of(proposal.trust);
    json["latency_mean_90_us"] = interval_or_null(proposal.mean90);
    json["usable_tb"] = candidate.capacity ? Json(candidate.capacity->usable() / bytes_of_tb) : Json(nullptr);
    json["effective_tb"] = candidate.capacity ? Json(candidate.capacity->effective() / bytes_of_tb) : Json(nullptr);
    json["space_used"] = proposal.space_used;
    json["months_of_performance"] = months_or_null(proposal.months_of_performance);
    json["months_of_space"] = months_or_null(proposal.months_of_space);
    json["all_up"] = state_json(proposal.up, need);
    json["one_down"] = proposal.down ? state_json(*proposal.down, need) : Json(nullptr);
    json["smaller"] = proposal.smaller ? configuration(*proposal.smaller) : Json(nullptr);
    json["smaller_misses"] = proposal.smaller_misses;
    return json;
}

Json need_json(const plan::Need& need) {
    return {{"name", need.name},
            {"iops", need.iops()},
            {"capacity_tb", need.capacity() / bytes_of_tb},
            {"survive", need.survive == plan::Survive::node ? "node" : "nothing"},
            {"headroom", need.headroom},
            {"reduction", need.reduction}};
}

}  // namespace

std::string sizing_json(const plan::Sizing& sizing) {
    Json proposals = Json::array();
    for (const plan::Proposal& proposal : sizing.proposals) {
        proposals.push_back(proposal_json(proposal, sizing.need));
    }
    Json unfit = Json::array();
    for (const plan::Unfit& each : sizing.unfit) {
        unfit.push_back({{"array", each.array},
                         {"largest", each.largest ? configuration(*each.largest) : Json(nullptr)},
                         {"misses", each.misses}});
    }
    return json_text({{"schema", 1},
                      {"need", need_json(sizing.need)},
                      {"order", {"nodes", "drives", "raw_tb", "cores"}},
                      {"proposals", std::move(proposals)},
                      {"not_enough", std::move(unfit)},
                      {"larger", sizing.larger},
                      {"searched",
                       {{"configurations", sizing.cost.candidates},
                        {"fast", sizing.cost.fast},
                        {"simulated", sizing.cost.simulated},
                        {"margin_of_latency", plan::margin_of_latency},
                        {"margin_of_iops", plan::margin_of_iops}}}});
}

std::string most_json(const plan::MostWithin& most) {
    const Json iops = most.point ? number_or_null(most.point->load.target_iops) : Json(nullptr);
    return json_text({{"schema", 1},
                      {"array", most.array},
                      {"workload", most.workload},
                      {"within_us", most.limit_us},
                      {"iops", iops},
                      {"iops_90", interval_or_null(most.iops90)},
                      {"latency_mean_us", most.point ? number_or_null(most.point->latency.mean) : Json(nullptr)},
                      {"latency_alone_us", most.alone_us},
                      {"bottleneck", most.point ? Json(most.point->bottleneck) : Json(nullptr)},
                      {"grade", grade_name(most.grade)},
                      {"warnings", most.warnings}});
}

}  // namespace arraytwin::report
