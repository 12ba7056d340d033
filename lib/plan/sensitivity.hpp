// What would help most: the array with one lever moved after the other, asked again for its peak and for its latency at a
// load. The fast solver answers for all levers; those that help most can be confirmed by simulation on common random numbers.
//
// A lever is one key or several that are changed together: hardware that one could buy, twice of it (a clock 10 % faster), and
// every time beneath [costs], 10 % less of it. Which hardware is the table of sensitivity_levers.cpp; an array has the levers
// whose keys its spec has. A change that the spec forbids is told with the reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/plan/paired.hpp"
#include "lib/plan/paired_runs.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/prediction.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::plan {

enum class LeverKind { hardware, cost };

/// Keys whose values are multiplied by a factor, together.
struct Lever {
    LeverKind kind = LeverKind::hardware;
    std::vector<std::string> keys;
    double factor = 1;
};

/// Those of an array, hardware first, costs in the order of the spec.
std::vector<Lever> levers_of(const ResolvedArray& array);

/// The array's document with the lever moved.
spec::Document moved(const spec::Document& document, const Lever& lever);

/// "nodes.cores 48 → 96", with commas between several.
std::string words_of(const spec::Document& document, const Lever& lever);

/// What moving a lever does.
struct Effect {
    Lever lever;
    std::string change;    ///< in words
    double peak_iops = 0;  ///< after it
    double latency_us = 0;
    std::optional<Difference> simulated_peak = {};  ///< if it was confirmed
    std::optional<Difference> simulated_latency = {};
};

struct RefusedLever {
    std::string change;
    std::string reason;
};

struct Sensitivity {
    OfferedLoad most;      ///< for the peak: all threads of the workload
    OfferedLoad load;      ///< for the latency
    double peak_iops = 0;  ///< as the array is
    double latency_us = 0;
    std::vector<Effect> effects;  ///< hardware, then costs; what moves most first
    std::vector<RefusedLever> refused;
};

/// Percent by which a lever moves the peak and the latency.
double peak_percent(const Sensitivity& sensitivity, const Effect& effect);
double latency_percent(const Sensitivity& sensitivity, const Effect& effect);

/// By the fast solver: some tens of milliseconds for each lever. `workload`: as the array's calibration knows it, placed.
Sensitivity sensitivity_of(const ResolvedArray& array, const Workload& workload, const OfferedLoad& load,
                           std::uint64_t seed, int jobs);

/// Simulates the array and the `count` hardware levers that move most, at the peak and at the load.
void confirm(Sensitivity& sensitivity, const ResolvedArray& array, const Workload& workload, int count,
             const PairedRunOptions& options, RunCost& cost);

}  // namespace arraytwin::plan
