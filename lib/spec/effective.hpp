// The resolved document with the origin of each value, for `check --effective` and `show`.
//
// The output is itself a document: every described key in the order of description, annotated values with their source
// and confidence, a comment behind each saying where it comes from: `cores = 48  # aff-a800.toml:12`, `# --set`,
// `# default`. Read again it gives the same parameters. A key without a value that could be written is commented out.
#pragma once

#include <string>
#include <vector>

#include "lib/spec/document.hpp"
#include "lib/spec/keys.hpp"

namespace arraytwin::spec {

std::string effective(const Document& document, const std::vector<KeyInfo>& keys);

template <class Parameters>
std::string effective_of(const Document& document) {
    return effective(document, keys_of<Parameters>());
}

}  // namespace arraytwin::spec
