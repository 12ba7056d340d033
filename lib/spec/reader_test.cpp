// What a document can have wrong with it one by one: tests/bad_input. Here: what holds for the Reader as a whole.
#include "lib/spec/reader.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "lib/spec/toy_test.hpp"

namespace arraytwin::spec {
namespace {

using toy::Array;

std::string errors_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
    const auto document = Document::from_text("a.toml", text, overrides);
    if (!document) return to_text(document.error());
    const auto array = read<Array>(*document);
    return array ? "" : to_text(array.error());
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Reader, FillsTheStruct) {
    const auto array = read<Array>(*Document::from_text("a.toml", toy::good_text, {"media.spares=2", "release=9.5"}));
    ASSERT_TRUE(array) << to_text(array.error());
    EXPECT_EQ(array->name, "toy");
    EXPECT_EQ(array->release, "9.5");
    EXPECT_EQ(array->nodes.cores, 48);
    EXPECT_EQ(array->nodes.clock, Frequency::from_hz(2.1e9));
    EXPECT_EQ(array->nodes.memory, Bytes{std::int64_t{640} << 30});
    EXPECT_EQ(array->nodes.link, Bandwidth::from_bytes_per_second(12.5e9));
    EXPECT_EQ(array->nodes.dispatch, Duration::from_ns(2500));
    EXPECT_EQ(array->media.raid, toy::Raid::raid_dp);
    EXPECT_EQ(array->media.spares, 2);
    EXPECT_EQ(array->shelf.bays, 0);
}

TEST(Reader, AWholeNumberIsANumber) {
    const auto array = read<Array>(*Document::from_text("a.toml", toy::good_text, {"nodes.share=1"}));
    ASSERT_TRUE(array);
    EXPECT_EQ(array->nodes.share, 1.0);
}

TEST(Reader, KeepsWhatWasThereWhenAValueIsWrong) {
    const auto document =
        Document::from_text("a.toml", toy::good_text, {"media.count=1000", "nodes.share=x", "media.raid=x"});
    Array array;
    Reader reader{*document};
    describe(reader, array);
    EXPECT_EQ(reader.finish().size(), 3U);
    EXPECT_EQ(array.media.count, 24);
    EXPECT_EQ(array.nodes.share, 0.5);
    EXPECT_EQ(array.media.raid, toy::Raid::raid_tec);
}

TEST(Reader, ReportsAllInOrderOfPosition) {
    const auto text = errors_of("schema = 2\nzzz = 1\n[media]\ncount = 0\ndrive = 3\n[nodes]\ncores = 0\n");
    const std::array parts{
        "a.toml:1:1: name:",       "a.toml:1:10: schema:",    "a.toml:2:1: zzz:",       "a.toml:4:9: media.count",
        "a.toml:5:9: media.drive", "a.toml:6:1: nodes.count", "a.toml:7:9: nodes.cores"};
    std::size_t last = 0;
    for (const auto* part : parts) {
        const auto at = text.find(part);
        ASSERT_NE(at, std::string::npos) << part << "\n" << text;
        EXPECT_GE(at, last) << text;
        last = at;
    }
}

TEST(Reader, ReportsAtMostAHundred) {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += "k" + std::to_string(i) + " = 1\n";
    const auto array = read<Array>(*Document::from_text("a.toml", text));
    ASSERT_FALSE(array);
    EXPECT_EQ(array.error().size(), 101U);
    EXPECT_TRUE(has(array.error().back().message, "4904 more")) << array.error().back().message;
}

TEST(Reader, DiagnosesTheCommandLine) {
    EXPECT_TRUE(has(errors_of(toy::good_text, {"media.cuont=3"}),
                    "--set: media.cuont: unknown key\n  help: did you mean 'count'?"));
    EXPECT_TRUE(has(errors_of(toy::good_text, {"nodes.memory=640"}), "--set: nodes.memory: \"640\" has no unit"));
    EXPECT_TRUE(has(errors_of(toy::good_text, {"nodes=2"}), "--set: nodes: a table is due, found the integer 2"));
    EXPECT_TRUE(has(errors_of(toy::good_text, {"media.raid.x=2"}), "--set: media.raid: one of the words"));
}

TEST(Reader, AContradictionIsLeftOutWhileAValueItMayRestOnIsWrong) {
    EXPECT_TRUE(has(errors_of(toy::good_text, {"media.spares=23"}), "media.spares: leave fewer"));
    const auto doubtful = errors_of(toy::good_text, {"media.spares=23", "media.count=many"});
    EXPECT_FALSE(has(doubtful, "leave fewer")) << doubtful;
    EXPECT_TRUE(has(doubtful, "media.count: a whole number"));
    const auto elsewhere = errors_of(toy::good_text, {"media.spares=23", "nodes.count=0"});
    EXPECT_TRUE(has(elsewhere, "leave fewer")) << elsewhere;
    EXPECT_TRUE(
        has(errors_of(toy::good_text, {"shelf.bays=12", "shelf.link=1Gb/s"}), "media.count: more drives than bays"));
    EXPECT_FALSE(has(errors_of(toy::good_text, {"shelf.bays=12"}), "more drives than bays"));
}

TEST(Reader, RejectPointsAtTheTableIfTheKeyIsAbsent) {
    const auto document = Document::from_text("a.toml", "x = 1\n[t]\ny = 2\n");
    Reader reader{*document};
    int x = 0, y = 0;
    reader.field({"x", "x"}, x);
    reader.table("t", "t").field({"y", "y"}, y);
    reader.reject("t.z", "is due here", "");
    reader.reject("t.y", "is wrong", "");
    EXPECT_EQ(to_text(reader.finish()), "a.toml:2:1: t.z: is due here\na.toml:3:5: t.y: is wrong\n");
}

TEST(Reader, ReadsListsOfTables) {
    const auto document = Document::from_text("a.toml", "[[event]]\nat = \"5s\"\n[[event]]\nat = 7\nx = 1\n");
    Reader reader{*document};
    Duration at;
    for (auto* event : reader.tables("event", "what happens")) event->field({"at", "when"}, at);
    EXPECT_EQ(at, Duration::from_seconds(5));
    const auto text = to_text(reader.finish());
    EXPECT_TRUE(has(text, "a.toml:4:6: event[2].at: a quantity")) << text;
    EXPECT_TRUE(has(text, "a.toml:5:1: event[2].x: unknown key")) << text;
}

std::vector<std::string> lines_with_keys() {
    std::vector<std::string> lines;
    const std::string text = toy::good_text;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) text += line + "\n";
    return text;
}

std::string key_of(const std::string& line) { return line.substr(0, line.find(' ')); }

RC_GTEST_PROP(Reader, ADeletedKeyIsNamedIfItWasRequired, ()) {
    auto lines = lines_with_keys();
    const auto victim = *rc::gen::suchThat(rc::gen::inRange<std::size_t>(0, lines.size()),
                                           [&](std::size_t i) { return lines[i].find('=') != std::string::npos; });
    const auto key = key_of(lines[victim]);
    const bool optional = key == "link" || key == "size" || key == "raid";
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(victim));
    const auto errors = errors_of(joined(lines));
    RC_ASSERT(errors.empty() == optional);
    RC_ASSERT(optional || has(errors, key + ": a required key is missing"));
}

RC_GTEST_PROP(Reader, AMisspeltKeyIsNamedWithTheRightOne, ()) {
    auto lines = lines_with_keys();
    const auto victim = *rc::gen::suchThat(rc::gen::inRange<std::size_t>(0, lines.size()), [&](std::size_t i) {
        return lines[i].find('=') != std::string::npos && key_of(lines[i]).size() > 4;
    });
    const auto key = key_of(lines[victim]);
    auto misspelt = key;
    const auto place = *rc::gen::inRange<std::size_t>(0, key.size());
    switch (*rc::gen::inRange(0, 3)) {
        case 0:
            misspelt.erase(place, 1);
            break;
        case 1:
            misspelt.insert(place, 1, *rc::gen::inRange('a', 'z'));
            break;
        default:
            misspelt[place] = *rc::gen::inRange('a', 'z');
    }
    RC_PRE(misspelt != key);
    lines[victim].replace(0, key.size(), misspelt);
    const auto errors = errors_of(joined(lines));
    RC_ASSERT(has(errors, misspelt + ": unknown key\n  help: did you mean '" + key + "'?"));
}

RC_GTEST_PROP(Reader, SeveralWrongValuesAreAllNamed, ()) {
    auto lines = lines_with_keys();
    std::vector<std::string> wrong;
    for (auto& line : lines) {
        const auto equals = line.find('=');
        if (equals == std::string::npos || !*rc::gen::arbitrary<bool>()) continue;
        wrong.push_back(key_of(line));
        line = line.substr(0, equals) + "= [" + *rc::gen::element<std::string>("", "1", "true, [2]") + "]";
    }
    const auto errors = errors_of(joined(lines));
    RC_ASSERT(errors.empty() == wrong.empty());
    for (const auto& key : wrong) RC_ASSERT(has(errors, key + ": "));
}

}  // namespace
}  // namespace arraytwin::spec
