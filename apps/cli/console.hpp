// The standard streams: results to one, diagnostics to the other, never mixed.
#pragma once

#include <string_view>

#include "apps/cli/command.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::cli {

enum class Stream { output = 1, errors = 2 };

/// No SIGPIPE, and no file of ours takes the place of a standard stream that the caller closed.
void prepare_streams();

bool is_terminal(Stream stream);

/// On a terminal that knows colours, unless NO_COLOR is set.
bool has_color(Stream stream);

/// Columns of the terminal, `otherwise` where there is none.
int width(Stream stream, int otherwise);

/// Writes to standard output. A reader who has left (`| head`) has what it wanted, so that is done; anything else that
/// hinders is told and is bad_input.
Exit print(std::string_view text);

/// Writes to standard error.
void complain(std::string_view text);

/// Writes diagnostics to standard error; for `return refuse(...)`.
Exit refuse(const Diagnostics& diagnostics);

}  // namespace arraytwin::cli
