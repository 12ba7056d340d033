// A network of stations visited by classes of I/Os, and what its solvers say about it. Plain structs, shared by all of
// lib/queueing.
//
// Units: microseconds; I/Os a second where a name says iops. Ranges: times, visits and scv at least 0, servers and
// copies at least 1, station and chain indices valid, shares of a chain's classes positive (they are normalized).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace arraytwin::queueing {

enum class StationKind {
    queue,  // first come, first served
    delay,  // nobody waits
};

/// `copies` identical places, each with `servers` behind one queue. A visit goes to one of the copies at random.
/// Cores of a CPU, each with its own queue: servers = 1, copies = the number of cores.
struct Station {
    std::string name = {};
    int servers = 1;
    int copies = 1;
    StationKind kind = StationKind::queue;
};

/// Who serves a visit at a station of one server and many copies.
enum class Binding {
    bound,   // the copy it falls to, even if others idle
    pooled,  // the copy that is free earliest
};

/// What one I/O of a class asks of one station. Several entries may name the same station (bound and pooled work).
struct Demand {
    int station = 0;
    double on_path = 0;   // us of service that the I/O waits for, sum over its visits
    double off_path = 0;  // us for which it occupies the server beyond that, after it has moved on
    double visits = 1;    // per I/O; below 1 if only some I/Os come here
    double scv = 1;       // squared coefficient of variation of the time that a visit occupies the server
    Binding binding = Binding::bound;
    bool attended =
        true;  // false: the I/O never queues for it; it is only held back when the station can carry no more
};

/// A class of I/Os. Classes of one chain share its outstanding: each I/O is of one of them at random, by share (a mix
/// of reads and writes is one chain of two classes). Chains are independent populations.
struct CustomerClass {
    std::string name = {};
    int chain = 0;
    double share = 1;
    std::vector<Demand> demands = {};
};

struct Network {
    std::vector<Station> stations;
    std::vector<CustomerClass> classes;
};

/// How one entry of CustomerClass::demands fares, per I/O of the class.
struct Residence {
    double wait_us = 0;
    double service_us = 0;  // on the path
};

struct ClassSolution {
    double iops = 0;
    double response_us = 0;          // the sum of the residences
    std::vector<Residence> demands;  // parallel to CustomerClass::demands
};

enum class Outcome {
    solved,
    overloaded,     // open load that some station cannot carry: response is infinite
    not_converged,  // best effort; seen only with several chains that saturate several stations, 1 in 2,000 contrived
};

struct Solution {
    Outcome outcome = Outcome::solved;
    std::vector<ClassSolution> classes;
    std::vector<double> utilization;  // of each station, per server; of a delay, the mean number there
    std::vector<double> chain_iops;
    std::vector<double> chain_response_us;  // mean over the chain's I/Os

    /// The index of the queueing station with the highest utilization; -1 if there is none.
    int bottleneck(const Network& network) const;
};

/// One more than the highest chain index.
std::size_t chain_count(const Network& network);

/// The share of each class within its chain, adding up to one.
std::vector<double> normalized_shares(const Network& network);

}  // namespace arraytwin::queueing
