#include <fmt/format.h>

#include "lib/report/text.hpp"
#include "lib/report/whatif.hpp"

namespace arraytwin::report {

std::string_view name_of(plan::Verdict verdict) {
    switch (verdict) {
        case plan::Verdict::better:
            return "better";
        case plan::Verdict::worse:
            return "worse";
        case plan::Verdict::same:
            return "same";
        case plan::Verdict::mixed:
            return "mixed";
        case plan::Verdict::undecided:
            break;
    }
    return "undecided";
}

std::string_view name_of(plan::Metric metric) {
    switch (metric) {
        case plan::Metric::iops:
            return "iops";
        case plan::Metric::mean:
            return "mean_us";
        case plan::Metric::p99:
            break;
    }
    return "p99_us";
}

std::string load_words(const OfferedLoad& load) {
    const std::string pace = load.target_iops ? thousands(*load.target_iops) + " IOPS" : "max";
    return load.outstanding ? fmt::format("{}, {} outstanding", pace, thousands(*load.outstanding)) : pace;
}

}  // namespace arraytwin::report
