// A Twin from a model: each run builds the array afresh in a simulation of its own and puts the hosts' load on it.
//
// Model(Simulation&, Ledger&, const Parameters&, RandomSource) with what HostLoad asks for; Parameters.volumes.count.
#pragma once

#include <utility>

#include "lib/twin/host_load.hpp"
#include "lib/twin/twin.hpp"

namespace arraytwin::twin {

template <class Model, class Parameters>
class SimulatedTwin final : public Twin {
public:
    explicit SimulatedTwin(Parameters parameters) : parameters_{std::move(parameters)} {}

    int volumes() const override { return parameters_.volumes.count; }

    Run run(const Workload& workload, const OfferedLoad& load, const RunOptions& options,
            sim::RandomSource source) const override {
        Ledger ledger;
        sim::Simulation simulation;
        Model model{simulation, ledger, parameters_, source};
        HostLoad<Model> hosts{simulation, ledger, model, workload, volumes(), load, source};
        Run run;
        run.summary = hosts.measure(options);
        run.precise = hosts.precise();
        run.overloaded = hosts.overloaded();
        run.places = ledger.places();
        run.ios = static_cast<std::uint64_t>(hosts.completions());
        run.events = simulation.events();
        return run;
    }

    RecordedDemands record_demands(const Workload& workload, int ios, sim::RandomSource source) const override {
        Ledger ledger;
        sim::Simulation simulation;
        Model model{simulation, ledger, parameters_, source};
        HostLoad<Model> hosts{simulation, ledger, model, workload, volumes(), {}, source};
        hosts.record(ios);
        const auto totals = ledger.cumulative();
        return {ledger.places(), {totals.begin(), totals.end()}, hosts.completions()};
    }

private:
    Parameters parameters_;
};

}  // namespace arraytwin::twin
