#include "apps/cli/application_options.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "apps/cli/diagnostics.hpp"
#include "apps/cli/values.hpp"
#include "lib/measured/applications_csv.hpp"

namespace arraytwin::cli {

namespace {

const std::vector<int> usual_vms{4, 8, 12, 16, 24, 32};  // StorageReview's and those between

bool has(const spec::DataFolder& data, const std::string& kind, const std::string& name) {
    const auto names = data.names(kind);
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void ApplicationOptions::declare(Options& options) {
    options.lists("-a,--application", "APPLICATION", names_,
                  "a name in data/applications, or a path: transactions a second instead of a curve");
    options.texts("--vms", "N,N...", vms_given_, "virtual machines of an application: 4,8,16");
}

bool ApplicationOptions::take(const spec::DataFolder& data, const std::string& word) {
    if (has(data, "workloads", word) || !has(data, "applications", word)) return false;
    names_.push_back(word);
    return true;
}

Diagnostics ApplicationOptions::faults(bool loads, bool workloads, bool page) const {
    Diagnostics wrong;
    if (!wanted()) {
        if (!vms_given_.empty())
            wrong.push_back({"--vms", 0, 0, "", "only applications have virtual machines", "-a sysbench-oltp"});
        return wrong;
    }
    if (loads) wrong.push_back({"--at", 0, 0, "", "an application makes its own load", "--vms 4,8,16"});
    if (workloads)
        wrong.push_back({"-w", 0, 0, "", "workloads and applications are answered differently", "ask for them apart"});
    if (page) wrong.push_back({"--html", 0, 0, "", "there is no page for applications", "--json or --csv"});
    return wrong;
}

Diagnostics ApplicationOptions::read(const spec::DataFolder& data, const std::optional<std::string>& measured_file) {
    Diagnostics wrong;
    for (const std::string& name : names_) {
        auto application = load_application(data, name);
        if (application) loaded_.push_back(std::move(*application));
        if (!application) append(wrong, application.error());
    }
    auto vms = parse_vms(vms_given_);
    if (vms) vms_ = std::move(*vms);
    if (!vms) append(wrong, vms.error());
    if (!measured_file) return wrong;
    auto measured = measured::read_applications_csv(*measured_file);
    if (measured) measured_ = std::move(*measured);
    if (!measured) append(wrong, measured.error());
    return wrong;
}

std::vector<MeasuredApplication> ApplicationOptions::measured_of(const std::string& config,
                                                                 const std::string& application) const {
    std::vector<MeasuredApplication> rows;
    std::copy_if(measured_.begin(), measured_.end(), std::back_inserter(rows), [&](const MeasuredApplication& row) {
        return !config.empty() && row.config == config && row.application == application;
    });
    return rows;
}

std::vector<int> ApplicationOptions::vms_for(const std::string& config, const std::string& application) const {
    if (!vms_.empty()) return vms_;
    std::set<int> known;
    for (const auto& row : measured_of(config, application)) known.insert(row.vms);
    return known.empty() ? usual_vms : std::vector<int>(known.begin(), known.end());
}

}  // namespace arraytwin::cli
