// A host with its drives as its spec describes it, and the costs, which a calibration brings.
#pragma once

#include "lib/spec/section.hpp"
#include "lib/twin/array_header.hpp"
#include "models/local/costs.hpp"

namespace arraytwin::local {

struct Host {
    int cores = 1;  ///< that submit and complete I/Os
};

struct Media {
    int count = 1;
    Bytes size;        ///< of each drive
    int channels = 1;  ///< of each drive: chunks that it reads or writes at once
    Bytes chunk;       ///< neighbouring bytes on one channel
};

struct Volumes {
    int count = 1;
    Bytes size;
};

struct Parameters {
    twin::ArrayHeader header;
    Host host;
    Media media;
    Volumes volumes;
    Costs costs;

    /// Share of the drives' size that the volumes fill, of the fullest drive.
    double fill() const;
};

void describe(spec::Section& section, Parameters& array);

}  // namespace arraytwin::local
