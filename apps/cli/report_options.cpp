#include "apps/cli/report_options.hpp"

#include <filesystem>
#include <iterator>

#include "apps/cli/console.hpp"
#include "apps/cli/output_files.hpp"
#include "lib/report/csv.hpp"
#include "lib/report/html.hpp"
#include "lib/report/json.hpp"
#include "lib/report/table.hpp"

namespace arraytwin::cli {

namespace {

constexpr int page_width = 120;

using Place = std::optional<std::string>;

bool is_output(const Place& place) { return place == "-"; }
bool is_file(const Place& place) { return place && !is_output(place); }

}  // namespace

void ReportOptions::declare(Options& options) {
    options.text("--json", "FILE|-", json_, "the result as JSON; - for standard output, instead of the table");
    options.text("--csv", "FILE|-", csv_, "a row for each point, predicted and measured");
    options.text("--html", "FILE|-", html_, "one self-contained page with charts");
    options.flag("-q,--quiet", quiet_, "no progress and no notes; no table either if a file takes the result");
}

Diagnostics ReportOptions::faults() const {
    Diagnostics wrong;
    const std::pair<const char*, const Place*> places[] = {{"--json", &json_}, {"--csv", &csv_}, {"--html", &html_}};
    for (auto place = std::begin(places); place != std::end(places); ++place) {
        for (auto other = std::begin(places); other != place; ++other) {
            if (!*place->second || *place->second != *other->second || *place->second == "/dev/null") continue;
            const auto where = is_output(*place->second) ? "standard output" : "'" + **place->second + "'";
            wrong.push_back({place->first, 0, 0, "", where + " already takes what " + other->first + " writes", ""});
        }
        if (!is_file(*place->second)) continue;
        auto found = obstacles(place->first, **place->second);
        std::move(found.begin(), found.end(), std::back_inserter(wrong));
    }
    if (html_) {
        if (const auto page = report::html(Prediction{}); !page)
            wrong.insert(wrong.end(), page.error().begin(), page.error().end());
    }
    return wrong;
}

std::string ReportOptions::on_output(const Prediction& prediction) const {
    if (is_output(json_)) return report::json(prediction);
    if (is_output(csv_)) return report::csv(prediction);
    if (is_output(html_)) return report::html(prediction).value_or("");
    std::string tables;
    if (quiet_ && (json_ || csv_ || html_)) return tables;
    for (const Curve& curve : prediction.curves) {
        if (!tables.empty()) tables += "\n";
        tables += report::table(curve, {has_color(Stream::output), width(Stream::output, page_width)});
    }
    return tables;
}

Exit ReportOptions::write(const Prediction& prediction) const {
    OutputFiles files;
    Result<void> written;
    if (is_file(json_)) written = files.write(*json_, report::json(prediction));
    if (written && is_file(csv_)) written = files.write(*csv_, report::csv(prediction));
    if (written && is_file(html_)) {
        const auto page = report::html(prediction);
        if (!page) return refuse(page.error());
        written = files.write(*html_, *page);
    }
    if (written) written = files.move_into_place();
    if (!written) return refuse(written.error());
    return print(on_output(prediction));
}

}  // namespace arraytwin::cli
