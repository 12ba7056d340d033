#include "lib/report/capacity.hpp"
#include "lib/report/csv_row.hpp"

namespace arraytwin::report {

std::string capacity_csv(const CapacityOf& array) {
    const Capacity& capacity = array.capacity;
    std::string out = "array,step,tib,left_tib,left_tb,part_of,why\r\n";
    for (std::size_t i = 0; i < capacity.steps.size(); ++i) {
        const CapacityStep& step = capacity.steps[i];
        CsvRow row;
        row.text(array.array).text(step.name).number(capacity.change(i) / bytes_of_tib);
        row.number(step.left / bytes_of_tib).number(step.left / bytes_of_tb);
        out += row.text(i < capacity.usable_steps ? "usable" : "effective").text(step.why).line();
    }
    return out;
}

}  // namespace arraytwin::report
