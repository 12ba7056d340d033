// A hundred megabytes of fio JSON+: read in less than three seconds of one core, in less memory than the file.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstring>
#include <ctime>

#include "lib/measured/reader.hpp"
#include "tests/measured/files.hpp"

namespace arraytwin::measured {
namespace {

constexpr std::size_t size = 100'000'000;

/// The job of the sample again and again, each in a group of its own, never whole in memory.
class LargeFile {
public:
    LargeFile() {
        const auto sample = text_of(path_of("samples/fio_json/jsonplus.json"));
        const auto begin = sample.find('{', sample.find("\"jobs\""));
        const auto stop = sample.rfind(']', sample.find("\"disk_util\""));
        pending_ = sample.substr(0, begin);
        job_ = sample.substr(begin, stop - begin);
        tail_ = sample.substr(stop);
        group_ = job_.find("\"groupid\" : 0") + std::strlen("\"groupid\" : ");
    }

    std::size_t refill(char* buffer, std::size_t room) {
        if (at_ == pending_.size() && done_ < size) next();
        const auto count = std::min(room, pending_.size() - at_);
        std::memcpy(buffer, pending_.data() + at_, count);
        at_ += count;
        done_ += count;
        return count;
    }

    std::size_t jobs() const { return jobs_; }

private:
    void next() {
        at_ = 0;
        pending_ = job_;
        pending_.replace(group_, 1, std::to_string(jobs_++));
        pending_ += done_ + pending_.size() < size ? "," : tail_;
    }

    std::string pending_, job_, tail_;
    std::size_t at_ = 0, group_ = 0, done_ = 0, jobs_ = 0;
};

long peak_kib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

TEST(Slow, AHundredMegabytesOfFioJson) {
    LargeFile file;
    ByteStream in{[&](char* buffer, std::size_t room) { return file.refill(buffer, room); }};
    RunSink out{"large.json", ""};
    const long before = peak_kib();
    const auto start = std::clock();
    const auto wrong = read_stream(in, out);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_TRUE(wrong.empty()) << to_text(wrong);
    EXPECT_EQ(out.run.points.size(), file.jobs());
    EXPECT_LT(seconds, 3);
    EXPECT_LT(static_cast<double>(peak_kib() - before) * 1024, static_cast<double>(size));
    RecordProperty("seconds", std::to_string(seconds));
    RecordProperty("peak_kib", std::to_string(peak_kib() - before));
}

}  // namespace
}  // namespace arraytwin::measured
