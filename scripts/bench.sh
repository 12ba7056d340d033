#!/usr/bin/env bash
# Runs each benchmark in a folder five times and prints the medians; the full results stay beside it as JSON.
set -euo pipefail

for benchmark in "$1"/*; do
    [ -f "$benchmark" ] && [ -x "$benchmark" ] || continue
    "$benchmark" --benchmark_repetitions=5 --benchmark_report_aggregates_only=true \
        --benchmark_out="$benchmark.json" --benchmark_out_format=json | grep -Ev '_(mean|stddev|cv) '
done
