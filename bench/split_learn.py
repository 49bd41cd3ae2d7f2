#!/usr/bin/env python3
"""`--partition auto` beside fixed strategies on real projects: CPU seconds, memory, alerts, and the time with two workers.

    bench/split_learn.py ASSAY TARGET [--rounds 3] [--repeat 1] [--parts 2,4,8,16] [--jobs 2] [--strategies size-limiting,...]
        PROJECT [FLAGS OF assay analyzer run] [-- PROJECT [FLAGS] ...]

The machine may have other work, so the time is the time that the given number of workers would need for the measured CPU seconds
of the runs, each taking the longest run that is left. The fixed strategies and the rounds of auto run in turns. The time is the median of the
repeats, with their range. The last column is the time as a multiple of the least time of a fixed strategy.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile


def run(asked, folder, words, strategy, *more):
    summary = os.path.join(folder, "summary.json")
    command = [asked.assay, "analyzer", "run", *words, "--target", asked.target, "--partition", strategy, "-j", str(asked.jobs),
               "--no-cache", "--out", os.path.join(folder, "all.sarif"), "--summary", summary, *more]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1, 3) or not os.path.exists(summary):
        sys.exit(done.stderr)
    with open(summary, encoding="utf-8") as file:
        told = json.load(file)
    os.unlink(summary)
    return told


def makespan(costs, workers):
    busy = [0.0] * workers
    for cost in sorted(costs, reverse=True):
        busy[busy.index(min(busy))] += cost
    return max(busy)


def row(name, all_told, asked, best=0.0):
    """Prints the run with the median time."""
    timed = sorted(((makespan([one["cpu_seconds"] for one in told["runs"]], asked.jobs), told) for told in all_told), key=lambda one: one[0])
    seconds, told = timed[(len(timed) - 1) // 2]
    ratio = f" | {seconds / best:.2f}" if best else ""
    choice = told["choice"]
    print(f"| {name:<28} | {choice['strategy']}, S = {choice['max_size']:g}, {len(told['partitions'])} parts | {told['total_seconds']:.1f}"
          f" | {seconds:.2f} ({timed[0][0]:.2f} to {timed[-1][0]:.2f}) | {told['peak_bytes'] >> 20} | {told['alerts']} | {len(told['unanalyzed'])}{ratio} |", flush=True)
    return seconds


def fixed_strategies(asked, units):
    yield "whole", 0
    for strategy in asked.strategies.split(","):
        for parts in asked.parts.split(","):
            if strategy == "size-limiting" or parts == "4":
                yield strategy, -(-units // int(parts))


def measure(asked, words):
    print(f"\n{os.path.basename(os.path.normpath(words[0]))}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        learned = os.path.join(folder, "learned.json")
        plan = subprocess.run([asked.assay, "analyzer", "split", *words, "--target", asked.target, "--json", "--no-cache"],
                              stdout=subprocess.PIPE, check=True)
        units = json.loads(plan.stdout)["units"]
        fixed = list(fixed_strategies(asked, units))
        told = {}
        for repeat in range(asked.repeat):
            if os.path.exists(learned):
                os.unlink(learned)
            rounds = list(range(1, asked.rounds + 1))
            for number, (strategy, size) in enumerate(fixed):
                more = ("--max-size", str(size)) if size else ("--max-size", str(units))
                told.setdefault(f"{strategy} {size or units}", []).append(run(asked, folder, words, strategy, *more))
                print(number, told[f"{strategy} {size or units}"][-1]["total_seconds"], file=sys.stderr, flush=True)
                if rounds and number >= len(fixed) - asked.rounds - 1:
                    name = f"auto, run {rounds.pop(0)}"
                    told.setdefault(name, []).append(run(asked, folder, words, "auto", "--learned", learned))
            print(f"repeat {repeat + 1} of {asked.repeat} is done", file=sys.stderr, flush=True)
        best = min(row(name, all_told, asked) for name, all_told in told.items() if not name.startswith("auto"))
        for name, all_told in told.items():
            if name.startswith("auto"):
                row(name, all_told, asked, best)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("target")
    parser.add_argument("--repeat", type=int, default=1, help="the median of so many measurements counts")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--strategies", default="size-limiting,union-growth,split-merge", help="beside whole")
    parser.add_argument("--parts", default="2,4,8,16")
    parser.add_argument("--jobs", type=int, default=2)
    asked, words = parser.parse_known_args()
    projects = [[]]
    for word in words:
        if word == "--":
            projects.append([])
        else:
            projects[-1].append(word)
    for project in projects:
        measure(asked, project)


if __name__ == "__main__":
    main()
