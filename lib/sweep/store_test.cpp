#include "lib/sweep/store.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "lib/sweep/sqlite.hpp"

namespace arraytwin::sweep {
namespace {

namespace fs = std::filesystem;

class StoreTest : public testing::Test {
protected:
    StoreTest() {
        std::string name = (fs::temp_directory_path() / "arraytwin-store-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~StoreTest() override { fs::remove_all(folder_); }

    std::string path(const std::string& name = "s.sqlite") const { return (folder_ / name).string(); }

    static Identity identity() { return {"plan", "1.0", "name", 100}; }

    static Batch batch(std::size_t first, std::size_t count) {
        Batch batch;
        for (std::size_t i = first; i < first + count; ++i)
            batch.points.push_back(
                {i, fmt::format("key{:04}", i), "array", "workload", "{}", fmt::format("{{\"i\":{}}}", i)});
        batch.documents = {{"array", "a"}, {"workload", "w"}};
        return batch;
    }

    void fill(const std::string& name, std::size_t first, std::size_t count) const {
        auto store = Store::create(path(name), identity());
        ASSERT_TRUE(store) << to_text(store.error());
        ASSERT_TRUE(store->put(batch(first, count)));
    }

    /// s.sqlite with 40 points and a journal, as a writer that is killed in the middle of a transaction leaves them.
    void leave_in_the_middle_of_a_write() const {
        fill("writer", 0, 40);
        sqlite3* writer = nullptr;
        ASSERT_EQ(sqlite3_open(path("writer").c_str(), &writer), SQLITE_OK);
        ASSERT_TRUE(execute(writer, path("writer"),
                            "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; DELETE FROM points;"
                            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
                            "INSERT INTO points SELECT i, 'k' || i, 'a', 'w', '', hex(zeroblob(200)) FROM n"));
        for (const std::string end : {"", "-journal"}) fs::copy_file(path("writer" + end), path("s.sqlite" + end));
        sqlite3_close(writer);
    }

    std::string opening(Store::Access access) const {
        const auto store = Store::open(path(), access);
        return store ? "" : to_text(store.error());
    }

    void expect_refusal(const std::string& part) const {
        for (const auto access : {Store::Access::read, Store::Access::write}) {
            const auto error = opening(access);
            EXPECT_NE(error.find(part), std::string::npos) << part << "\nis not in\n" << error;
        }
    }

    fs::path folder_;
};

TEST_F(StoreTest, GivesBackWhatWasPutInTheOrderOfTheIndex) {
    {
        auto store = Store::create(path(), identity()).value();
        ASSERT_TRUE(store.put(batch(50, 50)));
        ASSERT_TRUE(store.put(batch(0, 50)));
        ASSERT_TRUE(store.put(batch(0, 50)));  // again: nothing changes
    }
    const auto store = Store::open(path(), Store::Access::read).value();
    EXPECT_EQ(store.identity().points, 100U);
    EXPECT_EQ(store.identity().plan, "plan");
    EXPECT_EQ(store.document("array").value(), "a");
    std::size_t next = 0;
    ASSERT_TRUE(store.for_each([&](const StoredPoint& point) {
        EXPECT_EQ(point.index, next++);
        EXPECT_EQ(point.result, fmt::format("{{\"i\":{}}}", point.index));
    }));
    EXPECT_EQ(next, 100U);
    EXPECT_EQ(store.keys().value().size(), 100U);
}

TEST_F(StoreTest, IsNotMadeWhereThereIsSomething) {
    std::ofstream{path()} << "mine";
    const auto store = Store::create(path(), identity());
    ASSERT_FALSE(store);
    EXPECT_NE(to_text(store.error()).find("is there already"), std::string::npos);
    EXPECT_EQ(fs::file_size(path()), 4U);
}

TEST_F(StoreTest, BegunAndNotLaidOutIsBegunAgain) {
    std::ofstream{path()};
    expect_refusal("has no point of any sweep");
    const auto wanted = identity();
    const auto store = Store::open(path(), Store::Access::write, &wanted);
    ASSERT_TRUE(store) << to_text(store.error());
    EXPECT_EQ(store->identity().plan, "plan");
}

TEST_F(StoreTest, OfAnythingElseIsRefused) {
    std::ofstream{path()} << std::string(5000, 'x');
    expect_refusal("is not a store of a sweep");
    fs::remove(path());
    expect_refusal("there is no such store");
    fs::create_directory(path());
    expect_refusal("is a folder");
}

TEST_F(StoreTest, DamagedIsRefusedAndLeftAsItIs) {
    fill("s.sqlite", 0, 100);
    {
        std::fstream file{path(), std::ios::in | std::ios::out | std::ios::binary};
        file.seekp(4096);
        file << std::string(6000, '\x5a');
    }
    const auto size = fs::file_size(path());
    expect_refusal("is damaged");
    EXPECT_EQ(fs::file_size(path()), size);
    fs::resize_file(path(), size / 2);
    expect_refusal("is damaged");
}

TEST_F(StoreTest, InUseIsRefused) {
    auto writer = Store::create(path(), identity()).value();
    expect_refusal("is in use");
    EXPECT_TRUE(writer.put(batch(0, 1)));  // and the writer goes on
}

TEST_F(StoreTest, LeftInTheMiddleOfAWriteIsReadAsBeforeIt) {
    leave_in_the_middle_of_a_write();
    const auto store = Store::open(path(), Store::Access::read);
    ASSERT_TRUE(store) << to_text(store.error());
    EXPECT_EQ(store->keys().value().size(), 40U);
    EXPECT_FALSE(fs::exists(path("s.sqlite-journal")));
}

TEST_F(StoreTest, LeftInTheMiddleOfAWriteWhereNoneMayWriteIsTold) {
    leave_in_the_middle_of_a_write();
    constexpr auto read_only = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
    constexpr auto enter = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    for (const std::string name : {"s.sqlite", "s.sqlite-journal"}) fs::permissions(path(name), read_only);
    fs::permissions(folder_, read_only | enter);
    const bool root = ::geteuid() == 0;  // whom permissions do not bind
    ASSERT_EQ(::seteuid(root ? 65534 : ::geteuid()), 0);
    const auto error = opening(Store::Access::read);
    ASSERT_EQ(::seteuid(root ? 0 : ::geteuid()), 0);
    fs::permissions(folder_, fs::perms::owner_all);
    EXPECT_NE(error.find("was left in the middle of a write"), std::string::npos) << error;
}

TEST_F(StoreTest, AReaderDoesNotWrite) {
    fill("s.sqlite", 0, 40);
    auto store = Store::open(path(), Store::Access::read).value();
    EXPECT_FALSE(store.put(batch(40, 1)));
    EXPECT_EQ(store.keys().value().size(), 40U);
}

TEST_F(StoreTest, MergeTakesAllOfTheSameSweep) {
    fill("one", 0, 40);
    fill("two", 30, 70);
    auto all = Store::create(path(), identity()).value();
    ASSERT_TRUE(all.merge(path("one")));
    ASSERT_TRUE(all.merge(path("two")));
    EXPECT_EQ(all.keys().value().size(), 100U);
    EXPECT_EQ(all.document("workload").value(), "w");
}

TEST_F(StoreTest, MergeRefusesAnotherSweepOrVersion) {
    fill("one", 0, 40);
    for (const auto& [other, part] :
         {std::pair{Identity{"other", "1.0", "else", 7}, "another sweep ('name', 100"},
          std::pair{Identity{"plan", "2.0", "name", 100}, "is of arraytwin 1.0, the other is of 2.0"}}) {
        fs::remove(path());
        auto all = Store::create(path(), other).value();
        const auto merged = all.merge(path("one"));
        ASSERT_FALSE(merged);
        EXPECT_NE(to_text(merged.error()).find(part), std::string::npos) << to_text(merged.error());
        EXPECT_TRUE(all.keys().value().empty());
    }
}

}  // namespace
}  // namespace arraytwin::sweep
