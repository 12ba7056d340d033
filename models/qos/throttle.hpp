// A limit on the rate of one volume with credit for bursts: a token bucket.
//
// Time spent below the sustained rate is credit, up to a cap, which lets the volume run at its burst rate for as long.
// No event and no queue: an admission is an instant, first come first served. In any window T the weight let through is
// at most rate T + credit (burst - rate), and burst T. README.md.
#pragma once

#include <algorithm>

#include "lib/units/units.hpp"

namespace arraytwin::qos {

class Throttle {
public:
    /// I/Os (or weights) a second, sustained and in a burst, which is at least as fast; `credit`: the longest burst that
    /// can be saved up. A rate of 0: no limit.
    Throttle(double rate, double burst, Duration credit)
        : rate_{rate},
          burst_rate_{std::max(rate, burst)},
          credit_{limits() ? credit * (burst_rate_ / rate_ - 1) : Duration{}} {}

    bool limits() const { return rate_ > 0; }

    /// The instant at which an I/O of this weight that comes now may go on.
    Duration admit(Duration now, double weight) {
        sustained_ = std::max(sustained_, now - credit_);
        const Duration start = std::max({now, burst_, sustained_});
        sustained_ += Duration::from_seconds(weight / rate_);
        burst_ = start + Duration::from_seconds(weight / burst_rate_);
        return start;
    }

private:
    double rate_;
    double burst_rate_;
    Duration credit_;     // how far the sustained rate may lag behind the clock
    Duration sustained_;  // until when the sustained rate is used up
    Duration burst_;      // until when the burst rate is
};

}  // namespace arraytwin::qos
