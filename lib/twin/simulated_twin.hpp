// A Twin from a model: each run builds the array afresh in a simulation of its own and puts the hosts' load on it.
//
// Model(Simulation&, Ledger&, const Parameters&, RandomSource) with what HostLoad asks for; Parameters.volumes.count.
#pragma once

#include <utility>

#include "lib/twin/application_load.hpp"
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
        Run run = run_of(hosts, hosts.measure(options), ledger, simulation);
        run.parts = hosts.parts();
        return run;
    }

    Run run_application(const Application& application, int vms, std::int64_t in_flight, const RunOptions& options,
                        sim::RandomSource source) const override {
        Ledger ledger;
        sim::Simulation simulation;
        Model model{simulation, ledger, parameters_, source};
        ApplicationLoad<Model> clients{simulation, ledger, model, application, vms, volumes(), source};
        return run_of(clients, clients.measure(options, in_flight), ledger, simulation);
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
    template <class Load>
    static Run run_of(const Load& load, stats::Summary summary, const Ledger& ledger,
                      const sim::Simulation& simulation) {
        Run run;
        run.summary = std::move(summary);
        run.precise = load.precise();
        run.overloaded = load.overloaded();
        run.places = ledger.places();
        run.ios = static_cast<std::uint64_t>(load.completions());
        run.events = simulation.events();
        return run;
    }

    Parameters parameters_;
};

}  // namespace arraytwin::twin
