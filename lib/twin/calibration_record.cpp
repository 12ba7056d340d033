#include "lib/twin/calibration_record.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lib/units/parse.hpp"

namespace arraytwin::twin {

namespace {

using spec::Node;
using spec::NodeKind;

std::optional<double> number(const Node* node) {
    if (node == nullptr) return std::nullopt;
    if (node->kind == NodeKind::integer) return static_cast<double>(node->integer);
    if (node->kind == NodeKind::number && std::isfinite(node->number)) return node->number;
    if (node->kind != NodeKind::text) return std::nullopt;
    const auto bytes = parse<Bytes>(node->text);
    return bytes ? std::optional{static_cast<double>(bytes->count())} : std::nullopt;
}

/// Reads the table and remembers the first key that is not as `calibrate` writes it.
class RecordReader {
public:
    explicit RecordReader(const Node& table) : table_{table} {}

    double number_at(std::string_view key) {
        const auto value = number(find(key));
        if (!value) blame(key);
        return value.value_or(0);
    }

    Interval interval_at(std::string_view key) {
        const Node* list = find(key);
        const bool two = list != nullptr && list->kind == NodeKind::list && list->children.size() == 2;
        const auto low = two ? number(&list->children[0]) : std::nullopt;
        const auto high = two ? number(&list->children[1]) : std::nullopt;
        if (!low || !high) blame(key);
        return {low.value_or(0), high.value_or(0)};
    }

    std::vector<std::string> texts_of(const Node* list, std::string_view key) {
        std::vector<std::string> texts;
        if (list == nullptr || list->kind != NodeKind::list) return blame(key), texts;
        for (const Node& child : list->children) {
            if (child.kind != NodeKind::text) blame(key);
            texts.push_back(child.text);
        }
        return texts;
    }

    template <class Row>
    void rows_at(std::string_view key, const Row& row) {
        const Node* list = find(key);
        if (list == nullptr || list->kind != NodeKind::list) return blame(key);
        for (const Node& child : list->children) row(child);
    }

    const Node* find(std::string_view key) const {
        const auto dot = key.find('.');
        const Node* node = table_.find(key.substr(0, dot));
        return dot == std::string_view::npos || node == nullptr ? node : node->find(key.substr(dot + 1));
    }

    void blame(std::string_view key) {
        if (fault_.empty()) fault_ = key;
    }
    const std::string& fault() const { return fault_; }

private:
    const Node& table_;
    std::string fault_;
};

CalibrationRecord read(RecordReader& reader) {
    CalibrationRecord record;
    reader.rows_at("constants",
                   [&](const Node& keys) { record.constants.push_back(reader.texts_of(&keys, "constants")); });
    reader.rows_at("covariance", [&](const Node& row) {
        auto& values = record.covariance.emplace_back();
        for (const Node& child : row.children) values.push_back(number(&child).value_or(std::nan("")));
    });
    for (const auto& row : record.covariance) {
        const bool sound = row.size() == record.constants.size() &&
                           std::all_of(row.begin(), row.end(), [](double v) { return std::isfinite(v); });
        if (!sound) reader.blame("covariance");
    }
    if (record.covariance.size() != record.constants.size()) reader.blame("covariance");
    record.unseen = {reader.number_at("unseen.iops"), reader.number_at("unseen.latency"),
                     reader.number_at("unseen.knee")};
    record.range = {reader.interval_at("range.block_size"), reader.interval_at("range.read_share"),
                    reader.interval_at("range.random_share"), reader.number_at("range.outstanding")};
    record.workloads = reader.texts_of(reader.find("workloads"), "workloads");
    return record;
}

}  // namespace

bool CalibrationRecord::has_seen(const std::string& workload) const {
    return std::find(workloads.begin(), workloads.end(), workload) != workloads.end();
}

Result<std::optional<CalibrationRecord>> read_record(const spec::Document& calibration) {
    const Node* table = calibration.find("fit");
    if (table == nullptr) return std::nullopt;
    RecordReader reader{*table};
    CalibrationRecord record = read(reader);
    if (reader.fault().empty()) return record;
    return tl::unexpected(Diagnostics{{table->position.file, table->position.line, table->position.column,
                                       "fit." + reader.fault(), "is not as 'arraytwin calibrate' writes it",
                                       "calibrate again; the table [fit] is not meant to be edited"}});
}

std::vector<std::string> outside(const CalibratedRange& range, const Workload& workload, double outstanding) {
    std::vector<std::string> sentences;
    const auto check = [&](double value, const Interval& fitted, const std::string& sentence) {
        constexpr double slack = 1e-9;
        if (value < fitted.low - slack || value > fitted.high + slack) sentences.push_back(sentence);
    };
    const auto bytes = [](double count) { return print(Bytes{static_cast<std::int64_t>(count)}); };
    const auto check_mix = [&](const Workload& mix) {
        for (const Block& block : mix.sizes()) {
            check(static_cast<double>(block.size.count()), range.block_size,
                  fmt::format("blocks of {} are outside the calibrated range of {} to {}", print(block.size),
                              bytes(range.block_size.low), bytes(range.block_size.high)));
        }
        check(mix.read_share, range.read_share,
              fmt::format("{:.0f} % reads are outside the calibrated range of {:.0f} to {:.0f} %", 100 * mix.read_share,
                          100 * range.read_share.low, 100 * range.read_share.high));
        check(mix.random_share, range.random_share,
              fmt::format("{:.0f} % random I/O is outside the calibrated range of {:.0f} to {:.0f} %",
                          100 * mix.random_share, 100 * range.random_share.low, 100 * range.random_share.high));
    };
    for (const WorkloadPart& part : workload.parts) check_mix(part.workload);
    if (workload.parts.empty()) check_mix(workload);
    check(outstanding, {0, range.outstanding},
          fmt::format("{:.0f} outstanding I/Os are more than the {:.0f} that were calibrated", outstanding,
                      range.outstanding));
    return sentences;
}

}  // namespace arraytwin::twin
