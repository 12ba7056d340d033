// The family of NetApp E-Series arrays: two SANtricity controllers with mirrored write-back caches over shared SAS drives.
#pragma once

#include "lib/twin/family.hpp"

namespace arraytwin::eseries {

const Family& family();

}  // namespace arraytwin::eseries
