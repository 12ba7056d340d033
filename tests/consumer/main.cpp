// What a user of the library writes first. Built by run.sh against an installed tree, twice: CMake and pkg-config.
#include <arraytwin/arraytwin.hpp>

#include <iostream>

int main() { std::cout << "arraytwin " << arraytwin::version() << '\n'; }
