#include "lib/measured/byte_stream.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace arraytwin::measured {

namespace {

void append_utf8(std::string& out, unsigned unit) {
    const auto byte = [&](unsigned value) { out += static_cast<char>(value); };
    if (unit < 0x80) {
        byte(unit);
    } else if (unit < 0x800) {
        byte(0xc0 | unit >> 6);
        byte(0x80 | (unit & 0x3f));
    } else {  // halves of a pair too: names are not what we look for
        byte(0xe0 | unit >> 12);
        byte(0x80 | (unit >> 6 & 0x3f));
        byte(0x80 | (unit & 0x3f));
    }
}

}  // namespace

ByteStream::ByteStream(Refill refill) : refill_{std::move(refill)} { fill(); }

ByteStream ByteStream::of_text(std::string_view text) {
    return ByteStream{[text](char* buffer, std::size_t size) mutable {
        const auto count = std::min(size, text.size());
        std::memcpy(buffer, text.data(), count);
        text.remove_prefix(count);
        return count;
    }};
}

/// UTF-16, low byte first, to UTF-8.
void ByteStream::widen() {
    raw_.append(buffer_, 0, size_);
    buffer_.clear();
    const std::size_t whole = raw_.size() / 2 * 2;
    for (std::size_t i = 0; i < whole; i += 2) {
        const auto low = static_cast<unsigned char>(raw_[i]);
        const auto high = static_cast<unsigned char>(raw_[i + 1]);
        append_utf8(buffer_, static_cast<unsigned>(low) | static_cast<unsigned>(high) << 8);
    }
    raw_.erase(0, whole);
    size_ = buffer_.size();
}

bool ByteStream::fill() {
    lines_before_ += static_cast<int>(std::count(buffer_.data(), buffer_.data() + size_, '\n'));
    next_ = size_ = 0;
    do {
        buffer_.resize(buffer_size);
        size_ = refill_(buffer_.data(), buffer_size);
        if (size_ == 0) return false;
        if (std::exchange(at_start_, false)) {
            const std::string_view head{buffer_.data(), size_};
            if (head.starts_with("\xef\xbb\xbf")) next_ = 3;
            is_utf16_ = head.starts_with("\xff\xfe");
            if (is_utf16_) {
                buffer_.erase(0, 2);
                size_ -= 2;
            }
        }
        if (is_utf16_) widen();
    } while (next_ == size_);
    return true;
}

bool ByteStream::read_line(std::string& line) {
    line.clear();
    if (peek() == end) return false;
    line_read_ = this->line();
    line_is_whole_ = false;
    while (!line_is_whole_ && peek() != end && line.size() < longest_line) {
        const auto* from = buffer_.data() + next_;
        const auto* stop = static_cast<const char*>(std::memchr(from, '\n', size_ - next_));
        line_is_whole_ = stop != nullptr;
        const auto count = line_is_whole_ ? static_cast<std::size_t>(stop - from) : size_ - next_;
        line.append(from, count);
        next_ += count + (line_is_whole_ ? 1 : 0);
    }
    if (!line.empty() && line.back() == '\r') line.pop_back();
    line.erase(std::remove(line.begin(), line.end(), '\0'), line.end());
    return true;
}

bool ByteStream::read_all(std::string& text, std::size_t limit) {
    text.clear();
    while (peek() != end) {
        text.append(buffered());
        next_ = size_;
        if (text.size() > limit) return false;
    }
    return true;
}

int ByteStream::line() const {
    return lines_before_ + 1 + static_cast<int>(std::count(buffer_.data(), buffer_.data() + next_, '\n'));
}

}  // namespace arraytwin::measured
