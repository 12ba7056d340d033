// Where the points of a store go: --csv, --jsonl, or the table; and which of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "apps/cli/options.hpp"
#include "lib/report/sweep.hpp"
#include "lib/spec/result.hpp"
#include "lib/sweep/store.hpp"

namespace arraytwin::cli {

class SweepOutput {
public:
    void declare(Options& options);

    /// What is wrong with it as far as can be told before there is a store. `stores`: what no file may replace.
    Diagnostics read(const std::vector<std::string>& stores);

    /// Files first, both or none; then standard output.
    Exit write(const sweep::Store& store) const;

    bool quiet() const { return quiet_; }

private:
    Diagnostics clashes(const std::vector<std::string>& stores) const;
    Result<std::string> on_output(const sweep::Store& store) const;

    std::optional<std::string> csv_;
    std::optional<std::string> jsonl_;
    std::vector<std::string> where_;
    std::vector<std::string> columns_;
    bool quiet_ = false;
    report::Query query_;  // as read
};

}  // namespace arraytwin::cli
