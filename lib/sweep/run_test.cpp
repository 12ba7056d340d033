// The pipeline with a function that costs nothing, and killed at any moment.
#include "lib/sweep/run.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace arraytwin::sweep {
namespace {

namespace fs = std::filesystem;
using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Groups of 100 loads each.
Plan plan_of(int groups) {
    const auto text = fmt::format(
        "schema = 1\nname = \"p\"\narray = \"a\"\nworkload = \"w\"\n[grid]\n\"workload.x\" = {{ from = 1, to = {} }}\n"
        "\"load.outstanding\" = {{ from = 1, to = 100 }}\n",
        groups);
    return read_plan(spec::Document::from_text("p.toml", text).value()).value();
}

std::vector<std::size_t> all_of(const Points& points) {
    std::vector<std::size_t> all(points.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

Batch trivial(const Chunk& chunk) {
    Batch batch;
    const std::string result(400, 'r');  // as long as a real one
    for (const std::size_t index : chunk)
        batch.points.push_back({index, fmt::format("{:032}", index), "array", "workload", "{}", result});
    batch.documents = {{"array", "a"}, {"workload", "w"}};
    return batch;
}

class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "arraytwin-run-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path_); }
    std::string operator/(const char* name) const { return (path_ / name).string(); }

private:
    fs::path path_;
};

TEST(Run, ComputesEachPointOnceOnAnyNumberOfThreads) {
    const Plan plan = plan_of(20);
    const Points points{plan};
    for (const int jobs : {1, 2, 4, 7}) {
        Dealer dealer{points, Solver::fast, all_of(points)};
        std::vector<std::size_t> computed;
        std::atomic<int> in_flight{0};
        std::atomic<int> most{0};
        const auto next = [&] {
            auto chunk = dealer.next();
            if (chunk) most = std::max(most.load(), ++in_flight);
            return chunk;
        };
        const auto put = [&](const Batch& batch) {
            for (const StoredPoint& point : batch.points) computed.push_back(point.index);
            --in_flight;
            return Result<void>{};
        };
        ASSERT_TRUE(run(next, trivial, put, jobs));
        std::sort(computed.begin(), computed.end());
        EXPECT_EQ(computed, all_of(points));
        EXPECT_LE(most, jobs);
    }
}

TEST(Run, EndsAtTheFirstFailureAndPutsWhatWasInFlight) {
    const Plan plan = plan_of(50);
    const Points points{plan};
    const Diagnostics failure{{"f", 0, 0, "", "broken", ""}};
    std::size_t put_points = 0;
    const auto put = [&](const Batch& batch) {
        put_points += batch.points.size();
        return Result<void>{};
    };
    {
        Dealer dealer{points, Solver::fast, all_of(points)};
        const auto compute = [&](const Chunk& chunk) -> Result<Batch> {
            if (chunk.front() >= 1000) return tl::unexpected(failure);
            return trivial(chunk);
        };
        const auto done = run([&] { return dealer.next(); }, compute, put, 2);
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().front().message, "broken");
        EXPECT_GE(put_points, 1000U);
        EXPECT_LT(put_points, points.size());
    }
    Dealer dealer{points, Solver::fast, all_of(points)};
    int puts = 0;
    const auto full = [&](const Batch&) -> Result<void> {
        ++puts;
        return tl::unexpected(failure);
    };
    EXPECT_FALSE(run([&] { return dealer.next(); }, trivial, full, 2));
    EXPECT_EQ(puts, 1);
}

TEST(Run, HandsOutAndStoresAPointInLessThan50Microseconds) {
    const Folder folder;
    const Plan plan = plan_of(500);
    const Points points{plan};
    Store store = Store::create(folder / "s", {"plan", "1", "p", points.size()}).value();
    Dealer dealer{points, Solver::fast, all_of(points)};
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t cpu_begin = std::clock();
    ASSERT_TRUE(run([&] { return dealer.next(); }, trivial, [&](const Batch& batch) { return store.put(batch); }, 2));
    const auto count = static_cast<double>(points.size());
    const double cpu_us = static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC * 1e6 / count;
    const double us =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() / count;
    std::cout << fmt::format("hand-out and store: {:.1f} us of processor a point, {:.1f} us with the disk\n", cpu_us,
                             us);
    EXPECT_EQ(store.keys()->size(), points.size());
    EXPECT_LT(cpu_us, 50);  // the disk's time is the machine's
}

constexpr const char* child_folder = "ARRAYTWIN_TEST_SWEEP";  // set for the process that will be killed
constexpr int killed_groups = 40;
constexpr std::size_t chunk_points = 100;  // a group: 4,000 points are dealt in at least so many
constexpr int jobs_of_child = 2;

/// Resumes the store in the folder; each point that it computes is a line in the log before it is one in the store.
void compute_as_child(const std::string& folder) {
    const Plan plan = plan_of(killed_groups);
    const Points points{plan};
    const Identity identity{"plan", "1", "p", points.size()};
    const std::string path = folder + "/store";
    auto store = fs::exists(path) ? Store::open(path, Store::Access::write, &identity) : Store::create(path, identity);
    ASSERT_TRUE(store) << to_text(store.error());
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < points.size(); ++i) keys.push_back(fmt::format("{:032}", i));
    Dealer dealer{points, Solver::fast, missing_points(keys, store->keys().value())};
    const int log = ::open((folder + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const auto compute = [&](const Chunk& chunk) -> Result<Batch> {
        for (const std::size_t index : chunk) {
            const auto line = fmt::format("{}\n", index);
            EXPECT_GT(::write(log, line.data(), line.size()), 0);
            std::this_thread::sleep_for(microseconds{20});
        }
        return trivial(chunk);
    };
    ASSERT_TRUE(run([&] { return dealer.next(); }, compute, [&](const Batch& batch) { return store->put(batch); },
                    jobs_of_child));
}

TEST(SweepChild, ComputesUntilItIsKilled) {
    const char* folder = std::getenv(child_folder);
    if (folder == nullptr) GTEST_SKIP() << "the tests of kills start it";
    compute_as_child(folder);
}

/// From when the time to a kill counts.
enum class From { start, first_point };

/// Another process, as threads and a fork do not agree. Whether it ended by itself.
bool run_child(const std::string& folder, From count, milliseconds until) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::setenv(child_folder, folder.c_str(), 1);
        const int nowhere = ::open("/dev/null", O_WRONLY);
        ::dup2(nowhere, STDOUT_FILENO);
        ::execl("/proc/self/exe", "killed", "--gtest_filter=SweepChild.*", static_cast<char*>(nullptr));
        ::_exit(127);
    }
    const auto log = fs::path{folder} / "log";
    const auto size = [&] { return fs::exists(log) ? fs::file_size(log) : 0; };
    const auto before = size();
    for (int waits = 0; count == From::first_point && size() == before && waits < 2000; ++waits)
        std::this_thread::sleep_for(milliseconds{1});
    std::this_thread::sleep_for(until);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status);
}

std::vector<std::size_t> read_log(const std::string& path) {
    std::ifstream file{path};
    return {std::istream_iterator<std::size_t>{file}, std::istream_iterator<std::size_t>{}};
}

/// What no kill left complete counts as nothing, as --resume has it.
std::set<std::size_t> stored_in(const std::string& path) {
    std::set<std::size_t> stored;
    if (!fs::exists(path) || fs::file_size(path) == 0) return stored;
    const Identity identity{"plan", "1", "p", 0};
    const auto store = Store::open(path, Store::Access::write, &identity);
    EXPECT_TRUE(store && store->for_each([&](const StoredPoint& point) { stored.insert(point.index); }));
    return stored;
}

/// Kills at moments spread over a run; what is finished begins anew.
void kill_and_resume(int kills) {
    std::size_t lost = 0;
    auto folder = std::make_unique<Folder>();
    for (int i = 0; i < kills; ++i) {
        const auto before = stored_in(*folder / "store");
        const std::size_t logged = read_log(*folder / "log").size();
        const bool ended =
            run_child(*folder / ".", i % 2 == 0 ? From::start : From::first_point, milliseconds{i * 37 % 61});
        const auto after = stored_in(*folder / "store");
        const auto log = read_log(*folder / "log");
        EXPECT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));  // nothing lost
        const std::set<std::size_t> now(log.begin() + static_cast<std::ptrdiff_t>(logged), log.end());
        EXPECT_EQ(now.size(), log.size() - logged);                                // none twice in a run
        for (const std::size_t index : now) EXPECT_FALSE(before.contains(index));  // none that was stored
        const std::size_t of_run = now.size() - (after.size() - before.size());
        EXPECT_LE(of_run, jobs_of_child * chunk_points);
        lost += of_run;
        if (ended || after.size() == killed_groups * 100U) folder = std::make_unique<Folder>();
    }
    std::cout << fmt::format("{} kills: {:.0f} points in flight were computed again, a kill\n", kills,
                             static_cast<double>(lost) / kills);
    compute_as_child(*folder / ".");
    EXPECT_EQ(stored_in(*folder / "store").size(), killed_groups * 100U);
}

TEST(KilledSweep, LosesWhatIsInFlightAndNothingElse) { kill_and_resume(10); }

TEST(SlowKilledSweep, LosesWhatIsInFlightAndNothingElse) { kill_and_resume(50); }

}  // namespace
}  // namespace arraytwin::sweep
