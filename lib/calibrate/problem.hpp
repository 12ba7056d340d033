// What is fitted to what: arrays and workloads with their constants, and what was observed of them.
//
// A case is an array under a workload, from a number of hosts. Its predictions come from the fast solver on demands recorded afresh for each set of
// constants, so that a change of a constant goes through the whole model. The seed is the same throughout: recordings
// with other constants share their random numbers, and differences are those of the constants.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/calibrate/constant.hpp"
#include "lib/calibrate/observation.hpp"
#include "lib/spec/document.hpp"
#include "lib/twin/fast_twin.hpp"
#include "lib/twin/load.hpp"

namespace arraytwin::calibrate {

struct Case {
    int array = 0;
    int workload = 0;
    std::optional<int> hosts = {};  ///< instead of the spec's, where a row tells another number
    std::vector<Observation> observations;
};

/// The whole task of a calibration, before any constant moves.
struct Problem {
    std::vector<std::string> array_names;
    std::vector<ResolvedArray> arrays;
    std::vector<std::string> workload_names;
    std::vector<spec::Document> workloads;
    std::vector<Case> cases;
    std::vector<Constant> constants;
    std::uint64_t seed = 1;
    int jobs = 0;
};

/// Adds an array and its constants. With `shared`, a constant that arrays take from one place (the family's priors) is one.
void add_array(Problem& problem, std::string name, ResolvedArray array, bool shared);

/// Adds a workload and its constants, unless there is one of that name; its index.
int add_workload(Problem& problem, const std::string& name, spec::Document workload);

/// Adds an observation to its case, which is made if there is none.
void add(Problem& problem, int array, int workload, Observation observation);

/// An array under a workload, with constants put in.
struct CaseTwin {
    BuiltTwin array;
    Workload workload;
};

/// `log_values`: the logarithm of each constant. Constants of other arrays and workloads do not matter.
Result<CaseTwin> build(const Problem& problem, const Case& which, const std::vector<double>& log_values);

/// What the fast solver says to each observation of the case, as a logarithm.
std::vector<double> predict(const Problem& problem, const Case& which, const std::vector<double>& log_values);

/// IOPS at which the mean latency crosses `limit_us`, with at most `outstanding`; the peak's if it never does.
double iops_at_latency(const twin::FastTwin& twin, int outstanding, double limit_us);

/// The fast solver's answer to one observation, in its unit.
double answer(const twin::FastTwin& twin, const Observation& observation);

/// The logarithms of the priors.
std::vector<double> priors_of(const Problem& problem);

/// All observations, case by case.
std::vector<const Observation*> observations_of(const Problem& problem);

/// Whether a constant belongs to the array or to the workload of a case.
bool concerns(const Constant& constant, const Case& which);

}  // namespace arraytwin::calibrate
