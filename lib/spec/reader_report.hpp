// What all the tables of one document share while it is read: the diagnostics, and the keys that cannot be relied on.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "lib/spec/reader.hpp"

namespace arraytwin::spec {

struct Reader::Report {
    enum class Effect { none, breaks_key };  ///< breaks_key: the struct does not hold what the document wanted

    explicit Report(const Document& read) : document{read} {}

    void add(const Position& position, std::string key, std::string message, std::string help, Effect effect) {
        if (effect == Effect::breaks_key) broken.insert(key);
        diagnostics.push_back(
            {position.file, position.line, position.column, std::move(key), std::move(message), std::move(help)});
    }

    /// Whether no key below `table` is broken, nor the table itself or one above it.
    bool sound(std::string_view table) const;

    const Document& document;
    Diagnostics diagnostics;
    std::set<std::string> broken;  ///< dotted keys
};

}  // namespace arraytwin::spec
