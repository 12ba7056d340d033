// check: everything that is wrong with documents.
#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/document_kind.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::string_view more = R"(Examples:
  arraytwin check aff-a800
  arraytwin check data/arrays/aff-a800.toml data/workloads/4k-random-read.toml
  arraytwin check aff-a800 --set media.count=48 --effective

A document with the key 'family' is an array, one with 'block_size', 'blocks' or 'parts' a workload; drives, links and
calibrations are checked as parts of the array that names them. Everything that is wrong is told at once; the exit code
then is 2.
)";

class Check final : public Command {
public:
    std::string_view name() const override { return "check"; }
    std::string_view summary() const override { return "validates documents of arrays and workloads"; }
    std::string_view usage() const override { return "FILE... [--effective] [--set KEY=VALUE]... [--data DIR]"; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override {
        options.arguments("FILE", files_, "the path of a document, or a name in the data folder");
        options.flag("--effective", effective_, "print the resolved document, with the origin of each value");
        options.texts("--set", "KEY=VALUE", overrides_, "change a key, such as media.count=48; repeatable");
        data_.declare(options);
    }

    Exit run() override {
        if (files_.empty()) {
            return refuse({{"arraytwin check", 0, 0, "", "a FILE is missing", "arraytwin check my-array.toml"}});
        }
        const auto data = data_.folder();
        if (!data) return refuse(data.error());
        Exit end = Exit::done;
        for (const std::string& file : files_) {
            const auto checked = check_document(*data, file, overrides_);
            const auto ok = checked.wrong.empty() ? spec::printable(file, 300) + ": ok\n" : std::string{};
            const auto written = print(effective_ ? checked.effective : ok);
            if (written != Exit::done) return written;
            if (!checked.wrong.empty()) end = refuse(checked.wrong);
        }
        return end;
    }

private:
    std::vector<std::string> files_;
    std::vector<std::string> overrides_;
    bool effective_ = false;
    DataOption data_;
};

}  // namespace

std::unique_ptr<Command> make_check() { return std::make_unique<Check>(); }

}  // namespace arraytwin::cli
