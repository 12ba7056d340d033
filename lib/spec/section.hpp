// One description of each parameter, for the parser, the JSON Schema, the help and the docs.
//
// A model describes its plain struct once, `void describe(Section&, NodeParameters&)`, naming each key with its range
// and meaning. What happens then depends on the Section: reading a document, writing its schema, listing its keys.
// Not for the hot path: it is virtual and runs once for each document.
#pragma once

#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "lib/units/units.hpp"

namespace arraytwin::spec {

enum class Presence { required, optional };  ///< optional: the struct's initial value is the default

/// Inclusive limits, in the unit in which the quantity is held (count, bytes, nanoseconds, bytes a second, Hz).
struct Range {
    double low = std::numeric_limits<double>::lowest();
    double high = std::numeric_limits<double>::max();
};

struct Field {
    std::string_view key;
    std::string_view meaning;
    Range range = {};
    Presence presence = Presence::required;
};

/// One allowed word and the number of the enumerator that it stands for.
struct Word {
    std::string_view text;
    int value;
};

class Section {
public:
    virtual ~Section() = default;

    virtual void field(const Field& field, int& value) = 0;
    virtual void field(const Field& field, double& value) = 0;  ///< a plain number: a share, a factor
    virtual void field(const Field& field, bool& value) = 0;
    virtual void field(const Field& field, std::string& value) = 0;
    virtual void field(const Field& field, Bytes& value) = 0;
    virtual void field(const Field& field, Duration& value) = 0;
    virtual void field(const Field& field, Bandwidth& value) = 0;
    virtual void field(const Field& field, Frequency& value) = 0;

    /// A sub-table; the reference lives as long as this section.
    virtual Section& table(std::string_view key, std::string_view meaning, Presence presence = Presence::required) = 0;

    /// The tables of a list, in order, none if it is absent: `for (Section* each : section.tables(...))`. Where keys are
    /// only listed, one table that stands for all.
    virtual std::vector<Section*> tables(std::string_view key, std::string_view meaning,
                                         Presence presence = Presence::required) = 0;

    /// A word of a closed list, held as an enumerator.
    template <class Enum>
    void choice(const Field& described, Enum& value, std::initializer_list<Word> words) {
        int number = static_cast<int>(value);
        choice_of(described, number, std::vector<Word>(words));
        value = static_cast<Enum>(number);
    }

    /// Whether the struct holds what the document says, so far as this section was described: then only look for
    /// contradictions. Not so after a wrong or missing value, nor where there is no document but a list of keys to write.
    virtual bool sound() const { return true; }

    /// Reports a contradiction between keys that were each valid; `key` is relative to this section, which should be the
    /// one that holds all the keys involved. Left out if the section is not sound.
    virtual void reject(std::string_view key, std::string message, std::string help) = 0;

protected:
    virtual void choice_of(const Field& field, int& value, std::vector<Word> words) = 0;
};

}  // namespace arraytwin::spec
