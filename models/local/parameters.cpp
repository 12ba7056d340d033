#include "models/local/parameters.hpp"

#include <fmt/format.h>

namespace arraytwin::local {

using spec::Section;

namespace {

void describe(Section& section, Host& host) {
    section.field({"cores", "CPU cores that submit and complete I/Os: one for each job of fio", {1, 512}}, host.cores);
}

void describe(Section& section, Media& media) {
    section.field({"count", "drives of the host", {1, 256}}, media.count);
    section.field({"size", "size of each drive", {1e9, 1e15}}, media.size);
    section.field({"channels", "chunks that a drive reads or writes at once", {1, 4096}}, media.channels);
    section.field({"chunk", "neighbouring bytes on one channel of a drive", {512, 1e9}}, media.chunk);
}

void describe(Section& section, Volumes& volumes) {
    section.field({"count", "volumes that are used, each on one drive, the drives in turn", {1, 4096}}, volumes.count);
    section.field({"size", "size of each, all of it in use", {1e6, 1e15}}, volumes.size);
}

}  // namespace

double Parameters::fill() const {
    const int of_fullest = (volumes.count + media.count - 1) / media.count;
    return of_fullest * (volumes.size / media.size);
}

void describe(Section& section, Parameters& array) {
    describe(section, array.header);
    describe(section.table("host", "the host to which the drives are attached"), array.host);
    describe(section.table("media", "the drives"), array.media);
    describe(section.table("volumes", "files, partitions or whole drives that are used"), array.volumes);
    describe(section.table("costs", "what each step of an I/O costs; from the calibration"), array.costs);
    if (!section.sound() || array.fill() <= 1) return;
    section.reject("volumes.size",
                   fmt::format("{} volumes on {} drives fill {:.0f} % of one", array.volumes.count, array.media.count,
                               100 * array.fill()),
                   "use fewer or smaller volumes, or more or larger drives");
}

}  // namespace arraytwin::local
