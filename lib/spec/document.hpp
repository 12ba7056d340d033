// A TOML document, resolved: what it extends is merged in, `--set` overrides applied, each value knows where it stands.
//
// `extends = "other.toml"` (relative to the file that says so) puts that document beneath this one; tables merge key by
// key, any other value replaces the one beneath it. Overrides come last: `media.count=12`, `media.size=3.84TB`,
// `fabric.protocol=fc`; the right-hand side is a TOML value if it reads as one, a string otherwise.
// A document that cannot be read or has a syntax error gives that error alone; what its keys mean is the Reader's job.
// Limits: files of 1 MiB, 32 levels of nesting, a chain of 16 documents. Input need not be text at all.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/node.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::spec {

inline constexpr std::size_t max_document_bytes = std::size_t{1} << 20;

/// Gives the text of a file, or one diagnostic that says why not.
using FileReader = std::function<Result<std::string>(const std::string& path)>;

/// The FileReader of the file system. Names the nearest file in the folder when there is none of that name.
Result<std::string> read_file(const std::string& path);

class Document {
public:
    /// `overrides` are the arguments of `--set`, in order.
    static Result<Document> from_file(const std::string& path, const std::vector<std::string>& overrides = {},
                                      const FileReader& read = read_file);

    /// `name` stands for the file in diagnostics. Without `read`, the text may not extend another document.
    static Result<Document> from_text(const std::string& name, std::string_view text,
                                      const std::vector<std::string>& overrides = {}, const FileReader& read = {});

    const Node& root() const { return root_; }
    const std::string& name() const { return name_; }

    /// The node at a dotted key, "media.count", or null.
    const Node* find(std::string_view dotted_key) const;

    /// The text at a dotted key, if there is one and it is text: to look up `family` or `media.drive` before reading.
    std::optional<std::string> text(std::string_view dotted_key) const;

    /// Puts the keys of `base` beneath the table `dotted_key` (created if missing), as `extends` does for the whole
    /// document: the drive's file beneath [media]. The keys of `except` at the top of `base` stay out.
    void lay_beneath(std::string_view dotted_key, const Document& base,
                     std::initializer_list<std::string_view> except = {"schema", "name"});

    /// Puts another value in the place of one that is there, and leaves its annotation and where it stands as they were.
    void replace(std::string_view dotted_key, const Node& value);

    /// Faults of annotations, found while reading: an unknown confidence, a misspelt `source`. The Reader reports them.
    const Diagnostics& faults() const { return faults_; }

    /// The files that the document was made of, itself first; the order in which diagnostics are printed.
    const std::vector<std::string>& files() const { return files_; }

private:
    std::string name_;
    Node root_;
    Diagnostics faults_;
    std::vector<std::string> files_;
};

}  // namespace arraytwin::spec
