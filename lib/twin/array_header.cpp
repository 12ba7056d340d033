#include "lib/twin/array_header.hpp"

namespace arraytwin::twin {

void describe(spec::Section& section, ArrayHeader& header) {
    int schema = 1;
    section.field({"schema", "version of this document's form", {1, 1}}, schema);
    section.field({"name", "the array's name, for people"}, header.name);
    section.field({"family", "the model that it is an instance of"}, header.family);
    section.field({"measured_as", "configuration of data/measured that this stands for", {}, spec::Presence::optional},
                  header.measured_as);
    section.field({"calibration", "document of data/calibrations with the software's costs"}, header.calibration);
    for (spec::Section* each : section.tables(
             "options", "what it is sold with: each a key, and the values to choose from", spec::Presence::optional)) {
        ArrayOption& option = header.options.emplace_back();
        each->field({"key", "a key of the array, or media.per_node: drives of each node"}, option.key);
        each->field({"values", "the values to choose from, with commas between them"}, option.values);
    }
}

}  // namespace arraytwin::twin
