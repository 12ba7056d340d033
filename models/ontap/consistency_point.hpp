// Consistency points: carry what the log holds to the drives, behind the hosts' backs but on the same cores and drives.
//
// One begins when the filling half of the log is full and the last one is over (at once, if it filled meanwhile:
// back-to-back), or when the timer runs out. Cleaners share its blocks out among themselves, a message at a time; whole
// chains go to the drives. Its progress lets the log fill further. If cleaning is slower than the hosts write, the hosts
// are paced to it: write saturation is nothing else. README.md.
#pragma once

#include <vector>

#include "models/controller/processor.hpp"
#include "models/journal/journal.hpp"
#include "models/ontap/aggregate.hpp"

namespace arraytwin::ontap {

inline constexpr Bytes wafl_block{4096};  // what WAFL allocates, logs and cleans

struct ConsistencyPointParameters {
    Duration per_extent;  ///< core time, at this array's clock
    Duration per_block;   ///< core time, data reduction and an aged aggregate's further chains included
    double stored = 1;    ///< blocks written for each block logged: metadata added, data reduced
    int cleaners = 1;
    int message = 1;  ///< blocks
    int chain = 1;    ///< blocks
    Duration interval;
    double reads_per_block = 0;  ///< chains read for each block, where stripes are only filled in part
};

class ConsistencyPoint {
public:
    /// At the place `<node>.consistency_point`. Starts its processes; they run as long as the simulation. `aggregates`:
    /// the node's own, and its partner's if it has taken over.
    ConsistencyPoint(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& node,
                     const ConsistencyPointParameters& parameters, journal::Journal& journal,
                     controller::Processor& processor, std::vector<Aggregate*> aggregates);

    /// How many have been carried out.
    int completed() const { return completed_; }

    /// Carries out what is logged now, and waits for it.
    sim::Task<> flush();

private:
    sim::Task<> run();
    sim::Task<> timer();
    sim::Task<> clean();
    bool share_out(const journal::Dirty& dirty);
    std::int64_t next_message();
    void message_done(std::int64_t blocks);
    Aggregate& take_up(Bytes logged);

    sim::Simulation& simulation_;
    twin::Ledger& ledger_;
    ConsistencyPointParameters parameters_;
    journal::Journal& journal_;
    controller::Processor& processor_;
    std::vector<Aggregate*> aggregates_;
    twin::PlaceId place_;

    sim::Resource messages_;  // shared out and not yet taken by a cleaner
    sim::Gate over_;          // open between two consistency points
    Duration last_begin_;
    int completed_ = 0;
    std::int64_t blocks_ = 0;  // of the present one
    std::int64_t blocks_untaken_ = 0;
    std::int64_t blocks_done_ = 0;
    std::int64_t blocks_unwritten_ = 0;  // cleaned, waiting to make a chain
    Duration per_block_;                 // core time of the present one's blocks, their extents' included
};

}  // namespace arraytwin::ontap
