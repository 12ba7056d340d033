// CSV of Iometer, elbencho, Grafana, SANtricity, fio's logs and terse rows, and our own: see measured_check.hpp.
#include "tests/fuzz/measured_check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    arraytwin::measured::check_bytes("run_lat.1.log", data, size);
    return 0;
}
