// What reads one format: a name, a glance at the head of the file that tells whether it is this format, and the reading.
// The list of them is in readers.cpp.
//
// A reader never stops half way through a point: what it has when the file ends too early are whole points and a
// warning, or no points and one error.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/measured/byte_stream.hpp"
#include "lib/measured/run.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::measured {

/// Where a reader puts what it finds in one file.
class RunSink {
public:
    RunSink(std::string file, std::string_view format);

    /// A new point, with its source; fill it in.
    RunPoint& add(int line);
    /// Counters read at one moment.
    CounterSample& add_counters(int line);

    void warn(int line, std::string text);
    /// Nothing behind this can be read. With whole points before it, a warning.
    void fail(int line, std::string message, std::string help = "");
    /// Read and understood, but no point is due: no "there is no measured point in it".
    void expect_nothing() { may_be_empty_ = true; }

    /// Of the program that wrote the file; of the points that are added from now on.
    void set_version(std::string_view version) { source_.version = version; }
    const std::string& version() const { return source_.version; }
    const std::string& file() const { return source_.file; }
    bool has_points() const { return !run.points.empty() || !counters.empty(); }

    /// What is wrong with the file, if nothing could be read.
    Diagnostics finish();

    Run run;
    std::vector<CounterSample> counters;

private:
    RunSource source_;
    Diagnostics wrong_;
    std::size_t untold_ = 0;  // warnings beyond those that are kept
    bool may_be_empty_ = false;
};

struct Reader {
    std::string_view name;
    /// `head` is up to 64 KiB, with byte-order marks removed.
    bool (*recognise)(std::string_view head);
    void (*read)(ByteStream& in, RunSink& out);
};

/// In the order in which they are asked.
std::span<const Reader* const> readers();

/// Recognises and reads one file. The counters in `out` want counters.hpp to become points.
Diagnostics read_stream(ByteStream& in, RunSink& out);

extern const Reader fio_json, fio_terse, fio_log;
extern const Reader vdbench_table, vdbench_flatfile, vdbench_histogram;
extern const Reader diskspd_xml, diskspd_text, iometer, elbencho, sio, hcibench;
extern const Reader ontap_qos, ontap_sysstat, ontap_rest, exposition, grafana, counter_table;
extern const Reader santricity_csv, santricity_json, solidfire, curves;

}  // namespace arraytwin::measured
