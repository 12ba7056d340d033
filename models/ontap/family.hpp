// The ONTAP family: AFF and FAS arrays from one description.
#pragma once

#include "lib/twin/family.hpp"

namespace arraytwin::ontap {

const Family& family();

}  // namespace arraytwin::ontap
