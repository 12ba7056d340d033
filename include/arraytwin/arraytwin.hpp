// The one header that users of the library include.
#pragma once

#include "arraytwin/version.hpp"
