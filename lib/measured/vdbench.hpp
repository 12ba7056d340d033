// What vdbench's reports share: HTML around plain text, run definitions, targets.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arraytwin::measured {

/// Without tags, and with &lt; &gt; &amp; as they are meant.
std::string without_tags(std::string_view line);

/// `Starting RD=rd1_(50%); I/O rate: 10000; elapsed=3; For loops: threads=2`
struct RunDefinition {
    std::string name;
    std::optional<double> target_iops;  ///< none for "Uncontrolled MAX" and the like
    bool is_format = false;             ///< fills the disks before the test: no point
};
std::optional<RunDefinition> run_definition(std::string_view line);

bool is_format(std::string_view name);

}  // namespace arraytwin::measured
