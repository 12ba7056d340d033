#include "lib/workload/workload.hpp"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "lib/spec/reader.hpp"
#include "lib/units/print.hpp"

namespace arraytwin {

namespace {

constexpr double smallest_block = 512;
constexpr double largest_block = 16.0 * 1024 * 1024;

std::optional<double> number_before(std::string_view part, std::string_view suffix) {
    if (!part.ends_with(suffix)) return std::nullopt;
    part.remove_suffix(suffix.size());
    double value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc{} || end != part.data() + part.size()) return std::nullopt;
    return value;
}

std::optional<Bytes> block_size(std::string_view part) {
    for (std::string_view suffix : {"kib", "KiB", "k", "K"}) {
        const auto kib = number_before(part, suffix);
        if (!kib) continue;
        const double bytes = *kib * 1024;
        if (bytes < smallest_block || bytes > largest_block) return std::nullopt;
        return Bytes{static_cast<std::int64_t>(bytes)};
    }
    return std::nullopt;
}

tl::unexpected<Diagnostics> bad_inline(std::string_view text, std::string_view part, std::string_view allowed) {
    return tl::unexpected(Diagnostics{{"-w", 0, 0, std::string{text}, fmt::format("'{}' is not {}", part, allowed),
                                       "an inline workload is BLOCK:READr:RANDOMrand, for example 8k:70r:100rand"}});
}

}  // namespace

void describe(spec::Section& section, Workload& workload) {
    int schema = 1;
    section.field({"schema", "version of this document's form", {1, 1}}, schema);
    section.field({"name", "name, as in the file's"}, workload.name);
    section.field({"description", "where it comes from", {}, spec::Presence::optional}, workload.description);
    section.field({"block_size", "size of each I/O", {smallest_block, largest_block}}, workload.block_size);
    section.field({"read_share", "share of I/Os that are reads", {0, 1}}, workload.read_share);
    section.field({"random_share", "share of I/Os at random places; the rest are sequential streams", {0, 1}},
                  workload.random_share);
    section.field({"read_work",
                   "what the array's software does for a read, relative to a plain benchmark's",
                   {0.01, 100},
                   spec::Presence::optional},
                  workload.read_work);
    section.field({"write_work", "the same for a write", {0.01, 100}, spec::Presence::optional}, workload.write_work);
    section.field({"outstanding_per_volume", "threads of the benchmark on each volume", {1, 4096}},
                  workload.outstanding_per_volume);
    section.field({"working_set",
                   "share of the volumes' size that is touched: the smaller, the more a read cache holds of it",
                   {1e-6, 1},
                   spec::Presence::optional},
                  workload.working_set);
}

spec::Document document_of(const Workload& workload) {
    spec::Node name;  // quoted as TOML has it; no document goes without a name
    name.kind = spec::NodeKind::text;
    name.text = workload.name.empty() ? "unnamed" : workload.name;
    const auto text = fmt::format(
        "schema = 1\nname = {}\nblock_size = \"{}\"\nread_share = {}\nrandom_share = {}\nread_work = {}\n"
        "write_work = {}\noutstanding_per_volume = {}\nworking_set = {}\n",
        spec::to_toml(name), print_exact(workload.block_size), workload.read_share, workload.random_share,
        workload.read_work, workload.write_work, workload.outstanding_per_volume, workload.working_set);
    return spec::Document::from_text(workload.name, text).value();
}

Result<Workload> parse_inline_workload(std::string_view text) {
    Workload workload;
    workload.name = text;
    bool first = true;
    for (std::string_view rest = text; !rest.empty() || first; first = false) {
        const std::string_view part = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        if (first) {
            const auto size = block_size(part);
            if (!size) return bad_inline(text, part, "a block size from 0.5k to 16384k");
            workload.block_size = *size;
            continue;
        }
        const auto random = number_before(part, "rand");
        const auto reads = random ? std::nullopt : number_before(part, "r");
        const double percent = random.value_or(reads.value_or(-1));
        if (percent < 0 || percent > 100)
            return bad_inline(text, part, "a percentage of reads (70r) or of random I/O (100rand)");
        (random ? workload.random_share : workload.read_share) = percent / 100;
    }
    return workload;
}

Result<Workload> load_workload(const spec::DataFolder& data, std::string_view name_path_or_inline) {
    const bool looks_inline = name_path_or_inline.find(':') != std::string_view::npos &&
                              name_path_or_inline.find('/') == std::string_view::npos;
    if (looks_inline || block_size(name_path_or_inline)) return parse_inline_workload(name_path_or_inline);
    const auto document = data.load("workloads", name_path_or_inline);
    if (!document) return tl::unexpected(document.error());
    return spec::read<Workload>(*document);
}

}  // namespace arraytwin
