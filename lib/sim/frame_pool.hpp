// Coroutine frames from free lists, so that an I/O path in steady state allocates nothing.
//
// Each thread keeps lists of freed blocks by size; a block is an allocation of its own, so it may be freed on another
// thread than the one that made it. With ARRAYTWIN_NO_FRAME_POOL (the asan preset) every frame comes from the heap,
// or use after free would be invisible.
#pragma once

#include <array>
#include <cstddef>
#include <new>

namespace arraytwin::sim {

class FramePool {
public:
    static void* allocate(std::size_t size) {
#ifndef ARRAYTWIN_NO_FRAME_POOL
        const std::size_t list = (size - 1) / granule;
        if (list < lists && free_[list] != nullptr) {
            Block* block = free_[list];
            free_[list] = block->next;
            return block;
        }
#endif
        return allocate_slow(size);
    }

    static void release(void* frame, [[maybe_unused]] std::size_t size) noexcept {
#ifndef ARRAYTWIN_NO_FRAME_POOL
        const std::size_t list = (size - 1) / granule;
        if (list < lists) {
            if (!empties_at_exit_) empty_at_thread_exit();
            auto* block = static_cast<Block*>(frame);
            block->next = free_[list];
            free_[list] = block;
            return;
        }
#endif
        ::operator delete(frame, alignment);
    }

private:
    struct Block {
        Block* next;
    };
    static constexpr std::size_t granule = 64;  // a cache line
    static constexpr std::align_val_t alignment{granule};
    static constexpr std::size_t lists = 32;  // frames up to 2 KiB

    static void* allocate_slow(std::size_t size);
    static void empty_at_thread_exit() noexcept;

    struct Emptier;
    static constinit thread_local std::array<Block*, lists> free_;
    static constinit thread_local bool empties_at_exit_;
};

}  // namespace arraytwin::sim
