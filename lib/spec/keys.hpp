// The keys of a described struct as a list: for help, docs, the JSON Schema, the effective document, and the test that
// every key moves a result.
//
// What `describe` would read is only listed; `reject` does nothing. Defaults are the struct's initial values.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/section.hpp"

namespace arraytwin::spec {

/// tables: a list of them.
enum class KeyKind { table, tables, integer, number, boolean, text, word, bytes, duration, bandwidth, frequency };

/// "integer", "word", "bytes" ...
std::string_view name_of(KeyKind kind);

struct KeyInfo {
    std::string key;  ///< dotted, "nodes.count"; of a list's tables "blocks[].size"
    KeyKind kind = KeyKind::table;
    std::string meaning;
    Range range;
    Presence presence = Presence::required;
    std::string initial;             ///< the default as TOML; empty if there is none that could be written
    std::vector<std::string> words;  ///< of a word: the allowed ones
};

/// The range for people: "1 to 96", "at least 1GiB", "more than zero"; empty if there is no limit worth saying.
std::string range_text(KeyKind kind, const Range& range);

/// "640GiB", "12.5us", "100Gb/s", "2.1GHz"; of other kinds empty.
std::string_view example_quantity(KeyKind kind);

/// "GiB", "us", "Gb/s", "GHz"; of other kinds empty.
std::string_view example_unit(KeyKind kind);

class KeyLister final : public Section {
public:
    KeyLister();

    void field(const Field& field, int& value) override;
    void field(const Field& field, double& value) override;
    void field(const Field& field, bool& value) override;
    void field(const Field& field, std::string& value) override;
    void field(const Field& field, Bytes& value) override;
    void field(const Field& field, Duration& value) override;
    void field(const Field& field, Bandwidth& value) override;
    void field(const Field& field, Frequency& value) override;
    Section& table(std::string_view key, std::string_view meaning, Presence presence = Presence::required) override;
    std::vector<Section*> tables(std::string_view key, std::string_view meaning,
                                 Presence presence = Presence::required) override;
    bool sound() const override { return false; }
    void reject(std::string_view, std::string, std::string) override {}

    /// In the order of description, a table before its keys; for the root lister.
    const std::vector<KeyInfo>& keys() const { return keys_; }

protected:
    void choice_of(const Field& field, int& value, std::vector<Word> words) override;

private:
    KeyLister(std::vector<KeyInfo>& keys, std::string path);
    KeyInfo& add(const Field& field, KeyKind kind, std::string initial);
    KeyLister& child(std::string path);

    std::vector<KeyInfo> keys_;   // of the root
    std::vector<KeyInfo>& list_;  // the root's
    std::string path_;
    std::vector<std::unique_ptr<KeyLister>> children_;
};

template <class Parameters>
std::vector<KeyInfo> keys_of() {
    Parameters parameters{};
    KeyLister lister;
    describe(lister, parameters);
    return lister.keys();
}

}  // namespace arraytwin::spec
