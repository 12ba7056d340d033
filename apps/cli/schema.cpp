// schema: JSON Schemas of the documents, for editors that complete and check them.
#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "lib/application/application.hpp"
#include "lib/plan/need.hpp"
#include "lib/spec/schema.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/twin/family.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::string_view more = R"(Examples:
  arraytwin schema array ontap > ontap.schema.json
  arraytwin schema workload > workload.schema.json
  arraytwin schema workload-parts > workload-parts.schema.json
  arraytwin schema application > application.schema.json

Without arguments it lists the schemas that there are. With Taplo or Even Better TOML, a document names its schema in its
first line: "#:schema ontap.schema.json".
)";

std::vector<std::string> family_names() {
    std::vector<std::string> names;
    for (const Family* family : families()) names.emplace_back(family->name);
    return names;
}

Exit refuse_word(const std::string& word, const std::string& message, const std::vector<std::string>& allowed) {
    const auto near = spec::did_you_mean(word, allowed);
    return refuse({{word.empty() ? "arraytwin schema" : spec::printable(word), 0, 0, "", message,
                    near.empty() ? "allowed: " + spec::listed(allowed) : near}});
}

class Schema final : public Command {
public:
    std::string_view name() const override { return "schema"; }
    std::string_view summary() const override { return "JSON Schema of the documents, for editors"; }
    std::string_view usage() const override {
        return "[array FAMILY | workload | workload-parts | application | need]";
    }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override {
        options.arguments("KIND", words_,
                          "'array' and the name of its family, 'workload', 'workload-parts', 'application' or 'need'");
    }

    Exit run() override {
        if (words_.empty()) return print(overview());
        const bool array = words_.front() == "array";
        if (!array && !is_other(words_.front())) {
            return refuse_word(words_.front(), "there is no such kind of document",
                               {"array", "workload", "workload-parts", "application", "need"});
        }
        if (array && words_.size() == 1) return refuse_word("", "the array's family is missing", family_names());
        if (words_.size() > (array ? 2U : 1U))
            return refuse_word(words_.back(), "one word too many",
                               {"array FAMILY", "workload", "workload-parts", "application", "need"});
        if (!array) return print(other_schema(words_.front()));
        for (const Family* family : families()) {
            if (family->name == words_[1]) return print(family->schema());
        }
        return refuse_word(words_[1], "there is no such family", family_names());
    }

private:
    static bool is_other(std::string_view kind) {
        return kind == "workload" || kind == "workload-parts" || kind == "application" || kind == "need";
    }

    static std::string other_schema(std::string_view kind) {
        if (kind == "application") return spec::json_schema_of<Application>("arraytwin application");
        if (kind == "need") return spec::json_schema_of<plan::Need>("arraytwin need");
        if (kind == "workload") return spec::json_schema_of<Workload>("arraytwin workload");
        return spec::json_schema_of<WorkloadParts>("arraytwin workload of several at once");
    }

    static std::string overview() {
        std::string text;
        for (const Family* family : families()) text += fmt::format("array {}\n", family->name);
        return text + "workload\nworkload-parts\napplication\nneed\n";
    }

    std::vector<std::string> words_;
};

}  // namespace

std::unique_ptr<Command> make_schema() { return std::make_unique<Schema>(); }

}  // namespace arraytwin::cli
