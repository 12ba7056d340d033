// --json, --csv, --html, --quiet: where a result goes, and what stays on the terminal.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "apps/cli/command.hpp"
#include "apps/cli/options.hpp"
#include "lib/report/table.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/application_prediction.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::cli {

/// Whether a command's result has a page with charts.
enum class Page { none, charts };

/// Of a command without one; --html was refused before.
Result<std::string> no_page();

class ReportOptions {
public:
    explicit ReportOptions(Page page = Page::charts) : page_{page} {}

    /// The result in each of its forms; each is asked for only if it is wanted.
    struct Texts {
        std::function<std::string()> json;
        std::function<std::string()> csv;
        std::function<Result<std::string>()> html;
        std::function<std::string(report::TableStyle style)> table;
    };

    void declare(Options& options);

    /// What can be told to go wrong before hours of simulation rather than after.
    Diagnostics faults() const;

    /// Files first, all or none; then standard output: the table, or what was sent there by "-".
    Exit write(const Texts& texts) const;
    Exit write(const Prediction& prediction) const;
    Exit write(const ApplicationPrediction& prediction) const;

    bool quiet() const { return quiet_; }
    bool wants_page() const { return html_.has_value(); }

private:
    std::string on_output(const Texts& texts) const;

    Page page_;
    std::optional<std::string> json_;
    std::optional<std::string> csv_;
    std::optional<std::string> html_;
    bool quiet_ = false;
};

}  // namespace arraytwin::cli
