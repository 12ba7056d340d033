// The files in a zip, one after the other. Behind it stands minizip; archive.cpp alone includes its header.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lib/measured/byte_stream.hpp"

namespace arraytwin::measured {

/// Calls `visit` with the name and the bytes of each file. Returns what is wrong with the archive, or nothing.
std::optional<std::string> read_zip(const std::string& path,
                                    const std::function<void(const std::string& name, ByteStream& in)>& visit);

}  // namespace arraytwin::measured
