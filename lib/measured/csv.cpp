#include "lib/measured/csv.hpp"

#include <utility>

namespace arraytwin::measured {

namespace {

class CsvParser {
public:
    CsvParser(const std::string& name, std::string_view text) : name_{name}, rest_{text} {
        constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
        if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
    }

    Result<std::vector<CsvRow>> parse() {
        std::vector<CsvRow> rows;
        while (!rest_.empty()) {
            CsvRow row;
            do {
                row.push_back({"", line_, column_});
                if (!(at('"') ? quoted(row.back()) : plain(row.back()))) return tl::unexpected(std::move(wrong_));
            } while (skip(','));
            skip('\r');
            skip('\n');
            if (row.size() > 1 || !row.front().text.empty()) rows.push_back(std::move(row));
        }
        return rows;
    }

private:
    bool at(char c) const { return !rest_.empty() && rest_.front() == c; }
    bool at_end_of_line() const { return rest_.empty() || at('\n') || rest_.starts_with("\r\n"); }

    char take() {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        ++column_;
        if (c == '\n') ++line_, column_ = 1;
        return c;
    }

    bool skip(char c) {
        if (!at(c)) return false;
        take();
        return true;
    }

    bool plain(CsvCell& cell) {
        while (!at(',') && !at_end_of_line()) {
            if (at('"'))
                return refuse(line_, column_, "a quote inside a cell that does not begin with one",
                              "write the cell in quotes, and each quote in it twice");
            cell.text += take();
        }
        return true;
    }

    bool quoted(CsvCell& cell) {
        take();
        while (!rest_.empty()) {
            const char c = take();
            if (c != '"' || skip('"')) {
                cell.text += c;
                continue;
            }
            if (at(',') || at_end_of_line()) return true;
            return refuse(line_, column_, "text behind the closing quote of a cell",
                          "each quote inside a quoted cell is written twice");
        }
        return refuse(cell.line, cell.column, "this quote is never closed", "");
    }

    bool refuse(int line, int column, std::string message, std::string help) {
        wrong_ = {{name_, line, column, "", std::move(message), std::move(help)}};
        return false;
    }

    const std::string& name_;
    std::string_view rest_;
    int line_ = 1;
    int column_ = 1;
    Diagnostics wrong_;
};

}  // namespace

Result<std::vector<CsvRow>> parse_csv(const std::string& name, std::string_view text) {
    return CsvParser{name, text}.parse();
}

}  // namespace arraytwin::measured
