#!/usr/bin/env python3
"""A real project whole and in parts by each strategy: findings kept, lost and spurious, time, memory, replication.

    bench/split_table.py ASSAY PROJECT TARGET [--parts 2,4,8,16] [--strategies A,B] [-- FLAGS OF assay analyzer run]

The whole is run once; every split is compared with its report. S is the size of the whole (in files) by the number of parts, so a strategy
that repeats files makes more partitions. Times are CPU seconds: the machine may have other work.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ROW = "| {:<14} | {:>4} | {:>5} | {:>4} | {:>4} | {:>4} | {:>5} | {:>8} | {:>8} | {:>6} | {:>5} |"
HEAD = ("strategy", "S", "parts", "kept", "lost", "new", "moved", "longest", "all", "MiB", "times")


def run(asked, folder, strategy, size, *words):
    summary = os.path.join(folder, "summary.json")
    report = os.path.join(folder, f"{strategy}-{size}.sarif")
    command = [asked.assay, "analyzer", "run", asked.project, "--target", asked.target, "--partition", strategy, "--no-cache",
               "--summary", summary, "--out", report, *asked.flags, *words]
    if size:
        command += ["--max-size", str(size)]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1, 3) or not os.path.exists(report):
        sys.exit(done.stderr)
    with open(summary, encoding="utf-8") as file:
        told = json.load(file)
    with open(report, encoding="utf-8") as file:
        results = json.load(file)["runs"][0]["results"]
    return told, results


def key(result):
    return result["partialFingerprints"]["assaySplit/v1"]


def described(result):
    place = (result.get("locations") or [{}])[0].get("physicalLocation", {})
    return result["ruleId"], place.get("artifactLocation", {}).get("uri"), result["message"].get("text")


def compare(whole, parts):
    there, here = {key(one): one for one in whole}, {key(one): one for one in parts}
    lost = [one for print_, one in there.items() if print_ not in here]
    new = [one for print_, one in here.items() if print_ not in there]
    moved = 0
    for one in list(lost):
        same = next((other for other in new if described(other) == described(one)), None)
        if same is not None:
            lost.remove(one)
            new.remove(same)
            moved += 1
    return len(there) - len(lost) - moved, lost, new, moved


def main():
    words = sys.argv[1:]
    flags = []
    if "--" in words:
        at = words.index("--")
        words, flags = words[:at], words[at + 1:]
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("project")
    parser.add_argument("target")
    parser.add_argument("--parts", default="2,4,8,16")
    parser.add_argument("--strategies", default="size-limiting,split-merge,union-growth")
    parser.add_argument("--show", action="store_true", help="print each lost finding")
    asked = parser.parse_args(words)
    asked.flags = flags
    with tempfile.TemporaryDirectory() as folder:
        told, whole = run(asked, folder, "whole", 0)
        units, told_whole = told["units"], told["whole"]
        print(f"{os.path.basename(asked.project)}: {units} units, {told['dependencies']} dependencies, {asked.target}\n")
        print(ROW.format(*HEAD))
        print("|" + "---|" * len(HEAD))
        mebibytes = told["peak_bytes"] >> 20
        print(ROW.format("whole", units, 1, len(whole), 0, 0, 0, f"{told['total_seconds']:.1f}", f"{told['total_seconds']:.1f}",
                         mebibytes, "1.00"), flush=True)
        for parts in map(int, asked.parts.split(",")):
            size = -(-round(told_whole) // parts)
            for strategy in asked.strategies.split(","):
                told, results = run(asked, folder, strategy, size)
                kept, lost, new, moved = compare(whole, results)
                longest = max(one["cpu_seconds"] for one in told["runs"])
                print(ROW.format(strategy, size, len(told["partitions"]), kept, len(lost), len(new), moved, f"{longest:.1f}",
                                 f"{told['total_seconds']:.1f}", told["peak_bytes"] >> 20, f"{told['sum'] / told['whole']:.2f}"),
                      flush=True)
                if told["unanalyzed"]:
                    print(f"{len(told['unanalyzed'])} files were not analyzed", file=sys.stderr)
                if asked.show:
                    for one in lost:
                        print("lost", *described(one), file=sys.stderr)


main()
