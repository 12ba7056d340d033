#include "lib/report/json_text.hpp"
#include "lib/report/scoreboard.hpp"

namespace arraytwin::report {

namespace {

using calibrate::Quantity;
using scoreboard::Cell;
using scoreboard::Figures;
using scoreboard::Predictor;
using scoreboard::Score;

constexpr double of_percent = 0.01;

Json figures_json(const std::vector<Cell>& cells, Predictor predictor, std::optional<Quantity> quantity) {
    const Figures figures = figures_of(cells, predictor, quantity);
    if (figures.count == 0) return nullptr;
    return {{"count", figures.count},
            {"median", figures.median * of_percent},
            {"mean", figures.mean * of_percent},
            {"p90", figures.p90 * of_percent},
            {"worst", figures.worst * of_percent}};
}

/// Of all cells, and of each quantity that is predicted; null if there is none.
Json sizes_json(const Score& score, Predictor predictor) {
    Json json = figures_json(score.cells, predictor, std::nullopt);
    if (json.is_null()) return json;
    if (predictor == Predictor::twin) json["constants"] = score.constants;
    for (const Quantity quantity : {Quantity::iops, Quantity::iops_at_latency, Quantity::latency}) {
        Json part = figures_json(score.cells, predictor, quantity);
        if (!part.is_null()) json["quantities"][std::string{calibrate::name_of(quantity)}] = std::move(part);
    }
    return json;
}

Json cell_json(const Score& score, const Cell& cell) {
    return {{"group", score.group},
            {"array", cell.array},
            {"config", text_or_null(cell.config)},
            {"workload", cell.workload},
            {"point", cell.point},
            {"given", text_or_null(cell.given)},
            {"quantity", std::string{calibrate::name_of(cell.quantity)}},
            {"measured", cell.measured},
            {"predicted", number_or_null(cell.predicted)},
            {"error_pct", number_or_null(error_of(cell, Predictor::twin))},
            {"interval", cell.interval90 ? Json::array({cell.interval90->low, cell.interval90->high}) : Json(nullptr)},
            {"null_predicted", number_or_null(cell.null_predicted)},
            {"null_error_pct", number_or_null(error_of(cell, Predictor::null))}};
}

Json gate_json(const GateResult& gate) {
    if (gate.limits.empty()) return nullptr;
    Json exceeded = Json::array();
    for (const auto& breach : gate.breaches) {
        exceeded.push_back({{"protocol", breach.kind},
                            {"where", text_or_null(breach.where)},
                            {"mean_pct", number_or_null(breach.error_pct)},
                            {"limit_pct", breach.limit_pct}});
    }
    return {{"max_error_pct", gate.limits}, {"passed", gate.breaches.empty()}, {"exceeded", std::move(exceeded)}};
}

}  // namespace

std::string scoreboard_json(const scoreboard::Scoreboard& board, const GateResult& gate) {
    Json protocols = Json::object();
    for (const Score& score : board.scores) {
        Json& protocol = protocols[std::string{name_of(score.protocol)}];
        protocol[score.group] = sizes_json(score, Predictor::twin);
    }
    for (const Score& score : board.scores) {
        Json& protocol = protocols[std::string{name_of(score.protocol)}];
        protocol["null"][score.group] = sizes_json(score, Predictor::null);
    }
    for (const Score& score : board.scores) {
        Json& protocol = protocols[std::string{name_of(score.protocol)}];
        if (!protocol.contains("cells")) protocol["cells"] = Json::array();
        for (const Cell& cell : score.cells) protocol["cells"].push_back(cell_json(score, cell));
    }
    return json_text({{"schema", 1},
                      {"protocols", std::move(protocols)},
                      {"gate", gate_json(gate)},
                      {"notes", board.notes},
                      {"run", {{"wall_s", board.seconds}}}});
}

}  // namespace arraytwin::report
