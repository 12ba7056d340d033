#include "lib/report/hanging.hpp"

#include <algorithm>

#include "lib/report/text.hpp"

namespace arraytwin::report {

std::string hanging(const std::string& label, const std::string& words, int label_width, int width) {
    std::string out = "  " + fit_cell(label, label_width, Align::left) + "  ";
    const int indent = label_width + 4;
    int column = indent;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        const std::string word = words.substr(at, end - at);
        const int needed = display_width(word) + (column > indent ? 1 : 0);
        if (column > indent && column + needed > width) {
            out += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
            column = indent;
        }
        out += (column > indent ? " " : "") + word;
        column += display_width(word) + (column > indent ? 1 : 0);
        at = end + 1;
    }
    return out + "\n";
}

}  // namespace arraytwin::report
