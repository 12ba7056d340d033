// help, list, show, schema, check, and what every command has in common.
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

using testing::Values;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string with_a_short_run(std::string line) {
    if (line.starts_with("arraytwin whatif") || line.starts_with("arraytwin explain"))
        return contains(line, "--solver") ? line : line + " --solver fast";
    if (!line.starts_with("arraytwin predict")) return line;
    line += " --max-ios 2000";
    return contains(line, "--at") || contains(line, " -a ") ? line : line + " --at outstanding=64";
}

class Help : public testing::TestWithParam<const char*> {};

TEST_P(Help, IsAPageOfReadableWidthThatEndsWellAndComplainsOfNothing) {
    const Shell shell;
    const auto ended = shell.run(std::string{"arraytwin "} + GetParam() + " --help");
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.errors, "");
    EXPECT_TRUE(contains(ended.output, "Usage: arraytwin ")) << ended.output;
    EXPECT_TRUE(ended.output.ends_with("\n"));
    std::istringstream lines{ended.output};
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 122U) << line;
    EXPECT_EQ(shell.run(std::string{"arraytwin help "} + GetParam()).output, ended.output);
}

TEST_P(Help, HasExamplesThatWork) {
    const Shell shell;
    const auto page = shell.run(std::string{"arraytwin "} + GetParam() + " --help").output;
    std::istringstream lines{page.substr(page.find("Examples:\n"))};
    int examples = 0;
    for (std::string line; std::getline(lines, line) && !line.empty();) {
        if (!line.starts_with("  arraytwin ")) continue;
        const auto ended = shell.run(with_a_short_run(line.substr(2)));
        ++examples;
        if (ended.errors.find("this build has no HTML page") != std::string::npos) {
            EXPECT_EQ(ended.code, 2) << line;  // built without npm, as the sanitizers' preset is
            continue;
        }
        EXPECT_EQ(ended.code, 0) << line << "\n" << ended.errors;
    }
    EXPECT_GE(examples, 2);
}

std::string test_name(const testing::TestParamInfo<const char*>& tested) {
    return *tested.param == '\0' ? "program" : tested.param;
}

INSTANTIATE_TEST_SUITE_P(Commands, Help,
                         Values("", "predict", "explain", "whatif", "capacity", "size", "measured", "list", "show",
                                "schema", "check"),
                         test_name);

TEST(Program, SaysItsVersion) {
    const auto ended = Shell{}.run("arraytwin --version");
    EXPECT_EQ(ended.code, 0);
    EXPECT_TRUE(ended.output.starts_with("arraytwin 0.")) << ended.output;
    EXPECT_EQ(ended.errors, "");
}

TEST(Program, WithoutACommandExplainsItselfOnStandardError) {
    const auto ended = Shell{}.run("arraytwin");
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.output, "");
    EXPECT_TRUE(contains(ended.errors, "Commands:"));
}

TEST(Program, FindsItsDataByOptionThenEnvironmentThenBesideItself) {
    const Shell shell;
    const std::string list = "arraytwin list --names arrays";
    EXPECT_TRUE(contains(shell.run(list).output, "aff-a800"));
    shell.run("mkdir -p mine/arrays theirs/arrays && touch mine/arrays/one.toml theirs/arrays/two.toml");
    EXPECT_EQ(shell.run("ARRAYTWIN_DATA=mine " + list).output, "one\n");
    EXPECT_EQ(shell.run("ARRAYTWIN_DATA=mine " + list + " --data theirs").output, "two\n");
    const auto wrong = shell.run("ARRAYTWIN_DATA=nowhere " + list);
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(contains(wrong.errors, "ARRAYTWIN_DATA: 'nowhere' is not a data folder")) << wrong.errors;
}

TEST(Program, ReaderWhoLeavesIsNoError) {
    const Shell shell;
    const auto ended = shell.run("{ sleep 0.1; arraytwin list; echo $? >code; } | true");
    EXPECT_EQ(shell.read("code"), "0\n");
    EXPECT_EQ(ended.errors, "");
}

TEST(Program, OutputThatCannotBeWrittenIsTold) {
    for (const char* target : {">/dev/full", ">&-"}) {
        const auto ended = Shell{}.run(std::string{"arraytwin list "} + target);
        EXPECT_EQ(ended.code, 2) << target;
        EXPECT_TRUE(contains(ended.errors, "standard output: cannot be written: ")) << ended.errors;
    }
}

TEST(Program, ColorsOnATerminalOnlyAndNotWithNoColor) {
    const std::string escape = "\x1b[";
    EXPECT_FALSE(contains(Shell{}.run("arraytwin list").output, escape));
    EXPECT_TRUE(contains(Shell{}.run("script -qec 'arraytwin list' /dev/null").output, escape));
    EXPECT_FALSE(contains(Shell{}.run("NO_COLOR=1 script -qec 'arraytwin list' /dev/null").output, escape));
}

TEST(List, HasEveryKindWithALineEach) {
    const auto text = Shell{}.run("arraytwin list").output;
    for (const char* part : {"arrays\n  a", "aff-a800", "NetApp AFF A800", "workloads\n", "4k-random-read",
                             "applications\n", "drives\n", "links\n", "families\n", "  ontap"})
        EXPECT_TRUE(contains(text, part)) << part << "\n" << text;
}

TEST(Show, IsADocumentThatSaysTheSame) {
    const Shell shell;
    const auto shown =
        shell.run("arraytwin show aff-a800 --set nodes.cores=24 >mine.toml && arraytwin check mine.toml");
    EXPECT_EQ(shown.code, 0) << shown.errors;
    EXPECT_EQ(shown.output, "mine.toml: ok\n");
    EXPECT_TRUE(contains(shell.read("mine.toml"), "cores = 24")) << shell.read("mine.toml");
    EXPECT_TRUE(contains(shell.read("mine.toml"), "# --set"));
    EXPECT_TRUE(contains(shell.read("mine.toml"), "# arrays/aff-a800.toml:")) << shell.read("mine.toml");
    const std::string point = " -w 4k --at outstanding=8 --max-ios 2000 --csv - | cut -d, -f6-";
    const auto original = shell.run("arraytwin predict aff-a800 --set nodes.cores=24" + point);
    const auto copy = shell.run("arraytwin predict mine.toml" + point);
    const auto numbers = [](const std::string& csv) { return csv.substr(csv.find('\n')); };
    EXPECT_TRUE(contains(original.output, "outstanding")) << original.errors;
    EXPECT_EQ(numbers(copy.output), numbers(original.output));
}

TEST(Show, KnowsWorkloadsToo) {
    EXPECT_TRUE(contains(Shell{}.run("arraytwin show 4k-random-read").output, "block_size = \"4KiB\""));
}

TEST(Schema, IsJsonForEachThatIsListed) {
    const Shell shell;
    std::istringstream listed{shell.run("arraytwin schema").output};
    int schemas = 0;
    for (std::string line; std::getline(listed, line); ++schemas) {
        const auto text = shell.run("arraytwin schema " + line).output;
        const auto schema = nlohmann::json::parse(text, nullptr, false);
        ASSERT_TRUE(schema.is_object()) << line;
        EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    }
    EXPECT_GE(schemas, 2);
}

TEST(Check, TellsKindsApartByTheirKeys) {
    const Shell shell;
    const auto good = shell.run("arraytwin check data/arrays/aff-a800.toml data/workloads/4k-random-read.toml");
    EXPECT_EQ(good.code, 0) << good.errors;
    EXPECT_EQ(good.output, "data/arrays/aff-a800.toml: ok\ndata/workloads/4k-random-read.toml: ok\n");
    const auto neither = shell.run("arraytwin check data/drives/nvme-tlc-1.92tb.toml");
    EXPECT_EQ(neither.code, 2);
    EXPECT_TRUE(contains(neither.errors, "neither an array (no key 'family') nor a workload (no key 'block_size')"));
}

TEST(Check, TellsAllProblemsOfAllFilesAndStillWhatIsFine) {
    const Shell shell;
    std::ofstream{shell.folder() / "a.toml"}
        << "extends = \"data/arrays/aff-a800.toml\"\n[nodes]\ncoers = 3\nclock = 2.1\n";
    std::ofstream{shell.folder() / "w.toml"} << "extends = \"data/workloads/4k-random-read.toml\"\nread_share = 70\n";
    const auto ended = shell.run("arraytwin check a.toml w.toml 4k-random-read");
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.output, "4k-random-read: ok\n");
    for (const char* part : {"a.toml:3:1: nodes.coers: unknown key", "did you mean 'cores'?",
                             "a.toml:4:9: nodes.clock: ", "w.toml:2:14: read_share: "})
        EXPECT_TRUE(contains(ended.errors, part)) << part << "\n" << ended.errors;
}

TEST(Check, EffectiveShowsWhereValuesComeFrom) {
    const auto ended = Shell{}.run("arraytwin check aff-a800 --effective --set media.count=48");
    EXPECT_EQ(ended.code, 0) << ended.errors;
    for (const char* part : {"count = 48", "# --set", "# drives/nvme-tlc-1.92tb.toml:"})
        EXPECT_TRUE(contains(ended.output, part)) << part << "\n" << ended.output;
}

/// What bash offers for the words after `arraytwin`, of which the last is being typed.
std::string completed(const std::string& words) {
    const Shell shell;
    return shell
        .run("source '" ARRAYTWIN_SOURCE_DIR "/apps/cli/completion.bash'\nCOMP_WORDS=(arraytwin " + words +
             ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_arraytwin\necho \"${COMPREPLY[*]}\"")
        .output;
}

TEST(Completion, OffersCommandsOptionsAndNames) {
    EXPECT_EQ(completed("pre"), "predict\n");
    EXPECT_EQ(completed("predict sf1"), "sf19210x8\n");
    EXPECT_EQ(completed("predict aff-a800 -w 4k-random-r"), "4k-random-read\n");
    EXPECT_EQ(completed("predict aff-a800 -w 4k-random-read 64k-sequential-w"), "64k-sequential-write\n");
    EXPECT_EQ(completed("predict aff-a800 --max"), "--max-ios\n");
    EXPECT_EQ(completed("predict aff-a800 --solver f"), "fast\n");
    EXPECT_EQ(completed("schema array ont"), "ontap\n");
    EXPECT_EQ(completed("list dri"), "drives\n");
}

}  // namespace
}  // namespace arraytwin::cli
