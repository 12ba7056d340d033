#include "lib/report/capacity.hpp"
#include "lib/report/json_text.hpp"

namespace arraytwin::report {

std::string capacity_json(const CapacityOf& array) {
    const Capacity& capacity = array.capacity;
    Json steps = Json::array();
    for (std::size_t i = 0; i < capacity.steps.size(); ++i) {
        const CapacityStep& step = capacity.steps[i];
        steps.push_back({{"name", step.name},
                         {"tib", capacity.change(i) / bytes_of_tib},
                         {"why", step.why},
                         {"left_tib", step.left / bytes_of_tib},
                         {"left_tb", step.left / bytes_of_tb}});
    }
    return json_text({{"schema", 1},
                      {"array", array.array},
                      {"raw_tb", capacity.raw() / bytes_of_tb},
                      {"raw_tib", capacity.raw() / bytes_of_tib},
                      {"usable_tb", capacity.usable() / bytes_of_tb},
                      {"usable_tib", capacity.usable() / bytes_of_tib},
                      {"effective_tb", capacity.effective() / bytes_of_tb},
                      {"effective_tib", capacity.effective() / bytes_of_tib},
                      {"provisioned_tb", capacity.provisioned / bytes_of_tb},
                      {"steps", std::move(steps)},
                      {"notes", capacity.notes}});
}

}  // namespace arraytwin::report
