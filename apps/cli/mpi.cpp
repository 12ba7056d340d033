#include "apps/cli/mpi.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#ifdef ARRAYTWIN_HAS_MPI
#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>
#include <vector>
#endif

namespace arraytwin::cli {

namespace {

/// Processes that mpirun says it started; 1 without it. Open MPI, and those that follow MPICH.
int announced_size() {
    int size = 1;
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        const char* value = std::getenv(name);
        if (value != nullptr) size = std::max(size, std::atoi(value));
    }
    return size;
}

tl::unexpected<Diagnostics> no_meeting(const std::string& why) {
    return tl::unexpected(
        Diagnostics{{"mpirun", 0, 0, "", why, "without mpirun, --shard 1/4 and 'sweep merge' do it"}});
}

}  // namespace

#ifdef ARRAYTWIN_HAS_MPI

namespace {

using Json = nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

enum Tag : int { want, chunk, computed, gone };

constexpr auto nap =
    std::chrono::microseconds{100};  // of rank 0 between two looks, so that it leaves its core to others

void send(int to, Tag tag, const Json& message) {
    const Bytes bytes = Json::to_cbor(message);
    MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

Json receive(const MPI_Status& probed) {
    int size = 0;
    MPI_Get_count(&probed, MPI_BYTE, &size);
    Bytes bytes(static_cast<std::size_t>(size));
    MPI_Recv(bytes.data(), size, MPI_BYTE, probed.MPI_SOURCE, probed.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return Json::from_cbor(bytes);
}

MPI_Status next_message(int from) {
    MPI_Status status;
    for (int there = 0;;) {
        MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
        if (there != 0) return status;
        std::this_thread::sleep_for(nap);
    }
}

Json to_json(const sweep::Batch& batch) {
    Json points = Json::array();
    for (const sweep::StoredPoint& point : batch.points) {
        points.push_back(
            {point.index, point.key, point.array_document, point.workload_document, point.inputs, point.result});
    }
    return {std::move(points), batch.documents};
}

sweep::Batch to_batch(const Json& json) {
    sweep::Batch batch;
    for (const Json& point : json[0])
        batch.points.push_back({point[0], point[1], point[2], point[3], point[4], point[5]});
    batch.documents = json[1];
    return batch;
}

Json to_json(const Diagnostics& diagnostics) {
    Json all = Json::array();
    for (const Diagnostic& d : diagnostics) all.push_back({d.file, d.line, d.column, d.key, d.message, d.help});
    return all;
}

Diagnostics to_diagnostics(const Json& json) {
    Diagnostics all;
    for (const Json& d : json) all.push_back({d[0], d[1], d[2], d[3], d[4], d[5]});
    return all;
}

}  // namespace

Ranks::~Ranks() {
    if (joined_) MPI_Finalize();
}

Result<void> Ranks::join() {
    if (announced_size() == 1) return {};
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    joined_ = true;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    if (size_ != announced_size())
        return no_meeting("belongs to another MPI than the one that this program was built with");
    if (provided < MPI_THREAD_SERIALIZED) return no_meeting("its MPI cannot be called from several threads");
    return {};
}

Result<void> Ranks::serve(const sweep::NextChunk& next, const sweep::PutBatch& put) {
    Diagnostics failure;
    for (int others = size_ - 1; others > 0;) {
        const MPI_Status status = next_message(MPI_ANY_SOURCE);
        const Json message = receive(status);
        if (status.MPI_TAG == want) {
            const auto handed = failure.empty() ? next() : std::nullopt;
            send(status.MPI_SOURCE, chunk, handed.value_or(sweep::Chunk{}));
        } else if (status.MPI_TAG == computed && failure.empty()) {
            if (auto done = put(to_batch(message)); !done) failure = std::move(done.error());
        } else if (status.MPI_TAG == gone) {
            --others;
            if (failure.empty()) failure = to_diagnostics(message);
        }
    }
    if (!failure.empty()) return tl::unexpected(std::move(failure));
    return {};
}

std::optional<sweep::Chunk> Ranks::ask() {
    const std::scoped_lock lock{turn_};
    send(0, want, nullptr);
    sweep::Chunk handed = receive(next_message(0));
    return handed.empty() ? std::nullopt : std::optional{std::move(handed)};
}

void Ranks::give(const sweep::Batch& batch) {
    const std::scoped_lock lock{turn_};
    send(0, computed, to_json(batch));
}

void Ranks::leave(const Diagnostics& failure) { send(0, gone, to_json(failure)); }

#else

Ranks::~Ranks() = default;

Result<void> Ranks::join() {
    if (announced_size() == 1) return {};
    return no_meeting("started this process, but the program was built without MPI");
}

Result<void> Ranks::serve(const sweep::NextChunk&, const sweep::PutBatch&) { return {}; }
std::optional<sweep::Chunk> Ranks::ask() { return std::nullopt; }
void Ranks::give(const sweep::Batch&) {}
void Ranks::leave(const Diagnostics&) {}

#endif

}  // namespace arraytwin::cli
