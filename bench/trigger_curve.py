#!/usr/bin/env python3
"""How many problems with known missing terms `assay trigger` finds, by k, d and n (docs/user/smt-synth.md):

    bench/trigger_curve.py [-k 1,2] [-d 0,1,2] [-n 0,50,200] [--shapes sequences,heaps] [--seeds 1..1] [--time 10]

For each size and shape it emits one problem for each seed and runs `assay trigger` on it. One line for each problem:
its name, seed, verdict, CPU seconds of Assay and its solvers, and the method that won. Then a table: problems found, by
size, and by method. The time is CPU time, so that a busy machine finds the same.
Seeds from 1000 on are kept for acceptance: do not tune with them. ASSAY names the program.
"""

import argparse
import collections
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
SHAPES = sorted(path.stem for path in (HERE / "data" / "instances").glob("*.shape"))


def numbers(text):
    return [int(part) for part in text.split(",")]


def seed_range(text):
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def emit(assay, subject, seed, folder):
    """The path of the problem that the seed draws."""
    subprocess.run([assay, "smt", "synth", "--category", "instances", "--ops", subject, "--sample", "--seed", str(seed),
                    "--tests", "1", "--emit", folder], check=True, stdout=subprocess.DEVNULL)
    return next(pathlib.Path(folder).rglob("*.smt2"))


def examine(assay, script, seconds, flags):
    """Verdict, CPU seconds and method of `assay trigger` for the script."""
    before = os.times()
    answer = subprocess.run([assay, "trigger", str(script), "--json", "--no-derivation", "--no-suggestions",
                             "--cpu-time", f"{seconds}s", *flags], capture_output=True, text=True, check=False)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    lines = answer.stdout.splitlines()
    if not lines:
        return "failed", spent, ""
    told = json.loads(lines[0])
    # Without the configuration: "search C0, clusters of 2", "growth of ground terms over 3 axioms".
    method = re.sub(r" C\d.*| of ground terms.*|,.*", "", told.get("method", ""))
    return told["verdict"], spent, method


def print_table(results, seconds):
    print(f"\nfound within {seconds} CPU s\n\n| k | d | n | found | of | median CPU s | by method |\n|---|---|---|---|---|---|---|")
    for size, rows in results.items():
        found = sorted((spent, method) for verdict, spent, method in rows if verdict == "found")
        methods = collections.Counter(method for _, method in found)
        by_method = ", ".join(f"{method} {count}" for method, count in methods.most_common())
        middle = f"{found[len(found) // 2][0]:.1f}" if found else ""
        print("|", " | ".join([*map(str, size), str(len(found)), str(len(rows)), middle, by_method]), "|")
    everything = [row for rows in results.values() for row in rows]
    print(f"\n{sum(row[0] == 'found' for row in everything)} of {len(everything)} found")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-k", type=numbers, default=[1, 2], help="numbers of missing terms")
    parser.add_argument("-d", type=numbers, default=[0, 1, 2], help="depths of their arguments")
    parser.add_argument("-n", type=numbers, default=[0, 50, 200], help="numbers of other axioms")
    parser.add_argument("--shapes", type=lambda text: text.split(","), default=SHAPES, help="default: all")
    parser.add_argument("--seeds", type=seed_range, default=range(1, 2), help="first..last, both inclusive")
    parser.add_argument("--time", type=int, default=10, help="CPU seconds for each problem")
    parser.add_argument("flags", nargs="*", help="more flags for assay trigger, after --")
    options = parser.parse_args()
    assay = os.environ.get("ASSAY", str(HERE / "build/release/src/cli/assay"))
    if not os.access(assay, os.X_OK):
        print(f"trigger_curve.py: there is no {assay}: build it, or name it in ASSAY", file=sys.stderr)
        return 3
    results = {}
    for size in itertools.product(options.k, options.d, options.n):
        k, d, n = size
        for shape, seed in itertools.product(options.shapes, options.seeds):
            subject = f"{shape}[k={k} d={d} n={n}]"
            with tempfile.TemporaryDirectory() as folder:
                row = examine(assay, emit(assay, subject, seed, f"{folder}/problem"), options.time, options.flags)
            results.setdefault(size, []).append(row)
            print(subject, seed, row[0], f"{row[1]:.1f}", row[2], sep="\t", flush=True)
    print_table(results, options.time)
    return 0


if __name__ == "__main__":
    sys.exit(main())
