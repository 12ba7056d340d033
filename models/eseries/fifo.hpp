// A queue in one block of memory that grows as it must and is never given back: nothing is allocated in steady state.
#pragma once

#include <cstddef>
#include <vector>

namespace arraytwin::eseries {

template <class T>
class Fifo {
public:
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    /// The i-th from the front.
    const T& at(std::size_t i) const { return items_[(first_ + i) % items_.size()]; }

    void push(const T& item) {
        if (size_ == items_.size()) grow();
        items_[(first_ + size_++) % items_.size()] = item;
    }

    T pop() {
        const T item = items_[first_];
        first_ = (first_ + 1) % items_.size();
        --size_;
        return item;
    }

private:
    void grow() {
        std::vector<T> larger(items_.empty() ? 64 : 2 * items_.size());
        for (std::size_t i = 0; i < size_; ++i) larger[i] = at(i);
        items_ = std::move(larger);
        first_ = 0;
    }

    std::vector<T> items_;
    std::size_t first_ = 0;
    std::size_t size_ = 0;
};

}  // namespace arraytwin::eseries
