// capacity: what an array holds, from what its drives are sold as to what applications can store, step by step.
#include "lib/plan/capacity.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/diagnostics.hpp"
#include "apps/cli/report_options.hpp"
#include "arraytwin/arraytwin.hpp"
#include "lib/report/capacity.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::string_view more = R"(Examples:
  arraytwin capacity aff-a800
  arraytwin capacity aff-a800 --set layout.partition=root-data-data --set software.data_reduction_ratio=3
  arraytwin capacity ef570 --set layout.raid=ddp --set layout.groups=1
  arraytwin capacity sf19210x8 --json -

Raw is what the drives are sold as; usable is what hosts can store if nothing is reduced; effective is that after data
reduction. The rules behind each step stand below the table, and their sources in data/capacity. All amounts are told in
TB (10^12 bytes) and in TiB (2^40).
)";

class CapacityCommand final : public Command {
public:
    std::string_view name() const override { return "capacity"; }
    std::string_view summary() const override { return "raw to usable to effective capacity, step by step"; }
    std::string_view usage() const override { return "ARRAY [--set KEY=VALUE]... [OPTION]..."; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override {
        options.arguments("ARRAY", arrays_, "a name in the data folder, or the path of a document");
        options.texts("--set", "KEY=VALUE", overrides_, "change a key, such as media.count=48; repeatable");
        report_.declare(options);
        data_.declare(options);
    }

    Exit run() override {
        auto wrong = report_.faults();
        if (arrays_.size() != 1) {
            wrong.push_back({"arraytwin capacity", 0, 0, "",
                             arrays_.empty() ? "an ARRAY is missing" : "one ARRAY, please",
                             "arraytwin capacity aff-a800; 'arraytwin list' says what there is"});
        }
        const auto data = data_.folder();
        if (!data) append(wrong, data.error());
        if (!wrong.empty()) return refuse(wrong);
        const auto found = find(*data);
        if (!found) return refuse(found.error());
        return report_.write({[&] { return report::capacity_json(*found); },
                              [&] { return report::capacity_csv(*found); }, no_page,
                              [&](report::TableStyle style) { return report::capacity_table(*found, style); }});
    }

private:
    Result<report::CapacityOf> find(const spec::DataFolder& data) const {
        const auto resolved = resolve_array(data, arrays_.front(), overrides_);
        if (!resolved) return tl::unexpected(resolved.error());
        auto capacity = plan::capacity_of(*resolved, data);
        if (!capacity) return tl::unexpected(std::move(capacity.error()));
        return report::CapacityOf{document_name(arrays_.front()), resolved->document.text("name").value_or(""),
                                  std::move(*capacity)};
    }

    std::vector<std::string> arrays_;
    std::vector<std::string> overrides_;
    DataOption data_;
    ReportOptions report_{Page::none};
};

}  // namespace

std::unique_ptr<Command> make_capacity() { return std::make_unique<CapacityCommand>(); }

}  // namespace arraytwin::cli
