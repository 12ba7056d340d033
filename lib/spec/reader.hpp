// Reads a Document into plain structs through their descriptions, and collects everything that is wrong with it.
//
//     auto node = read<NodeParameters>(document);       // Result<NodeParameters>
//
// or step by step, `Reader reader{document}; describe(reader, parameters); reader.finish()`. Diagnostics: a required key
// that is missing, a wrong type, a number without its unit, a value out of range, a word that is not of the list, a key
// that nothing described (with the nearest one that was), and what `reject` says. Each names file, line, column and dotted
// key, at most 100 of them in order of position. A value that is wrong leaves the struct's initial value; what a section
// rejects as contradictory is left out while one of its own values, or those of its tables, is missing or wrong.
// The document must outlive the reader. Nothing is thrown.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/spec/document.hpp"
#include "lib/spec/keys.hpp"
#include "lib/spec/result.hpp"
#include "lib/spec/section.hpp"

namespace arraytwin::spec {

class Reader final : public Section {
public:
    explicit Reader(const Document& document);
    ~Reader() override;

    void field(const Field& field, int& value) override;
    void field(const Field& field, double& value) override;
    void field(const Field& field, bool& value) override;
    void field(const Field& field, std::string& value) override;
    void field(const Field& field, Bytes& value) override;
    void field(const Field& field, Duration& value) override;
    void field(const Field& field, Bandwidth& value) override;
    void field(const Field& field, Frequency& value) override;

    /// The same table for the same key. An absent optional table leaves all that it describes at its initial values.
    Section& table(std::string_view key, std::string_view meaning, Presence presence = Presence::required) override;

    bool sound() const override;
    void reject(std::string_view key, std::string message, std::string help) override;

    /// The `[[key]]` tables of a document, one Section each, in order; none if the key is absent. An empty list is wrong.
    std::vector<Section*> tables(std::string_view key, std::string_view meaning,
                                 Presence presence = Presence::required) override;

    /// Everything that is wrong, unknown keys included, in order of position. Call once, on the root, after describing.
    Diagnostics finish();

protected:
    void choice_of(const Field& field, int& value, std::vector<Word> words) override;

private:
    struct Report;  // what all tables of one document share

    Reader(Report& report, const Node* node, std::string path, Position here, Presence presence);

    std::string path_to(std::string_view key) const;
    const Node* lookup(const Field& field);
    void wrong(const Node& found, std::string_view key, std::string message, std::string help = "");
    bool within(const Field& field, KeyKind kind, const Node& found, double value, const std::string& shown);
    template <class Quantity>
    void quantity(const Field& field, KeyKind kind, Quantity& value);
    void find_missing_tables();
    void find_unknown_keys(const std::vector<std::string>& described);
    void list_described(std::vector<std::string>& described) const;

    std::unique_ptr<Report> owned_report_;  // of the root only
    Report& report_;
    const Node* node_;  // null: the table is absent
    std::string path_;  // dotted, empty for the root
    Position here_;     // of the table, or of the one that it is absent from
    Presence presence_;
    std::string meaning_;
    std::vector<std::string> described_;
    std::vector<std::string> required_;
    std::vector<std::unique_ptr<Reader>> children_;
};

/// Reads the whole document. `describe(Section&, Parameters&)` is found beside Parameters.
template <class Parameters>
Result<Parameters> read(const Document& document) {
    Parameters parameters{};
    Reader reader{document};
    describe(reader, parameters);
    auto diagnostics = reader.finish();
    if (!diagnostics.empty()) return tl::unexpected(std::move(diagnostics));
    return parameters;
}

}  // namespace arraytwin::spec
