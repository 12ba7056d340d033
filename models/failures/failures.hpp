// What has failed in an array, and whether what was lost is being rebuilt: a static state, which a spec or `--fail` asks for.
//
// Parts are named by their numbers from 1, several with commas: node = "2", drive = "5,17", port = "1a,2b". What a
// failure does is the family's business; here it is read, and held against what the array has. README.md.
#pragma once

#include <string>
#include <vector>

#include "lib/spec/section.hpp"

namespace arraytwin::failures {

/// Both counted from 0, the port within its node.
struct Port {
    int node = 0;
    int port = 0;

    bool operator==(const Port&) const = default;
};

enum class Rebuild { none, low, medium, high };

/// Share of the time of each drive involved that a rebuild takes. No vendor publishes figures: priors (R).
struct RebuildShares {
    double low = 0.1;
    double medium = 0.25;
    double high = 0.5;
};

struct Failures {
    std::vector<int> nodes;  ///< counted from 0
    std::vector<int> drives;
    std::vector<Port> ports;
    Rebuild rebuild = Rebuild::none;
    RebuildShares shares;

    bool has_node(int node) const;
    bool has_drive(int drive) const;
    bool rebuilds() const { return rebuild != Rebuild::none; }
    /// 0 to below 1; 0 without a rebuild.
    double rebuild_share() const;
    /// Those that are down, counted from 0 over all nodes.
    std::vector<int> ports_down(int ports_per_node) const;
};

void describe(spec::Section& section, Failures& failures);

/// What the array is made of.
struct Parts {
    int nodes = 0;
    int drives = 0;
    int ports_per_node = 0;
};

/// Rejects what is not there, and a node all of whose ports are down; `array`: the section that [failures] stands in.
/// False if anything was.
bool check(spec::Section& array, const Failures& failures, const Parts& parts);

}  // namespace arraytwin::failures
