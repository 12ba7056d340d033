#include "apps/cli/measured_files.hpp"

#include <filesystem>
#include <iterator>
#include <set>

#include "lib/measured/curves_csv.hpp"
#include "lib/measured/runs.hpp"

namespace arraytwin::cli {

Result<measured::Run> read_measured_files(const std::vector<std::string>& files) {
    auto run = measured::read_runs(files);
    if (!run) return run;
    std::set<std::string> own;
    for (const auto& point : run->points) {
        if (point.source.format == "arraytwin-csv") own.insert(point.source.file);
    }
    Diagnostics wrong;
    for (const std::string& file : own) {
        std::error_code inside_an_archive;
        if (!std::filesystem::exists(file, inside_an_archive)) continue;
        const auto checked = measured::read_curves_csv(file);
        if (!checked) std::copy(checked.error().begin(), checked.error().end(), std::back_inserter(wrong));
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return run;
}

}  // namespace arraytwin::cli
