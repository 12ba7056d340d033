#!/usr/bin/env bash
# Formats our C++ with clang-format; with --check, fails where that would change anything.
set -euo pipefail
cd "$(dirname "$0")/.."

format=$(command -v clang-format-14 || command -v clang-format)
mapfile -d '' sources < <(find lib models apps include tests bench -name node_modules -prune -o \
    \( -name '*.hpp' -o -name '*.cpp' \) -print0)
if [ "${1:-}" = --check ]; then
    "$format" --dry-run -Werror "${sources[@]}" 2>&1 | { grep 'error:' || true; } || { echo "run: make format"; exit 1; }
else
    "$format" -i "${sources[@]}"
fi
