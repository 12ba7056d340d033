#include "lib/sim/priority_server.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace arraytwin::sim {
namespace {

constexpr Duration ns(std::int64_t n) { return Duration::from_ns(n); }

struct Job {
    std::int64_t arrival, service;
    int priority;
};

/// Jobs in the order of their arrival. Arrivals are different multiples of 1024, services one more than one: so no completion
/// coincides with an arrival (every completion is off by the number of services in it), and the order is never in doubt.
rc::Gen<std::vector<Job>> any_jobs() {
    const auto job = rc::gen::map(
        rc::gen::tuple(rc::gen::inRange(1, 5), rc::gen::inRange(0, 12), rc::gen::inRange(0, 3)), [](const auto& t) {
            return Job{1024 * std::get<0>(t), 1024 * std::get<1>(t) + 1, std::get<2>(t)};
        });
    return rc::gen::map(rc::gen::container<std::vector<Job>>(job), [](std::vector<Job> jobs) {
        std::int64_t now = 0;
        for (Job& each : jobs) each.arrival = now += each.arrival;
        return jobs;
    });
}

struct Done {
    std::vector<std::int64_t> departures;
    std::vector<Visit> visits;
};

Task<> customer(Simulation& simulation, PriorityServer& server, Job job, std::size_t index, Done& done) {
    const Duration arrival = ns(job.arrival);
    const Duration service = ns(job.service);
    co_await simulation.until(arrival);
    done.visits[index] = co_await server.use(job.priority, service);
    done.departures[index] = simulation.now().ns();
}

Done serve(const std::vector<Job>& jobs, int servers, Preemption preemption) {
    Simulation simulation;
    PriorityServer server{simulation, servers, 3, preemption};
    Done done{std::vector<std::int64_t>(jobs.size()), std::vector<Visit>(jobs.size())};
    for (std::size_t i = 0; i < jobs.size(); ++i) simulation.spawn(customer(simulation, server, jobs[i], i, done));
    simulation.run();
    return done;
}

/// One server, looked at whenever something arrives or is done: who is served is chosen afresh among those present.
std::vector<std::int64_t> departures_of_one(const std::vector<Job>& jobs, Preemption preemption) {
    std::vector<std::int64_t> left(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) left[i] = jobs[i].service;
    std::vector<std::int64_t> departures(jobs.size(), -1);
    std::size_t served = jobs.size();  // none
    std::int64_t now = 0;
    for (;;) {
        if (served == jobs.size() || preemption == Preemption::resume) {
            served = jobs.size();
            for (std::size_t i = 0; i < jobs.size(); ++i) {
                if (jobs[i].arrival > now || departures[i] >= 0) continue;
                if (served == jobs.size() || jobs[i].priority < jobs[served].priority) served = i;
            }
        }
        std::int64_t next = INT64_MAX;
        for (const Job& job : jobs) {
            if (job.arrival > now) next = std::min(next, job.arrival);
        }
        if (served == jobs.size()) {
            if (next == INT64_MAX) return departures;
            now = next;
            continue;
        }
        const std::int64_t slice = std::min(next, now + left[served]) - now;
        now += slice;
        left[served] -= slice;
        if (left[served] > 0) continue;
        departures[served] = now;
        served = jobs.size();
    }
}

RC_GTEST_PROP(PriorityServer, ServesInTheOrderOfAnExplicitQueue, ()) {
    const auto jobs = *any_jobs();
    for (const Preemption preemption : {Preemption::none, Preemption::resume}) {
        const Done done = serve(jobs, 1, preemption);
        RC_ASSERT(done.departures == departures_of_one(jobs, preemption));
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            RC_ASSERT(done.visits[i].service.ns() == jobs[i].service);
            RC_ASSERT(jobs[i].arrival + (done.visits[i].wait + done.visits[i].service).ns() == done.departures[i]);
        }
    }
}

std::int64_t drained_at(const std::vector<Job>& jobs, int servers, Preemption preemption) {
    const Done done = serve(jobs, servers, preemption);
    return *std::max_element(done.departures.begin(), done.departures.end());
}

RC_GTEST_PROP(PriorityServer, OneServerConservesWork, ()) {
    const auto jobs = *any_jobs();
    RC_PRE(!jobs.empty());
    std::int64_t free_at = 0;
    for (const Job& job : jobs) free_at = std::max(free_at, job.arrival) + job.service;
    RC_ASSERT(drained_at(jobs, 1, Preemption::none) == free_at);
    RC_ASSERT(drained_at(jobs, 1, Preemption::resume) == free_at);
}

/// Without the less urgent the most urgent would be served just the same.
RC_GTEST_PROP(PriorityServer, TheMostUrgentDoNotSeeThoseWhomTheyPreempt, ()) {
    const auto jobs = *any_jobs();
    const int servers = *rc::gen::inRange(1, 4);
    std::vector<Job> urgent;
    for (const Job& job : jobs) {
        if (job.priority == 0) urgent.push_back(job);
    }
    const Done alone = serve(urgent, servers, Preemption::resume);
    const Done together = serve(jobs, servers, Preemption::resume);
    std::vector<std::int64_t> departures;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (jobs[i].priority == 0) departures.push_back(together.departures[i]);
    }
    RC_ASSERT(departures == alone.departures);
}

/// No server idles while somebody waits: at each departure's wait, all servers were busy.
RC_GTEST_PROP(PriorityServer, ManyServersConserveWork, ()) {
    const auto jobs = *any_jobs();
    RC_PRE(!jobs.empty());
    const int servers = *rc::gen::inRange(2, 4);
    for (const Preemption preemption : {Preemption::none, Preemption::resume}) {
        const Done done = serve(jobs, servers, preemption);
        // The work done is the integral of min(servers, present): it must be the sum of services.
        std::vector<std::pair<std::int64_t, int>> changes;
        std::int64_t work = 0;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            changes.emplace_back(jobs[i].arrival, 1);
            changes.emplace_back(done.departures[i], -1);
            work += jobs[i].service;
        }
        std::sort(changes.begin(), changes.end());
        std::int64_t area = 0;
        int present = 0;
        for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
            present += changes[i].second;
            area += std::min(present, servers) * (changes[i + 1].first - changes[i].first);
        }
        RC_ASSERT(area == work);
    }
}

TEST(PriorityServer, ResumesWhereItWas) {
    const std::vector<Job> jobs{{0, 100, 1}, {30, 50, 0}, {40, 10, 1}, {85, 5, 0}};
    EXPECT_EQ(serve(jobs, 1, Preemption::resume).departures, (std::vector<std::int64_t>{155, 80, 165, 90}));
    EXPECT_EQ(serve(jobs, 1, Preemption::none).departures, (std::vector<std::int64_t>{100, 150, 165, 155}));
}

/// Whoever is done at the instant of an urgent arrival has nothing left to be preempted: it leaves at its time.
TEST(PriorityServer, WhoIsDoneIsNotPreempted) {
    // The urgent one's arrival was scheduled before the other's end, so it comes first at that instant.
    const std::vector<Job> jobs{{50, 50, 0}, {0, 50, 1}, {10, 5, 2}};
    EXPECT_EQ(serve(jobs, 1, Preemption::resume).departures, (std::vector<std::int64_t>{100, 50, 105}));
}

TEST(PriorityServer, TakesNoTimeForNoService) {
    const std::vector<Job> jobs{{0, 0, 1}, {0, 0, 0}, {5, 10, 0}, {5, 0, 1}};
    EXPECT_EQ(serve(jobs, 1, Preemption::resume).departures, (std::vector<std::int64_t>{0, 0, 15, 15}));
}

}  // namespace
}  // namespace arraytwin::sim
