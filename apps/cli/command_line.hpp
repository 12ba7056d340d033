// Parses a command's arguments into what it declared, and writes its help.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::cli {

enum class Asked { run, help };

/// Whether the command is to run or only to explain itself; or what is wrong with the arguments.
Result<Asked> parse(Command& command, const std::vector<std::string>& arguments);

/// The help of a command for a terminal of `width` columns.
std::string help(Command& command, int width);

}  // namespace arraytwin::cli
