#include "apps/cli/console.hpp"
#include "apps/cli/program.hpp"

int main(int argc, char** argv) {
    arraytwin::cli::prepare_streams();
    return static_cast<int>(arraytwin::cli::run({argv + 1, argv + (argc > 0 ? argc : 1)}));
}
