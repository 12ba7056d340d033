#include "lib/measured/archive.hpp"

#include <minizip/unzip.h>

#include <array>
#include <memory>
#include <type_traits>

namespace arraytwin::measured {

namespace {

constexpr int most_files = 100'000;

struct Close {
    void operator()(void* file) const { unzClose(file); }
};

}  // namespace

std::optional<std::string> read_zip(const std::string& path,
                                    const std::function<void(const std::string& name, ByteStream& in)>& visit) {
    const std::unique_ptr<std::remove_pointer_t<unzFile>, Close> zip{unzOpen64(path.c_str())};
    if (!zip) return "is not a whole zip archive";
    int found = unzGoToFirstFile(zip.get());
    for (int files = 0; found == UNZ_OK && files < most_files; ++files, found = unzGoToNextFile(zip.get())) {
        std::array<char, 4096> name{};
        unz_file_info64 about{};
        if (unzGetCurrentFileInfo64(zip.get(), &about, name.data(), name.size() - 1, nullptr, 0, nullptr, 0) != UNZ_OK)
            return "has a broken directory";
        const std::string file = name.data();
        if (file.empty() || file.back() == '/') continue;
        if (unzOpenCurrentFile(zip.get()) != UNZ_OK) return "holds '" + file + "', which cannot be unpacked";
        bool broken = false;
        ByteStream in{[&](char* buffer, std::size_t size) -> std::size_t {
            const int count = unzReadCurrentFile(zip.get(), buffer, static_cast<unsigned>(size));
            broken = broken || count < 0;
            return count > 0 ? static_cast<std::size_t>(count) : 0;
        }};
        visit(file, in);
        if (unzCloseCurrentFile(zip.get()) == UNZ_CRCERROR || broken) return "holds '" + file + "', which is damaged";
    }
    return found == UNZ_END_OF_LIST_OF_FILE ? std::nullopt : std::optional<std::string>{"has a broken directory"};
}

}  // namespace arraytwin::measured
