// The places of an application's hosts in the ledger, named alike by both solvers.
#pragma once

#include <string>
#include <string_view>

namespace arraytwin::twin {

/// The cores of a host, counted from 0.
inline std::string place_of_cores(int host) { return "host." + std::to_string(host + 1) + ".cpu"; }

/// Where transactions are while no core and no array works for them.
inline constexpr std::string_view place_of_waiting = "host.wait";

/// Whether a place is the hosts' own: their cores, ports, or calls.
inline bool is_at_hosts(std::string_view place) { return place.starts_with("host."); }

}  // namespace arraytwin::twin
