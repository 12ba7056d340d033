// Queues with known answers, for the tests of lib/stats only: single and many-server FIFO queues and a closed network,
// simulated by recursion, and a random stream of their own.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "lib/stats/recorder.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::stats::test {

/// splitmix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_{seed * 0xd1342543de82ef95U + 0x632be59bd9b4e019U} {}
    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    /// Strictly between 0 and 1.
    double uniform() { return (static_cast<double>(bits() >> 11) + 0.5) * 0x1p-53; }
    double exponential(double mean) { return -mean * std::log(uniform()); }

private:
    std::uint64_t state_;
};

constexpr double kServiceNs = 1e6;  // a millisecond, so that whole nanoseconds don't matter

using Departures = std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>>;

enum class Service { exponential, deterministic };

/// `completions` of an open queue with Poisson arrivals, `servers` and total utilization `rho`, starting empty.
inline Recorder open_queue(double rho, int servers, Service service, std::int64_t completions, std::uint64_t seed) {
    struct InFlight {
        std::int64_t departure;
        std::int64_t arrival;
        bool operator>(const InFlight& other) const { return departure > other.departure; }
    };
    Random random{seed};
    Recorder recorder;
    std::priority_queue<InFlight, std::vector<InFlight>, std::greater<>> in_flight;
    Departures free_at;
    for (int i = 0; i < servers; ++i) free_at.push(0);
    double clock = 0;
    for (std::int64_t done = 0; done < completions;) {
        clock += random.exponential(kServiceNs / (rho * servers));
        const auto now = static_cast<std::int64_t>(clock);
        for (; !in_flight.empty() && in_flight.top().departure <= now && done < completions; ++done) {
            const InFlight io = in_flight.top();
            in_flight.pop();
            recorder.completed(Duration::from_ns(io.departure), Duration::from_ns(io.departure - io.arrival),
                               Bytes{4096});
        }
        recorder.started(Duration::from_ns(now));
        const double needs = service == Service::exponential ? random.exponential(kServiceNs) : kServiceNs;
        const std::int64_t departure = std::max(now, free_at.top()) + static_cast<std::int64_t>(needs);
        free_at.pop();
        free_at.push(departure);
        in_flight.push({departure, now});
    }
    return recorder;
}

/// `completions` of a closed loop: `customers` think for an exponential time of mean `think_ns`, then visit one
/// exponential server. Its throughput is known exactly (the machine repairman).
inline Recorder closed_loop(int customers, double think_ns, std::int64_t completions, std::uint64_t seed) {
    Random random{seed};
    Recorder recorder;
    Departures arrivals;
    for (int i = 0; i < customers; ++i) arrivals.push(static_cast<std::int64_t>(random.exponential(think_ns)));
    std::queue<std::int64_t> waiting;  // arrival times, the first is in service
    std::int64_t departure = INT64_MAX;
    for (std::int64_t done = 0; done < completions;) {
        if (!arrivals.empty() && arrivals.top() <= departure) {
            const std::int64_t now = arrivals.top();
            arrivals.pop();
            recorder.started(Duration::from_ns(now));
            if (waiting.empty()) departure = now + static_cast<std::int64_t>(random.exponential(kServiceNs));
            waiting.push(now);
        } else {
            const std::int64_t now = departure;
            recorder.completed(Duration::from_ns(now), Duration::from_ns(now - waiting.front()), Bytes{4096});
            ++done;
            waiting.pop();
            arrivals.push(now + static_cast<std::int64_t>(random.exponential(think_ns)));
            departure = waiting.empty() ? INT64_MAX : now + static_cast<std::int64_t>(random.exponential(kServiceNs));
        }
    }
    return recorder;
}

}  // namespace arraytwin::stats::test
