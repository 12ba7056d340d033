// Command lines that must be refused: command_line/*.txt, each with lines `run: COMMAND`, `exit: CODE` and `expect: PART`
// of what stands on standard error.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

std::vector<std::string> cases() {
    std::vector<std::string> paths;
    const auto folder = std::filesystem::path{ARRAYTWIN_SOURCE_DIR} / "tests" / "bad_input" / "command_line";
    for (const auto& entry : std::filesystem::directory_iterator{folder}) paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::vector<std::string> lines_after(const std::string& path, const std::string& mark) {
    std::vector<std::string> lines;
    std::ifstream file{path};
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(mark + ": ")) lines.push_back(line.substr(mark.size() + 2));
    }
    return lines;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
    return std::filesystem::path{info.param}.stem().string();
}

class CommandLine : public testing::TestWithParam<std::string> {};

TEST_P(CommandLine, IsRefusedWithTheReason) {
    const Shell shell;
    const auto commands = lines_after(GetParam(), "run");
    const auto codes = lines_after(GetParam(), "exit");
    const auto expected = lines_after(GetParam(), "expect");
    ASSERT_EQ(commands.size(), 1U);
    ASSERT_EQ(codes.size(), 1U);
    ASSERT_FALSE(expected.empty());
    const auto ended = shell.run(commands.front());
    EXPECT_EQ(std::to_string(ended.code), codes.front()) << ended.errors;
    EXPECT_EQ(ended.output, "");
    EXPECT_TRUE(shell.files().empty());
    for (const auto& part : expected) {
        EXPECT_NE(ended.errors.find(part), std::string::npos) << part << "\nis not in\n" << ended.errors;
    }
    for (const char c : ended.errors) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= ' ') << ended.errors;
}

INSTANTIATE_TEST_SUITE_P(BadInput, CommandLine, testing::ValuesIn(cases()), test_name);

}  // namespace
}  // namespace arraytwin::cli
