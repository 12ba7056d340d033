#include "lib/spec/toml_limits.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "lib/spec/document.hpp"
#include "lib/spec/utf8.hpp"

namespace arraytwin::spec {
namespace {

constexpr int deepest = 32;

Diagnostic at(const std::string& name, std::string_view text, std::size_t offset, std::string message) {
    const auto before = text.substr(0, offset);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const auto line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    const auto in_line = before.substr(line_start);
    const auto column = std::count_if(in_line.begin(), in_line.end(), [](char c) { return (c & 0xc0) != 0x80; }) + 1;
    return {name, static_cast<int>(line), static_cast<int>(column), "", std::move(message), ""};
}

/// Walks over a text as TOML would tokenize it, as far as brackets, dots, strings and comments are concerned.
class Depth {
public:
    explicit Depth(std::string_view text) : text_{text} {}

    /// Where the text goes too deep, or npos.
    std::size_t too_deep() {
        while (at_ < text_.size()) {
            step();
            if (brackets_ > deepest || dots_ >= deepest) return at_ - 1;
        }
        return std::string_view::npos;
    }

private:
    void step() {
        const char c = text_[at_];
        if (c == '"' || c == '\'') return skip_string(c);
        ++at_;
        if (c == '#') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (c == '.') {
            ++dots_;
        } else if (!part_of_key(c)) {
            dots_ = 0;
            if (c == '[' || c == '{') ++brackets_;
            if (c == ']' || c == '}') brackets_ = std::max(0, brackets_ - 1);
        }
    }

    static bool part_of_key(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
               c == ' ' || c == '\t' || (c & 0x80) != 0;
    }

    /// Past the end of the string that begins here; a string of one line ends with it.
    void skip_string(char quote) {
        const bool several_lines = text_.substr(at_, 3) == std::string(3, quote);
        at_ += several_lines ? 3 : 1;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '\\' && quote == '"') {
                at_ += 2;
            } else if (several_lines && text_.substr(at_, 3) == std::string(3, quote)) {
                at_ += 3;
                while (at_ < text_.size() && text_[at_] == quote) ++at_;
                return;
            } else {
                ++at_;
                if (!several_lines && (c == quote || c == '\n')) return;
            }
        }
        at_ = text_.size();
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int brackets_ = 0;
    int dots_ = 0;
};

}  // namespace

std::optional<Diagnostic> broken_limit(const std::string& name, std::string_view text) {
    if (text.size() > max_document_bytes)
        return at(name, text, 0, fmt::format("the document is larger than {} KiB", max_document_bytes / 1024));
    for (std::size_t offset = 0; offset < text.size();) {
        const auto length = utf8_length(text.substr(offset));
        if (length == 0)
            return at(name, text, offset,
                      fmt::format("this is not UTF-8 text: byte 0x{:02x}", static_cast<unsigned char>(text[offset])));
        if (text[offset] == '\0') return at(name, text, offset, "this is not text: a NUL byte");
        offset += length;
    }
    if (const auto offset = Depth{text}.too_deep(); offset != std::string_view::npos)
        return at(name, text, offset, fmt::format("nested more than {} levels deep", deepest));
    return std::nullopt;
}

}  // namespace arraytwin::spec
