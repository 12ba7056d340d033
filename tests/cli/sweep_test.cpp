// sweep: the same bytes whoever computes, what a kill leaves, and stores that cannot be used.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

namespace fs = std::filesystem;

/// Two arrays, a mix of known and changed workloads, loads and curves: 252 points of the fast solver.
constexpr const char* plan = R"(schema = 1
name = "small"
array = ["aff-a800", "ef570"]
workload = ["4k-random-read", "8k:70r:100rand"]
[grid]
"fabric.switches" = [1, 2]
"workload.read_share" = [0.5, 1.0]
"load.outstanding" = { from = 16, to = 400, step = 32 }
[[points]]
at = "curve"
[[points]]
workload = "sql"
at = ["peak", "iops=50000", "outstanding=64,iops=20000"]
)";
constexpr std::size_t points_of_plan = 2 * 2 * 2 * 2 * 13 + 2 * 2 * 13 + 2 * 3;

std::vector<nlohmann::json> lines_of(const std::string& text) {
    std::vector<nlohmann::json> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
}

class Sweep : public testing::Test {
protected:
    Sweep() { write("small.toml", plan); }

    void write(const std::string& name, const std::string& text) const { std::ofstream{shell.folder() / name} << text; }

    Ended run(const std::string& arguments) const { return shell.run("arraytwin sweep " + arguments); }

    /// Both exports of a store.
    std::string exported(const std::string& store) const {
        const auto ended = run("query " + store + " -q --csv out.csv --jsonl -");
        EXPECT_EQ(ended.code, 0) << ended.errors;
        return ended.output + shell.read("out.csv");
    }

    void expect_refused(const std::string& arguments, const std::string& part) const {
        const auto ended = run(arguments);
        EXPECT_EQ(ended.code, 2) << arguments << ended.errors;
        EXPECT_EQ(ended.output, "");
        EXPECT_NE(ended.errors.find(part), std::string::npos) << part << "\nis not in\n" << ended.errors;
    }

    Shell shell;
};

TEST_F(Sweep, SameBytesForAnyNumberOfThreadsRanksAndShards) {
    ASSERT_EQ(run("./small.toml --store whole -q --jobs 1").code, 0);
    const std::string expected = exported("whole");
    EXPECT_EQ(lines_of(run("query whole --jsonl -").output).size(), points_of_plan);
    for (const std::string jobs : {"2", "4"}) {
        ASSERT_EQ(run("./small.toml -q --store jobs" + jobs + " --jobs " + jobs).code, 0);
        EXPECT_EQ(exported("jobs" + jobs), expected) << jobs << " threads";
    }
    for (const std::string shard : {"3", "1", "2"})
        ASSERT_EQ(run("./small.toml -q --shard " + shard + "/3 --store shard" + shard).code, 0);
    ASSERT_EQ(run("merge merged shard2 shard3 shard1 -q").code, 0);
    EXPECT_EQ(exported("merged"), expected);
    if (shell.run("command -v mpirun && arraytwin --version").code != 0) GTEST_SKIP() << "no mpirun: ranks not tried";
    for (const std::string ranks : {"1", "2", "4"}) {
        const auto ended = shell.run(
            "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1\n"
            "export ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\"\n"  // what MPI itself never frees

            "mpirun -n " +
            ranks + " arraytwin sweep ./small.toml -q --store ranks" + ranks);
        if (ended.errors.find("built without MPI") != std::string::npos) GTEST_SKIP() << "built without MPI";
        ASSERT_EQ(ended.code, 0) << ended.errors;
        EXPECT_EQ(exported("ranks" + ranks), expected) << ranks << " ranks";
    }
}

TEST_F(Sweep, PointsAreWhatPredictSays) {
    ASSERT_EQ(run("./small.toml --store s -q").code, 0);
    const auto predicted =
        nlohmann::json::parse(shell.run("arraytwin predict ef570 -w sql --solver fast --at iops=50000 --json -")
                                  .output)["curves"][0]["points"][0];
    const auto found = lines_of(
        run("query s --where array=ef570 --where workload=sql --where target_iops=50000 --where 'latency_mean_us>0' "
            "--jsonl -")
            .output);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0]["iops"], predicted["iops"]);
    EXPECT_EQ(found[0]["latency_mean_us"], predicted["latency_us"]["mean"]);
    EXPECT_EQ(found[0]["bottleneck"], predicted["bottleneck"]);
    const auto curve = nlohmann::json::parse(
        shell.run("arraytwin predict aff-a800 -w 4k-random-read --solver fast --json -").output)["curves"][0]["points"];
    const auto steps = lines_of(run("query s --where array=aff-a800 --where workload=4k-random-read --jsonl -").output);
    ASSERT_GE(steps.size(), curve.size());
    for (std::size_t i = 0; i < curve.size(); ++i)
        EXPECT_EQ(steps[steps.size() - curve.size() + i]["iops"], curve[i]["iops"]);
}

TEST_F(Sweep, SimulatedPointsAreTheSameOnAnyNumberOfThreads) {
    write("sim.toml",
          "schema = 1\nname = \"sim\"\narray = \"ef570\"\nworkload = \"8k:70r:100rand\"\nsolver = \"simulate\"\n"
          "max_ios = 4000\nseed = 3\nat = [\"outstanding=8\", \"outstanding=64\", \"iops=20000\", \"peak\"]\n");
    ASSERT_EQ(run("./sim.toml --store one -q --jobs 1").code, 0);
    ASSERT_EQ(run("./sim.toml --store four -q --jobs 4").code, 0);
    EXPECT_EQ(exported("one"), exported("four"));
    EXPECT_TRUE(lines_of(run("query one --jsonl -").output)[0]["latency_p99_us"].is_number());
}

TEST_F(Sweep, KilledAtAnyMomentAndResumedLosesNothing) {
    ASSERT_EQ(run("./small.toml --store whole -q").code, 0);
    const auto count = [&] {
        const auto store = shell.folder() / "killed";
        if (!fs::exists(store) || fs::file_size(store) == 0) return std::size_t{0};
        const auto ended = run("query killed --columns index --jsonl -");
        return ended.code == 0 ? lines_of(ended.output).size() : std::size_t{0};
    };
    std::size_t before = 0;
    for (int kill = 0; kill < 10; ++kill) {
        const auto after = std::to_string(0.02 + 0.015 * kill);
        shell.run("timeout -s KILL " + after + " arraytwin sweep ./small.toml --store killed --resume -q --jobs 2");
        const std::size_t now = count();
        EXPECT_GE(now, before);
        before = now;
    }
    const auto last = run("./small.toml --store killed --resume --csv /dev/null");
    EXPECT_EQ(last.code, 0) << last.errors;
    const auto left = std::to_string(points_of_plan - before) + " of them computed now";
    EXPECT_NE(last.errors.find(left), std::string::npos) << left << " is not in " << last.errors;
    EXPECT_EQ(exported("killed"), exported("whole"));
}

TEST_F(Sweep, ChoosesRowsAndColumns) {
    ASSERT_EQ(run("./small.toml --store s -q").code, 0);
    const auto csv =
        run("query s --where fabric.switches=2 --where 'outstanding>=368' --columns array,outstanding,iops --csv -");
    EXPECT_TRUE(csv.output.starts_with("array,outstanding,iops\r\n")) << csv.output;
    EXPECT_EQ(std::count(csv.output.begin(), csv.output.end(), '\n'), 1 + 2 * 2 * 2 * 2) << csv.output;
    expect_refused("query s --columns iobs", "did you mean 'iops'?");
    expect_refused("query s --where media.cout=24", "there is no such column");
    expect_refused("query s --where 'array>ef570'", "= and != compare texts");
}

TEST_F(Sweep, AStoreIsNotReplacedByWhatIsWrittenOfIt) {
    ASSERT_EQ(run("./small.toml --store s -q").code, 0);
    const std::string before = shell.read("s");
    fs::create_symlink("s", shell.folder() / "link");
    expect_refused("query s --csv s", "'s' is the store itself");
    expect_refused("query ./s --jsonl link", "'link' is the store itself");
    expect_refused("merge all s --csv ./s", "'./s' is the store itself");
    expect_refused("merge s s --jsonl $PWD/s", "is the store itself");
    expect_refused("./small.toml --store s --resume --csv ./s", "'./s' is the store itself");
    expect_refused("./small.toml --csv small.sqlite", "'small.sqlite' is the store itself");
    EXPECT_EQ(shell.read("s"), before);
    EXPECT_FALSE(fs::exists(shell.folder() / "all"));
    EXPECT_FALSE(fs::exists(shell.folder() / "small.sqlite"));
}

TEST_F(Sweep, ARankWithAShorterPlanIsFoundOut) {
    fs::create_directory(shell.folder() / "0");
    fs::create_directory(shell.folder() / "1");
    write("0/p.toml", plan);
    write("1/p.toml", "schema = 1\nname = \"p\"\narray = \"ef570\"\nworkload = \"sql\"\n");
    if (shell.run("command -v mpirun").code != 0) GTEST_SKIP() << "no mpirun: ranks not tried";
    const auto ended = shell.run(
        "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1\n"
        "export ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\"\n"
        "mpirun -n 2 sh -c 'cd $OMPI_COMM_WORLD_RANK && exec arraytwin sweep ./p.toml -q'");
    if (ended.errors.find("built without MPI") != std::string::npos) GTEST_SKIP() << "built without MPI";
    EXPECT_NE(ended.code, 0);
    EXPECT_NE(ended.errors.find("not all ranks read the same plan"), std::string::npos) << ended.errors;
}

TEST_F(Sweep, StoresOfAnotherVersionAreNotMerged) {
    ASSERT_EQ(run("./small.toml --store s -q").code, 0);
    if (shell
            .run("python3 -c 'import sqlite3; c = sqlite3.connect(\"s\"); "
                 "c.execute(\"UPDATE sweep SET value = 0.1 WHERE name = \\\"version\\\"\"); c.commit()'")
            .code != 0)
        GTEST_SKIP() << "no python3 to change the version with";
    expect_refused("merge all s", "s: is of arraytwin 0.1, this is of ");
    EXPECT_FALSE(fs::exists(shell.folder() / "all"));
}

TEST_F(Sweep, OtherStoresAreRefusedAndKept) {
    ASSERT_EQ(run("./small.toml --store s -q").code, 0);
    const std::string before = exported("s");
    expect_refused("./small.toml --store s", "is there already");
    write("small.toml", std::string{plan} + "[[points]]\narray = \"aff-a300\"\n");
    expect_refused("./small.toml --store s --resume", "is of another sweep");
    EXPECT_EQ(exported("s"), before);
    write("text", std::string(3000, 'x'));
    expect_refused("./small.toml --store text --resume", "is not a store of a sweep");
    expect_refused("./small.toml --store no/such/folder", "cannot be opened");
    EXPECT_EQ(shell.read("text"), std::string(3000, 'x'));
}

TEST_F(Sweep, AFullDiskIsToldAndWhatWasStoredIsKept) {
    const auto full = shell.run(
        "trap '' XFSZ\n(ulimit -f 160; arraytwin sweep ./small.toml --store s -q --jobs 1)");  // blocks of 1 KiB
    EXPECT_EQ(full.code, 2) << full.errors;
    EXPECT_NE(full.errors.find("what was stored is kept"), std::string::npos) << full.errors;
    const auto resumed = run("./small.toml --store s --resume --csv /dev/null");
    EXPECT_EQ(resumed.code, 0) << resumed.errors;
    ASSERT_EQ(run("./small.toml --store whole -q").code, 0);
    EXPECT_EQ(exported("s"), exported("whole"));
}

TEST_F(Sweep, AReadOnlyStoreIsTold) {
    ASSERT_EQ(run("./small.toml --store s -q").code, 0);
    fs::permissions(shell.folder() / "s", fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
    std::string as_user;
    if (::geteuid() == 0) {  // whom permissions do not bind
        as_user = "setpriv --reuid=65534 --clear-groups ";
        fs::permissions(shell.folder().parent_path(), fs::perms::all);
        fs::permissions(shell.folder(), fs::perms::all);
        if (shell.run(as_user + "arraytwin --version").code != 0) GTEST_SKIP() << "nobody may not run the program";
    }
    const auto ended = shell.run(as_user + "arraytwin sweep ./small.toml --store s --resume");
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.errors.find("s: is read-only"), std::string::npos) << ended.errors;
}

TEST_F(Sweep, ThePlansOfTheDataFolderCanBeSwept) {
    for (const auto& entry : fs::directory_iterator{fs::path{ARRAYTWIN_SOURCE_DIR} / "data" / "plans"}) {
        const auto ended = run(entry.path().stem().string() + " --store " + entry.path().stem().string());
        EXPECT_EQ(ended.code, 0) << ended.errors;
    }
}

}  // namespace
}  // namespace arraytwin::cli
