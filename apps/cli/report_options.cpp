#include "apps/cli/report_options.hpp"

#include <filesystem>
#include <iterator>

#include "apps/cli/console.hpp"
#include "apps/cli/diagnostics.hpp"
#include "apps/cli/output_files.hpp"
#include "lib/report/application.hpp"
#include "lib/report/csv.hpp"
#include "lib/report/html.hpp"
#include "lib/report/json.hpp"

namespace arraytwin::cli {

namespace {

constexpr int page_width = 120;

using Place = std::optional<std::string>;

/// One below the other.
template <class Curves, class Table>
std::string tables(const Curves& curves, const Table& table, report::TableStyle style) {
    std::string all;
    for (const auto& curve : curves) {
        if (!all.empty()) all += "\n";
        all += table(curve, style);
    }
    return all;
}

bool is_output(const Place& place) { return place == "-"; }
bool is_file(const Place& place) { return place && !is_output(place); }

Diagnostics without_page() {
    return {{"--html", 0, 0, "", "there is no page for this result", "take --json or --csv"}};
}

}  // namespace

Result<std::string> no_page() { return tl::unexpected(without_page()); }

void ReportOptions::declare(Options& options) {
    options.text("--json", "FILE|-", json_, "the result as JSON; - for standard output, instead of the table");
    options.text("--csv", "FILE|-", csv_, "a row for each point, predicted and measured");
    options.text("--html", "FILE|-", html_,
                 page_ == Page::none ? "not for this result" : "one self-contained page with charts");
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
    if (html_ && page_ == Page::none) {
        append(wrong, without_page());
    } else if (html_) {
        if (const auto page = report::html(Prediction{}); !page)
            wrong.insert(wrong.end(), page.error().begin(), page.error().end());
    }
    return wrong;
}

std::string ReportOptions::on_output(const Texts& texts) const {
    if (is_output(json_)) return texts.json();
    if (is_output(csv_)) return texts.csv();
    if (is_output(html_)) return texts.html().value_or("");
    if (quiet_ && (json_ || csv_ || html_)) return "";
    return texts.table({has_color(Stream::output), width(Stream::output, page_width)});
}

Exit ReportOptions::write(const Texts& texts) const {
    OutputFiles files;
    Result<void> written;
    if (is_file(json_)) written = files.write(*json_, texts.json());
    if (written && is_file(csv_)) written = files.write(*csv_, texts.csv());
    if (written && is_file(html_)) {
        const auto page = texts.html();
        if (!page) return refuse(page.error());
        written = files.write(*html_, *page);
    }
    if (written) written = files.move_into_place();
    if (!written) return refuse(written.error());
    return print(on_output(texts));
}

Exit ReportOptions::write(const Prediction& prediction) const {
    return write(Texts{[&] { return report::json(prediction); }, [&] { return report::csv(prediction); },
                       [&] { return report::html(prediction); },
                       [&](report::TableStyle style) { return tables(prediction.curves, report::table, style); }});
}

Exit ReportOptions::write(const ApplicationPrediction& prediction) const {
    return write(
        Texts{[&] { return report::application_json(prediction); }, [&] { return report::application_csv(prediction); },
              no_page,
              [&](report::TableStyle style) { return tables(prediction.curves, report::application_table, style); }});
}

}  // namespace arraytwin::cli
