#!/usr/bin/env python3
"""Runs each `$ command` of the console blocks of docs pages and writes what it prints beneath it.

    scripts/refill_docs.py docs/size.md ...      (with build/dev/bin/arraytwin, from a scratch folder; needs `make test` before)

After a change of a model or a spec, tests/cli/docs_test.cpp says which pages are out of date. Read the difference before you
commit it.
"""
import os, pathlib, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def refilled(page: pathlib.Path) -> str:
    lines, inside, skipping = [], False, False
    environment = {**os.environ, "PATH": f"{ROOT}/build/dev/bin:{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as scratch:
        (pathlib.Path(scratch) / "data").symlink_to(ROOT / "data")
        for line in page.read_text().splitlines():
            if line.startswith("```"):
                inside, skipping = line == "```console", False
            if inside and line.startswith("$ "):
                lines.append(line)
                ran = subprocess.run(["bash", "-c", line[2:]], cwd=scratch, env=environment, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                lines += (ran.stdout + ran.stderr).splitlines()
                skipping = True
            elif not (inside and skipping):
                lines.append(line)
    return "\n".join(lines) + "\n"


for name in sys.argv[1:]:
    page = pathlib.Path(name)
    page.write_text(refilled(page))
