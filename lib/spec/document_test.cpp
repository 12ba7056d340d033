#include "lib/spec/document.hpp"

#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "lib/spec/toml.hpp"

namespace arraytwin::spec {
namespace {

FileReader files(std::map<std::string, std::string> texts) {
    return [texts = std::move(texts)](const std::string& path) -> Result<std::string> {
        const auto found = texts.find(path);
        if (found != texts.end()) return found->second;
        return tl::unexpected(Diagnostics{{path, 0, 0, "", "there is no such file", ""}});
    };
}

std::string value_at(const Document& document, std::string_view key) {
    const auto* node = document.find(key);
    return node == nullptr ? "absent" : to_toml(*node);
}

std::string errors_of(const Result<Document>& document) { return document ? "no error" : to_text(document.error()); }

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Document, KnowsWhereEachValueStands) {
    const auto document = Document::from_text("a.toml", "x = 1\n[t]\n  y = \"two\"\n");
    ASSERT_TRUE(document);
    const auto* y = document->find("t.y");
    ASSERT_NE(y, nullptr);
    EXPECT_EQ(to_text(y->position), "a.toml:3");
    EXPECT_EQ(y->position.column, 7);
    EXPECT_EQ(y->key_position.column, 3);
    EXPECT_EQ(document->text("t.y"), "two");
    EXPECT_EQ(document->text("x"), std::nullopt);
    EXPECT_EQ(document->find("t.z"), nullptr);
    EXPECT_EQ(document->find("x.y.z"), nullptr);
}

TEST(Document, ExtendsMergeKeyByKey) {
    const auto read = files({{"d/base.toml", "extends = \"../root.toml\"\n[t]\na = 1\nb = 2\n"},
                             {"root.toml", "name = \"root\"\n[t]\nc = 3\nb = 9\n"}});
    const auto document = Document::from_text("d/top.toml", "extends = \"base.toml\"\n[t]\na = 10\n", {}, read);
    ASSERT_TRUE(document) << errors_of(document);
    EXPECT_EQ(value_at(*document, "t"), "{ a = 10, b = 2, c = 3 }");
    EXPECT_EQ(value_at(*document, "name"), "\"root\"");
    EXPECT_EQ(document->find("extends"), nullptr);
    EXPECT_EQ(to_text(document->find("t.c")->position), "root.toml:3");
    EXPECT_EQ(to_text(document->find("t")->position), "d/top.toml:2");
    EXPECT_EQ(document->files(), (std::vector<std::string>{"d/top.toml", "d/base.toml", "root.toml"}));
}

TEST(Document, AValueReplacesWhatIsBeneathIt) {
    const auto read = files({{"base.toml", "l = [1, 2]\nv = { value = 1, source = \"S\", confidence = \"D\" }\n"}});
    const auto document =
        Document::from_text("top.toml", "extends = \"base.toml\"\nl = [3]\nv = { value = 2 }\n", {}, read);
    ASSERT_TRUE(document);
    EXPECT_EQ(value_at(*document, "l"), "[3]");
    EXPECT_EQ(value_at(*document, "v"), "2");
}

TEST(Document, CirclesAndLongChainsAreRefused) {
    const auto circle = files({{"a.toml", "extends = \"./b.toml\""}, {"b.toml", "extends = \"x/../a.toml\""}});
    EXPECT_TRUE(
        has(errors_of(Document::from_file("a.toml", {}, circle)), "b.toml:1:11: extends: the documents extend"));
    std::map<std::string, std::string> chain;
    for (int i = 0; i < 40; ++i) chain[std::to_string(i)] = "extends = \"" + std::to_string(i + 1) + "\"";
    EXPECT_TRUE(has(errors_of(Document::from_file("0", {}, files(chain))), "a chain of more than 16"));
    EXPECT_TRUE(has(errors_of(Document::from_text("t", "extends = \"b\"")), "stands in no folder"));
}

TEST(Document, OverridesAreValuesOrElseText) {
    const auto document = Document::from_text(
        "a.toml", "[media]\ncount = 1\n[nodes]\ncores = { value = 4, source = \"S0\" }\n",
        {"media.count=12", "media.size=3.84TB", "fabric.protocol=fc", "a.b.c = true", "quoted=\"x y\"",
         "empty=", "nodes.cores=8", "list=[1, 2]", "version=9.5.1", "table={ k = 1 }", "table.l=2"});
    ASSERT_TRUE(document) << errors_of(document);
    EXPECT_EQ(value_at(*document, "media.count"), "12");
    EXPECT_EQ(value_at(*document, "media.size"), "\"3.84TB\"");
    EXPECT_EQ(value_at(*document, "fabric.protocol"), "\"fc\"");
    EXPECT_EQ(value_at(*document, "a.b.c"), "true");
    EXPECT_EQ(value_at(*document, "quoted"), "\"x y\"");
    EXPECT_EQ(value_at(*document, "empty"), "\"\"");
    EXPECT_EQ(value_at(*document, "nodes.cores"), "8");
    EXPECT_EQ(value_at(*document, "list"), "[1, 2]");
    EXPECT_EQ(value_at(*document, "version"), "\"9.5.1\"");
    EXPECT_EQ(value_at(*document, "table"), "{ k = 1, l = 2 }");
    EXPECT_EQ(to_text(document->find("media.count")->position), "--set");
    EXPECT_EQ(to_text(document->find("media")->position), "a.toml:1");
}

TEST(Document, OverridesThatAreNoneAreRefused) {
    for (const std::string argument :
         {"", "=", "=3", "a", "a..b=1", ".a=1", "a b=1", "a.=1", "extends=x", "a\n=1", "a=\xff"}) {
        const auto document = Document::from_text("a.toml", "", {argument});
        EXPECT_TRUE(has(errors_of(document), "--set: ")) << argument;
    }
    EXPECT_TRUE(has(errors_of(Document::from_text("a.toml", "", {"media.count"})), "has no '='"));
    EXPECT_EQ(value_at(*Document::from_text("a.toml", "", {"a=1\nb=2"}), "a"), "\"1\\u000Ab=2\"");
}

TEST(Document, AnnotationsBelongToTheValue) {
    const auto document = Document::from_text(
        "a.toml",
        "a = { value = 48, source = \"S0: 2 CPUs\", confidence = \"W\" }\nb.value = \"x\"\nb.confidence = \"R\"\n");
    ASSERT_TRUE(document);
    EXPECT_TRUE(document->faults().empty());
    EXPECT_EQ(document->find("a")->integer, 48);
    EXPECT_EQ(document->find("a")->annotation.source, "S0: 2 CPUs");
    EXPECT_EQ(document->find("b")->annotation.confidence, "R");
    EXPECT_EQ(value_at(*document, "b"), "{ value = \"x\", confidence = \"R\" }");
}

TEST(Document, ADriveLiesBeneathItsTable) {
    const auto drive =
        Document::from_text("drive.toml", "schema = 1\nname = \"d\"\nsize = \"1.92TB\"\nread = \"90us\"\n");
    auto array = Document::from_text("array.toml", "[media]\ncount = 24\nsize = \"3.84TB\"\n");
    array->lay_beneath("media", *drive);
    EXPECT_EQ(value_at(*array, "media"), "{ count = 24, read = \"90us\", size = \"3.84TB\" }");
    EXPECT_EQ(to_text(array->find("media.read")->position), "drive.toml:4");
    EXPECT_EQ(to_text(array->find("media")->position), "array.toml:1");
    array->lay_beneath("spare.media", *drive);
    EXPECT_EQ(value_at(*array, "spare.media.size"), "\"1.92TB\"");
    EXPECT_EQ(array->files().front(), "array.toml");
}

TEST(Document, LimitsHold) {
    const std::string large = "# " + std::string(max_document_bytes, 'x');
    EXPECT_TRUE(has(errors_of(Document::from_text("a", large)), "larger than 1024 KiB"));
    for (const std::string open : {"[", "{", "a.", "x = [", "x = {a = "}) {
        std::string deep = open == "a." || open == "[" ? "" : "x = ";
        while (deep.size() < 200'000) deep += open;
        EXPECT_FALSE(Document::from_text("a", deep)) << open;
    }
    std::string many;  // brackets and dots that nest nothing
    for (int i = 0; i < 100; ++i)
        many += "[t" + std::to_string(i) + "]\nx = \"[[[.[{a.b.c.d\" # [[[[[[ a.b.c.d.e\ny = '''\n[[[[\n'''\n";
    EXPECT_TRUE(Document::from_text("a", many));
}

TEST(ReadFile, SaysWhyNot) {
    const auto folder = std::filesystem::temp_directory_path() / "arraytwin_read_file_test";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "aff-a800.toml") << "x = 1\n";
    const auto error = [](const std::string& path) {
        const auto text = read_file(path);
        return text ? "no error" : to_text(text.error());
    };
    EXPECT_EQ(*read_file((folder / "aff-a800.toml").string()), "x = 1\n");
    EXPECT_TRUE(has(error((folder / "aff-a80.toml").string()), "did you mean 'aff-a800.toml'?"));
    EXPECT_TRUE(has(error(folder.string()), "this is a folder"));
    EXPECT_TRUE(has(error((folder / "aff-a800.toml" / "x").string()), "cannot be opened: Not a directory"));
    EXPECT_TRUE(has(error("/dev/zero"), "larger than 1024 KiB"));
    EXPECT_TRUE(has(error(std::string("a\0b", 3)), "not the name of a file"));
    EXPECT_TRUE(has(error(""), "not the name of a file"));
    std::filesystem::remove_all(folder);
}

RC_GTEST_PROP(Document, TextIsPrintedAsItIsRead, ()) {
    Node node;
    node.kind = NodeKind::text;
    node.text = *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
    const auto again = parse_toml("a", "x = " + to_toml(node));
    RC_ASSERT(again.has_value());
    RC_ASSERT(again->find("x")->text == node.text);
}

RC_GTEST_PROP(Document, AnyBytesEndInADocumentOrADiagnostic, (const std::string& bytes)) {
    const auto document = Document::from_text("a", bytes, {bytes, "a=" + bytes});
    RC_ASSERT(document.has_value() || !document.error().empty());
}

}  // namespace
}  // namespace arraytwin::spec
