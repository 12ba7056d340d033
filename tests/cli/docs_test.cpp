// Pages of docs/ that show the program at work: each block marked `console` is run, and must print what the page says.
//
// A block is lines `$ COMMAND`, each followed by what it prints; what needs another folder, or minutes, stays out of them.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

struct Shown {
    int line = 0;
    std::string command;
    std::string output;
};

std::vector<Shown> shown_in(const std::filesystem::path& page) {
    std::vector<Shown> commands;
    std::ifstream file{page};
    bool inside = false;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.starts_with("```")) {
            inside = line == "```console";
        } else if (inside && line.starts_with("$ ")) {
            commands.push_back({number, line.substr(2), ""});
        } else if (inside && !commands.empty()) {
            commands.back().output += line + "\n";
        }
    }
    return commands;
}

std::vector<std::string> pages() {
    std::vector<std::string> names;
    for (const auto& entry :
         std::filesystem::directory_iterator{std::filesystem::path{ARRAYTWIN_SOURCE_DIR} / "docs"}) {
        if (entry.path().extension() == ".md" && !shown_in(entry.path()).empty())
            names.push_back(entry.path().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

class Page : public testing::TestWithParam<std::string> {};

TEST_P(Page, PrintsWhatItShows) {
    const Shell shell;
    for (const Shown& shown : shown_in(GetParam())) {
        const auto ended = shell.run(shown.command);
        EXPECT_EQ(ended.output + ended.errors, shown.output) << GetParam() << ":" << shown.line;
    }
}

std::string test_name(const testing::TestParamInfo<std::string>& tested) {
    std::string name = std::filesystem::path{tested.param}.stem().string();
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(Docs, Page, testing::ValuesIn(pages()), test_name);

}  // namespace
}  // namespace arraytwin::cli
