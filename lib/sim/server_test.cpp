#include "lib/sim/server.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <numeric>
#include <queue>
#include <vector>

#include "lib/sim/link.hpp"

namespace arraytwin::sim {
namespace {

constexpr Duration ns(std::int64_t n) { return Duration::from_ns(n); }

struct Job {
    std::int64_t arrival, service, after;
};

/// Up to 60 jobs in the order of their arrival, with many ties.
rc::Gen<std::vector<Job>> any_jobs() {
    const auto job =
        rc::gen::map(rc::gen::tuple(rc::gen::inRange<std::int64_t>(0, 20), rc::gen::inRange<std::int64_t>(0, 60),
                                    rc::gen::inRange<std::int64_t>(0, 10)),
                     [](const auto& t) {
                         return Job{std::get<0>(t), std::get<1>(t), std::get<2>(t)};
                     });
    return rc::gen::map(rc::gen::container<std::vector<Job>>(job), [](std::vector<Job> jobs) {
        std::int64_t now = 0;
        for (Job& each : jobs) each.arrival = now += each.arrival;
        return jobs;
    });
}

/// A queue that is kept: customers stand in line, and one leaves it whenever a server becomes free. Departures by job.
std::vector<std::int64_t> departures_of_a_real_queue(const std::vector<Job>& jobs, int servers) {
    std::vector<std::int64_t> departures(jobs.size());
    std::deque<std::size_t> line;
    std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> busy_until;
    std::size_t next = 0;
    std::int64_t now = 0;
    while (next < jobs.size() || !line.empty()) {
        while (!busy_until.empty() && busy_until.top() <= now) busy_until.pop();
        while (next < jobs.size() && jobs[next].arrival <= now) line.push_back(next++);
        while (!line.empty() && busy_until.size() < static_cast<std::size_t>(servers)) {
            const Job& job = jobs[line.front()];
            departures[line.front()] = now + job.service;
            line.pop_front();
            if (job.service + job.after > 0) busy_until.push(now + job.service + job.after);
        }
        std::int64_t soonest = INT64_MAX;
        if (!busy_until.empty()) soonest = busy_until.top();
        if (next < jobs.size()) soonest = std::min(soonest, jobs[next].arrival);
        now = soonest;
    }
    return departures;
}

struct Done {
    std::vector<std::int64_t> departures;
    std::vector<Visit> visits;
    explicit Done(std::size_t jobs) : departures(jobs), visits(jobs) {}
};

Task<> customer(Simulation& simulation, Server& server, Job job, std::size_t index, Done& done) {
    const Duration arrival = ns(job.arrival);
    const Duration service = ns(job.service);
    const Duration occupied_after = ns(job.after);
    co_await simulation.until(arrival);
    done.visits[index] = co_await server.use(service, occupied_after);
    done.departures[index] = simulation.now().ns();
}

Task<> customer_of_one(Simulation& simulation, Server& server, Job job, std::size_t index, Done& done) {
    const Duration arrival = ns(job.arrival);
    const Duration service = ns(job.service);
    const Duration occupied_after = ns(job.after);
    const std::size_t which = index % server.count();
    co_await simulation.until(arrival);
    done.visits[index] = co_await server.use_one(which, service, occupied_after);
    done.departures[index] = simulation.now().ns();
}

RC_GTEST_PROP(Server, DepartsAsFromAQueueThatIsKept, ()) {
    const auto jobs = *any_jobs();
    const int servers = *rc::gen::inRange(1, 5);
    Simulation simulation;
    Server server{simulation, servers};
    Done done{jobs.size()};
    for (std::size_t i = 0; i < jobs.size(); ++i) simulation.spawn(customer(simulation, server, jobs[i], i, done));
    simulation.run();
    RC_ASSERT(done.departures == departures_of_a_real_queue(jobs, servers));
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        RC_ASSERT(done.visits[i].service.ns() == jobs[i].service);
        RC_ASSERT(jobs[i].arrival + done.visits[i].wait.ns() + jobs[i].service == done.departures[i]);
    }
    // One event to start, one for the arrival, one for the visit.
    RC_ASSERT(simulation.events() == 3 * jobs.size());
}

RC_GTEST_PROP(Server, UseOneIsAQueueOfItsOwn, ()) {
    const auto jobs = *any_jobs();
    constexpr std::size_t servers = 3;
    Simulation simulation;
    Server server{simulation, servers};
    Done done{jobs.size()};
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        simulation.spawn(customer_of_one(simulation, server, jobs[i], i, done));
    }
    simulation.run();
    for (std::size_t which = 0; which < servers; ++which) {
        std::vector<Job> own;
        std::vector<std::int64_t> departures;
        for (std::size_t i = which; i < jobs.size(); i += servers) {
            own.push_back(jobs[i]);
            departures.push_back(done.departures[i]);
        }
        RC_ASSERT(departures == departures_of_a_real_queue(own, 1));
    }
}

RC_GTEST_PROP(Server, BusyTimeIsConserved, ()) {
    const auto jobs = *any_jobs();
    const int servers = *rc::gen::inRange(1, 5);
    Simulation simulation;
    Server server{simulation, servers};
    Done done{jobs.size()};
    Duration promised;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        simulation.spawn(customer(simulation, server, jobs[i], i, done));
        promised += ns(jobs[i].service + jobs[i].after);
    }
    Duration last;
    for (std::int64_t end = 0; simulation.pending() > 0; end += 7) {
        simulation.run(ns(end));
        RC_ASSERT(server.busy() >= last);
        RC_ASSERT(server.busy() - last <= ns(7) * servers);
        RC_ASSERT(server.busy() <= simulation.now() * servers);
        last = server.busy();
    }
    RC_ASSERT(server.idle_at() >= simulation.now() || jobs.empty() || server.busy() == promised);
    simulation.spawn(customer(simulation, server, {server.idle_at().ns(), 0, 0}, 0, done = Done{1}));
    simulation.run();  // until the work that nobody waited for is over
    RC_ASSERT(server.busy() == promised);
}

TEST(Server, StaysOccupiedAfterItsCustomerLeft) {
    Simulation simulation;
    Server server{simulation, 1};
    Done done{2};
    simulation.spawn(customer(simulation, server, {0, 10, 5}, 0, done));
    simulation.spawn(customer(simulation, server, {1, 10, 0}, 1, done));
    simulation.run();
    EXPECT_EQ(done.departures, (std::vector<std::int64_t>{10, 25}));
    EXPECT_EQ(done.visits[1].wait, ns(14));
    EXPECT_EQ(server.busy(), ns(25));
}

TEST(Server, ReservedWorkDelaysOthers) {
    Simulation simulation;
    Server server{simulation, 2};
    Done done{1};
    EXPECT_EQ(server.reserve(ns(100)).wait, ns(0));
    EXPECT_EQ(server.reserve_one(1, ns(50)).wait, ns(0));
    EXPECT_EQ(server.reserve_one(0, ns(7)).wait, ns(100));
    simulation.spawn(customer(simulation, server, {10, 5, 0}, 0, done));
    simulation.run();
    EXPECT_EQ(done.departures[0], 55);
    EXPECT_EQ(server.idle_at(), ns(107));
    EXPECT_EQ(server.busy(), ns(55 * 2));
}

struct Arrivals {
    std::vector<Duration> heads, tails;
};

/// A transfer over links in a row; each sends on as soon as it has the head.
Task<> over(Simulation& simulation, std::vector<Link>& links, Bytes bytes, Arrivals& arrivals) {
    Duration tail;
    for (Link& link : links) {
        const Transfer transfer = link.send(bytes, tail);
        tail = transfer.tail;
        const Duration head = link.head(transfer, bytes);
        arrivals.heads.push_back(head);
        co_await simulation.until(head);
    }
    co_await simulation.until(tail);
    arrivals.tails.push_back(simulation.now());
}

Bandwidth bytes_per_ns(double rate) { return Bandwidth::from_bytes_per_second(rate * 1e9); }

TEST(Link, CarriesOneTransferAfterTheOther) {
    Simulation simulation;
    std::vector<Link> link{{simulation, bytes_per_ns(2), ns(10), ns(100), Bytes{2000}}};
    Arrivals arrivals;
    for (int i = 0; i < 2; ++i) simulation.spawn(over(simulation, link, Bytes{10'000}, arrivals));
    simulation.run();
    EXPECT_EQ(arrivals.heads, (std::vector{ns(10 + 1000 + 100), ns(5010 + 10 + 1000 + 100)}));
    EXPECT_EQ(arrivals.tails, (std::vector{ns(5010 + 100), ns(2 * 5010 + 100)}));
    EXPECT_EQ(link[0].server().busy(), ns(2 * 5010));
}

TEST(Link, CutsThrough) {
    const auto time_over = [](std::vector<double> rates, std::int64_t bytes) {
        Simulation simulation;
        std::vector<Link> links;
        for (const double rate : rates) links.emplace_back(simulation, bytes_per_ns(rate), ns(0), ns(0), Bytes{1000});
        Arrivals arrivals;
        simulation.spawn(over(simulation, links, Bytes{bytes}, arrivals));
        simulation.run();
        return arrivals.tails[0].ns();
    };
    EXPECT_EQ(time_over({1, 1}, 100'000), 100'000 + 1000);  // a frame's time more than over one
    EXPECT_EQ(time_over({2, 1}, 100'000), 100'000 + 500);   // the slower one, after the first frame
    EXPECT_EQ(time_over({1, 2}, 100'000), 100'000 + 500);   // the slower one, then the last frame
    EXPECT_EQ(time_over({1, 1, 1}, 100'000), 100'000 + 2000);
    EXPECT_EQ(time_over({1, 2}, 400), 400 + 200);  // less than a frame is stored and forwarded
}

}  // namespace
}  // namespace arraytwin::sim
