#!/usr/bin/env python3
"""How fast each measured pair of array and workload is simulated: I/Os a second on one core, at the load of its measured
peak, over that peak; and the seconds that the default curve takes on two cores. Both from the processor time that was
used, so that they mean something on a machine that does other things too: a rate from what a long run took beyond a
short one, a curve with the start of the program. Exit code 1 if a curve takes longer than five seconds.

    scripts/speed_of_every_pair.py [PROGRAM] [--only TEXT]
"""

import argparse
import csv
import json
import pathlib
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LONGEST_CURVE_S = 5
SHORT_RUN, LONG_RUN = 100_000, 600_000


def run_of(program, *arguments):
    """The I/Os that a prediction simulated, and the seconds of processor time that it used."""
    command = [program, "predict", *arguments, "--quiet", "--json", "-", "--data", str(ROOT / "data")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode not in (0, 3):  # 3: the precision was not reached
        sys.exit(f"{' '.join(command)}\n{ended.stderr}")
    used_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return json.loads(ended.stdout)["run"]["simulated_ios"], used_s


def rate_of(program, *arguments):
    """I/Os a second. A load without chance in it is precise at once, whatever the length: then the short run tells."""
    (ios, used_s), (more_ios, more_used_s) = (
        run_of(program, *arguments, "--precision", "mean=0.01%", "--jobs", "1", "--max-ios", str(length))
        for length in (SHORT_RUN, LONG_RUN))
    return (more_ios - ios) / (more_used_s - used_s) if more_ios > ios else ios / used_s


def arrays_by_configuration(program):
    names = subprocess.run([program, "list", "--names", "arrays", "--data", str(ROOT / "data")],
                           capture_output=True, text=True, check=True).stdout.split()
    arrays = {}
    for name in names:
        for line in (ROOT / "data" / "arrays" / f"{name}.toml").read_text().splitlines():
            if line.startswith("measured_as"):
                arrays[line.split('"')[1]] = name
    return arrays


def measured_peaks():
    """By (configuration, workload, hosts): the most IOPS, and the I/Os that were outstanding then."""
    peaks = {}
    with open(ROOT / "data" / "measured" / "measured_curves.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["fit"] == "no" or row["point"] not in ("peak", "max", "avg"):
                continue
            key = (row["config"], row["workload"], row["hosts"])
            iops = float(row["iops"])
            outstanding = float(row["outstanding"]) if row["outstanding"] else None
            if iops > peaks.get(key, (0, None))[0]:
                peaks[key] = (iops, outstanding)
    return peaks


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=str(ROOT / "build" / "release" / "bin" / "arraytwin"))
    parser.add_argument("--only", default="", help="pairs whose configuration or workload contains this")
    options = parser.parse_args()
    arrays = arrays_by_configuration(options.program)
    slowest = 0
    ratios = []
    print(f"{'array':14} {'workload':30} {'measured':>9} {'simulated/s':>11} {'ratio':>6} {'curve s':>7}", flush=True)
    for (config, workload, hosts), (peak, outstanding) in measured_peaks().items():
        if config not in arrays or options.only not in f"{config} {workload}":
            continue
        asked = [arrays[config], "-w", workload]
        if hosts:
            asked += ["--set", f"fabric.hosts.count={hosts}"]
        at = f"outstanding={round(outstanding)}" if outstanding else "outstanding=512"
        rate = rate_of(options.program, *asked, "--at", at)
        _, of_curve_s = run_of(options.program, *asked, "--jobs", "2")
        ratios.append((rate / peak, config, workload))
        slowest = max(slowest, of_curve_s / 2)
        print(f"{arrays[config]:14} {workload:30} {peak:9.0f} {rate:11.0f} {rate / peak:6.2f} {of_curve_s / 2:7.2f}",
              flush=True)
    if not ratios:
        sys.exit("no such pair")
    ratios.sort()
    worst = "; ".join(f"{config} {workload} {ratio:.2f}" for ratio, config, workload in ratios[:3])
    print(f"{len(ratios)} pairs; ratio below 1: {sum(ratio < 1 for ratio, *_ in ratios)}; worst: {worst}; "
          f"longest curve {slowest:.1f} s")
    return 1 if slowest > LONGEST_CURVE_S else 0


if __name__ == "__main__":
    sys.exit(main())
