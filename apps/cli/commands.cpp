#include "apps/cli/command.hpp"

namespace arraytwin::cli {

std::span<const std::unique_ptr<Command>> commands() {
    static const std::unique_ptr<Command> all[]{make_predict(),   make_explain(),    make_whatif(),   make_compare(),
                                                make_calibrate(), make_scoreboard(), make_capacity(), make_size(),
                                                make_sweep(),     make_measured(),   make_list(),     make_show(),
                                                make_schema(),    make_check()};
    return all;
}

}  // namespace arraytwin::cli
