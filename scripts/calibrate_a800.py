#!/usr/bin/env python3
"""Fits data/calibrations/aff-a800.toml to the A800's measured corners, through the program itself.

Each constant is set so that one measured number comes out: start latency fixes the software's delay, the peak fixes the
core time, the 1 ms limit the variability. That limit is a reading off a chart ("about 1.07 million"), so the variability
is then drawn towards what the knees of all A800 workloads say (MODELLING: K = 77, 95 % from 53 to 230), by the two
variances, and the rest fitted again. Constants that these points cannot tell apart stay at their priors.
Writes the residuals into the file. Usage: scripts/calibrate_a800.py [PROGRAM], from the repository's root; five minutes.
"""
import csv
import json
import math
import re
import subprocess
import sys

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "build/release/bin/arraytwin"
FILE = "data/calibrations/aff-a800.toml"
ROUNDS = 4
CORES = 96                # of the pair: K = cores x (1 + variability) / 2
KNEES = (77, 53, 230)     # K over all workloads of the A800 and its 95 % interval
READING_ERROR = 0.02      # of IOPS read off a chart; at 88 % of the peak, K answers to it with a power of about 7.7

# constant, its unit, the workload and kind of point that it is fitted to, and how the prediction answers to it:
# the power in d log(prediction) / d log(constant), only to take good steps.
FITS = [
    ("random_read.after", "us", "4k-random-read", "peak", -0.7),
    ("random_read.variability", "", "4k-random-read", "limit", 0.45),
    ("random_read.delay", "us", "4k-random-read", "start", 0.33),
    ("fetch_per_kib", "us", "64k-sequential-read", "peak", -0.75),
    ("sequential_read.delay", "us", "64k-sequential-read", "start", 0.42),
    ("consistency_point.per_extent", "us", "4k-random-write", "peak", -0.7),
    ("write.delay", "us", "4k-random-write", "start", 0.5),
    ("consistency_point.per_block", "us", "64k-sequential-write", "peak", -0.6),
    ("write_per_kib", "us", "64k-sequential-write", "start", 0.12),
]


def measured():
    """{(workload, point): (iops, latency_us)} of the A800."""
    with open("data/measured/measured_curves.csv", newline="") as f:
        return {(r["workload"], r["point"]): (float(r["iops"]), float(r["latency_us"]))
                for r in csv.DictReader(f) if r["config"] == "a800-fc" and r["fit"] != "no"}


def predict(workload, at):
    out = subprocess.run([PROGRAM, "predict", "aff-a800", "-w", workload, "--at", at, "--max-ios", "4000000",
                          "--json", "-", "--quiet"], check=True, capture_output=True, text=True).stdout
    return json.loads(out)["curves"][0]["points"][0]


def ask(truth, workload, kind):
    """(measured, predicted) of the number that a fit of this kind looks at."""
    if kind == "peak":  # a closed point with as many outstanding as Little's law finds in the measured one
        iops, latency = truth[workload, "peak"]
        return iops, predict(workload, f"outstanding={round(iops * latency / 1e6)}")["iops"]
    if kind == "start":
        iops, latency = truth[workload, "start"]
        return latency, predict(workload, f"iops={iops},outstanding=512")["latency_us"]["mean"]
    iops, latency = truth[workload, "sub_ms_limit"]
    return latency, predict(workload, f"iops={iops},outstanding=4096")["latency_us"]["mean"]


def key_pattern(constant):
    """Where a constant stands in the file: the line of its key within its table."""
    *table, key = constant.split(".")
    head = rf"(?ms)^\[{table[0]}\]$.*?" if table else r"(?ms)\A.*?"
    return re.compile(head + rf"^{key}\s*=\s*(?:{{\s*value\s*=\s*)?\"?([0-9.]+)")


def read_constant(text, constant):
    return float(key_pattern(constant).search(text).group(1))


def write_constant(text, constant, value):
    match = key_pattern(constant).search(text)
    return text[:match.start(1)] + f"{value:.4g}" + text[match.end(1):]


def rewrite(change):
    with open(FILE) as f:
        text = f.read()
    with open(FILE, "w") as f:
        f.write(change(text))


def fit_round(truth, turn, fits):
    for constant, unit, workload, kind, power in fits:
        want, have = ask(truth, workload, kind)
        with open(FILE) as f:
            old = read_constant(f.read(), constant)
        new = old * math.exp(max(-0.7, min(0.7, math.log(want / have) / power)))
        rewrite(lambda text: write_constant(text, constant, new))
        print(f"{turn}  {constant:30} {old:9.4g} -> {new:9.4g} {unit:2}  {workload:21} {kind:5} "
              f"measured {want:11.1f} predicted {have:11.1f} ({have / want - 1:+.2%})", flush=True)


def draw_variability_to_knees():
    """The variance-weighted mean of log K from this workload's limit and from the knees of all."""
    constant = "random_read.variability"
    with open(FILE) as f:
        own = math.log(CORES / 2 * (1 + read_constant(f.read(), constant)))
    prior = math.log(KNEES[0])
    prior_variance = (math.log(KNEES[2] / KNEES[1]) / 3.92) ** 2
    own_variance = (7.7 * READING_ERROR) ** 2
    mean = (prior / prior_variance + own / own_variance) / (1 / prior_variance + 1 / own_variance)
    drawn = math.exp(mean) / (CORES / 2) - 1
    rewrite(lambda text: write_constant(text, constant, drawn))
    print(f"   {constant} drawn to {drawn:.3g}", flush=True)


def write_provenance(truth):
    lines = ['[provenance]', 'fitted_by = "scripts/calibrate_a800.py"',
             'points    = "measured_curves.csv, a800-fc: start, sub_ms_limit and peak of the four corners"', 'residuals = [']
    for constant, _, workload, kind, _ in FITS:
        want, have = ask(truth, workload, kind)
        lines.append(f'    "{workload} {kind}: measured {want:.1f}, predicted {have:.1f}, {have / want - 1:+.2%}",')
    lines.append("]")
    rewrite(lambda text: text[:text.index("[provenance]")] + "\n".join(lines) + "\n")
    print("\n".join(lines))


def main():
    truth = measured()
    for turn in range(ROUNDS):
        fit_round(truth, turn + 1, FITS)
    draw_variability_to_knees()
    others = [fit for fit in FITS if fit[0] != "random_read.variability"]
    for turn in range(2):
        fit_round(truth, ROUNDS + turn + 1, others)
    write_provenance(truth)


if __name__ == "__main__":
    main()
