// The list of readers. Those whose mark is surest are asked first, bare tables last.
#include <array>

#include "lib/measured/reader.hpp"

namespace arraytwin::measured {

std::span<const Reader* const> readers() {
    static constexpr std::array all{
        &fio_json,        &fio_terse,   &vdbench_histogram, &vdbench_flatfile,
        &vdbench_table,   &diskspd_xml, &diskspd_text,      &iometer,
        &elbencho,        &sio,         &hcibench,          &santricity_csv,
        &santricity_json, &solidfire,   &ontap_rest,        &ontap_qos,
        &ontap_sysstat,   &curves,      &exposition,        &grafana,
        &counter_table,   &fio_log,
    };
    return all;
}

}  // namespace arraytwin::measured
