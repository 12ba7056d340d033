// The heart of the fast solver: what each visit waits when the chains' throughputs are given.
//
// At given throughputs every station's waiting is a small linear system that solves in closed form, so the network
// needs no iteration over queue lengths: only the chains' throughputs remain unknown (solve.cpp). Internal to
// lib/queueing.
// Units: microseconds, I/Os a microsecond. Cost of an evaluation: about 10 ns a demand, plus a few ns for each core of
// stations with pooled work; allocates nothing. Equations and sources: README.md.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lib/queueing/network.hpp"

namespace arraytwin::queueing {

class ResidenceModel {
public:
    /// Keeps a reference to the network.
    explicit ResidenceModel(const Network& network);

    /// An outstanding of 0 means that the chain is open (or empty): its arrivals see time averages, its own I/Os
    /// included.
    void set_outstanding(std::span<const double> outstanding);

    /// The waits at these throughputs. False if some station cannot carry them; waits are then undefined.
    bool evaluate(std::span<const double> rates);

    /// After evaluate: mean response of an I/O of each chain.
    std::span<const double> responses() const { return responses_; }
    /// After evaluate: waiting at one visit of a demand of the network, attended or not.
    double wait_per_visit(const CustomerClass& customer_class, const Demand& demand) const;

    std::size_t chains() const { return responses_.size(); }
    /// Response of each chain when it is alone: service only.
    std::span<const double> services() const { return services_; }
    /// Utilization of the busiest queueing station at these throughputs.
    double highest_utilization(std::span<const double> rates) const;
    /// Utilization of every station (of a delay: the mean number there).
    std::vector<double> utilizations(std::span<const double> rates) const;

private:
    /// One chain's work of one binding at one station, for one I/O of the chain, per server.
    struct Work {
        double visits = 0;
        double attended = 0;      // of them, those that an I/O queues for
        double on_path = 0;       // utilization by service on the path
        double off_path = 0;      // and beyond it
        double residual_on = 0;   // visits * E[S^2] / 2, the part of it met while the I/O is still there
        double residual_off = 0;  // and after it has left
    };
    struct Queue {
        std::size_t station = 0;
        int cores = 1;       // that pooled work can choose from
        double servers = 1;  // in all
        bool has_pooled = false;
        bool has_off_path = false;
    };
    struct Load;  // of one queue, summed over chains at given rates

    void add(const Demand& demand, std::size_t chain, double share);
    std::size_t slot(std::size_t queue, std::size_t chain, Binding binding) const {
        return (queue * chains() + chain) * 2 + (binding == Binding::pooled ? 1 : 0);
    }
    Binding binding_of(const Demand& demand) const;
    Load load_of(std::size_t queue, std::span<const double> rates) const;
    Load seen_by(const Load& load, std::size_t queue, std::size_t chain, double rate) const;
    double residual_ratio(std::size_t queue, std::size_t chain, Binding binding) const;
    bool evaluate(std::size_t queue, std::span<const double> rates);
    bool pooled_waits(std::size_t queue, std::span<const double> rates, const Load& load);
    bool bound_waits(std::size_t queue, std::span<const double> rates, const Load& load);
    bool solve_waits(std::size_t queue, Binding binding, std::span<const double> rates);

    const Network& network_;
    std::vector<double> shares_;
    std::vector<Queue> queues_;
    std::vector<std::size_t> queue_of_station_;
    std::vector<Work> works_;                  // by queue, chain, binding
    std::vector<double> waits_;                // alike: of one visit
    std::vector<double> held_back_;            // by queue: the wait at one visit when it can carry no more
    std::vector<double> demands_;              // by station, chain: utilization per I/O
    std::vector<double> inverse_outstanding_;  // by chain; 0 for open ones
    double outstanding_ = 0;                   // of all chains; infinite if one is open
    std::vector<double> services_;
    std::vector<double> responses_;
    std::vector<double> met_;         // scratch, by chain: what an arrival waits apart from the work queued before it
    std::vector<double> free_;        // scratch, by chain: the share of a server that is left to serve that queue
    std::vector<double> own_queued_;  // scratch, by chain: the part of its queue that an I/O does not see, being it
};

}  // namespace arraytwin::queueing
