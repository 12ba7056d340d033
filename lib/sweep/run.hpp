// The work of a sweep on the cores of one machine: chunks of points come from somewhere, are computed by any thread, and
// their results go somewhere, one at a time.
//
// At most as many chunks as threads are in flight. A chunk is handed on as soon as it is computed, so results arrive in any
// order; nothing in a result depends on it. The same function serves the only process and each rank of many.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "lib/spec/result.hpp"
#include "lib/sweep/points.hpp"
#include "lib/sweep/store.hpp"
#include "lib/twin/predict.hpp"

namespace arraytwin::sweep {

/// Points in ascending order.
using Chunk = std::vector<std::size_t>;

using NextChunk = std::function<std::optional<Chunk>()>;              ///< none: all is handed out
using ComputeChunk = std::function<Result<Batch>(const Chunk&)>;      ///< called from any thread
using PutBatch = std::function<Result<void>(const Batch& computed)>;  ///< one call at a time, like NextChunk

/// Until there is no chunk left, or something fails: then the first failure. What was in flight is still put, if it can be.
Result<void> run(const NextChunk& next, const ComputeChunk& compute, const PutBatch& put, int jobs);

/// Deals points in chunks: small enough to spread and to lose, large enough for a transaction each. Chunks of the fast
/// solver end between groups, whose points share their recorded demands; a curve is never divided.
class Dealer {
public:
    /// `missing` in ascending order. The points must outlive it.
    Dealer(const Points& points, Solver solver, std::vector<std::size_t> missing);

    std::optional<Chunk> next();

private:
    bool may_end_before(std::size_t at, std::size_t size) const;

    const Points* points_;
    std::size_t enough_;
    std::size_t most_;
    std::vector<std::size_t> missing_;
    std::size_t dealt_ = 0;
};

/// The first of each key that is not in `stored` (sorted), by index.
std::vector<std::size_t> missing_points(const std::vector<std::string>& keys, const std::vector<std::string>& stored);

/// The `part`th of `parts` equal stretches of the points, counted from 1: from the first to before the last.
struct Stretch {
    std::size_t first = 0;
    std::size_t end = 0;
};
Stretch stretch_of(std::size_t points, int part, int parts);

}  // namespace arraytwin::sweep
