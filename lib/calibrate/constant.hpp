// The constants that a calibration may move: every value of an array's costs or of a workload that has a spread.
//
// Workloads that extend one document share the constants that they leave as they are there: one database profile, six mixes.
// They are fitted as logarithms: all of them are positive, and a prior of "within a factor of 1.5" is symmetric there.
#pragma once

#include <string>
#include <vector>

#include "lib/spec/document.hpp"
#include "lib/spec/keys.hpp"

namespace arraytwin::calibrate {

struct Constant {
    std::string key;  ///< dotted, in the document that holds it: "costs.write.delay", "read_work"
    spec::KeyKind kind = spec::KeyKind::number;
    std::string meaning;
    double low = 0;      ///< smallest allowed value, in the unit in which the quantity is held; more than zero
    double high = 0;     ///< largest
    double prior = 0;    ///< the document's value
    double spread = 1;   ///< factor of one standard deviation of the prior
    std::string stands;  ///< where it is written, "ontap.toml:12:21": workloads that take it from one place share it
    std::vector<int> arrays = {};     ///< that it belongs to; empty: a constant of workloads
    std::vector<int> workloads = {};  ///< that it belongs to; empty: a constant of arrays
};

/// Those among `keys` that have a spread in the document and a value above zero, of any kind of quantity but whole numbers.
std::vector<Constant> constants_of(const spec::Document& document, const std::vector<spec::KeyInfo>& keys);

/// As TOML has it: 1.25, "26.4us". Four significant digits: no fit knows more.
spec::Node node_of(const Constant& constant, double value);

/// For people: "26.4us", "1.25".
std::string printed(const Constant& constant, double value);

}  // namespace arraytwin::calibrate
