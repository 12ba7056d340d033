#include <fmt/format.h>

#include <algorithm>

#include "lib/report/hanging.hpp"
#include "lib/report/paint.hpp"
#include "lib/report/sizing.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {

std::string most_table(const plan::MostWithin& most, TableStyle style) {
    constexpr int label_width = 8;
    constexpr int narrowest = 60;
    const int width = std::max(style.width, narrowest);
    std::string out = fmt::format("{}  {}  {}\n\n", painted(printable(most.array), Paint::bold, style.color),
                                  printable(most.workload), grade_words(most.grade));
    const auto line = [&](const std::string& label, const std::string& words) {
        out += hanging(label, words, label_width, width);
    };
    const std::string within = "within a mean of " + latency_words(most.limit_us);
    if (most.point) {
        line("most", fmt::format("{} IOPS {} (simulated: {})", thousands(*most.point->load.target_iops), within,
                                 latency_words(most.point->latency.mean)));
    } else {
        line("most", fmt::format("nothing {}: an I/O alone takes {}", within, latency_words(most.alone_us)));
    }
    if (most.iops90) {
        line("90 %", fmt::format("from {} to {} IOPS", thousands(most.iops90->low), thousands(most.iops90->high)));
    }
    if (most.point)
        line("busiest", fmt::format("{}, {:.0f} %", server_kind(most.point->bottleneck),
                                    most.point->utilization.at(most.point->bottleneck) * 100));
    for (const std::string& warning : most.warnings) line("caution", printable(warning));
    return out;
}

}  // namespace arraytwin::report
