#include "lib/twin/calibrated_spec.hpp"

#include <utility>

#include "lib/spec/reader.hpp"

namespace arraytwin::twin {

namespace {

const spec::Node* table_of(const spec::Document& calibration, const std::string& workload) {
    const spec::Node* workloads = calibration.find("workloads");
    return workloads != nullptr ? workloads->find(workload) : nullptr;
}

Result<Workload> with(const spec::Node& table, const Workload& workload) {
    spec::Document document = document_of(workload);
    for (const spec::Node& value : table.children) document.replace(value.key, value);
    return spec::read<Workload>(document);
}

}  // namespace

Workload as_calibrated(const CalibratedSpec& spec, const Workload& workload) {
    if (!workload.parts.empty()) {
        Workload all = workload;
        for (WorkloadPart& part : all.parts) part.workload = as_calibrated(spec, part.workload);
        return all;
    }
    const spec::Node* table = table_of(spec.calibration, workload.name);
    if (table == nullptr) return workload;
    Workload calibrated = with(*table, workload).value_or(workload);
    calibrated.description = workload.description;
    return calibrated;
}

Diagnostics check_workloads(const spec::Document& calibration) {
    Diagnostics wrong;
    const spec::Node* workloads = calibration.find("workloads");
    if (workloads == nullptr) return wrong;
    const spec::Document known = document_of(Workload{});
    for (const spec::Node& table : workloads->children) {
        for (const spec::Node& value : table.children) {
            if (known.find(value.key) != nullptr) continue;
            wrong.push_back({value.key_position.file, value.key_position.line, value.key_position.column,
                             "workloads." + table.key + "." + value.key, "unknown key of a workload", ""});
        }
        Workload plain;
        plain.name = table.key;
        auto read = with(table, plain);
        if (read) continue;
        for (Diagnostic& diagnostic : read.error()) {
            const spec::Node* value = table.find(diagnostic.key);
            if (value == nullptr) continue;
            diagnostic.file = value->position.file;
            diagnostic.line = value->position.line;
            diagnostic.column = value->position.column;
            diagnostic.key = "workloads." + table.key + "." + diagnostic.key;
            wrong.push_back(std::move(diagnostic));
        }
    }
    return wrong;
}

}  // namespace arraytwin::twin
