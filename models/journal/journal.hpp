// The write log of one node: two halves, one filling while what the other holds is flushed by a consistency point.
//
// A write is acknowledged when its record is in the node's own log and in the partner's. Records go into the filling
// half. While the other half is being flushed, the filling one may be only a little further along than the flush, and
// full when the flush ends: that paces writers to the speed of the consistency point once it is the bottleneck
// (back-to-back consistency points), instead of stalling all of them at the end. Physics and sources: README.md.
#pragma once

#include <cstdint>
#include <string>

#include "lib/sim/link.hpp"
#include "lib/sim/resource.hpp"
#include "lib/twin/io.hpp"
#include "models/journal/parameters.hpp"

namespace arraytwin::journal {

/// What a consistency point has to carry to the drives.
struct Dirty {
    Bytes bytes;
    double extents = 0;  ///< writes that do not continue another, by their work: each costs metadata of its own
};

struct LogParameters {
    JournalParameters memory;
    PartnerLink mirror;
    Bytes half;             ///< log of one consistency point
    Bytes record_overhead;  ///< header of each record
    double lead = 0.05;     ///< how much further along filling may be than flushing as it begins, as a share of a half
    bool mirrored = true;   ///< there is a partner
};

class Journal {
public:
    /// At the places `<node>.journal` and `<node>.partner_link`.
    Journal(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& node,
            const LogParameters& parameters);

    /// Waits for room, then until the record is safe here and at the partner.
    sim::Task<> log(twin::Io io, bool starts_extent);

    // The consistency point's side:

    /// Open when the filling half is full and nothing is being flushed, or after flush_now().
    sim::Gate& flush_wanted() { return flush_wanted_; }
    void flush_now() { flush_wanted_.open(); }
    bool empty() const { return filling_.bytes == Bytes{}; }

    /// Hands over what has been logged; the other half starts to fill.
    Dirty switch_halves();

    /// This share of the flush is done, 0 to 1. At 1 it is over, and the filling half may become full.
    void flushed(double share);

private:
    void allow(double share);

    sim::Simulation& simulation_;
    twin::Ledger& ledger_;
    LogParameters parameters_;
    sim::Link memory_;
    sim::Link mirror_;
    twin::PlaceId place_;
    twin::PlaceId mirror_place_;
    sim::Resource room_;  // bytes that may still go into the filling half now
    sim::Gate flush_wanted_;
    Dirty filling_;
    double allowed_ = 1;  // share of the filling half that may be full now
    bool flushing_ = false;
};

}  // namespace arraytwin::journal
