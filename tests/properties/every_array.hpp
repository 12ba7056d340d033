// All arrays of the data folder, what each of them may be given more of, and its peak by the fast solver.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lib/twin/fast_twin.hpp"
#include "lib/units/parse.hpp"
#include "lib/units/print.hpp"
#include "tests/support/a800.hpp"

namespace arraytwin::test {

using Overrides = std::vector<std::string>;

/// For a suite over the arrays: "affa800".
inline std::string name_of_array(const testing::TestParamInfo<std::string>& array) { return name_of_corner(array); }

inline ResolvedArray resolved(const std::string& name, const Overrides& overrides = {}) {
    return value_of(resolve_array(data, name, overrides));
}

inline BuiltTwin built(const std::string& name, const Overrides& overrides = {}) {
    return value_of(build_array(resolved(name, overrides)));
}

/// All but large clusters, of each of whose nodes a recording of a thousand I/Os tells too little.
inline const std::vector<std::string>& every_array() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all = data.names("arrays");
        std::erase_if(all, [](const std::string& name) {
            const ResolvedArray array = resolved(name);
            const spec::Node* nodes = array.document.find("nodes.count");
            return nodes != nullptr && nodes->integer > 8;
        });
        return all;
    }();
    return names;
}

/// All threads at once; the same random numbers for every array.
inline Point peak(const BuiltTwin& array, const Workload& load) {
    const int threads = load.outstanding_per_volume * array.twin->volumes();
    return twin::FastTwin{*array.twin, load, {1, 0}}.point({threads, std::nullopt});
}

/// `key=value` with the array's own value, a count or a quantity, times a factor.
inline std::string scaled(const ResolvedArray& array, const std::string& key, double factor) {
    const spec::Node* node = array.document.find(key);
    if (node == nullptr) throw std::runtime_error(key + " is not in the spec");
    if (node->kind == spec::NodeKind::integer) {
        return key + "=" + std::to_string(std::lround(static_cast<double>(node->integer) * factor));
    }
    if (const auto bytes = parse<Bytes>(node->text)) {
        return key + "=" + print_exact(Bytes{std::llround(static_cast<double>(bytes->count()) * factor)});
    }
    const auto frequency = parse<Frequency>(node->text);
    return key + "=" + print_exact(Frequency::from_hz(frequency.value().hz() * factor));
}

}  // namespace arraytwin::test
