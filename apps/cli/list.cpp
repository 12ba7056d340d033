// list: what there is to name on the command line and in documents.
#include <algorithm>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "lib/report/paint.hpp"
#include "lib/report/text.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/twin/family.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::string_view families_kind = "families";

constexpr std::string_view more = R"(Examples:
  arraytwin list
  arraytwin list workloads
  arraytwin list --names arrays

KIND is arrays, workloads, applications, drives, links, journals, protocols, calibrations,
software, compression_groups or families.
)";

struct Entry {
    std::string name;
    std::string line;
};

/// "# A log in memory modules. More of it." begins with what the document is about.
std::string opening_comment(const std::string& path) {
    const auto text = spec::read_file(path);
    if (!text || !text->starts_with("# ")) return {};
    const auto line = text->substr(2, text->find('\n') - 2);
    return line.substr(0, line.find(". "));
}

/// The one line that says most: a description, what the name stands for, or the comment at the top.
std::string line_of(const spec::DataFolder& data, const std::string& kind, const std::string& name) {
    const auto document = data.load(kind, name);
    if (!document) return "cannot be read: see 'arraytwin check'";
    std::string line = document->text("description").value_or("");
    if (line.empty() && document->text("name") != name) line = document->text("name").value_or("");
    if (line.empty()) line = opening_comment(document->name());
    if (const auto family = document->text("family")) line += fmt::format("  ({})", *family);
    if (const auto measured = document->text("measured_as")) line += fmt::format("  measured as {}", *measured);
    return line;
}

std::vector<Entry> entries(const spec::DataFolder& data, const std::string& kind) {
    std::vector<Entry> all;
    if (kind == families_kind) {
        for (const Family* family : families())
            all.push_back({std::string{family->name}, std::string{family->description}});
        return all;
    }
    for (const std::string& name : data.names(kind)) all.push_back({name, line_of(data, kind, name)});
    return all;
}

std::string section(const std::string& kind, const std::vector<Entry>& all, bool color) {
    int names = 0;
    for (const Entry& entry : all) names = std::max(names, report::display_width(entry.name));
    std::string text = report::painted(kind, report::Paint::bold, color) + "\n";
    for (const Entry& entry : all) {
        const auto name = report::printable(entry.name);
        const int padded = entry.line.empty() ? report::display_width(name) : names;
        text += fmt::format(
            "  {}{}{}\n",
            report::painted(report::fit_cell(name, padded, report::Align::left), report::Paint::curve, color),
            entry.line.empty() ? "" : "  ", report::printable(entry.line));
    }
    return text;
}

class List final : public Command {
public:
    std::string_view name() const override { return "list"; }
    std::string_view summary() const override { return "arrays, workloads, drives and families that there are"; }
    std::string_view usage() const override { return "[KIND]... [--names] [--data DIR]"; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override {
        options.arguments("KIND", kinds_, "only these");
        options.flag("--names", names_, "bare names, one a line");
        data_.declare(options);
    }

    Exit run() override;

private:
    std::vector<std::string> kinds_;
    bool names_ = false;
    DataOption data_;
};

Exit List::run() {
    static const std::vector<std::string> known{
        "arrays",       "workloads", "applications",       "needs",
        "drives",       "links",     "journals",           "protocols",
        "calibrations", "software",  "compression_groups", std::string{families_kind}};
    for (const std::string& kind : kinds_) {
        if (std::find(known.begin(), known.end(), kind) != known.end()) continue;
        const auto near = spec::did_you_mean(kind, known);
        return refuse({{spec::printable(kind), 0, 0, "", "there is no such kind",
                        near.empty() ? "kinds are " + spec::listed(known) : near}});
    }
    const auto data = data_.folder();
    if (!data) return refuse(data.error());
    std::string text;
    for (const std::string& kind : kinds_.empty() ? known : kinds_) {
        const auto all = entries(*data, kind);
        if (names_) {
            for (const Entry& entry : all) text += report::printable(entry.name) + "\n";
        } else if (!all.empty()) {
            text += (text.empty() ? "" : "\n") + section(kind, all, has_color(Stream::output));
        }
    }
    return print(text);
}

}  // namespace

std::unique_ptr<Command> make_list() { return std::make_unique<List>(); }

}  // namespace arraytwin::cli
