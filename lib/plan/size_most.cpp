#include "lib/plan/size_most.hpp"

#include <algorithm>
#include <utility>

#include "lib/plan/need.hpp"
#include "lib/plan/size_load.hpp"

namespace arraytwin::plan {

namespace {

constexpr double as_good_as_alone = 1e-3;  // IOPS
constexpr double fineness = 0.02;          // share of the IOPS to which the simulator bisects
constexpr double widest_step = 0.25;       // from the fast solver's answer to where the simulator's is looked for
constexpr double most_above = 8;           // times the guess: the fast solver is not that far off
constexpr int halvings = 20;
constexpr int endless = 100'000;     // outstanding I/Os that stand for no limit
constexpr double least_load = 1e-3;  // share of the most, below which no end of the interval is looked for

Need need_of(const Workload& workload, Duration limit) {
    NeededWorkload needed;
    needed.named = workload.name;
    needed.iops = 1;
    needed.latency.front() = limit;
    needed.workload = workload;
    Need need;
    need.workloads.push_back(std::move(needed));
    return need;
}

/// The simulator's answer between a load that it finds within the limit and one that it does not.
class Simulated {
public:
    Simulated(const SizeLoad& load, const Need& need) : load_{load}, need_{need} {}

    void search(double guess) {
        double low = guess;
        double high = guess;
        for (double step = fineness; !meets(low) && step < 1; step += widest_step) {
            high = low;
            low = guess * (1 - step);
        }
        for (double step = fineness; low == high && step <= most_above; step *= 2) {
            high = guess * (1 + step);
            if (meets(high)) low = high;
        }
        while (best && high - low > fineness * low) {
            const double middle = (low + high) / 2;
            (meets(middle) ? low : high) = middle;
        }
    }

    std::optional<PredictedCurve> best;

private:
    bool meets(double iops) {
        auto curve = load_.simulate(iops);
        if (!curve || !misses(curve->curve.points.front(), need_, 0).empty()) return false;
        best = std::move(*curve);
        return true;
    }

    const SizeLoad& load_;
    const Need& need_;
};

/// The most IOPS at which an end of the latency's interval is within the limit, from 0 to `most`.
double most_at(const SizeLoad& load, const twin::Uncertainty& uncertainty, double limit_us, double most,
               double Interval::*end) {
    const auto meets = [&](double iops) {
        Point point = load.fast(iops);
        if (point.overloaded) return false;
        uncertainty.add_to(point);
        return point.prediction90_latency && (*point.prediction90_latency).*end <= limit_us;
    };
    if (meets(most)) return most;
    double low = most * least_load;
    if (!meets(low)) return 0;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + most) / 2;
        (meets(middle) ? low : most) = middle;
    }
    return low;
}

/// Both ends may also be what the servers carry at all, which has an interval of its own.
std::optional<Interval> interval_of(const SizeLoad& load, double limit_us, double fast_most, double simulated_most,
                                    int jobs) {
    const auto uncertainty = load.uncertainty(jobs);
    if (!uncertainty) return std::nullopt;
    Point full = load.full(endless);
    uncertainty->add_to(full);
    if (!full.prediction90_iops) return std::nullopt;
    const double carried = full.iops * (1 - as_good_as_alone);
    const double low = most_at(load, *uncertainty, limit_us, fast_most, &Interval::high);
    const double high = most_at(load, *uncertainty, limit_us, carried, &Interval::low);
    const double shift = simulated_most / fast_most;
    return Interval{std::min(low, full.prediction90_iops->low) * shift,
                    (high < carried ? high : full.prediction90_iops->high) * shift};
}

}  // namespace

Result<MostWithin> most_within(const spec::DataFolder& data, const std::string& array, const Workload& workload,
                               Duration limit, const MostOptions& options) {
    if (!workload.parts.empty()) {
        return tl::unexpected(Diagnostics{{"-w", 0, 0, "", "several workloads at once have no single most",
                                           "write what each of them needs into a document: --need FILE"}});
    }
    const Need need = need_of(workload, limit);
    Candidate candidate;
    candidate.array = array;
    candidate.overrides = options.overrides;
    auto load = SizeLoad::make(data, candidate, need, 0, options.seed);
    if (!load) return tl::unexpected(std::move(load.error()));
    MostWithin result{array, workload.name, limit.us(), {}, load->fast(as_good_as_alone).latency.mean, {}, {}, {}};
    result.grade = load->array().grade;
    result.warnings = load->array().warnings;
    const double fast_most = load->most(need, nullptr);
    Simulated simulated{*load, need};
    if (fast_most >= 1) simulated.search(fast_most);
    if (!simulated.best) return result;
    Curve& curve = simulated.best->curve;
    result.point = std::move(curve.points.front());
    result.grade = curve.grade;
    result.warnings = std::move(curve.warnings);
    if (curve.grade != Grade::spec_only) {
        result.iops90 =
            interval_of(*load, limit.us(), fast_most, result.point->load.target_iops.value_or(0), options.jobs);
    }
    return result;
}

}  // namespace arraytwin::plan
