// Text of vdbench, DiskSpd, SIO, HCIBench, ONTAP's console and Prometheus: see measured_check.hpp.
#include "tests/fuzz/measured_check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    arraytwin::measured::check_bytes("run.txt", data, size);
    return 0;
}
