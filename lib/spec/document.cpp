#include "lib/spec/document.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "lib/spec/merge.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/spec/toml.hpp"

namespace arraytwin::spec {
namespace {

constexpr std::size_t longest_chain = 16;

/// Resolves `extends`, document by document, towards the base.
class Chain {
public:
    explicit Chain(const FileReader& read) : read_{read} {}

    Result<Node> resolve(const std::string& name, std::string_view text) {
        files.push_back(name);
        auto root = parse_toml(name, text);
        if (!root) return root;
        fold_annotations(*root, faults);
        const auto* extends = root->find("extends");
        if (extends == nullptr) return root;
        auto base = resolve_base(name, *extends);
        if (!base) return base;
        root->children.erase(root->children.begin() + (extends - root->children.data()));
        return laid_over(std::move(*base), std::move(*root));
    }

    std::vector<std::string> files;
    Diagnostics faults;

private:
    Result<Node> resolve_base(const std::string& name, const Node& extends) {
        const auto refuse = [&](std::string message, std::string help = "") {
            const auto& at = extends.position;
            return tl::unexpected(
                Diagnostics{{at.file, at.line, at.column, "extends", std::move(message), std::move(help)}});
        };
        if (extends.kind != NodeKind::text || extends.text.empty())
            return refuse(fmt::format("the path of a document is due, found {}", describe_found(extends)),
                          "like extends = \"aff-a800.toml\"");
        const auto path = (std::filesystem::path{name}.parent_path() / extends.text).lexically_normal().string();
        const auto same = [&](const std::string& file) {
            return std::filesystem::path{file}.lexically_normal() == std::filesystem::path{path};
        };
        if (std::any_of(files.begin(), files.end(), same))
            return refuse(
                fmt::format("the documents extend each other in a circle: {} -> {}", listed(files), printable(path)));
        if (files.size() >= longest_chain)
            return refuse(fmt::format("a chain of more than {} documents", longest_chain));
        if (!read_) return refuse("this text stands in no folder, so it cannot extend another document");
        auto text = read_(path);
        if (text) return resolve(path, *text);
        const auto& reason = text.error().front();
        return refuse(fmt::format("\"{}\": {}", printable(path, 300), reason.message), reason.help);
    }

    const FileReader& read_;
};

Node* find_mutable(Node& root, std::string_view dotted_key) {
    Node* node = &root;
    for (const auto part : split_key(dotted_key)) {
        node = const_cast<Node*>(node->find(part));
        if (node == nullptr) return nullptr;
    }
    return node;
}

}  // namespace

Result<Document> Document::from_file(const std::string& path, const std::vector<std::string>& overrides,
                                     const FileReader& read) {
    auto text = read(path);
    if (!text) return tl::unexpected(std::move(text.error()));
    return from_text(path, *text, overrides, read);
}

Result<Document> Document::from_text(const std::string& name, std::string_view text,
                                     const std::vector<std::string>& overrides, const FileReader& read) {
    Chain chain{read};
    auto root = chain.resolve(name, text);
    if (!root) return tl::unexpected(std::move(root.error()));
    Diagnostics wrong;
    for (const auto& argument : overrides) {
        auto over = parse_override(argument);
        if (!over) {
            std::move(over.error().begin(), over.error().end(), std::back_inserter(wrong));
            continue;
        }
        fold_annotations(*over, chain.faults);
        *root = laid_over(std::move(*root), std::move(*over));
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    Document document;
    document.name_ = name;
    document.root_ = std::move(*root);
    document.faults_ = std::move(chain.faults);
    document.files_ = std::move(chain.files);
    return document;
}

const Node* Document::find(std::string_view dotted_key) const {
    const Node* node = &root_;
    for (const auto part : split_key(dotted_key)) {
        node = node->find(part);
        if (node == nullptr) return nullptr;
    }
    return node;
}

std::optional<std::string> Document::text(std::string_view dotted_key) const {
    const auto* node = find(dotted_key);
    if (node == nullptr || node->kind != NodeKind::text) return std::nullopt;
    return node->text;
}

void Document::replace(std::string_view dotted_key, const Node& value) {
    Node* present = find_mutable(root_, dotted_key);
    if (present == nullptr) return;
    present->kind = value.kind;
    present->integer = value.integer;
    present->number = value.number;
    present->boolean = value.boolean;
    present->text = value.text;
    present->children = value.children;
}

void Document::lay_beneath(std::string_view dotted_key, const Document& base,
                           std::initializer_list<std::string_view> except) {
    Node under = base.root_;
    under.key_position = under.position;
    std::erase_if(under.children, [&](const Node& child) {
        return std::find(except.begin(), except.end(), child.key) != except.end();
    });
    if (auto* present = find_mutable(root_, dotted_key)) {
        *present = laid_over(std::move(under), std::move(*present));
    } else {
        const auto parts = split_key(dotted_key);
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
            under.key = std::string{*part};
            Node parent;
            parent.position = parent.key_position = under.position;
            parent.children.push_back(std::move(under));
            under = std::move(parent);
        }
        root_ = laid_over(std::move(under), std::move(root_));
    }
    faults_.insert(faults_.end(), base.faults_.begin(), base.faults_.end());
    files_.insert(files_.end(), base.files_.begin(), base.files_.end());
}

}  // namespace arraytwin::spec
