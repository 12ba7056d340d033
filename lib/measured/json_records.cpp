#include "lib/measured/json_records.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "lib/measured/text.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

void JsonTree::clear() {
    nodes.clear();
    letters_.resize(1);
}

std::uint32_t JsonTree::store(std::string_view text) {
    const auto at = letters_.size();
    letters_ += text;
    return static_cast<std::uint32_t>(at);
}

std::string_view JsonView::key() const {
    if (tree_ == nullptr) return {};
    const auto& node = tree_->nodes[node_];
    return tree_->letters(node.key_at, node.key_size);
}

std::string_view JsonView::text() const {
    if (kind() != JsonKind::text) return {};
    const auto& node = tree_->nodes[node_];
    return tree_->letters(node.text_at, node.text_size);
}

std::optional<double> JsonView::number() const {
    if (kind() == JsonKind::number) return tree_->nodes[node_].number;
    return number_of(text());
}

JsonView JsonView::operator[](std::string_view key) const {
    if (kind() != JsonKind::object) return {};
    for (auto child = node_ + 1; child < tree_->nodes[node_].end; child = tree_->nodes[child].end) {
        const JsonView view{*tree_, child};
        if (view.key() == key) return view;
    }
    return {};
}

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_nodes = 4'000'000;  // of a record
constexpr std::size_t most_letters = 64 * 1024 * 1024;
constexpr std::size_t deepest = 64;

/// The stream as the input iterator that the parser wants.
class ByteIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    explicit ByteIterator(ByteStream* in = nullptr) : in_{in} {}
    char operator*() const { return static_cast<char>(in_->peek()); }
    ByteIterator& operator++() { return in_->skip(), *this; }
    ByteIterator operator++(int) { return in_->skip(), *this; }
    bool operator==(const ByteIterator&) const { return in_->peek() == ByteStream::end; }
    bool operator!=(const ByteIterator& other) const { return !(*this == other); }

private:
    ByteStream* in_;
};

/// Builds each record, hands it over, and forgets it.
class Builder {
public:
    using number_integer_t = Json::number_integer_t;
    using number_unsigned_t = Json::number_unsigned_t;
    using number_float_t = Json::number_float_t;
    using string_t = Json::string_t;
    using binary_t = Json::binary_t;

    explicit Builder(const JsonVisitor& visit) : visit_{visit} {}

    bool null() { return leaf(JsonKind::null, 0); }
    bool boolean(bool value) { return leaf(JsonKind::boolean, value ? 1 : 0); }
    bool number_integer(number_integer_t value) { return leaf(JsonKind::number, static_cast<double>(value)); }
    bool number_unsigned(number_unsigned_t value) { return leaf(JsonKind::number, static_cast<double>(value)); }
    bool number_float(number_float_t value, const string_t&) { return leaf(JsonKind::number, value); }
    bool string(string_t& value) { return leaf(JsonKind::text, 0, value); }
    bool binary(binary_t&) { return leaf(JsonKind::null, 0); }
    bool start_object(std::size_t) { return open(JsonKind::object); }
    bool start_array(std::size_t) { return open(JsonKind::list); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(string_t& name) {
        key_ = name;
        if (depth_ == 1) member_ = name;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const Json::exception& error) {
        wrong_ = error.what();
        return false;
    }

    std::string wrong() const { return wrong_.empty() ? "nested too deep, or a record is too large" : wrong_; }

private:
    /// The document, and arrays directly in it, are no records but hold them.
    bool is_holder(JsonKind kind) const { return depth_ == 0 || (depth_ == 1 && kind == JsonKind::list); }

    bool add(JsonKind kind, double number, std::string_view text) {
        if (tree_.nodes.size() >= most_nodes || letters_ > most_letters) return false;
        letters_ += text.size() + key_.size();
        JsonTree::Node node;
        node.kind = kind;
        node.number = number;
        node.key_at = tree_.store(key_);
        node.key_size = static_cast<std::uint32_t>(key_.size());
        node.text_at = tree_.store(text);
        node.text_size = static_cast<std::uint32_t>(text.size());
        node.end = static_cast<std::uint32_t>(tree_.nodes.size() + 1);
        tree_.nodes.push_back(node);
        key_.clear();
        return true;
    }

    bool leaf(JsonKind kind, double number, std::string_view text = {}) {
        if (!add(kind, number, text)) return false;
        if (open_.empty()) hand_over();
        return true;
    }

    bool open(JsonKind kind) {
        if (depth_ >= deepest) return false;
        const bool holds = is_holder(kind);
        ++depth_;
        if (holds) {
            key_.clear();
            return true;
        }
        open_.push_back(static_cast<std::uint32_t>(tree_.nodes.size()));
        return add(kind, 0, {});
    }

    bool close() {
        --depth_;
        if (open_.empty()) {
            if (depth_ == 1) member_.clear();
            return true;
        }
        tree_.nodes[open_.back()].end = static_cast<std::uint32_t>(tree_.nodes.size());
        open_.pop_back();
        if (open_.empty()) hand_over();
        return true;
    }

    void hand_over() {
        visit_(member_, JsonView{tree_, 0});
        tree_.clear();
        letters_ = 0;
    }

    const JsonVisitor& visit_;
    JsonTree tree_;
    std::vector<std::uint32_t> open_;  // nodes whose children are being read
    std::size_t depth_ = 0;            // of all that is open, holders too
    std::size_t letters_ = 0;
    std::string key_;
    std::string member_;
    std::string wrong_;
};

/// "[json.exception.parse_error.101] parse error at line 3, column 7: syntax error while ..." without its prefix.
std::string plain(std::string text) {
    if (const auto at = text.find("] "); at != std::string::npos) text.erase(0, at + 2);
    if (const auto at = text.find(": "); at != std::string::npos && text.starts_with("parse error"))
        text.erase(0, at + 2);
    return text;
}

}  // namespace

std::optional<std::string> read_json(ByteStream& in, const JsonVisitor& visit) {
    Builder builder{visit};
    if (Json::sax_parse(ByteIterator{&in}, ByteIterator{}, &builder, Json::input_format_t::json, false))
        return std::nullopt;
    if (in.peek() == ByteStream::end) return "the file ends in the middle of its JSON";
    return "not JSON: " + spec::printable(plain(builder.wrong()), 200);
}

std::string skip_to_json(ByteStream& in) {
    std::string first;
    bool is_first = true;
    for (int byte = in.peek(); byte != ByteStream::end && byte != '{'; byte = in.peek()) {
        if (byte == '\n' || byte == '\r') is_first = is_first && trimmed(first).empty();
        if (is_first && byte != '\r' && byte != '\n' && first.size() < 500) first += static_cast<char>(byte);
        in.skip();
    }
    return std::string{trimmed(first)};
}

}  // namespace arraytwin::measured
