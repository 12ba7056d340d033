// What failed drives mean for volume groups and pools: what they survive, where it is rebuilt, which drives that takes.
//
// Drives are counted from 0 over the array: the groups one after the other, then the spares.
#pragma once

#include <string>
#include <vector>

#include "models/eseries/parameters.hpp"

namespace arraytwin::eseries {

/// By drive: the spare that its contents are rebuilt on, or -1. Pools rebuild into what they keep free: always -1.
std::vector<int> replacements(const Parameters& array);

/// Drives that data are written to.
int drives_in_use(const Parameters& array);

/// By drive: share of its time that rebuilds take.
std::vector<double> rebuild_shares(const Parameters& array);

/// Rejects drives whose loss no group survives, and rebuilds that have nothing to do or nowhere to go.
void check_drives(spec::Section& section, const Parameters& array);

/// For people: how fast a drive is rebuilt at most, and how long that takes.
std::string rebuild_note(const Parameters& array);

}  // namespace arraytwin::eseries
