#include "lib/report/csv_row.hpp"
#include "lib/report/whatif.hpp"

namespace arraytwin::report {

namespace {

void add_load(std::string& out, const plan::WhatIf& whatif, const plan::CaseOutcome& variant, std::size_t index) {
    const OfferedLoad& load = whatif.loads[index];
    const auto outstanding = load.outstanding ? std::optional<double>{*load.outstanding} : std::nullopt;
    for (const plan::ComparedMetric& compared : variant.loads[index].metrics) {
        const plan::Difference& difference = compared.difference;
        CsvRow row;
        row.text(whatif.base.outlook.array).text(whatif.base.outlook.workload).text(variant.name);
        row.text(variant.outlook.array).text(variant.outlook.workload);
        row.number(outstanding).number(load.target_iops).text(name_of(compared.metric));
        row.number(difference.base).number(difference.variant).number(difference.percent);
        if (difference.percent95) row.number(difference.percent95->low).number(difference.percent95->high);
        if (!difference.percent95) row.empty(2);
        row.text(name_of(difference.verdict));
        row.text(whatif.base.points[index].bottleneck).text(variant.points[index].bottleneck);
        out += row.line();
    }
}

}  // namespace

std::string whatif_csv(const plan::WhatIf& whatif) {
    std::string out =
        "base_array,base_workload,variant,array,workload,outstanding,target_iops,metric,base,variant_value,"
        "difference_pct,ci95_low_pct,ci95_high_pct,verdict,base_bottleneck,bottleneck\r\n";
    for (const plan::CaseOutcome& variant : whatif.variants) {
        for (std::size_t i = 0; i < whatif.loads.size(); ++i) add_load(out, whatif, variant, i);
    }
    return out;
}

}  // namespace arraytwin::report
