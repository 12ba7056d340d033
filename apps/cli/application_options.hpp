// The applications that a command is asked about: -a, --vms, and the measured rows to lay beside them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/options.hpp"
#include "lib/application/application.hpp"
#include "lib/spec/data_folder.hpp"
#include "lib/twin/application_prediction.hpp"

namespace arraytwin::cli {

class ApplicationOptions {
public:
    void declare(Options& options);

    /// Takes a word of -w that names an application rather than a workload.
    bool take(const spec::DataFolder& data, const std::string& word);

    bool wanted() const { return !names_.empty(); }

    /// Reads the applications, the numbers of machines and the measured rows; everything that is wrong with them.
    Diagnostics read(const spec::DataFolder& data, const std::optional<std::string>& measured_file);

    /// What is wrong with them before any document is read: options that have no meaning without, or beside, one.
    Diagnostics faults(bool loads, bool workloads, bool page) const;

    const std::vector<Application>& loaded() const { return loaded_; }

    /// As given; else those that were measured; else a series to see the knee in.
    std::vector<int> vms_for(const std::string& config, const std::string& application) const;

    /// The rows of a configuration and an application.
    std::vector<MeasuredApplication> measured_of(const std::string& config, const std::string& application) const;

private:
    std::vector<std::string> names_;
    std::vector<std::string> vms_given_;
    std::vector<int> vms_;
    std::vector<Application> loaded_;
    std::vector<MeasuredApplication> measured_;
};

}  // namespace arraytwin::cli
