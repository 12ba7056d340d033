// The processes of one `mpirun`: rank 0 hands out chunks and takes what was computed, the others compute.
//
// MPI is initialised only under mpirun; otherwise, and in a build without MPI, the process is rank 0 of 1. MPI's header is
// in the source alone.
#pragma once

#include <mutex>
#include <optional>

#include "lib/spec/result.hpp"
#include "lib/sweep/run.hpp"

namespace arraytwin::cli {

class Ranks {
public:
    Ranks() = default;
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    ~Ranks();  ///< leaves the others; every rank waits for all there

    /// Meets the others, if mpirun started this process. Refused if it did and there is no MPI to meet them by: each would
    /// take itself for the only one.
    Result<void> join();

    int rank() const { return rank_; }
    int size() const { return size_; }

    /// Rank 0: hands out chunks until there are none and all others have left; the first failure of anyone. After a failure
    /// nothing more is handed out or put.
    Result<void> serve(const sweep::NextChunk& next, const sweep::PutBatch& put);

    /// Other ranks. Calls from several threads take turns.
    std::optional<sweep::Chunk> ask();
    void give(const sweep::Batch& batch);
    void leave(const Diagnostics& failure);

private:
    int rank_ = 0;
    int size_ = 1;
    bool joined_ = false;
    std::mutex turn_;
};

}  // namespace arraytwin::cli
