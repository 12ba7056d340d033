// What a user of the library writes first. Built by run.sh against an installed tree, twice: CMake and pkg-config.
#include <fmt/format.h>
#include <arraytwin/arraytwin.hpp>

int main() {
    fmt::print("arraytwin {}\n", arraytwin::version());

    auto array = arraytwin::load_array("aff-a800");
    auto load = arraytwin::load_workload("8k:70r:100rand");
    auto curve = arraytwin::predict(array, load, {.seed = 1, .loads = {{.outstanding = 64}}});
    for (const auto& p : curve.points)
        fmt::print("{:.0f} IOPS {:.0f} us {}\n", p.iops, p.latency.mean.us(), p.bottleneck);

    try {
        arraytwin::load_array("aff-a80");
        return 1;
    } catch (const arraytwin::Error& error) {
        fmt::print("{}", error.what());
        return error.diagnostics().size() == 1 ? 0 : 1;
    }
}
