// show: a document with all that it stands on, to copy and edit.
#include <algorithm>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/document_kind.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::string_view more = R"(Examples:
  arraytwin show aff-a800
  arraytwin show aff-a800 --set media.count=48 > mine.toml
  arraytwin show 4k-random-read

Behind each value stands where it comes from. The output is a document itself: edit it, then
'arraytwin check mine.toml' and 'arraytwin predict mine.toml -w WORKLOAD'.
)";

class Show final : public Command {
public:
    std::string_view name() const override { return "show"; }
    std::string_view summary() const override { return "a resolved array or workload, with the origin of each value"; }
    std::string_view usage() const override { return "ARRAY|WORKLOAD [--set KEY=VALUE]... [--data DIR]"; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override {
        options.arguments("ARRAY|WORKLOAD", names_, "a name in the data folder, or the path of a document");
        options.texts("--set", "KEY=VALUE", overrides_, "change a key, such as media.count=48; repeatable");
        data_.declare(options);
    }

    Exit run() override {
        if (names_.size() != 1) {
            return refuse(
                {{"arraytwin show", 0, 0, "", names_.empty() ? "a name or path is missing" : "one name or path, please",
                  "arraytwin show aff-a800; 'arraytwin list' says what there is"}});
        }
        const auto data = data_.folder();
        if (!data) return refuse(data.error());
        const auto checked = check_document(*data, names_.front(), overrides_);
        return checked.wrong.empty() ? print(checked.effective) : refuse(checked.wrong);
    }

private:
    std::vector<std::string> names_;
    std::vector<std::string> overrides_;
    DataOption data_;
};

}  // namespace

std::unique_ptr<Command> make_show() { return std::make_unique<Show>(); }

}  // namespace arraytwin::cli
