#!/usr/bin/env bash
# Runs the checks of .clang-tidy on the sources of lib and models: tidy.sh BUILD_DIR (which has compile_commands.json).
set -euo pipefail
cd "$(dirname "$0")/.."

# Its progress is dropped; what it finds, and its exit code, are not.
run-clang-tidy -quiet -p "$1" -j "${JOBS:-2}" -extra-arg=-Wno-unknown-warning-option \
    "^$PWD/(lib|models)/.*(?<!_test)\.cpp$" \
    2> >(grep -Ev 'warnings? generated' >&2) | { grep -v 'clang-tidy.* -quiet ' || true; }
