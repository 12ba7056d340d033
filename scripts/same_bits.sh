#!/usr/bin/env bash
# The same seed must give the same bytes from differently built programs: compares the JSON of two build folders, apart
# from what the run took. Usage: scripts/same_bits.sh build/dev build/asan
set -euo pipefail

predict() {
    "$1/bin/arraytwin" predict aff-a800 -w 4k-random-read 8k:70r:50rand --at outstanding=512 --at iops=200000,outstanding=512 \
        --max-ios 20000 --seed 3 --json - --quiet | python3 -c '
import json, sys
prediction = json.load(sys.stdin)
del prediction["run"]
print(json.dumps(prediction, indent=1))'
}

diff <(predict "$1") <(predict "$2") >/dev/null || { echo "$1 and $2 predict different bytes"; exit 1; }
echo "$1 and $2 predict the same bytes"
