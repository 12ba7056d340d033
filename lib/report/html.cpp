#include "lib/report/html.hpp"

#include "lib/report/json.hpp"
#include "lib/report/page_template.hpp"

namespace arraytwin::report {
namespace {

constexpr std::string_view marker = "__PREDICTION__";

/// JSON that cannot end the script element it stands in: "<" occurs only inside strings, where \u003c means the same.
std::string embeddable(const std::string& json) {
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json) {
        if (c == '<') {
            safe += "\\u003c";
        } else {
            safe += c;
        }
    }
    return safe;
}

Diagnostics diagnostic(std::string message, std::string help) {
    Diagnostic problem;
    problem.file = "--html";
    problem.message = std::move(message);
    problem.help = std::move(help);
    return {problem};
}

}  // namespace

Result<std::string> html(const Prediction& prediction, std::string_view page, const std::vector<Overlay>& overlays) {
    if (page.empty()) {
        return tl::unexpected(diagnostic(
            "this build has no HTML page, because CMake found no npm",
            "install Node.js 18 or later with npm (Debian: apt install nodejs npm), then run cmake and build again; "
            "--json and --csv work without"));
    }
    const auto at = page.find(marker);
    if (at == std::string_view::npos) {
        return tl::unexpected(diagnostic("the built-in HTML page has no place for the data (no __PREDICTION__ in it)",
                                         "rebuild the page: npm ci && npm run build in lib/report/page"));
    }
    std::string out{page.substr(0, at)};
    out += embeddable(json(prediction, overlays));
    out += page.substr(at + marker.size());
    return out;
}

Result<std::string> html(const Prediction& prediction, const std::vector<Overlay>& overlays) {
    return html(prediction, page_template(), overlays);
}

}  // namespace arraytwin::report
