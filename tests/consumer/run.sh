#!/usr/bin/env bash
# Installs a build tree into a fresh folder outside the sources, builds the consumer there with find_package and with
# pkg-config, and runs both and the installed program: run.sh BUILD_DIR COMPILER.
set -euo pipefail

build=$1 compiler=$2
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cmake --install "$build" --prefix "$scratch/installed" >"$scratch/install.log"
cp "$here/CMakeLists.txt" "$here/main.cpp" "$scratch"
cd "$scratch"  # nothing of the source tree can be found by accident

echo "-- find_package"
cmake -G Ninja -S . -B by_cmake -DCMAKE_PREFIX_PATH="$scratch/installed" -DCMAKE_CXX_COMPILER="$compiler" >configure.log
cmake --build by_cmake >build.log || { cat build.log; exit 1; }
./by_cmake/consumer

echo "-- pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find installed -name arraytwin.pc)") && export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # the flags are words
"$compiler" main.cpp -o by_pkg_config $(pkg-config --cflags --libs arraytwin)
./by_pkg_config

echo "-- installed program"
./installed/bin/arraytwin --version
