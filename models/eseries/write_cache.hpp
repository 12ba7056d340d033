// The write-back cache of one controller: takes writes in, mirrors them to the partner, and flushes them later.
//
// A write is acknowledged when it is in both controllers' memory. Dirty data go to the drives, oldest first, once there
// is more of them than the demand-flush level or they are too old; a write that finds no room waits for the drives. Writes
// of a sequential stream are collected until they make a whole unit (a stripe where there is parity, else a segment), so
// that no parity need be read. README.md.
#pragma once

#include <string>
#include <vector>

#include "lib/sim/link.hpp"
#include "lib/sim/resource.hpp"
#include "models/controller/processor.hpp"
#include "models/eseries/back_end.hpp"
#include "models/eseries/fifo.hpp"

namespace arraytwin::eseries {

/// Core time to carry one part of a stripe to the drives.
Duration core_time_of(const StripeWrite& write, const BackEnd& back_end, const FlushCost& cost, double factor);

class WriteCache {
public:
    /// At the places `<name>.cache`, `<name>.partner_link`, `<name>.flush` and `<name>.flush_writes`. Starts its
    /// processes; they run as long as the simulation. `node`: the controller's number from 0.
    WriteCache(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name, const Parameters& parameters,
               controller::Processor& processor, BackEnd& back_end, std::size_t node);

    /// Waits for room, then until the write is safe here and at the partner.
    sim::Task<> store(twin::Io io);

    /// Writes out all that is in it, and waits for that.
    sim::Task<> flush();

    /// It was never used, or what happens when it is full, or when its data get old, has been seen a few times.
    bool has_cycled() const;

    Bytes written() const { return written_; }

private:
    struct Dirty {
        StripeWrite write;
        Duration since;
    };
    /// What a sequential stream has written of its present unit.
    struct Stream {
        bool begun = false;
        Bytes next;  // address of the unit
        Bytes collected;
        float work = 1;
        std::uint16_t volume = 0;
    };

    void add_scattered(const twin::Io& io);
    void add_to_stream(const twin::Io& io);
    void add_unit(Stream& stream);
    void add(const StripeWrite& write);
    Stream& stream_of(const twin::Io& io);
    void call_down_to(Bytes level);
    void call_oldest();
    std::size_t uncalled() const { return dirty_.size() - called_; }
    void close_streams();

    sim::Task<> prepare();
    sim::Task<> carry_out();
    sim::Task<> call_old();

    sim::Simulation& simulation_;
    twin::Ledger& ledger_;
    const Parameters& parameters_;
    controller::Processor& processor_;
    BackEnd& back_end_;
    std::size_t node_;
    bool mirrored_;
    double core_time_factor_;
    Bytes capacity_;
    Bytes start_;
    Bytes stop_;
    Duration flush_after_;
    Bytes unit_;
    sim::Link mirror_;
    twin::PlaceId place_;
    twin::PlaceId mirror_place_;
    twin::PlaceId flush_place_;
    twin::PlaceId flush_writes_place_;

    sim::Resource room_;  // bytes; below zero for a moment when a unit is complete
    Fifo<Dirty> dirty_;   // oldest first; the first `called_` are called for
    std::size_t called_ = 0;
    Bytes uncalled_bytes_;
    sim::Resource calls_;
    Fifo<StripeWrite> prepared_;
    sim::Resource prepared_writes_;
    std::vector<Stream> streams_;
    Bytes in_streams_;  // collected beyond what was there at the beginning; may be below zero
    Bytes unwritten_;
    Bytes written_;
    sim::Gate clean_;
};

}  // namespace arraytwin::eseries
