#include "models/local/local.hpp"

#include <fmt/format.h>

namespace arraytwin::local {

using sim::Task;
using twin::Io;
using twin::Operation;

Local::Local(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters, sim::RandomSource source)
    : costs_{parameters.costs}, cpu_{simulation, ledger, "host.cpu", parameters.host.cores} {
    for (int number = 1; number <= parameters.media.count; ++number) {
        drives_.push_back(
            std::make_unique<Drive>(simulation, ledger, fmt::format("drive.{}", number), parameters, source));
    }
}

Task<> Local::serve(Io io) { return io.operation == Operation::read ? read(io) : write(io); }

Task<> Local::read(Io io) {
    Drive& drive = drive_of(io);
    co_await submit(io);
    co_await drive.send_command(io);
    co_await drive.access_chunks(io);
    co_await drive.transfer(io);
    co_await complete(io);
}

Task<> Local::write(Io io) {
    Drive& drive = drive_of(io);
    co_await submit(io);
    co_await drive.send_command(io);
    co_await drive.transfer(io);
    co_await drive.access_chunks(io);  // acknowledged here; what its channel does after it keeps only others waiting
    co_await complete(io);
}

Task<> Local::flush() { co_return; }

sim::Simulation::Timer Local::submit(Io io) {
    return cpu_.serve(*io.trail, costs_.submit * static_cast<double>(io.work));
}

sim::Simulation::Timer Local::complete(Io io) {
    return cpu_.serve(*io.trail, costs_.complete * static_cast<double>(io.work));
}

}  // namespace arraytwin::local
