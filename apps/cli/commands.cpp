#include <array>

#include "apps/cli/command.hpp"

namespace arraytwin::cli {

std::span<const std::unique_ptr<Command>> commands() {
    static const std::array<std::unique_ptr<Command>, 10> all{
        make_predict(),  make_compare(), make_calibrate(), make_scoreboard(), make_capacity(),
        make_measured(), make_list(),    make_show(),      make_schema(),     make_check()};
    return all;
}

}  // namespace arraytwin::cli
