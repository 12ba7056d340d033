// What a rebuild takes from the drives that it reads and writes, and how long it lasts.
//
// It takes a fixed share of their time, whatever hosts do, in pieces much smaller than a run: to hosts such a drive is one
// that does everything 1 / (1 - share) times as slowly. Pure functions. README.md.
#pragma once

#include <string>

#include "models/media/parameters.hpp"

namespace arraytwin::failures {

/// The drive as hosts see it beside a rebuild that takes a share (0 to below 1) of its time.
media::SsdParameters beside_rebuild(media::SsdParameters drive, double share);

/// The most that one drive takes in and programs, once erased: bytes a second of its sequential writes.
Bandwidth fresh_write_rate(const media::SsdParameters& drive);

/// For people: at which rate, and how long at least.
std::string rebuild_note(Bytes lost, Bandwidth rate);

}  // namespace arraytwin::failures
