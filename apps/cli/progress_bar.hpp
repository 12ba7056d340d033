// A bar with the time that is left, on standard error and on a terminal only.
#pragma once

#include <chrono>
#include <string>

namespace arraytwin::cli {

class ProgressBar {
public:
    /// Draws nothing unless `shown`.
    explicit ProgressBar(bool shown) : shown_{shown} {}
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar();  ///< wipes the line

    /// `done`: from 0 to 1. One call at a time.
    void draw(const std::string& label, double done);

private:
    using Clock = std::chrono::steady_clock;

    bool shown_;
    Clock::time_point begin_ = Clock::now();
};

}  // namespace arraytwin::cli
