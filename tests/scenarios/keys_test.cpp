// Every key of the A800's spec, and of the documents beneath it, moves a result: none is read and then ignored.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "lib/units/parse.hpp"
#include "tests/support/a800.hpp"

namespace {

using namespace arraytwin;

/// Everything that a prediction says, apart from the warnings that it is another array. On other than the calibrated
/// cores, so that what they cost each other counts.
std::string outcome(std::vector<std::string> overrides) {
    overrides.insert(overrides.begin(), "nodes.cores=40");
    const auto resolved = resolve_array(test::data, "aff-a800", overrides);
    if (!resolved) return to_text(resolved.error());
    const auto built = build_array(*resolved);
    if (!built) return to_text(built.error());
    std::string text = built->header.measured_as;
    for (const char* load : {"8k:70r:50rand", "256k:20r:30rand"}) {
        const Point p = test::point(*built, test::workload(load), {256, std::nullopt}, 20'000);
        text += fmt::format("{} {} {}\n", p.iops, p.latency.mean, p.latency.p99_9);
    }
    return text;
}

std::string quantity(const spec::KeyInfo& key, double value) {
    switch (key.kind) {
        case spec::KeyKind::bytes:
            return print_exact(Bytes{static_cast<std::int64_t>(value)});
        case spec::KeyKind::duration:
            return print_exact(Duration::from_ns(static_cast<std::int64_t>(value)));
        case spec::KeyKind::bandwidth:
            return print_exact(Bandwidth::from_bytes_per_second(value));
        case spec::KeyKind::frequency:
            return print_exact(Frequency::from_hz(value));
        default:
            return fmt::format("{}", value);
    }
}

/// Values that could move something: the ends of the range and some between.
std::vector<std::string> candidates(const spec::KeyInfo& key) {
    static const std::map<std::string, std::string> names{{"media.drive", "nvme-tlc-3.84tb"},
                                                          {"nodes.journal.kind", "nvmem"},
                                                          {"fabric.protocol", "nvme-fc"},
                                                          {"fabric.ports.kind", "16gfc"},
                                                          {"fabric.hosts.ports.kind", "32gfc"}};
    if (const auto name = names.find(key.key); name != names.end()) return {name->second};
    switch (key.kind) {
        case spec::KeyKind::boolean:
            return {"true", "false"};
        case spec::KeyKind::word:
            return key.words;
        case spec::KeyKind::text:
            return {"another"};
        default:
            break;
    }
    std::vector<std::string> values;
    for (double share : {0.0, 1e-6, 1e-4, 1e-3, 0.01, 0.1, 0.5, 1.0}) {
        double value = key.range.low + share * (key.range.high - key.range.low);
        if (key.kind != spec::KeyKind::number) value = std::round(value);
        values.push_back(quantity(key, value));
    }
    return values;
}

/// Names for people, and the version of the form; there is only one family yet. The release is only a name too: it makes
/// the array another one than was calibrated, as the next test checks.
bool is_label(const spec::KeyInfo& key) {
    return key.kind == spec::KeyKind::table || key.key == "schema" || key.key == "name" || key.key == "family" ||
           key.key == "software.release";
}

TEST(Keys, EachOneMovesAResult) {
    const std::string base = outcome({});
    for (const spec::KeyInfo& key : resolve_array(test::data, "aff-a800")->family->keys()) {
        if (is_label(key)) continue;
        bool moved = false;
        for (const std::string& value : candidates(key)) {
            moved = moved || outcome({key.key + "=" + value}) != base;
            if (moved) break;
        }
        EXPECT_TRUE(moved) << key.key << " is ignored";
    }
}

TEST(Keys, AnyChangeMakesTheArrayAnotherThanWasCalibrated) {
    EXPECT_EQ(test::a800().grade, Grade::calibrated);
    for (const char* change : {"software.release=9.9.1", "nodes.cores=24", "costs.random_read.after=50us"}) {
        const BuiltTwin changed = test::a800({change});
        EXPECT_EQ(changed.grade, Grade::spec_only) << change;
        EXPECT_EQ(changed.warnings.size(), 1U) << change;
    }
}

}  // namespace
