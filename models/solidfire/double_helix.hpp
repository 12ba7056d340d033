// Double Helix: each 4 KiB block lies on two block drives of two different nodes, which its hash decides.
//
// Hashes are uniform, so a block's nodes are a uniform pair and its drives uniform within them; what is drawn here is
// the hash. If a node is down, its copies are read from the other node, and not written; once new homes have been found
// for what it held, the nodes that are left are the cluster. For the blocks of one I/O, or of one batch, only their number by node counts: nothing is kept by block.
#pragma once

#include <array>
#include <cstdint>

#include "lib/sim/random.hpp"
#include "models/solidfire/parameters.hpp"

namespace arraytwin::solidfire {

/// How many blocks go to, or come from, each node.
using BlocksByNode = std::array<std::int32_t, most_nodes>;

/// Of blocks that have lost a copy.
enum class Homes { original, moved };

class DoubleHelix {
public:
    struct Pair {
        int first = 0;
        int second = 0;
    };

    /// At least two nodes; -1: none is `down`. `homes`: whether blocks have two nodes among those that are up.
    DoubleHelix(int nodes, sim::RandomStream random, int down = -1, Homes homes = Homes::original)
        : nodes_{nodes}, down_{down}, homes_{homes}, random_{random} {}

    /// The two nodes of a block, never the same. One may be down while blocks have their original homes.
    Pair place() {
        const int homes = homes_ == Homes::moved ? up() : nodes_;
        const auto nodes = static_cast<std::uint64_t>(homes);
        const auto first = static_cast<int>(random_.below(nodes));
        const auto step = static_cast<int>(random_.below(nodes - 1)) + 1;
        const Pair pair{first, (first + step) % homes};
        return homes_ == Homes::moved ? Pair{among_up(pair.first), among_up(pair.second)} : pair;
    }

    /// The nodes that are given the copies of so many blocks: two of each, or one if the other's node is down.
    BlocksByNode place_copies(int blocks) {
        BlocksByNode by_node{};
        for (int i = 0; i < blocks; ++i) {
            const Pair pair = place();
            if (pair.first != down_) ++by_node[static_cast<std::size_t>(pair.first)];
            if (pair.second != down_) ++by_node[static_cast<std::size_t>(pair.second)];
        }
        return by_node;
    }

    /// The nodes from which so many blocks are read: either copy of each, of those that are left.
    BlocksByNode choose_copies(int blocks) {
        BlocksByNode by_node{};
        for (int i = 0; i < blocks; ++i) ++by_node[static_cast<std::size_t>(choose())];
        return by_node;
    }

    bool happens(double probability) { return random_.uniform() < probability; }

    /// The node of a block's other copy, where one is lost with a drive of `node`.
    int other_than(int node) {
        for (;;) {
            const int other = choose();
            if (other != node) return other;
        }
    }

private:
    int up() const { return down_ < 0 ? nodes_ : nodes_ - 1; }
    int among_up(int index) const { return down_ >= 0 && index >= down_ ? index + 1 : index; }
    int choose() { return among_up(static_cast<int>(random_.below(static_cast<std::uint64_t>(up())))); }

    int nodes_;
    int down_;
    Homes homes_;
    sim::RandomStream random_;
};

}  // namespace arraytwin::solidfire
