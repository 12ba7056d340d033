// What `arraytwin size` finds, for the terminal, as JSON (schema 1) and as CSV: proposals for a need, or the most of a workload
// within a latency.
#pragma once

#include <string>

#include "lib/plan/size.hpp"
#include "lib/plan/size_most.hpp"
#include "lib/report/table.hpp"

namespace arraytwin::report {

/// A row for each proposal, then what each does in detail and why its next smaller one fails, then what cannot do it.
std::string sizing_table(const plan::Sizing& sizing, TableStyle style);
std::string sizing_json(const plan::Sizing& sizing);

/// A row for each proposal.
std::string sizing_csv(const plan::Sizing& sizing);

std::string most_table(const plan::MostWithin& most, TableStyle style);
std::string most_json(const plan::MostWithin& most);
std::string most_csv(const plan::MostWithin& most);

/// "--set media.count=12 --set volumes.size=625GB".
std::string as_arguments(const std::vector<std::string>& overrides);

/// "media.count=12 of nvme-tlc-1.92tb": what a configuration is made of.
std::string configuration_words(const plan::Candidate& candidate);

}  // namespace arraytwin::report
