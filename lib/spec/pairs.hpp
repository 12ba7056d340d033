// "outstanding=64,iops=300000": keys with values in one text, on a command line or in a document.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "lib/spec/result.hpp"

namespace arraytwin::spec {

/// Takes one value; the reason if it cannot.
using Take = std::function<std::string(const std::string&)>;

/// All of the text, in no locale; neither infinite nor not a number.
std::optional<double> finite_number(std::string_view text);
std::string not_a_number(const std::string& text);

/// "a=1,b=2" into what each key takes; everything that is wrong with it, said of `option`.
Diagnostics parse_pairs(const std::string& option, const std::string& argument, const std::string& example,
                        const std::map<std::string, Take>& keys);

}  // namespace arraytwin::spec
