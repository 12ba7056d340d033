#include "lib/spec/data_folder.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace arraytwin::spec {
namespace {

class DataFolderTest : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directories(path_ / "arrays");
        for (const auto* name : {"aff-a800.toml", "aff-a300.toml", "notes.md"})
            std::ofstream(path_ / "arrays" / name) << "name = \"" << name << "\"\n";
    }
    void TearDown() override { std::filesystem::remove_all(path_); }

    std::filesystem::path path_ = std::filesystem::temp_directory_path() / "arraytwin_data_folder_test";
    DataFolder folder_{path_.string()};
};

TEST_F(DataFolderTest, FindsNamesAndPaths) {
    EXPECT_EQ(folder_.names("arrays"), (std::vector<std::string>{"aff-a300", "aff-a800"}));
    EXPECT_EQ(*folder_.find("arrays", "aff-a800"), (path_ / "arrays" / "aff-a800.toml").string());
    EXPECT_EQ(*folder_.find("arrays", "mine.toml"), "mine.toml");
    EXPECT_EQ(*folder_.find("arrays", "./mine"), "./mine");
    EXPECT_EQ(folder_.load("arrays", "aff-a300", {"x=1"})->text("name"), "aff-a300.toml");
}

TEST_F(DataFolderTest, AnUnknownNameGetsTheNearestAndTheList) {
    const auto found = folder_.find("arrays", "aff-a80");
    ASSERT_FALSE(found);
    const auto text = to_text(found.error());
    EXPECT_NE(text.find("aff-a80: there is no array of that name in "), std::string::npos) << text;
    EXPECT_NE(text.find("did you mean 'aff-a800'? known are aff-a300, aff-a800"), std::string::npos) << text;
    EXPECT_FALSE(folder_.find("arrays", "..").has_value());
    EXPECT_FALSE(folder_.find("arrays", "").has_value());
}

TEST_F(DataFolderTest, AFolderThatIsNotThereHasNoNames) {
    const DataFolder none{(path_ / "none").string()};
    EXPECT_TRUE(none.names("arrays").empty());
    EXPECT_NE(to_text(none.find("arrays", "x").error()).find("--data"), std::string::npos);
}

}  // namespace
}  // namespace arraytwin::spec
