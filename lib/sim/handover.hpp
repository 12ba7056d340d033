// `const Duration sent = co_await handover`: resumes when the head of a transfer reaches the next link, and tells when its
// tail will have left this one.
#pragma once

#include "lib/sim/simulation.hpp"

namespace arraytwin::sim {

struct Handover : Simulation::Timer {
    Duration tail;

    Duration await_resume() const noexcept { return tail; }
};

}  // namespace arraytwin::sim
