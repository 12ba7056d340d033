#include "tests/scenarios/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> count{0};
std::atomic<std::int64_t> bytes{0};

void* counted(void* memory, std::size_t size) {
    ++count;
    bytes += static_cast<std::int64_t>(size);
    if (memory == nullptr) std::abort();
    return memory;
}

}  // namespace

std::int64_t arraytwin::test::allocations() { return count; }
std::int64_t arraytwin::test::allocated_bytes() { return bytes; }

void* operator new(std::size_t size) { return counted(std::malloc(size), size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto step = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(step, (size + step - 1) / step * step), size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(std::malloc(size), size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
