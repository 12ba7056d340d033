// JSON of fio, ONTAP, SANtricity and SolidFire: see measured_check.hpp.
#include "tests/fuzz/measured_check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    arraytwin::measured::check_bytes("run.json", data, size);
    return 0;
}
