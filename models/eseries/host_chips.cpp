#include "models/eseries/host_chips.hpp"

#include <fmt/format.h>

namespace arraytwin::eseries {

HostChips::HostChips(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters)
    : command_time_{parameters.nodes.host_interface.command_time},
      ports_of_chip_{parameters.fabric.ports.per_node / parameters.nodes.host_interface.chips} {
    for (int node = 1; node <= parameters.nodes.count; ++node) {
        for (int number = 1; number <= parameters.nodes.host_interface.chips; ++number) {
            const auto name = fmt::format("node.{}.chip.{}", node, number);
            chips_.push_back({{simulation, ledger, name, 1},
                              {simulation, parameters.nodes.host_interface.exchanges},
                              ledger.add(name + ".exchanges", twin::Queueing::delay)});
        }
    }
}

sim::Task<> HostChips::wait_for_exchange(twin::Io io, fabric::Path path) {
    const Duration waited = co_await chip(path).exchanges.acquire();
    io.trail->add(chip(path).exchanges_place, {waited, {}});
}

}  // namespace arraytwin::eseries
