// The program: finds the command, lets it run, and turns whatever happens into an exit code.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/command.hpp"

namespace arraytwin::cli {

/// `arguments`: what follows the program's name. Nothing is thrown.
Exit run(const std::vector<std::string>& arguments) noexcept;

}  // namespace arraytwin::cli
