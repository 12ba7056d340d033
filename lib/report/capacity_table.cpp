#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/report/capacity.hpp"
#include "lib/report/gauge.hpp"
#include "lib/report/grid.hpp"
#include "lib/report/hanging.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {

namespace {

constexpr int narrowest = 60;

/// Numbers of one table, with the decimals that so small an array needs.
class Amounts {
public:
    explicit Amounts(double raw) : decimals_{raw < bytes_of_tib ? 4 : 2} {}

    std::string tib(double bytes) const { return fmt::format("{:.{}f}", bytes / bytes_of_tib, decimals_); }
    std::string tb(double bytes) const { return fmt::format("{:.{}f}", bytes / bytes_of_tb, decimals_); }
    std::string change(double bytes) const {
        const std::string size = tib(std::abs(bytes));
        return size == tib(0) ? size : (bytes < 0 ? "-" : "+") + size;
    }
    std::vector<Cell> total_row(const std::string& name, double bytes) const {
        return {{name, Paint::bold}, {""}, {tib(bytes), Paint::bold}, {tb(bytes), Paint::bold}, {""}};
    }

private:
    int decimals_;
};

std::string steps_table(const Capacity& capacity, TableStyle style) {
    Grid grid{{{"step", Align::left},
               {"of raw", Align::left, 2},
               {"TiB left"},
               {"TB left"},
               {"change, TiB", Align::right, 1}}};
    const Amounts amounts{capacity.raw()};
    for (std::size_t i = 0; i < capacity.steps.size(); ++i) {
        const CapacityStep& step = capacity.steps[i];
        grid.add({{step.name},
                  {gauge(step.left / capacity.raw()), Paint::curve},
                  {amounts.tib(step.left)},
                  {amounts.tb(step.left)},
                  {i > 0 ? amounts.change(capacity.change(i)) : "", Paint::dim}});
        if (i + 1 == capacity.usable_steps) grid.add(amounts.total_row("= usable", capacity.usable()));
    }
    grid.add(amounts.total_row("= effective", capacity.effective()));
    return grid.render(style.width, style.color);
}

}  // namespace

std::string capacity_table(const CapacityOf& array, TableStyle style) {
    style.width = std::max(style.width, narrowest);
    const Capacity& capacity = array.capacity;
    std::string out = painted(printable(array.array), Paint::bold, style.color) + "  " + printable(array.name) +
                      "; 1 TB = 10^12 bytes, 1 TiB = 2^40\n\n" + steps_table(capacity, style) + "\nWhy\n";
    int widest = 0;
    for (const CapacityStep& step : capacity.steps) widest = std::max(widest, display_width(step.name));
    for (const CapacityStep& step : capacity.steps) {
        out += hanging(step.name, printable(step.why), widest, style.width);
    }
    if (!capacity.notes.empty()) out += "\nNotes\n";
    for (const std::string& note : capacity.notes) out += hanging("-", printable(note), 1, style.width);
    return out;
}

}  // namespace arraytwin::report
