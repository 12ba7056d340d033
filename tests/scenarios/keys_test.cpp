// Every key of a spec, and of the documents beneath it, moves a result: none is read and then ignored.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "lib/units/parse.hpp"
#include "tests/support/a800.hpp"

namespace {

using namespace arraytwin;

/// What the array holds, step by step, on drives large enough and a release new enough for every rule of capacity.
std::string capacity_outcome(std::vector<std::string> overrides) {
    const std::vector<std::string> large{"media.size=7.68TB", "software.release=9.13.1"};
    overrides.insert(overrides.begin(), large.begin(), large.end());
    const auto resolved = resolve_array(test::data, "aff-a800", overrides);
    if (!resolved) return to_text(resolved.error());
    const auto capacity = resolved->family->capacity(resolved->document, test::data);
    if (!capacity) return to_text(capacity.error());
    std::string text;
    for (const CapacityStep& step : capacity->steps) text += fmt::format("{} {}\n", step.name, step.left);
    return text;
}

/// An array, changed so that as many of its keys as possible count, and what it is asked.
struct Subject {
    std::string array;
    std::vector<std::string> base;
    std::vector<std::string> loads;
    int outstanding = 256;
    std::int64_t ios = 20'000;
};

void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.array; }

/// On other than the calibrated cores, so that what they cost each other counts; old, with compression groups and paths
/// over the partner, so that what describes those does.
const Subject a800{
    "aff-a800",
    {"nodes.cores=40", "software.age=1", "software.compression_group=32KiB", "volumes.non_optimized_share=0.2"},
    {"8k:70r:50rand", "256k:20r:30rand", "sql-80-20"}};

/// Everything that a prediction says, apart from the warnings that it is another array.
std::string outcome(const Subject& subject, const std::vector<std::string>& changes) {
    std::vector<std::string> overrides = subject.base;
    overrides.insert(overrides.end(), changes.begin(), changes.end());
    const auto resolved = resolve_array(test::data, subject.array, overrides);
    if (!resolved) return to_text(resolved.error());
    const auto built = build_array(*resolved);
    if (!built) return to_text(built.error());
    std::string text = built->header.measured_as;
    for (const std::string& load : subject.loads) {
        const Point p = test::point(*built, test::workload(load), {subject.outstanding, std::nullopt}, subject.ios);
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

/// Names for people, the version of the form, the family, which is the array's, what else it is sold with, and words
/// without an alternative. The
/// release is only a name too: it makes the array another one than was calibrated, as a test below checks. What a protocol serves only limits how many nodes
/// may serve it.
bool is_label(const spec::KeyInfo& key) {
    return key.kind == spec::KeyKind::table || key.key == "schema" || key.key == "name" || key.key == "family" ||
           key.key == "software.release" || key.key == "fabric.frames.serves" || key.key.starts_with("options") ||
           key.words.size() == 1;
}

/// What decides how much the array holds, and not how fast it is.
bool is_of_capacity(const spec::KeyInfo& key) {
    return key.key == "media.right_sized" || key.key == "nodes.platform" || key.key == "software.snapshot_reserve";
}

TEST(Keys, EachOneMovesAResult) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "takes over a minute so; other tests cover these paths";
#endif
    const std::string base = outcome(a800, {});
    const std::string capacity = capacity_outcome({});
    for (const spec::KeyInfo& key : resolve_array(test::data, "aff-a800")->family->keys()) {
        if (is_label(key)) continue;
        bool moved = false;
        for (const std::string& value : candidates(key)) {
            const std::vector<std::string> change{key.key + "=" + value};
            moved = is_of_capacity(key) ? capacity_outcome(change) != capacity : outcome(a800, change) != base;
            if (moved) break;
        }
        EXPECT_TRUE(moved) << key.key << " is ignored";
    }
}

const std::vector<std::string> slow_drives{"media.program_time=20ms", "media.dies=1", "media.over_provisioning=1",
                                           "software.journal_scale=0.00390625", "fabric.protocol=nvme-tcp"};

/// Of the other families: subjects of one array each. A key that matters in one of them is not ignored.
const std::vector<Subject> other_families[] = {
    {{"ef570", {"nodes.cores=6", "nodes.memory=1GB"}, {"8k:70r:50rand", "256k:20r:30rand", "sql-80-20"}, 256, 2'500},
     {"ef570", {"layout.raid=ddp", "nodes.memory=1GB"}, {"256k:20r:30rand"}, 256, 5'000}},
    {{"sf19210x8", {"nodes.cores=20"}, {"8k:70r:50rand", "256k:20r:30rand"}, 112, 2'500},
     {"sf19210x8", {"volumes.qos.max_iops=200", "volumes.qos.burst_iops=4000"}, {"8k:70r:50rand"}, 560, 2'500},
     {"sf19210x8", slow_drives, {"64k:0r:100rand"}, 560, 5'000}},
    {{"virtual-disk", {"volumes.count=2"}, {"8k:70r:50rand", "256k:20r:30rand"}, 64, 2'500}}};

class KeysOfOtherFamilies : public testing::TestWithParam<std::vector<Subject>> {};

TEST_P(KeysOfOtherFamilies, EachMovesAResult) {
    const auto& subjects = GetParam();
    std::vector<std::string> bases;
    for (const Subject& subject : subjects) bases.push_back(outcome(subject, {}));
    for (const spec::KeyInfo& key : resolve_array(test::data, subjects.front().array)->family->keys()) {
        if (is_label(key) || is_of_capacity(key)) continue;
        bool moved = false;
        for (const std::string& value : candidates(key)) {
            for (std::size_t s = 0; s < subjects.size() && !moved; ++s) {
                moved = outcome(subjects[s], {key.key + "=" + value}) != bases[s];
            }
        }
        EXPECT_TRUE(moved) << key.key << " is ignored";
    }
}

std::string name_of_subject(const testing::TestParamInfo<std::vector<Subject>>& tested) {
    std::string name = tested.param.front().array;
    std::erase(name, '-');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Arrays, KeysOfOtherFamilies, testing::ValuesIn(other_families), name_of_subject);

TEST(Keys, AnyChangeMakesTheArrayAnotherThanWasCalibrated) {
    EXPECT_EQ(test::a800().grade, Grade::calibrated);
    for (const char* change : {"software.release=9.9.1", "nodes.cores=24", "costs.random_read.after=50us"}) {
        const BuiltTwin changed = test::a800({change});
        EXPECT_EQ(changed.grade, Grade::spec_only) << change;
        EXPECT_EQ(changed.warnings.size(), 1U) << change;
    }
}

}  // namespace
