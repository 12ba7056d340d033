// A node's aggregate: RAID groups of drives that WAFL reads blocks from and writes whole stripes to.
//
// What a failed drive held is computed from as many others of its group as hold data; writes leave it out, or go to the
// spare that it is rebuilt on.
#pragma once

#include <utility>
#include <vector>

#include "lib/sim/random.hpp"
#include "lib/twin/io.hpp"
#include "models/media/ssd.hpp"
#include "models/ontap/node_drives.hpp"

namespace arraytwin::ontap {

/// Drives in use, by RAID group; those of parity are spread over all as blocks see it.
struct AggregateDrives {
    std::vector<media::Ssd*> read;     ///< null where a drive has failed
    std::vector<media::Ssd*> written;  ///< null where it is not being rebuilt either
    NodeDrives groups;
};

class Aggregate {
public:
    /// `parity`: of all groups together; `chain`: what is written to one drive in a row.
    Aggregate(sim::Simulation& simulation, AggregateDrives drives, int parity, Bytes chain, sim::RandomStream random);

    /// Reads an I/O's blocks from wherever they have been written, and waits for them.
    sim::Simulation::Timer read(twin::Io io);

    /// The same for read-ahead, for which nobody waits; returns when it will be done.
    Duration fetch(Bytes bytes);

    /// `co_await`: writes data as part of full stripes, its share of parity with it.
    sim::Simulation::Timer write_stripes(Bytes data);

    /// Reads so many chains' worth, parity of stripes that are only filled in part; RAID waits for it, no cleaner does.
    void read_stripes(double chains);

    /// Reads compression groups, each whole, so many bytes on average; nobody waits.
    void read_groups(Bytes mean, Bytes group);

    /// Data that the next stripes have to hold too.
    void owe(Bytes data) { owed_ += static_cast<double>(data.count()) * amplification_; }

    /// What has been read since the last call beyond what was asked for, to compute what failed drives held.
    Bytes take_read_to_reconstruct() { return std::exchange(read_to_reconstruct_, {}); }

    /// What has been logged for it, before a consistency point takes it up: which aggregate is due next.
    void expect(Bytes logged) { awaited_ += logged; }
    void take_up(Bytes logged) { awaited_ -= logged; }
    Bytes awaited() const { return awaited_; }

private:
    media::Done read_random_drive(Bytes bytes, const media::Ssd*& from);
    media::Done reconstruct(std::size_t lost, Bytes bytes, std::uint64_t word, const media::Ssd*& from);

    sim::Simulation* simulation_;
    AggregateDrives drives_;
    double amplification_;  // drive bytes for each data byte
    Bytes chain_;
    sim::RandomStream random_;
    std::size_t next_drive_ = 0;
    Bytes awaited_;
    Bytes read_to_reconstruct_;
    double reads_owed_ = 0;   // chains, less than one
    double groups_owed_ = 0;  // packed compression groups, less than one
    double owed_ = 0;         // drive bytes that were written but not yet sent, less than one chain
};

}  // namespace arraytwin::ontap
