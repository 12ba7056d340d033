// The drives of the array in their groups, and the links over which each controller reaches all of them.
//
// Where a volume's data lie is fixed (layout/drive_group.hpp), unlike in a log-structured array. A read goes to the drive
// that has the data, or to either of a pair; if that has failed, to those that it can be computed from. Bringing a part of a stripe up to date reads what its RAID kind needs, then
// writes data and copies or parity. A drive takes writes one after the other at its rated random or sequential rate. README.md.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lib/sim/link.hpp"
#include "lib/sim/random.hpp"
#include "lib/twin/io.hpp"
#include "models/eseries/parameters.hpp"
#include "models/media/ssd.hpp"

namespace arraytwin::eseries {

/// A part of a stripe that goes to the drives as one.
struct StripeWrite {
    layout::StripePart part;
    std::uint16_t group = 0;
    bool scattered = true;  ///< continues no other write
    float work = 1;         ///< what software does for it, relative to a plain benchmark's write
};

class BackEnd {
public:
    /// At the places `drive.N`, `drives.writes`, and for each controller `node.N.drive_links`.
    BackEnd(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters, sim::RandomSource source);

    /// Where an I/O's data begin in the address space of its volume's group.
    Bytes address(const twin::Io& io) const;
    std::uint16_t group_of(int volume) const;
    const layout::Striping& striping() const { return group_.striping(); }
    layout::UpdatePlan plan(const StripeWrite& write) const;

    /// `co_await`: reads an I/O's data for a host.
    sim::Simulation::Timer read(const twin::Io& io, std::size_t node);
    /// The same for read-ahead, for which nobody waits; returns when it will be done.
    Duration fetch(const twin::Io& io, std::size_t node);

    /// What hosts' reads have moved since the last call beyond what was asked for, to compute what failed drives held.
    Bytes take_read_to_reconstruct() { return std::exchange(read_to_reconstruct_, {}); }

    /// What one step of an update meets, and when it is done.
    struct Step {
        Duration at;
        sim::Visit drive = {};
        twin::PlaceId place = 0;
        Bytes moved = {};  ///< over the links

        /// Beside another: the later of the two, and what both move.
        void join(const Step& other);
    };
    /// Reads what the update of a part needs of its stripe; `at` is now if it needs nothing.
    Step read_old(const StripeWrite& write, std::size_t node);
    /// Writes data, and copies or parity.
    Step write_new(const StripeWrite& write, std::size_t node);

    /// Takes a step for each part of an I/O at once; what comes last.
    Step each_part(const twin::Io& io, std::size_t node, Step (BackEnd::*step)(const StripeWrite&, std::size_t));

    twin::PlaceId links_place(std::size_t node) const { return links_[node].place; }

private:
    /// One controller's way to the drives and back.
    struct DriveLinks {
        sim::Link to_drives;
        sim::Link from_drives;
        twin::PlaceId place;
    };

    std::size_t drive_of(std::uint16_t group, std::uint64_t stripe, int member) const;
    bool failed(std::size_t drive) const { return failed_[drive]; }
    std::optional<std::size_t> written_drive(const StripeWrite& write, int member) const;
    Step read_member(std::uint16_t group, const layout::StripePart& part, int member);
    Step reconstruct(std::uint16_t group, const layout::StripePart& part, int member);
    Step read_drive(std::size_t number, Bytes bytes);
    Step read_parts(const twin::Io& io);
    Step write_member(const StripeWrite& write, int member);
    sim::Transfer over_links(sim::Link& link, std::size_t node, Bytes bytes, Duration tail = {});

    sim::Simulation& simulation_;
    twin::Ledger& ledger_;
    const Parameters& parameters_;
    layout::DriveGroup group_;  // all groups are alike
    std::vector<std::unique_ptr<media::Ssd>> drives_;
    sim::Server writes_;  // of each drive, a queue of its own
    twin::PlaceId writes_place_;
    std::vector<DriveLinks> links_;
    sim::RandomStream random_;
    Bytes read_to_reconstruct_;
    std::vector<bool> failed_;         // by drive
    std::vector<int> replacements_;    // by drive: the spare, or -1
    std::vector<double> slowed_down_;  // by drive: factor of its time for a write, beside a rebuild
};

}  // namespace arraytwin::eseries
