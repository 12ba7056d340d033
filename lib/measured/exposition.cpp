// Prometheus exposition, such as of Harvest: `volume_read_ops{...labels...} value [time]`. Harvest's values are rates and
// averages, latency in microseconds. One point for each kind of object (volume, node, ...) and time, since each kind
// tells the same I/O.
#include <algorithm>

#include <fmt/format.h>

#include "lib/measured/gauges.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

struct Sample {
    std::string_view name, labels, value, time;
};

std::optional<Sample> sample_of(std::string_view line) {
    Sample sample;
    const auto stop = line.find_first_of("{ ");
    if (stop == std::string_view::npos || stop == 0) return std::nullopt;
    sample.name = line.substr(0, stop);
    auto rest = line.substr(stop);
    if (rest.starts_with('{')) {
        const auto close = rest.rfind('}');
        if (close == std::string_view::npos) return std::nullopt;
        sample.labels = rest.substr(1, close - 1);
        rest.remove_prefix(close + 1);
    }
    const auto words = words_of(rest);
    if (words.empty() || words.size() > 2) return std::nullopt;
    sample.value = words[0];
    if (words.size() == 2) sample.time = words[1];
    return sample;
}

class ExpositionReader {
public:
    explicit ExpositionReader(RunSink& out) : out_{out} {}

    void read_line(std::string_view line, int number) {
        if (line.starts_with("# TYPE ")) {
            const auto words = words_of(line);
            if (words.size() == 4 && words[3] == "counter") counters_.emplace_back(words[2]);
        }
        if (line.empty() || line.starts_with('#')) return;
        const auto sample = sample_of(line);
        if (!sample) return out_.warn(number, "not a sample: left out");
        const auto metric = metric_name(sample->name);
        const auto value = number_of(sample->value);
        if (!metric || !value || *value < 0) return;
        if (std::find(counters_.begin(), counters_.end(), sample->name) != counters_.end() ||
            sample->name.ends_with("_total")) {
            return out_.warn(
                number, fmt::format("{} is a counter that only grows: export its rate", spec::printable(sample->name)));
        }
        auto& set = sets_.try_emplace({std::string{sample->time}, metric->rest}).first->second;
        if (set.line == 0) set.line = number;
        set.gauges.add(std::string{sample->labels}, metric->quantity, metric->direction, *value);
    }

    void finish() {
        for (const auto& [key, set] : sets_)
            set.gauges.add_point(key.second.empty() ? "observed" : key.second, key.first, set.line, out_);
    }

private:
    struct Set {
        GaugeSet gauges;
        int line = 0;
    };
    RunSink& out_;
    std::vector<std::string> counters_;
    std::map<std::pair<std::string, std::string>, Set> sets_;  // by time and kind of object
};

bool recognise(std::string_view head) {
    if (head.find("# TYPE ") != std::string_view::npos) return true;
    const auto first = head.substr(0, head.find('\n'));
    const auto sample = sample_of(first);
    return sample && !sample->labels.empty() && sample->labels.find("=\"") != std::string_view::npos;
}

void read(ByteStream& in, RunSink& out) {
    ExpositionReader reader{out};
    std::string line;
    while (in.read_line(line)) {
        if (in.line_is_whole())
            reader.read_line(trimmed(line), in.line_read());
        else
            out.warn(in.line_read(), "the last line has no end, so it may be cut off: left out");
    }
    reader.finish();
}

}  // namespace

const Reader exposition{"prometheus", recognise, read};

}  // namespace arraytwin::measured
