#include "apps/cli/data_option.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "arraytwin/find_data.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::cli {

namespace {

/// Behind symbolic links, and seen from the current folder if it is below: diagnostics show paths in it.
std::string short_form(const std::string& path) {
    std::error_code error;
    const auto real = std::filesystem::canonical(path, error);
    if (error) return path;
    const auto relative = std::filesystem::proximate(real, error);
    return !error && *relative.begin() != ".." ? relative.string() : real.string();
}

}  // namespace

void DataOption::declare(Options& options) {
    options.text("--data", "DIR", named_, "the data folder (else ARRAYTWIN_DATA, else the one beside the program)");
}

Result<spec::DataFolder> DataOption::folder() const {
    const char* variable = std::getenv("ARRAYTWIN_DATA");
    const std::string in_environment = variable == nullptr ? "" : variable;
    const auto path = named_ ? *named_ : in_environment.empty() ? short_form(data_beside_program()) : in_environment;
    if (is_data_folder(path)) return spec::DataFolder{path};
    Diagnostic missing{named_                   ? "--data"
                       : in_environment.empty() ? "arraytwin"
                                                : "ARRAYTWIN_DATA",
                       0,
                       0,
                       "",
                       "there is no data folder beside the program",
                       "say where it is with --data DIR"};
    if (!path.empty()) {
        missing.message = "'" + spec::printable(path, 300) + "' is not a data folder";
        missing.help = "a data folder holds arrays/, drives/, workloads/ and more";
    }
    return tl::unexpected(Diagnostics{std::move(missing)});
}

}  // namespace arraytwin::cli
