// A command of the program. Each is one file, and one line in the list of commands.cpp.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "apps/cli/options.hpp"

namespace arraytwin::cli {

/// How the program ends. Diagnostics have been written by then.
enum class Exit {
    done = 0,
    check_failed = 1,
    bad_input = 2,  ///< the command line, a document, or a place that cannot be read or written
    imprecise = 3,  ///< the precision that was asked for was not reached
    internal_error = 70,
};

class Command {
public:
    virtual ~Command() = default;

    virtual std::string_view name() const = 0;
    virtual std::string_view summary() const = 0;  ///< one line
    virtual std::string_view usage() const = 0;    ///< what follows the name: "ARRAY... -w WORKLOAD..."
    virtual std::string_view examples()
        const = 0;  ///< lines to type as they are; then paragraphs, if there is more to say

    virtual void declare(Options& options) = 0;
    virtual Exit run() = 0;
};

/// All of them, in the order of --help.
std::span<const std::unique_ptr<Command>> commands();

std::unique_ptr<Command> make_predict();
std::unique_ptr<Command> make_explain();
std::unique_ptr<Command> make_whatif();
std::unique_ptr<Command> make_compare();
std::unique_ptr<Command> make_calibrate();
std::unique_ptr<Command> make_scoreboard();
std::unique_ptr<Command> make_capacity();
std::unique_ptr<Command> make_sweep();
std::unique_ptr<Command> make_size();
std::unique_ptr<Command> make_measured();
std::unique_ptr<Command> make_list();
std::unique_ptr<Command> make_show();
std::unique_ptr<Command> make_schema();
std::unique_ptr<Command> make_check();

}  // namespace arraytwin::cli
