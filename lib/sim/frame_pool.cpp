#include "lib/sim/frame_pool.hpp"

namespace arraytwin::sim {

// The lists themselves are trivial, so that the fast path needs no initialisation guard; an Emptier empties them.
constinit thread_local std::array<FramePool::Block*, FramePool::lists> FramePool::free_{};
constinit thread_local bool FramePool::empties_at_exit_ = false;

struct FramePool::Emptier {
    Emptier() = default;
    Emptier(const Emptier&) = delete;
    Emptier& operator=(const Emptier&) = delete;
    ~Emptier() {
        for (Block*& list : free_) {
            while (list != nullptr) {
                Block* next = list->next;
                ::operator delete(list, alignment);
                list = next;
            }
        }
    }
};

void FramePool::empty_at_thread_exit() noexcept {
    static thread_local Emptier emptier;
    static_cast<void>(emptier);
    empties_at_exit_ = true;
}

void* FramePool::allocate_slow(std::size_t size) {
    const std::size_t list = (size - 1) / granule;
    return ::operator new(list < lists ? (list + 1) * granule : size, alignment);
}

}  // namespace arraytwin::sim
