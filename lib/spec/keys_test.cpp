// The uses of a description besides reading: the list of keys, the JSON Schema, the effective document.
#include "lib/spec/keys.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <nlohmann/json.hpp>

#include "lib/spec/effective.hpp"
#include "lib/spec/reader.hpp"
#include "lib/spec/schema.hpp"
#include "lib/spec/toy_test.hpp"

namespace arraytwin::spec {
namespace {

using toy::Array;

const KeyInfo& info_of(const std::vector<KeyInfo>& keys, std::string_view key) {
    for (const auto& info : keys)
        if (info.key == key) return info;
    static const KeyInfo none;
    return none;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Keys, AreListedWithAllThatIsKnown) {
    const auto keys = keys_of<Array>();
    EXPECT_EQ(keys.front().key, "schema");
    EXPECT_EQ(info_of(keys, "nodes").kind, KeyKind::table);
    EXPECT_EQ(info_of(keys, "nodes.cores").meaning, "processor cores of a node");
    EXPECT_EQ(info_of(keys, "nodes.cores").initial, "1");
    EXPECT_EQ(info_of(keys, "nodes.clock").initial, "");
    EXPECT_EQ(info_of(keys, "nodes.dispatch").initial, "\"2.5us\"");
    EXPECT_EQ(info_of(keys, "media.size").initial, "\"1.92TB\"");
    EXPECT_EQ(info_of(keys, "media.raid").initial, "\"raid-tec\"");
    EXPECT_EQ(info_of(keys, "media.raid").words, (std::vector<std::string>{"raid-dp", "raid-tec", "raid-10"}));
    EXPECT_EQ(info_of(keys, "media.encrypted").initial, "false");
    EXPECT_EQ(info_of(keys, "shelf.bays").presence, Presence::required);
}

struct Event {
    double at = 0;
    std::string what;
};

struct Plan {
    std::vector<Event> events;
};

void describe(Section& section, Plan& plan) {
    for (auto* each : section.tables("events", "what happens", Presence::optional)) {
        auto& event = plan.events.emplace_back();
        each->field({"at", "when"}, event.at);
        each->field({"what", "it is", {}, Presence::optional}, event.what);
    }
}

TEST(Keys, OfAListOfTablesAreThoseOfOneOfThem) {
    const auto keys = keys_of<Plan>();
    EXPECT_EQ(info_of(keys, "events").kind, KeyKind::tables);
    EXPECT_EQ(info_of(keys, "events[].at").kind, KeyKind::number);
    const auto schema = nlohmann::json::parse(json_schema_of<Plan>("plan"))["properties"]["events"];
    EXPECT_EQ(schema["type"], "array");
    EXPECT_EQ(schema["description"], "what happens");
    EXPECT_EQ(schema["items"]["required"], (nlohmann::json{"at"}));
    EXPECT_EQ(schema["items"]["additionalProperties"], false);
    EXPECT_TRUE(schema["items"]["properties"].contains("what"));
    const auto document = Document::from_text("plan.toml", "[[events]]\nat = 1\n[[events]]\nat = 2\nwhat = \"x\"\n");
    const auto text = effective_of<Plan>(*document);
    EXPECT_EQ(text, "events = [{ at = 1 }, { at = 2, what = \"x\" }]  # plan.toml:1\n");
    const auto again = Document::from_text("again.toml", text);
    EXPECT_EQ(effective_of<Plan>(*again), "events = [{ at = 1 }, { at = 2, what = \"x\" }]  # again.toml:1\n");
}

TEST(Keys, RangesAreForPeople) {
    EXPECT_EQ(range_text(KeyKind::integer, {1, 96}), "1 to 96");
    EXPECT_EQ(range_text(KeyKind::integer, {1}), "at least 1");
    EXPECT_EQ(range_text(KeyKind::number, {}), "");
    EXPECT_EQ(range_text(KeyKind::number, {0, 1}), "0 to 1");
    EXPECT_EQ(range_text(KeyKind::bytes, {1 << 30, 8e12}), "1GiB to 8TB");
    EXPECT_EQ(range_text(KeyKind::duration, {0, 1e9}), "at most 1s");
    EXPECT_EQ(range_text(KeyKind::bandwidth, {}), "more than zero");
    EXPECT_EQ(range_text(KeyKind::frequency, {1e9, 1e9}), "only 1GHz");
}

TEST(JsonSchema, SaysWhatIsAllowed) {
    const auto schema = nlohmann::json::parse(json_schema_of<Array>("toy"));
    EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    EXPECT_EQ(schema["additionalProperties"], false);
    EXPECT_TRUE(schema["properties"].contains("extends"));
    EXPECT_EQ(schema["if"]["required"][0], "extends");
    EXPECT_EQ(schema["$defs"]["complete"]["required"], (nlohmann::json{"schema", "name", "nodes", "media"}));
    EXPECT_EQ(schema["$defs"]["complete"]["properties"]["media"]["required"], (nlohmann::json{"drive", "count"}));
    const auto& nodes = schema["properties"]["nodes"];
    EXPECT_EQ(nodes["additionalProperties"], false);
    EXPECT_EQ(nodes["properties"]["cores"]["anyOf"][0]["maximum"], 256);
    EXPECT_EQ(nodes["properties"]["cores"]["anyOf"][1]["properties"]["value"]["type"], "integer");
    EXPECT_EQ(nodes["properties"]["dispatch"]["default"], "2.5us");
    EXPECT_EQ(nodes["properties"]["memory"]["description"], "of a node (1GiB to 8TB)");
    EXPECT_TRUE(has(nodes["properties"]["memory"]["anyOf"][0]["pattern"], "(B|kB|KiB|MB|"));
    EXPECT_EQ(schema["properties"]["media"]["properties"]["raid"]["anyOf"][0]["enum"][2], "raid-10");
}

TEST(JsonSchema, AsWrittenAsksOnlyForTheTop) {
    const auto schema = nlohmann::json::parse(json_schema_of<Array>("toy", SchemaForm::as_written));
    EXPECT_EQ(schema["$defs"]["complete"], (nlohmann::json{{"required", {"schema", "name"}}}));
}

TEST(Effective, SaysWhereEachValueComesFrom) {
    const auto document = Document::from_text("a.toml", toy::good_text, {"media.spares=2", "release=9.5"});
    const auto text = effective_of<Array>(*document);
    EXPECT_TRUE(has(text, "cores = { value = 48, source = \"S0: two CPUs\", confidence = \"W\" }  # a.toml:6\n"))
        << text;
    EXPECT_TRUE(has(text, "\n[nodes]\ncount = 2 ")) << text;
    EXPECT_TRUE(has(text, "release = \"9.5\"  # --set\n")) << text;
    EXPECT_TRUE(has(text, "spares = 2  ")) << text;
    EXPECT_TRUE(has(text, "encrypted = false          # default\n")) << text;
    EXPECT_TRUE(has(text, "# [shelf]\n# bays =  # required\n")) << text;
    EXPECT_TRUE(has(text, "size = \"32GiB\"   # default\n")) << text;
}

TEST(Effective, NamesUnknownKeys) {
    const auto document = Document::from_text("a.toml", "nmae = \"x\"\nnodes = 3\n");
    const auto text = effective_of<Array>(*document);
    EXPECT_TRUE(has(text, "nmae = \"x\"")) << text;
    EXPECT_TRUE(has(text, "# a.toml:1, unknown key\n")) << text;
    EXPECT_TRUE(has(text, "# name =")) << text;
}

RC_GTEST_PROP(Effective, ReadAgainItIsTheSame, ()) {
    std::vector<std::string> overrides;
    const std::vector<std::string> choices{"media.spares=2",       "media.size=15.36TB", "nodes.share=0.125",
                                           "shelf.bays=24",        "shelf.link=48Gb/s",  "journal.size=8GB",
                                           "journal.kind=nvram",   "release=9.11.1",     "nodes.dispatch=1333ns",
                                           "media.encrypted=true", "name=a \"b\" \\c"};
    for (const auto& choice : choices)
        if (*rc::gen::arbitrary<bool>()) overrides.push_back(choice);
    const auto keys = keys_of<Array>();
    const auto first = Document::from_text("a.toml", toy::good_text, overrides);
    RC_ASSERT(first.has_value());
    const auto array = read<Array>(*first);
    if (!array) RC_DISCARD("half a shelf");
    const auto printed = effective(*first, keys);
    const auto second = Document::from_text("b.toml", printed);
    RC_ASSERT(second.has_value());
    const auto again = read<Array>(*second);
    RC_ASSERT(again.has_value());
    RC_ASSERT(again->media.size == array->media.size);
    RC_ASSERT(again->nodes.dispatch == array->nodes.dispatch);
    RC_ASSERT(again->name == array->name);
    const auto twice = effective(*second, keys);
    const auto third = Document::from_text("b.toml", twice);
    RC_ASSERT(effective(*third, keys) == twice);
}

}  // namespace
}  // namespace arraytwin::spec
