#include "lib/report/sweep.hpp"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

namespace arraytwin::report {
namespace {

namespace fs = std::filesystem;

/// A store of three points: 8KiB, 16KiB and 1MiB a block.
class SweepRows : public testing::Test {
protected:
    SweepRows() {
        std::string name = (fs::temp_directory_path() / "arraytwin-rows-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~SweepRows() override { fs::remove_all(folder_); }

    sweep::Store store() const {
        auto store = sweep::Store::create((folder_ / "s").string(), {"plan", "1.0", "name", 3}).value();
        sweep::Batch batch;
        for (const std::string size : {"8KiB", "16KiB", "1MiB"})
            batch.points.push_back({batch.points.size(), size, "a", "w", R"({"block":")" + size + R"(","n":9})", "{}"});
        EXPECT_TRUE(store.put(batch));
        return store;
    }

    fs::path folder_;
};

TEST_F(SweepRows, ConditionsCompareQuantitiesByTheirSizeAndTextsNever) {
    const auto points = store();
    const auto rows = [&](const char* condition) {
        const auto text = sweep_jsonl(points, {{parse_condition(condition).value()}, {}}).value();
        return std::count(text.begin(), text.end(), '\n');
    };
    EXPECT_EQ(rows("block<16KiB"), 1);
    EXPECT_EQ(rows("block>=16KiB"), 2);
    EXPECT_EQ(rows("block=1024KiB"), 1);
    EXPECT_EQ(rows("block!=16KiB"), 2);
    EXPECT_EQ(rows("block>1"), 0);  // of no unit
    EXPECT_EQ(rows("n<10"), 3);
    EXPECT_EQ(rows("key!=ef570"), 3);
}

TEST(SweepCondition, OrdersByANumberOnly) {
    for (const char* text : {"n<fast", "n<=", "n>nan", "n>=inf"}) EXPECT_FALSE(parse_condition(text)) << text;
    for (const char* text : {"n=fast", "n!=", "n>1e6", "n>=2.5ms"}) EXPECT_TRUE(parse_condition(text)) << text;
}

}  // namespace
}  // namespace arraytwin::report
