// A toy family for the tests of this folder and of lib/calibrate: one processor and a fixed path, with closed forms.
//
// One outstanding: 1 / (service + delay). Very many: 1 / (service + after). A write asks for `write` more of the processor.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "lib/spec/reader.hpp"
#include "lib/twin/family.hpp"
#include "lib/twin/load.hpp"

namespace arraytwin::twin::toy {

struct Costs {
    std::string array;
    Duration service;
    Duration after;
    Duration delay;
    Duration write;
};

struct Parameters {
    ArrayHeader header;
    Costs costs;
};

inline void describe(spec::Section& section, Parameters& parameters) {
    describe(section, parameters.header);
    auto& costs = section.table("costs", "of an I/O");
    Costs& c = parameters.costs;
    costs.field({"array", "that they were fitted to", {}, spec::Presence::optional}, c.array);
    costs.field({"service", "processor time that a read waits for", {0, 1e9}}, c.service);
    costs.field({"after", "processor time that follows", {0, 1e9}}, c.after);
    costs.field({"delay", "fixed", {0, 1e9}}, c.delay);
    costs.field({"write", "processor time that a write takes beyond a read", {0, 1e9}}, c.write);
}

class Toy final : public Twin {
public:
    explicit Toy(Costs costs) : costs_{std::move(costs)} {}

    int volumes() const override { return 4; }

    /// Nothing to simulate: tests of the toy stay with the fast solver.
    Run run(const Workload&, const OfferedLoad&, const RunOptions&, sim::RandomSource) const override { return {}; }

    RecordedDemands record_demands(const Workload& asked, int ios, sim::RandomSource) const override {
        const Workload& workload = asked.parts.empty() ? asked : asked.parts.front().workload;
        const double read = static_cast<double>(costs_.service.ns());
        const double write = read + static_cast<double>(costs_.write.ns());
        const double served =
            workload.read_share * workload.read_work * read + (1 - workload.read_share) * workload.write_work * write;
        const double taken = served + static_cast<double>(costs_.after.ns());
        const double n = ios;
        const double second_moment = 2 * taken * taken;  // exponential
        return {{{"cpu", Queueing::shared_queue, 1}, {"path", Queueing::delay, 1}},
                {0, n * served, n * taken, n, n * taken, n * second_moment,  //
                 0, n * static_cast<double>(costs_.delay.ns()), 0, 0, 0, 0},
                ios};
    }

private:
    Costs costs_;
};

inline Result<BuiltTwin> build(const spec::Document& resolved) {
    auto parameters = spec::read<Parameters>(resolved);
    if (!parameters) return tl::unexpected(std::move(parameters.error()));
    BuiltTwin built;
    built.header = parameters->header;
    built.twin = std::make_unique<Toy>(std::move(parameters->costs));
    return built;
}

inline std::vector<spec::KeyInfo> keys() { return spec::keys_of<Parameters>(); }
inline std::string schema() { return {}; }

inline const Family& family() {
    static const Family toy{"toy", "one processor", {}, &build, &keys, &schema};
    return toy;
}

inline constexpr const char* plain_costs = R"(service = { value = "100us", spread = 1.5 }
after = "0us"
delay = { value = "200us", spread = 1.5 }
write = "50us"
)";

/// The toy with these costs: the lines of the table.
inline spec::Document document(const std::string& costs = plain_costs) {
    return spec::Document::from_text(
               "toy.toml", "schema = 1\nname = \"toy\"\nfamily = \"toy\"\ncalibration = \"toy\"\n[costs]\n" + costs)
        .value();
}

inline ResolvedArray resolved(const std::string& costs = plain_costs) {
    const spec::Document array = document(costs);
    return {&family(), array, array, {}};
}

}  // namespace arraytwin::twin::toy
