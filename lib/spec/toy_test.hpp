// A toy array for the tests of this folder and for the fuzz target: one of each kind of key, nested and optional tables.
#pragma once

#include <string>

#include "lib/spec/section.hpp"

namespace arraytwin::spec::toy {

enum class Raid { raid_dp, raid_tec, raid_10 };

struct Journal {
    Raid kind = Raid::raid_dp;
    Bytes size{std::int64_t{32} << 30};
};

struct Nodes {
    int count = 2;
    int cores = 1;
    Frequency clock;
    Bytes memory;
    Duration dispatch = Duration::from_us(2.5);
    double share = 0.5;
    Bandwidth link;
};

struct Media {
    std::string drive;
    int count = 24;
    Bytes size{1'920'000'000'000};
    Raid raid = Raid::raid_tec;
    int spares = 1;
    bool encrypted = false;
};

struct Shelf {
    int bays = 0;
    Bandwidth link;
};

struct Array {
    int schema = 0;
    std::string name;
    std::string release = "1.0";
    Nodes nodes;
    Media media;
    Shelf shelf;
    Journal journal;
};

inline void describe(Section& section, Nodes& nodes) {
    section.field({"count", "nodes of the array", {1, 24}}, nodes.count);
    section.field({"cores", "processor cores of a node", {1, 256}}, nodes.cores);
    section.field({"clock", "of a core", {5e8, 6e9}}, nodes.clock);
    section.field({"memory", "of a node", {1 << 30, 8e12}}, nodes.memory);
    section.field({"dispatch", "time to hand an I/O on", {0, 1e9}, Presence::optional}, nodes.dispatch);
    section.field({"share", "of the memory that caches", {0, 1}, Presence::optional}, nodes.share);
    section.field({"link", "between the nodes", {1e6, 1e12}, Presence::optional}, nodes.link);
}

inline void describe(Section& section, Media& media) {
    section.field({"drive", "model of the drives"}, media.drive);
    section.field({"count", "drives", {3, 480}}, media.count);
    section.field({"size", "of a drive", {1e9, 1e14}, Presence::optional}, media.size);
    section.choice<Raid>({"raid", "how the drives are protected", {}, Presence::optional}, media.raid,
                         {{"raid-dp", 0}, {"raid-tec", 1}, {"raid-10", 2}});
    section.field({"spares", "drives kept aside", {0, 48}, Presence::optional}, media.spares);
    section.field({"encrypted", "at rest", {}, Presence::optional}, media.encrypted);
    if (media.spares + 3 > media.count)
        section.reject("spares", "leave fewer than three of the drives for data", "lower spares or raise count");
}

inline void describe(Section& section, Array& array) {
    section.field({"schema", "version of the document", {1, 1}}, array.schema);
    section.field({"name", "for people"}, array.name);
    section.field({"release", "of the software", {}, Presence::optional}, array.release);
    describe(section.table("nodes", "each value of a node, not of the pair"), array.nodes);
    describe(section.table("media", "the drives"), array.media);
    auto& shelf = section.table("shelf", "an external shelf", Presence::optional);
    shelf.field({"bays", "of the shelf", {1, 60}}, array.shelf.bays);
    shelf.field({"link", "to the shelf", {1e6, 1e12}}, array.shelf.link);
    auto& journal = section.table("journal", "write log", Presence::optional);
    journal.choice<Raid>({"kind", "of log", {}, Presence::optional}, array.journal.kind, {{"nvdimm", 0}, {"nvram", 1}});
    journal.field({"size", "of the log", {1e6, 1e12}, Presence::optional}, array.journal.size);
    if (array.shelf.bays > 0 && array.media.count > array.shelf.bays)
        section.reject("media.count", "more drives than bays", "raise shelf.bays");
}

/// A document of it without fault.
inline constexpr const char* good_text = R"(schema = 1
name = "toy"

[nodes]
count = 2
cores = { value = 48, source = "S0: two CPUs", confidence = "W" }
clock = "2.1GHz"
memory = "640GiB"
link = "100Gb/s"

[media]
drive = "nvme-tlc-1.92tb"
count = 24
size = "3.84TB"
raid = "raid-dp"
)";

}  // namespace arraytwin::spec::toy
