#include "lib/report/csv_row.hpp"
#include "lib/report/sizing.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {

namespace {

std::optional<double> number(std::optional<int> value) { return value ? std::optional<double>{*value} : std::nullopt; }

std::string row_of(const plan::Proposal& proposal) {
    const plan::Candidate& candidate = proposal.candidate;
    const auto& capacity = candidate.capacity;
    const auto& down = proposal.down;
    CsvRow row;
    row.text(candidate.array).text(as_arguments(candidate.overrides));
    row.number(candidate.size.nodes).number(candidate.size.drives).text(candidate.drive);
    row.number(candidate.size.raw / bytes_of_tb).number(candidate.size.cores);
    row.number(proposal.up.point.load.target_iops).number(proposal.up.point.latency.mean);
    row.interval(proposal.mean90.value_or(Interval{}));
    row.number(proposal.up.most_iops).number(proposal.up.knee_iops).number(proposal.up.headroom());
    row.number(down ? std::optional<double>{down->point.latency.mean} : std::nullopt);
    row.number(down ? std::optional{down->headroom()} : std::nullopt);
    row.number(capacity ? std::optional{capacity->usable() / bytes_of_tb} : std::nullopt);
    row.number(capacity ? std::optional{capacity->effective() / bytes_of_tb} : std::nullopt);
    row.number(number(proposal.months_of_performance)).number(number(proposal.months_of_space));
    return row.text(grade_name(proposal.grade)).text(plan::name_of(proposal.trust)).line();
}

}  // namespace

std::string sizing_csv(const plan::Sizing& sizing) {
    std::string out =
        "array,set,nodes,drives,drive,raw_tb,cores,iops,latency_mean_us,latency_mean_90_low_us,latency_mean_90_high_us,"
        "most_iops,knee_iops,headroom,one_down_latency_mean_us,one_down_headroom,usable_tb,effective_tb,"
        "months_of_performance,months_of_space,grade,trust\r\n";
    for (const plan::Proposal& proposal : sizing.proposals) out += row_of(proposal);
    return out;
}

std::string most_csv(const plan::MostWithin& most) {
    CsvRow row;
    row.text(most.array).text(most.workload).number(most.limit_us);
    row.number(most.point ? most.point->load.target_iops : std::nullopt).interval(most.iops90.value_or(Interval{}));
    row.number(most.point ? std::optional<double>{most.point->latency.mean} : std::nullopt);
    return "array,workload,within_us,iops,iops_90_low,iops_90_high,latency_mean_us,grade\r\n" +
           row.text(grade_name(most.grade)).line();
}

}  // namespace arraytwin::report
