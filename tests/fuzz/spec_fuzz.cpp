// Any bytes at all as a document: reading ends, with parameters or with diagnostics that say something.
//
// What is accepted must survive being printed and read again. The first line may be an argument of --set, after "#set ".
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/effective.hpp"
#include "lib/spec/reader.hpp"
#include "lib/spec/toy_test.hpp"

namespace {

using namespace arraytwin;
using namespace arraytwin::spec;

void require(bool holds) {
    if (!holds) std::abort();
}

void check(const Diagnostics& diagnostics) {
    require(!diagnostics.empty() && diagnostics.size() <= 101);
    for (const auto& diagnostic : diagnostics) require(!diagnostic.message.empty() && !diagnostic.file.empty());
    for (const char c : to_text(diagnostics))
        require(c == '\n' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    std::vector<std::string> overrides;
    if (text.starts_with("#set ")) overrides.emplace_back(text.substr(5, text.find('\n') - 5));
    // Documents extend one that is sound and themselves.
    const FileReader read_toy = [&](const std::string& path) -> Result<std::string> {
        if (path == "good.toml") return std::string{toy::good_text};
        if (path == "self.toml") return std::string{text};
        return tl::unexpected(Diagnostics{{path, 0, 0, "", "there is no such file", ""}});
    };
    const auto document = Document::from_text("self.toml", text, overrides, read_toy);
    if (!document) return check(document.error()), 0;
    const auto printed = effective_of<toy::Array>(*document);
    const auto array = read<toy::Array>(*document);
    if (!array) return check(array.error()), 0;
    const auto again = Document::from_text("printed.toml", printed);
    require(again.has_value());
    require(read<toy::Array>(*again).has_value());
    return 0;
}
