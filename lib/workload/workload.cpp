#include "lib/workload/workload.hpp"

#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lib/spec/reader.hpp"
#include "lib/units/print.hpp"
#include "lib/workload/blocks.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin {

namespace {

void describe_blocks(spec::Section& section, Workload& workload) {
    for (spec::Section* each : section.tables("blocks", "sizes of I/Os, instead of block_size: { size, share } each",
                                              spec::Presence::optional)) {
        Block& block = workload.blocks.emplace_back();
        each->field({"size", "size of these I/Os", {smallest_block, largest_block}}, block.size);
        each->field({"share", "their share of all I/Os", {smallest_share, 1}}, block.share);
    }
    const bool mixed = !workload.blocks.empty();
    Bytes one{};
    section.field({"block_size",
                   "size of each I/O",
                   {smallest_block, largest_block},
                   mixed ? spec::Presence::optional : spec::Presence::required},
                  one);
    if (!mixed) {
        workload.block_size = one > Bytes{} ? one : workload.block_size;
        return;
    }
    if (one > Bytes{}) {
        section.reject("block_size", "stands beside 'blocks', which says the sizes too",
                       "leave out one of the two: block_size for one size, blocks for a mix");
    }
    if (!normalize(workload.blocks)) {
        section.reject("blocks", fmt::format("the shares add up to {:g}", sum_of_shares(workload.blocks)),
                       "to 1, within 1 %");
    }
}

void check_hot_spots(spec::Section& section, const Workload& workload) {
    if (workload.hot_share == 0 && workload.hot_space == 0 && workload.hot_volumes == 0) return;
    const double hot = workload.hot_space + workload.hot_volumes;
    const std::string both = "hot_share of the I/Os go to hot_space of each volume, or to hot_volumes of the volumes";
    if (workload.hot_share == 0)
        section.reject("hot_share", "is missing: the share of I/Os that go to what is hot", both);
    if ((workload.hot_space > 0) == (workload.hot_volumes > 0)) {
        section.reject("hot_share", hot > 0 ? "goes to 'hot_space' or to 'hot_volumes', not both" : "goes to nothing",
                       both);
    } else if (workload.hot_share > 0 && workload.hot_share < hot) {
        section.reject(
            "hot_share",
            fmt::format("{:g} of the I/Os to {:g} of the space is less than it gets anyway", workload.hot_share, hot),
            "what is hot gets more I/Os than its share of the space");
    }
    if (workload.random_share == 0)
        section.reject("hot_share", "is of the random I/Os, and there are none", "random_share above 0");
}

void describe_hot_spots(spec::Section& section, Workload& workload) {
    section.field({"hot_share", "share of the random I/Os that go to hot spots", {0, 1}, spec::Presence::optional},
                  workload.hot_share);
    section.field({"hot_space",
                   "share of the working set that the hot spots are, in each volume alike: a cache holds them first",
                   {0, 1},
                   spec::Presence::optional},
                  workload.hot_space);
    section.field({"hot_volumes",
                   "share of the volumes that are hot as a whole, instead of hot_space",
                   {0, 1},
                   spec::Presence::optional},
                  workload.hot_volumes);
    check_hot_spots(section, workload);
}

std::string blocks_text(const Workload& workload) {
    if (workload.blocks.empty()) return fmt::format("block_size = \"{}\"\n", print_exact(workload.block_size));
    std::vector<std::string> blocks;
    for (const Block& block : workload.blocks)
        blocks.push_back(fmt::format("{{ size = \"{}\", share = {} }}", print_exact(block.size), block.share));
    return fmt::format("blocks = [{}]\n", fmt::join(blocks, ", "));
}

}  // namespace

void describe(spec::Section& section, Workload& workload) {
    int schema = 1;
    section.field({"schema", "version of this document's form", {1, 1}}, schema);
    section.field({"name", "name, as in the file's"}, workload.name);
    section.field({"description", "where it comes from", {}, spec::Presence::optional}, workload.description);
    describe_blocks(section, workload);
    section.field({"read_share", "share of I/Os that are reads", {0, 1}}, workload.read_share);
    section.field({"random_share", "share of I/Os at random places; the rest are sequential streams", {0, 1}},
                  workload.random_share);
    section.field({"read_work",
                   "what the array's software does for a read, relative to a plain benchmark's",
                   {0.01, 100},
                   spec::Presence::optional},
                  workload.read_work);
    section.field({"write_work", "the same for a write", {0.01, 100}, spec::Presence::optional}, workload.write_work);
    section.field({"work",
                   "multiplies read_work and write_work: what this workload alone asks",
                   {0.01, 100},
                   spec::Presence::optional},
                  workload.work);
    section.field({"application",
                   "an application's mix, whose work differs between arrays; not a plain benchmark",
                   {},
                   spec::Presence::optional},
                  workload.application);
    section.field({"outstanding_per_volume", "threads of the benchmark on each volume", {1, most_per_volume}},
                  workload.outstanding_per_volume);
    section.field({"working_set",
                   "share of the volumes' size that is touched: the smaller, the more a read cache holds of it",
                   {smallest_share, 1},
                   spec::Presence::optional},
                  workload.working_set);
    describe_hot_spots(section, workload);
}

std::vector<Block> Workload::sizes() const { return blocks.empty() ? std::vector<Block>{{block_size, 1}} : blocks; }

double Workload::mib_per_io() const {
    if (blocks.empty()) return block_size.mib();
    return std::accumulate(blocks.begin(), blocks.end(), 0.0,
                           [](double sum, const Block& block) { return sum + block.share * block.size.mib(); });
}

spec::Document document_of(const Workload& workload) {
    spec::Node name;  // quoted as TOML has it; no document goes without a name
    name.kind = spec::NodeKind::text;
    name.text = workload.name.empty() ? "unnamed" : workload.name;
    const auto text = fmt::format(
        "schema = 1\nname = {}\n{}read_share = {}\nrandom_share = {}\nread_work = {}\n"
        "write_work = {}\nwork = {}\napplication = {}\noutstanding_per_volume = {}\nworking_set = {}\nhot_share = "
        "{}\nhot_space = {}\nhot_volumes = "
        "{}\n",
        spec::to_toml(name), blocks_text(workload), workload.read_share, workload.random_share, workload.read_work,
        workload.write_work, workload.work, workload.application, workload.outstanding_per_volume, workload.working_set,
        workload.hot_share, workload.hot_space, workload.hot_volumes);
    return spec::Document::from_text(workload.name, text).value();
}

Result<Workload> load_workload(const spec::DataFolder& data, std::string_view name_path_or_inline) {
    if (looks_inline(name_path_or_inline)) return parse_inline_workload(name_path_or_inline);
    if (is_sum(data, name_path_or_inline)) return load_sum(data, name_path_or_inline);
    const auto document = data.load("workloads", name_path_or_inline);
    if (!document) return tl::unexpected(document.error());
    return has_parts(*document) ? read_parts(*document, data) : spec::read<Workload>(*document);
}

}  // namespace arraytwin
