#include "lib/plan/candidates.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "lib/plan/capacity.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/twin/parallel.hpp"

namespace arraytwin::plan {

namespace {

constexpr std::string_view per_node = "media.per_node";
constexpr double smallest_volume_mb = 1000;  // that every family accepts
constexpr std::size_t most_choices = 4096;   // of one array: each is built

struct Option {
    std::string key;
    std::vector<std::string> values;
};

std::optional<int> whole(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

bool is_numeric(const Option& option) {
    return std::all_of(option.values.begin(), option.values.end(),
                       [](const std::string& value) { return whole(value).has_value(); });
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        std::string_view word = text.substr(0, comma);
        while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
        while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
        words.emplace_back(word);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return words;
}

std::vector<std::string> keys_of(const Family& family) {
    std::vector<std::string> keys{std::string{per_node}};
    for (const spec::KeyInfo& info : family.keys()) {
        if (info.kind != spec::KeyKind::table && info.kind != spec::KeyKind::tables) keys.push_back(info.key);
    }
    return keys;
}

int count_at(const spec::Document& document, std::string_view key, int otherwise) {
    const spec::Node* node = document.find(key);
    return node != nullptr && node->kind == spec::NodeKind::integer ? static_cast<int>(node->integer) : otherwise;
}

class OptionsReader {
public:
    explicit OptionsReader(const ResolvedArray& array) : array_{array}, known_{keys_of(*array.family)} {}

    std::vector<Option> read() {
        const spec::Node* tables = array_.document.find("options");
        std::vector<Option> options;
        if (tables == nullptr || tables->kind != spec::NodeKind::list) return options;
        for (const spec::Node& table : tables->children) {
            const spec::Node* key = table.find("key");
            const spec::Node* values = table.find("values");
            if (key == nullptr || values == nullptr) continue;  // told where the array is built
            options.push_back({key->text, words_of(values->text)});
            check(options, *key, *values, fmt::format("options[{}]", options.size()));
        }
        return options;
    }

    Diagnostics wrong;

private:
    void check(const std::vector<Option>& options, const spec::Node& key, const spec::Node& values,
               const std::string& path) {
        const Option& option = options.back();
        const auto same = [&](const Option& other) { return other.key == option.key; };
        if (std::find(known_.begin(), known_.end(), option.key) == known_.end()) {
            add(key, path + ".key", fmt::format("the array has no key '{}'", spec::printable(option.key)),
                spec::did_you_mean(option.key, known_));
        } else if (std::count_if(options.begin(), options.end(), same) > 1) {
            add(key, path + ".key", fmt::format("'{}' is given twice", option.key), "put all its values into one list");
        }
        if (std::find(option.values.begin(), option.values.end(), "") != option.values.end() || option.values.empty()) {
            add(values, path + ".values", "a value is missing beside a comma", "write them like \"6, 12, 24\"");
        } else if (option.key == per_node && !is_numeric(option)) {
            add(values, path + ".values", "not all of them are whole numbers of drives",
                "write them like \"6, 12, 24\"");
        }
    }

    void add(const spec::Node& node, std::string key, std::string message, std::string help) {
        wrong.push_back({node.position.file, node.position.line, node.position.column, std::move(key),
                         std::move(message), std::move(help)});
    }

    const ResolvedArray& array_;
    std::vector<std::string> known_;
};

/// The option with the most values among those of numbers: the one to bisect.
std::string longest_numeric(const std::vector<Option>& options) {
    const Option* longest = nullptr;
    for (const Option& option : options) {
        if (!is_numeric(option)) continue;
        if (longest == nullptr || option.values.size() > longest->values.size()) longest = &option;
    }
    return longest == nullptr ? "" : longest->key;
}

bool is_set(const std::vector<std::string>& overrides, std::string_view key) {
    return std::any_of(overrides.begin(), overrides.end(), [&](const std::string& override) {
        return override.size() > key.size() && override.starts_with(key) && override[key.size()] == '=';
    });
}

/// media.per_node becomes a number of drives in all.
void count_drives(Choice& choice, int nodes) {
    const std::string nodes_key = "nodes.count=";
    const std::string drives_key = std::string{per_node} + "=";
    for (const std::string& set : choice.overrides) {
        if (set.starts_with(nodes_key)) nodes = whole(set.substr(nodes_key.size())).value_or(nodes);
    }
    for (std::string& set : choice.overrides) {
        if (!set.starts_with(drives_key)) continue;
        set = fmt::format("media.count={}", std::int64_t{nodes} * whole(set.substr(drives_key.size())).value_or(0));
    }
}

/// The first option's values change slowest.
std::vector<Choice> combined(const std::vector<Option>& options, int own_nodes) {
    const std::string longest = longest_numeric(options);
    std::vector<Choice> choices{{}};
    for (const Option& option : options) {
        std::vector<Choice> longer;
        for (const Choice& choice : choices) {
            for (const std::string& value : option.values) {
                Choice& more = longer.emplace_back(choice);
                more.overrides.push_back(option.key + "=" + value);
                if (option.key != longest) more.line += more.overrides.back() + " ";
            }
        }
        choices = std::move(longer);
    }
    for (Choice& choice : choices) count_drives(choice, own_nodes);
    return choices;
}

/// Volumes that hold what is needed, in whole megabytes, or gigabytes where these are fine enough.
std::vector<std::string> volumes_for(const Need& need, int volumes) {
    constexpr double megabyte = 1e6;
    constexpr double thousand = 1e3;
    constexpr double fine_enough = 100 * thousand;  // then rounding up to gigabytes adds a percent at most
    const double each = need.capacity() / volumes / megabyte;
    if (each <= 0) return {};
    if (each < fine_enough)
        return {fmt::format("volumes.size={:.0f}MB", std::ceil(std::max(each, smallest_volume_mb)))};
    return {fmt::format("volumes.size={:.0f}GB", std::ceil(each / thousand))};
}

ConfigurationSize size_of(const spec::Document& document, const std::optional<Capacity>& capacity) {
    ConfigurationSize size;
    size.nodes = count_at(document, "nodes.count", 1);
    size.drives = count_at(document, "media.count", 1);
    size.cores = size.nodes * count_at(document, "nodes.cores", count_at(document, "host.cores", 0));
    size.raw = capacity ? capacity->raw() : 0;
    return size;
}

Result<Candidate> build(const spec::DataFolder& data, const std::string& array, std::vector<std::string> overrides) {
    const auto resolved = resolve_array(data, array, overrides);
    if (!resolved) return tl::unexpected(resolved.error());
    Candidate candidate;
    candidate.array = array;
    candidate.overrides = std::move(overrides);
    candidate.drive = resolved->document.text("media.drive").value_or("");
    if (resolved->family->capacity != nullptr) {
        auto capacity = capacity_of(*resolved, data);  // builds it, too
        if (!capacity) return tl::unexpected(std::move(capacity.error()));
        candidate.capacity = std::move(*capacity);
    } else if (const auto built = build_array(*resolved); !built) {
        return tl::unexpected(built.error());
    }
    candidate.size = size_of(resolved->document, candidate.capacity);
    candidate.own_calibration = resolved->document.text("costs.array") == std::filesystem::path{array}.stem().string();
    return candidate;
}

std::string words_of(const Diagnostic& diagnostic) {
    return (diagnostic.key.empty() ? "" : diagnostic.key + ": ") + diagnostic.message;
}

/// With volumes of `size`; if the family refuses these, with next to none, and what it said of the others.
Result<Candidate> build(const spec::DataFolder& data, const std::string& array, const std::vector<std::string>& size,
                        const std::vector<std::string>& overrides) {
    const auto with = [&](const std::vector<std::string>& volumes) {
        std::vector<std::string> all = overrides;
        all.insert(all.end(), volumes.begin(), volumes.end());
        return all;
    };
    auto candidate = build(data, array, with(size));
    if (candidate || size.empty()) return candidate;
    auto nearly_empty = build(data, array, with({fmt::format("volumes.size={:.0f}MB", smallest_volume_mb)}));
    if (!nearly_empty) return candidate;
    nearly_empty->overrides = with(size);
    nearly_empty->refused = words_of(candidate.error().front());
    return nearly_empty;
}

}  // namespace

double Candidate::space(bool reduction) const {
    if (!capacity) return 0;
    return reduction ? capacity->effective() : capacity->usable();
}

Result<std::vector<Choice>> choices_of(const ResolvedArray& array, const std::vector<std::string>& always) {
    OptionsReader reader{array};
    auto options = reader.read();
    if (!reader.wrong.empty()) return tl::unexpected(std::move(reader.wrong));
    std::erase_if(options, [&](const Option& option) {  // what the user has settled is not to be chosen
        return is_set(always, option.key) || (option.key == per_node && is_set(always, "media.count"));
    });
    std::size_t count = 1;
    for (const Option& option : options) count = std::min(count * option.values.size(), most_choices + 1);
    if (count > most_choices) {
        return tl::unexpected(Diagnostics{{array.document.name(), 0, 0, "options",
                                           fmt::format("more than {} configurations", most_choices),
                                           "leave out values that nobody would choose"}});
    }
    return combined(options, count_at(array.document, "nodes.count", 1));
}

Result<Candidates> candidates_of(const spec::DataFolder& data, const std::string& array, const Need& need,
                                 const std::vector<std::string>& always, int jobs) {
    const auto own = resolve_array(data, array, always);
    if (!own) return tl::unexpected(own.error());
    const auto choices = choices_of(*own, always);
    if (!choices) return tl::unexpected(choices.error());
    const auto volumes = is_set(always, "volumes.size")
                             ? std::vector<std::string>{}
                             : volumes_for(need, count_at(own->document, "volumes.count", 1));
    std::vector<std::optional<Result<Candidate>>> built(choices->size());
    twin::for_each_in_parallel(static_cast<int>(choices->size()), jobs, [&](int i) {
        const Choice& choice = (*choices)[static_cast<std::size_t>(i)];
        std::vector<std::string> overrides = choice.overrides;
        overrides.insert(overrides.end(), always.begin(), always.end());
        auto candidate = build(data, array, volumes, overrides);
        if (candidate) candidate->line = choice.line;
        built[static_cast<std::size_t>(i)] = std::move(candidate);
    });
    Candidates candidates;
    std::set<std::string> reasons;
    for (auto& each : built) {
        if (!*each) reasons.insert(words_of(each->error().front()));
        if (*each) candidates.sound.push_back(std::move(**each));
    }
    std::stable_sort(candidates.sound.begin(), candidates.sound.end(),
                     [](const Candidate& a, const Candidate& b) { return a.size < b.size; });
    candidates.refused.assign(reasons.begin(), reasons.end());
    return candidates;
}

std::vector<std::string> offered_arrays(const spec::DataFolder& data) {
    std::vector<std::string> offered;
    for (const std::string& name : data.names("arrays")) {
        const auto document = data.load("arrays", name);
        if (document && document->find("options") != nullptr) offered.push_back(name);
    }
    return offered;
}

}  // namespace arraytwin::plan
