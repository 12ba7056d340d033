// A link that carries one transfer after the other at its line rate, and hands frames on before a transfer is complete.
//
// A transfer occupies the link for `per_transfer` plus bytes / rate. The receiving side sees its head one frame time and
// the propagation delay after it starts, and its tail when all is through: so a large transfer over two links takes the
// time of the slower one and a frame's on the other, not the sum (cut-through). Two events for a chain of two links: the head's arrival at the
// second, and the tail's at the end.
#pragma once

#include <algorithm>

#include "lib/sim/server.hpp"

namespace arraytwin::sim {

/// When the last byte of a transfer is through the link, and what the link did for it.
struct Transfer {
    Duration tail;
    Visit visit;
};

class Link {
public:
    Link(Simulation& simulation, Bandwidth rate, Duration per_transfer, Duration propagation, Bytes frame)
        : simulation_{&simulation},
          server_{simulation, 1},
          rate_{rate},
          per_transfer_{per_transfer},
          propagation_{propagation},
          frame_{frame} {}

    /// Puts a transfer on the link whose last byte comes in at `tail` (now, if it is all here): its last frame cannot
    /// leave before.
    Transfer send(Bytes bytes, Duration tail = {}) {
        const Visit visit = server_.reserve(per_transfer_ + bytes / rate_);
        Duration out = simulation_->now() + visit.wait + visit.service;
        if (tail > simulation_->now()) out = std::max(out, tail + std::min(bytes, frame_) / rate_);
        return {out + propagation_, visit};
    }

    /// When the head of a transfer that was just sent reaches the far end.
    Duration head(const Transfer& transfer, Bytes bytes) const {
        const Duration lead = per_transfer_ + std::min(bytes, frame_) / rate_;
        return std::min(simulation_->now() + transfer.visit.wait + lead + propagation_, transfer.tail);
    }

    Bandwidth rate() const { return rate_; }
    const Server& server() const { return server_; }

private:
    Simulation* simulation_;
    Server server_;
    Bandwidth rate_;
    Duration per_transfer_;
    Duration propagation_;
    Bytes frame_;
};

}  // namespace arraytwin::sim
