// The fast solver: throughput, response, utilization and waiting of a network under closed, open or paced load.
//
// Open load is exact for M/G/1 and M/M/c stations and close for M/G/c and cores (waiting.hpp). Closed load is
// approximate mean value analysis after Schweitzer and Bard, corrected for variability; it respects every station's
// capacity, and outstanding = throughput * response holds to 1e-9. Within about 5 % of the exact answer where that is
// known, much less with few or very many outstanding.
// Units: microseconds, I/Os a second. `outstanding` and `iops` have one entry a chain. Open load beyond a station's
// capacity gives Outcome::overloaded. Cost: README.md; allocates.
// Sources: README.md.
#pragma once

#include <span>

#include "lib/queueing/network.hpp"

namespace arraytwin::queueing {

/// Each chain keeps its outstanding I/Os in the network: as one completes, the next is issued. At least 1, or 0 for
/// none.
Solution solve_closed(const Network& network, std::span<const double> outstanding);

/// I/Os of each chain arrive at this rate, whatever is outstanding (Poisson).
Solution solve_open(const Network& network, std::span<const double> iops);

/// At most `outstanding` and at most `iops` of each chain (vdbench iorate, fio rate_iops). The target rate if every
/// chain can reach its own, waiting then lies between the open and the closed network's; else the closed solution.
Solution solve_paced(const Network& network, std::span<const double> outstanding, std::span<const double> iops);

/// At most `iops` in all: each I/O needs a ticket, which goes to whoever has waited longest, of whichever chain. While
/// tickets are scarce, the chains' rates are as their outstanding; where the target is just reached, the closed solution's.
/// Of several chains: about ten closed solutions.
Solution solve_paced_together(const Network& network, std::span<const double> outstanding, double iops);

}  // namespace arraytwin::queueing
