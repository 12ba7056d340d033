// A described struct as JSON Schema (draft 2020-12), for editors that complete and check TOML while it is written.
//
// Closed: a key that is not described is refused (except `extends` at the top). Each value may also be annotated,
// { value, source, confidence, spread }. Quantities are strings with a pattern of their units; their range, which JSON Schema
// cannot check, stands in the description. A document with `extends` may leave out required keys.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/keys.hpp"

namespace arraytwin::spec {

/// `resolved`: documents are complete, or extend one. `as_written`: other documents are laid beneath their tables, such as
/// the drive's beneath [media], so only the required keys at the top are asked for.
enum class SchemaForm { resolved, as_written };

/// The text of the schema, indented by two, newline at the end.
std::string json_schema(std::string_view title, const std::vector<KeyInfo>& keys,
                        SchemaForm form = SchemaForm::resolved);

template <class Parameters>
std::string json_schema_of(std::string_view title, SchemaForm form = SchemaForm::resolved) {
    return json_schema(title, keys_of<Parameters>(), form);
}

}  // namespace arraytwin::spec
