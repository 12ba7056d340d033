// Runs command lines as a user types them: in a shell, in a fresh folder, with the built `arraytwin` first on PATH.
#pragma once

#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace arraytwin::cli {

struct Ended {
    int code = -1;
    std::string output;
    std::string errors;
};

/// The folder is removed with it; `data` in it is the data folder of the source tree.
class Shell {
public:
    Shell() {
        std::string name = (std::filesystem::temp_directory_path() / "arraytwin-test-XXXXXX").string();
        root_ = mkdtemp(name.data());
        std::filesystem::create_directory(folder());
        std::filesystem::create_directory_symlink(std::filesystem::path{ARRAYTWIN_SOURCE_DIR} / "data",
                                                  folder() / "data");
    }
    Shell(const Shell&) = delete;
    Shell& operator=(const Shell&) = delete;
    ~Shell() { std::filesystem::remove_all(root_); }

    std::filesystem::path folder() const { return root_ / "here"; }

    Ended run(const std::string& command) const {
        std::ofstream{root_ / "command"} << "unset ARRAYTWIN_DATA NO_COLOR COLUMNS\nexport TERM=xterm PATH='"
                                         << std::filesystem::path{ARRAYTWIN_PROGRAM}.parent_path().string()
                                         << "':\"$PATH\"\n"
                                         << command << "\n";
        const auto in = [&](const char* name) { return "'" + (root_ / name).string() + "'"; };
        const int status = std::system(("cd '" + folder().string() + "' && bash " + in("command") + " >" +
                                        in("output") + " 2>" + in("errors") + " </dev/null")
                                           .c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(root_ / "output"), text_of(root_ / "errors")};
    }

    std::string read(const std::string& name) const { return text_of(folder() / name); }

    /// Names in the folder besides `data`, hidden ones too.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator{folder()}) {
            if (entry.path().filename() != "data") names.push_back(entry.path().filename().string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

private:
    static std::string text_of(const std::filesystem::path& path) {
        std::ifstream file{path, std::ios::binary};
        return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
    }

    std::filesystem::path root_;
};

}  // namespace arraytwin::cli
