// Bytes of a file or of memory, a buffer at a time, as text: byte-order marks go, and UTF-16 (what PowerShell's `>`
// writes) becomes UTF-8. Holds 64 KiB, whatever the size of the file.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace arraytwin::measured {

class ByteStream {
public:
    /// Fills the buffer with up to `size` bytes and says how many; 0 at the end.
    using Refill = std::function<std::size_t(char* buffer, std::size_t size)>;

    static constexpr std::size_t buffer_size = 64 * 1024;
    static constexpr std::size_t longest_line = 4 * 1024 * 1024;
    static constexpr int end = -1;

    explicit ByteStream(Refill refill);

    /// `text` must outlive it.
    static ByteStream of_text(std::string_view text);

    /// What has been buffered and not taken: before anything is taken, the head of the file (up to 64 KiB).
    std::string_view buffered() const { return {buffer_.data() + next_, size_ - next_}; }

    /// The next byte, 0 to 255, without taking it; `end` at the end.
    int peek() {
        if (next_ == size_ && !fill()) return end;
        return static_cast<unsigned char>(buffer_[next_]);
    }
    void skip() { ++next_; }

    /// The next line without its end, NULs removed; false at the end of the file. What is longer than `longest_line`
    /// comes in pieces.
    bool read_line(std::string& line);

    /// Of the line that read_line gave last: was there a line end, or did the file end in it?
    bool line_is_whole() const { return line_is_whole_; }

    /// All that is left, up to `limit` bytes; false if there is more.
    bool read_all(std::string& text, std::size_t limit);

    /// Lines that have been taken, plus 1: the number of the line of the next byte.
    int line() const;

    /// The number of the line that read_line gave last.
    int line_read() const { return line_read_; }

private:
    bool fill();
    void widen();

    Refill refill_;
    std::string buffer_;
    std::string raw_;  // UTF-16 that waits for its other half
    std::size_t next_ = 0;
    std::size_t size_ = 0;
    int lines_before_ = 0;  // the buffer
    int line_read_ = 0;
    bool line_is_whole_ = true;
    bool at_start_ = true;
    bool is_utf16_ = false;
};

}  // namespace arraytwin::measured
