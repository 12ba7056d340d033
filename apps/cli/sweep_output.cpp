#include "apps/cli/sweep_output.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "apps/cli/console.hpp"
#include "apps/cli/diagnostics.hpp"
#include "apps/cli/output_files.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::cli {

namespace {

constexpr int page_width = 120;
constexpr std::size_t longest_path = 300;

using Place = std::optional<std::string>;

bool is_output(const Place& place) { return place == "-"; }
bool is_file(const Place& place) { return place && !is_output(place); }

/// Whatever it is called: x.csv, ./x.csv, a link to it.
std::filesystem::path real(const std::string& path) {
    std::error_code error;
    auto found = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    return error ? std::filesystem::path{path} : found;
}

bool same_place(const Place& one, const Place& other) {
    if (!is_file(one) || !is_file(other)) return one && one == other;
    return real(*one) == real(*other) && real(*one) != "/dev/null";
}

}  // namespace

void SweepOutput::declare(Options& options) {
    options.text("--csv", "FILE|-", csv_, "a row for each point; - for standard output, instead of the table");
    options.text("--jsonl", "FILE|-", jsonl_, "JSON Lines: an object for each point");
    options.texts("--where", "CONDITION", where_, "only such points: media.count=24, 'iops>=1e6'; repeatable");
    options.texts("--columns", "NAMES", columns_, "only these, with commas between, in this order");
    options.flag("-q,--quiet", quiet_, "no progress and no notes; no table either if a file takes the result");
}

/// Places that are taken: by the other option, or by a store.
Diagnostics SweepOutput::clashes(const std::vector<std::string>& stores) const {
    Diagnostics wrong;
    const auto quoted = [](const Place& place) { return "'" + spec::printable(*place, longest_path) + "'"; };
    if (same_place(csv_, jsonl_)) {
        wrong.push_back({"--jsonl", 0, 0, "",
                         (is_output(csv_) ? "standard output" : quoted(jsonl_)) + " already takes what --csv writes",
                         ""});
    }
    for (const auto& [option, place] : {std::pair{"--csv", csv_}, std::pair{"--jsonl", jsonl_}}) {
        const bool taken = is_file(place) && std::any_of(stores.begin(), stores.end(), [&](const std::string& store) {
                               return real(*place) == real(store);
                           });
        if (taken) wrong.push_back({option, 0, 0, "", quoted(place) + " is the store itself", "name another file"});
    }
    return wrong;
}

Diagnostics SweepOutput::read(const std::vector<std::string>& stores) {
    Diagnostics wrong = clashes(stores);
    if (is_file(csv_)) append(wrong, obstacles("--csv", *csv_));
    if (is_file(jsonl_)) append(wrong, obstacles("--jsonl", *jsonl_));
    for (const std::string& text : where_) {
        auto condition = report::parse_condition(text);
        if (condition) query_.where.push_back(std::move(*condition));
        if (!condition) append(wrong, condition.error());
    }
    for (const std::string& names : columns_) {
        for (std::string_view rest = names; !rest.empty();) {
            const auto name = rest.substr(0, rest.find(','));
            query_.columns.emplace_back(name);
            rest.remove_prefix(std::min(rest.size(), name.size() + 1));
        }
    }
    return wrong;
}

Result<std::string> SweepOutput::on_output(const sweep::Store& store) const {
    if (is_output(csv_)) return report::sweep_csv(store, query_);
    if (is_output(jsonl_)) return report::sweep_jsonl(store, query_);
    if (quiet_ && (csv_ || jsonl_)) return "";
    return report::sweep_table(store, query_, {has_color(Stream::output), width(Stream::output, page_width)});
}

Exit SweepOutput::write(const sweep::Store& store) const {
    OutputFiles files;
    const auto write_file = [&](const Place& place, const auto& text_of) -> Result<void> {
        if (!is_file(place)) return {};
        const auto text = text_of(store, query_);
        if (!text) return tl::unexpected(text.error());
        return files.write(*place, *text);
    };
    auto written = write_file(csv_, report::sweep_csv);
    if (written) written = write_file(jsonl_, report::sweep_jsonl);
    const auto output = on_output(store);
    if (written && !output) written = tl::unexpected(output.error());
    if (written) written = files.move_into_place();
    return written ? print(*output) : refuse(written.error());
}

}  // namespace arraytwin::cli
