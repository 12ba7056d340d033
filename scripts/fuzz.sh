#!/usr/bin/env bash
# Runs each fuzzer in a folder for a fixed number of inputs, so that a run can be repeated: fuzz.sh FOLDER.
set -euo pipefail
cd "$(dirname "$0")/.."

for fuzzer in "$1"/*_fuzz; do
    [ -x "$fuzzer" ] || continue
    corpus=tests/fuzz/corpus/$(basename "$fuzzer" _fuzz)
    "$fuzzer" --seed "${SEED:-1}" --iterations "${ITERATIONS:-100000}" "$corpus"
done
