// --json, --csv, --html, --quiet: where a prediction goes, and what stays on the terminal.
#pragma once

#include <optional>
#include <string>

#include "apps/cli/command.hpp"
#include "apps/cli/options.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::cli {

class ReportOptions {
public:
    void declare(Options& options);

    /// What can be told to go wrong before hours of simulation rather than after.
    Diagnostics faults() const;

    /// Files first, all or none; then standard output: the table, or what was sent there by "-".
    Exit write(const Prediction& prediction) const;

    bool quiet() const { return quiet_; }

private:
    std::string on_output(const Prediction& prediction) const;

    std::optional<std::string> json_;
    std::optional<std::string> csv_;
    std::optional<std::string> html_;
    bool quiet_ = false;
};

}  // namespace arraytwin::cli
