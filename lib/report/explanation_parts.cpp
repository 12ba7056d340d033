#include <algorithm>

#include "lib/report/explanation.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {

std::vector<KindTime> kinds_of(const std::vector<plan::PlaceTime>& path) {
    std::vector<KindTime> kinds;
    for (const plan::PlaceTime& at : path) {
        const std::string kind = server_kind(at.place);
        auto known = std::find_if(kinds.begin(), kinds.end(), [&](const KindTime& each) { return each.kind == kind; });
        if (known == kinds.end()) known = kinds.insert(kinds.end(), KindTime{kind, 0, {}});
        ++known->count;
        known->time.wait += at.time.wait;
        known->time.service += at.time.service;
    }
    return kinds;
}

}  // namespace arraytwin::report
