#include "models/journal/parameters.hpp"

namespace arraytwin::journal {

void describe(spec::Section& section, JournalParameters& journal) {
    section.field({"kind", "what keeps the log, a file of data/journals"}, journal.kind);
    section.field({"size", "journal memory of a node", {1e6, 1e13}}, journal.size);
    section.field({"write_rate", "copying a record into it", {1e8, 1e12}}, journal.write_rate);
    section.field({"persist_time", "until a record is safe, beside the copy", {0, 1e6}}, journal.persist_time);
}

void describe(spec::Section& section, PartnerLink& link) {
    section.field({"speed", "data rate of one link to the partner", {1e8, 1e12}}, link.speed);
    section.field({"count", "links to the partner", {1, 16}}, link.count);
    section.field({"round_trip", "remote write and acknowledgement, beside the transfer", {0, 1e6}}, link.round_trip);
}

}  // namespace arraytwin::journal
