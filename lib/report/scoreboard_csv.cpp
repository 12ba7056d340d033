#include "lib/report/csv_row.hpp"
#include "lib/report/scoreboard.hpp"

namespace arraytwin::report {

std::string scoreboard_csv(const scoreboard::Scoreboard& board) {
    std::string out =
        "protocol,group,constants,array,config,workload,point,given,quantity,measured,predicted,error_pct,interval_low,"
        "interval_high,null_predicted,null_error_pct\r\n";
    for (const scoreboard::Score& score : board.scores) {
        for (const scoreboard::Cell& cell : score.cells) {
            CsvRow row;
            row.text(name_of(score.protocol)).text(score.group).number(static_cast<double>(score.constants));
            row.text(cell.array).text(cell.config).text(cell.workload).text(cell.point).text(cell.given);
            row.text(calibrate::name_of(cell.quantity)).number(cell.measured).number(cell.predicted);
            row.number(error_of(cell, scoreboard::Predictor::twin));
            if (cell.interval90) row.number(cell.interval90->low).number(cell.interval90->high);
            if (!cell.interval90) row.empty(2);
            row.number(cell.null_predicted).number(error_of(cell, scoreboard::Predictor::null));
            out += row.line();
        }
    }
    return out;
}

}  // namespace arraytwin::report
