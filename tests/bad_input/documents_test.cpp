// Documents that are each broken in one way. The first lines of each say `# expect: ` and a part of the diagnostics.
// toy/: against the toy array of lib/spec, in this process. spec/, workload/ and application/: `arraytwin check` on
// real documents.
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lib/spec/effective.hpp"
#include "lib/spec/reader.hpp"
#include "lib/spec/toy_test.hpp"

namespace arraytwin::spec {
namespace {

const std::filesystem::path folder = std::filesystem::path{ARRAYTWIN_SOURCE_DIR} / "tests" / "bad_input";

std::vector<std::string> documents_in(const std::string& kind) {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator{folder / kind})
        if (entry.path().extension() == ".toml") result.push_back(entry.path().string());
    std::sort(result.begin(), result.end());
    return result;
}

std::vector<std::string> expectations_of(const std::string& path) {
    constexpr std::string_view mark = "# expect: ";
    std::vector<std::string> result;
    std::ifstream file{path, std::ios::binary};
    for (std::string line; std::getline(file, line) && line.starts_with(mark);)
        result.push_back(line.substr(mark.size()));
    return result;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
    return std::filesystem::path{info.param}.stem().string();
}

class ToyDocument : public testing::TestWithParam<std::string> {};

TEST_P(ToyDocument, IsRefusedWithTheReason) {
    Diagnostics diagnostics;
    const auto document = Document::from_file(GetParam());
    if (document) {
        EXPECT_FALSE(effective_of<toy::Array>(*document).empty());
        const auto array = read<toy::Array>(*document);
        if (!array) diagnostics = array.error();
    } else {
        diagnostics = document.error();
    }
    ASSERT_FALSE(diagnostics.empty()) << "nothing is said to be wrong";
    const auto text = to_text(diagnostics);
    const auto expected = expectations_of(GetParam());
    EXPECT_FALSE(expected.empty()) << "the document does not say what to expect";
    for (const auto& part : expected) EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
    for (const auto& diagnostic : diagnostics) EXPECT_GT(diagnostic.line, 0) << text;
    for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= ' ') << text;
}

INSTANTIATE_TEST_SUITE_P(BadInput, ToyDocument, testing::ValuesIn(documents_in("toy")), test_name);

struct Ended {
    int status = -1;
    std::string errors;
};

/// Runs a command; its standard output is thrown away.
Ended run(const std::string& command) {
    Ended result;
    auto* pipe = popen((command + " 2>&1 >/dev/null").c_str(), "r");
    if (pipe == nullptr) return result;
    std::array<char, 4096> buffer;
    while (const auto count = std::fread(buffer.data(), 1, buffer.size(), pipe))
        result.errors.append(buffer.data(), count);
    const int status = pclose(pipe);
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    return result;
}

class RealDocument : public testing::TestWithParam<std::string> {};

TEST_P(RealDocument, IsRefusedWithTheReason) {
    const auto data = (std::filesystem::path{ARRAYTWIN_SOURCE_DIR} / "data").string();
    const auto ended = run("ARRAYTWIN_DATA='" + data + "' '" ARRAYTWIN_PROGRAM "' check '" + GetParam() + "'");
    EXPECT_EQ(ended.status, 2) << ended.errors;
    const auto expected = expectations_of(GetParam());
    EXPECT_FALSE(expected.empty()) << "the document does not say what to expect";
    for (const auto& part : expected)
        EXPECT_NE(ended.errors.find(part), std::string::npos) << part << "\nis not in\n" << ended.errors;
}

INSTANTIATE_TEST_SUITE_P(BadSpec, RealDocument, testing::ValuesIn(documents_in("spec")), test_name);
INSTANTIATE_TEST_SUITE_P(BadWorkload, RealDocument, testing::ValuesIn(documents_in("workload")), test_name);
INSTANTIATE_TEST_SUITE_P(BadApplication, RealDocument, testing::ValuesIn(documents_in("application")), test_name);

}  // namespace
}  // namespace arraytwin::spec
