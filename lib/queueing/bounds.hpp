// Operational bounds of a closed network: what no scheduling can beat, in a microsecond of computation.
//
// For a network of one chain. Asymptotic bounds hold whatever the distributions; balanced job bounds, much closer,
// where they are proven: single servers (in any copies), bound, everything on the path, scv = 1 (product form).
// Units: microseconds, I/Os a second. No errors. Cost: linear in the demands.
// Sources: P. J. Denning, J. P. Buzen 1978; J. Zahorjan et al., "Balanced job bound analysis of queueing networks",
// CACM 25 (1982); E. D. Lazowska et al., "Quantitative System Performance" (1984), chapter 5.
#pragma once

#include "lib/queueing/network.hpp"

namespace arraytwin::queueing {

struct Bounds {
    double low = 0;
    double high = 0;
};

struct OperationalBounds {
    Bounds iops;
    Bounds response_us;
};

/// `outstanding` at least 1. The lower bound on throughput, and with it the upper one on the response, assumes that a
/// server never idles while it has work, and is asymptotic or balanced like the others.
OperationalBounds operational_bounds(const Network& network, double outstanding);

}  // namespace arraytwin::queueing
