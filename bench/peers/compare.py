#!/usr/bin/env python3
"""Runs other fuzzers, reducers and synthesizers beside Assay, on the same seeds and CPU time, and prints a table of ratios.

    bench/peers/compare.py --peers FOLDER --seeds SMT-SCRIPTS --triggers SCRIPTS [--seconds 60] [--peer NAME]... [--out FOLDER]

FOLDER holds the checkouts of the peers that you have fetched, each in the folder that peers.toml names: yinyang, storm, ddSMT, queryFuzz, Deopt,
smt-triggen (and pysmt-0.8.0-ale, its fork). Nothing is fetched here, and a peer that is not there has a row that says so. Each command runs at
`nice` 10 until its processes together have used their CPU seconds, or four times as many by the clock; then all of them are killed. The ratios
describe one run on one machine. Above 1: Assay has found more, or its scripts are smaller.
"""

import argparse
import json
import math
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import tomllib

from large_scripts import SHAPES, WRONG, written

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TICKS = os.sysconf("SC_CLK_TCK")
CLOCK_FOR_CPU = 4  # seconds by the clock for each CPU second: a peer that waits does not run for ever
GRACE = 5  # seconds between SIGINT and SIGKILL, in which a fuzzer writes its findings
MOST_RESTARTS, LEAST_SECONDS = 200, 0.1
MADE = 3  # scripts that are made for reducers

CRASHING = """#!/bin/sh
# {z3}, with a planted crash: it fails on scripts that it reads and that have the two operators in this order.
[ "$1" = --version ] && exec {z3} --version
if [ -f "$1" ]; then script=$(cat "$1"); else script=$(cat); fi
said=$(printf '%s\\n' "$script" | {z3} -smt2 -in -t:1000)
case $said in *"(error"*) printf '%s\\n' "$said"; exit 1 ;; esac
case $script in *bvudiv*bvlshr*) echo "ASSERTION VIOLATION: rewriter.cpp:42" >&2; kill -ABRT $$ ;; esac
printf '%s\\n' "$said"
"""

CRASHING_ON_LARGE = """#!/bin/sh
# {z3} without checks and models, which take long on large scripts, with a planted crash: it fails on scripts that it reads and that have two `mod`.
[ "$1" = --version ] && exec {z3} --version
if [ -f "$1" ]; then script=$(cat "$1"); else script=$(cat); fi
said=$(printf '%s\\n' "$script" | sed -E 's/\\((check-sat|get-model)\\)//' | {z3} -smt2 -in)
case $said in *"(error"*) printf '%s\\n' "$said"; exit 1 ;; esac
case $script in *"(mod "*"(mod "*) echo "ASSERTION VIOLATION: arith.cpp:42" >&2; kill -ABRT $$ ;; esac
printf '%s\\n' "$said" sat
"""

LYING = """#!/bin/sh
# {z3}, with a planted lie: it answers the opposite of the truth to scripts that have two `mod`.
[ "$1" = --version ] && exec {z3} --version
if [ -f "$1" ]; then script=$(cat "$1"); else script=$(cat); fi
case $script in *"(mod "*"(mod "*) ;; *) printf '%s\\n' "$script" | {z3} -smt2 -in; exit ;; esac
said=$(printf '%s\\n' "$script" | sed 's/(get-model)//' | {z3} -smt2 -in)
case $said in
  *"(error"*) printf '%s\\n' "$said"; exit 1 ;;
  sat) echo unsat ;;
  unsat) echo sat ;;
  *) printf '%s\\n' "$said" ;;
esac
"""
# For each kind of seeds that compare.py makes: the solver with the planted bug, and who writes the scripts.
MADE_SEEDS = {"made": (CRASHING, lambda folder: made_scripts(folder, MADE)), "large": (CRASHING_ON_LARGE, lambda folder: written(folder, SHAPES)),
              "wrong": (LYING, lambda folder: written(folder, WRONG))}


def parsed(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", required=True, help="folder with the peers' checkouts")
    parser.add_argument("--rows", default=os.path.join(HERE, "peers.toml"), help="how each peer is started")
    parser.add_argument("--seeds", help="folder with SMT-LIB scripts, for the fuzzers")
    parser.add_argument("--triggers", help="folder with scripts that miss triggering terms")
    parser.add_argument("--seconds", type=float, default=60, help="CPU seconds for each peer, and for Assay beside it (60)")
    parser.add_argument("--peer", action="append", help="only this one (all)")
    parser.add_argument("--assay", default=os.path.join(ROOT, "build", "release", "src", "cli", "assay"))
    parser.add_argument("--python", default=sys.executable, help="the interpreter with the packages that the peers need")
    parser.add_argument("--target", default="z3")
    parser.add_argument("--second", default="cvc5", help="the solver that opfuzz and typefuzz compare with")
    parser.add_argument("--out", default="peers-out", help="a folder that is not there yet, for what all of them write")
    return parser.parse_args(arguments)


def processes():
    """Parent, process group, used ticks (its own, and of its ended children) and state of each process."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="latin-1") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        found[int(name)] = (int(fields[1]), int(fields[2]), sum(int(field) for field in fields[11:15]), fields[0])
    return found


def cpu_of_ended():
    """CPU seconds of the children that have ended, and of all that these waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Run:
    """One command, measured with all that it starts, and killed with all of that."""

    def __init__(self, command, seconds, log, directory=None, environment=None, text=""):
        self.seconds, self.cpu, self.members, self.groups = seconds, 0.0, set(), set()
        self.started, self.before = time.monotonic(), cpu_of_ended()
        with open(log, "ab") as out:
            self.process = subprocess.Popen(command, cwd=directory, env={**os.environ, **(environment or {})}, stdin=subprocess.PIPE,
                                            stdout=out, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=lambda: os.nice(10))
        try:
            self.process.stdin.write(text.encode())
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.members.add(self.process.pid)

    def look(self):
        """Notes the processes below the command, and the CPU seconds of all of them. What ends between two looks, and whose parent has
        ended before it, is lost: it is some hundredths of a second."""
        there = processes()
        grown = True
        while grown:
            below = {pid for pid, (parent, *_) in there.items() if parent in self.members and pid not in self.members}
            self.members |= below
            grown = bool(below)
        alive = [there[pid] for pid in self.members if pid in there]
        self.groups |= {group for _, group, *_ in alive} - {os.getpgrp()}
        self.cpu = max(self.cpu, sum(ticks for _, _, ticks, _ in alive) / TICKS)

    def kill(self, number):
        for group in self.groups:
            try:
                os.killpg(group, number)
            except (ProcessLookupError, PermissionError):
                pass

    def is_running(self):
        """Whether a process of the command's groups still runs. A busy machine takes a while to end a killed process."""
        return any(group in self.groups and state != "Z" for _, group, _, state in processes().values())

    def wait(self):
        """The CPU seconds that it used, and why it ended: by itself, or by a limit."""
        why = "ended by itself"
        while self.process.poll() is None:
            self.look()
            over = self.cpu >= self.seconds
            if over or time.monotonic() - self.started >= CLOCK_FOR_CPU * self.seconds + GRACE:
                why = "CPU time" if over else "time by the clock"
                self.kill(signal.SIGINT)
                self.until_ended(GRACE)
                break
            time.sleep(0.05)
        self.kill(signal.SIGKILL)
        self.process.wait()
        while self.is_running() and time.monotonic() < self.started + CLOCK_FOR_CPU * self.seconds + 3 * GRACE:
            time.sleep(0.01)
        self.cpu = max(self.cpu, cpu_of_ended() - self.before)
        return self.cpu, why

    def until_ended(self, seconds):
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            self.look()
            time.sleep(0.05)


def made_scripts(folder, count):
    """Scripts over bit-vectors, the same ones each time, with one term that the planted crash needs among many."""
    os.makedirs(folder)
    draw = random.Random(1)

    def term(depth):
        if depth == 0:
            return draw.choice(["a", "b", "c", f"#x{draw.randrange(256):02x}"])
        name = draw.choice(["bvadd", "bvmul", "bvand", "bvor", "bvxor", "bvshl", "bvsub"])
        return f"({name} {term(depth - 1)} {term(depth - draw.randrange(1, min(3, depth + 1)))})"

    for number in range(count):
        lines = ["(set-logic QF_BV)"] + [f"(declare-const {name} (_ BitVec 8))" for name in "abc"]
        asserted = [f"(assert (or (= {term(3)} {term(2)}) (bvult {term(4)} {term(3)})))" for _ in range(8 * (number + 1))]
        asserted.insert(len(asserted) // 2, f"(assert (bvule (bvadd (bvudiv {term(2)} {term(2)}) (bvlshr {term(2)} {term(1)})) {term(3)}))")
        with open(os.path.join(folder, f"made-{number}.smt2"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines + asserted + ["(check-sat)"]) + "\n")
    return folder


def filled(value, words):
    if isinstance(value, str):
        return value.format(**words)
    if isinstance(value, list):
        return [filled(one, words) for one in value]
    if isinstance(value, dict):
        return {filled(key, words): filled(one, words) for key, one in value.items()}
    return value


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def counted(spec, folders, log, script):
    """The number of findings of a run, or the size in bytes of a reduced script."""
    if "files" in spec:
        head, tail = os.path.split(spec["files"])
        pattern = re.compile(re.escape(tail).replace(r"\*", ".*"))
        there = [os.path.join(folder, head) for folder in folders]
        return sum(1 for folder in there if os.path.isdir(folder) for name in os.listdir(folder) if pattern.fullmatch(name))
    if "pattern" in spec:
        with open(log, encoding="utf-8", errors="replace") as file:
            return len(re.findall(spec["pattern"], re.sub(r"\x1b\[[0-9;]*m", "", file.read()), re.MULTILINE))
    reduced = os.path.join(folders[0], spec["bytes"])
    return os.path.getsize(reduced) if os.path.exists(reduced) and os.path.getsize(reduced) > 0 else os.path.getsize(script)


class Comparison:
    """One peer and Assay, on the same scripts."""

    def __init__(self, row, options):
        self.row, self.options = row, options
        self.out = os.path.join(os.path.abspath(options.out), row["name"])
        self.peer = os.path.join(self.out, "checkout")
        self.plain_seeds = ""  # for Assay

    def missing(self):
        """The missing file, program or option of the peer, in words; None if nothing is missing."""
        for folder, file in ((self.row["folder"], self.row["needs"]), (self.row.get("also"), "")):
            if folder and not os.path.exists(os.path.join(self.options.peers, folder, file)):
                return f"not there: no {os.path.join(folder, file)} below --peers"
        for program in self.row.get("programs", []):
            if shutil.which(program) is None:
                return f"not there: it needs the program {program}"
        needed = {"smt": self.options.seeds, "trigger": self.options.triggers}
        if self.row["seeds"] in needed and not needed[self.row["seeds"]]:
            return f"no scripts: give {'--seeds' if self.row['seeds'] == 'smt' else '--triggers'}"
        return None

    def prepare(self):
        shutil.copytree(os.path.join(self.options.peers, self.row["folder"]), self.peer, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        z3 = shutil.which(self.options.target) or self.options.target
        python = shutil.which(self.options.python) or self.options.python
        self.words = {"python": os.path.abspath(python), "peer": self.peer, "peers": os.path.abspath(self.options.peers), "z3": z3, "souffle": shutil.which("souffle"),
                      "target": self.options.target, "second": self.options.second, "assay": os.path.abspath(self.options.assay),
                      "planted": os.path.join(self.out, "z3")}
        for path, text in filled(self.row.get("files", {}), self.words).items():
            write(os.path.join(self.peer, path), text)
        if parameters := self.row.get("parameters"):
            with open(os.path.join(self.peer, parameters["from"]), encoding="utf-8") as file:
                values = {**json.load(file), **filled(parameters["values"], self.words)}
            write(os.path.join(self.peer, parameters["to"]), json.dumps(values))
        self.seeds = self.seeds_folder(z3)

    def seeds_folder(self, z3):
        kind = self.row["seeds"]
        if kind in MADE_SEEDS:
            solver, write_scripts = MADE_SEEDS[kind]
            write(self.words["planted"], solver.format(z3=z3))
            os.chmod(self.words["planted"], 0o755)
            return write_scripts(os.path.join(self.out, "seeds"))
        if kind == "none":
            return ""
        seeds = self.plain_seeds = os.path.abspath(self.options.seeds if kind == "smt" else self.options.triggers)
        if below := self.row.get("seeds_below"):
            os.makedirs(os.path.join(self.out, "seeds"))
            os.symlink(seeds, os.path.join(self.out, "seeds", below))
            return os.path.join(self.out, "seeds")
        return seeds

    def scripts(self):
        if not self.row.get("each"):
            return [""]
        return sorted(os.path.join(folder, name) for folder, _, names in os.walk(self.seeds) for name in names if name.endswith(".smt2"))

    def side(self, name, command, found):
        """CPU seconds, result and why the run ended, for each script."""
        scripts = self.scripts()
        seconds = self.options.seconds / max(1, len(scripts))
        results = []
        for number, script in enumerate(scripts):
            out = os.path.join(self.out, name, str(number))
            for folder in ("bugs", "logs", "scratch"):
                os.makedirs(os.path.join(out, folder))
            words = {**self.words, "seeds": self.seeds if name == "peer" else self.plain_seeds, "out": out, "input": script, "seconds": math.ceil(CLOCK_FOR_CPU * seconds),
                     "folder": os.path.join(out, "scripts")}
            if script:
                os.makedirs(words["folder"])
                shutil.copy(script, words["folder"])
            of_peer = name == "peer"
            directory = filled(self.row["directory"], words) if of_peer and "directory" in self.row else out
            log = os.path.join(out, "log")
            environment = filled({"PYTHONPATH": "{peer}", **self.row.get("environment", {})}, words) if of_peer else {}
            text = self.row.get("input", "") if of_peer else ""
            used, why = self.with_restarts(of_peer, lambda left: Run(filled(command, words), left, log, directory, environment, text).wait(), seconds)
            results.append((used, counted(found, [out, self.peer] if of_peer else [out], log, script), why))
        return results

    def with_restarts(self, of_peer, run, seconds):
        """Starts the peer again while CPU time is left, for peers that end at a seed that they cannot read."""
        cpu, why = run(seconds)
        for _ in range(MOST_RESTARTS if of_peer and self.row.get("restart") else 0):
            if why != "ended by itself" or seconds - cpu < LEAST_SECONDS:
                break
            used, why = run(seconds - cpu)
            cpu += used
        return cpu, why

    def run(self):
        self.prepare()
        return (self.side("peer", self.row["command"], self.row["found"]), self.side("assay", self.row["assay"], self.row["assay_found"]))


def ratio(unit, peer, assay):
    """Above 1: Assay is better. Bytes: the geometric mean over the scripts. Each side has a result for each script."""
    if unit == "bytes":
        return f"{math.exp(sum(math.log(p / a) for p, a in zip(peer, assay)) / len(peer)):.2f}"
    if sum(peer) == 0:
        return "-" if sum(assay) == 0 else "more"
    return f"{sum(assay) / sum(peer):.2f}"


def line(row, name, peer, assay):
    """A row of the table. `peer` and `assay`: results of Comparison.side."""
    unit = row["found"]["unit"]
    if not peer:
        return f"| {name} | {row['commit'][:7]} | | | no scripts | | | |"
    (peer_cpu, peer_results, ends), (assay_cpu, assay_results, _) = zip(*peer), zip(*assay)
    return (f"| {name} | {row['commit'][:7]} | {sum(peer_cpu):.1f} | {sum(assay_cpu):.1f} | {sum(peer_results)} {unit} | {sum(assay_results)} {unit} "
            f"| {ratio(unit, peer_results, assay_results)} | {', '.join(sorted(set(ends)))} |")


def table(rows, options):
    lines = ["| peer | commit | CPU s, peer | CPU s, Assay | peer | Assay | ratio | how the peer ended |", "|---|---|---|---|---|---|---|---|"]
    for row in rows:
        comparison = Comparison(row, options)
        if reason := comparison.missing():
            lines.append(f"| {row['name']} | {row['commit'][:7]} | | | {reason} | | | |")
            continue
        peer, assay = comparison.run()
        if row.get("rows") == "scripts":
            for script, of_peer, of_assay in zip(comparison.scripts(), peer, assay):
                lines.append(line(row, f"{row['name']}: {os.path.basename(script)}", [of_peer], [of_assay]))
        else:
            lines.append(line(row, row["name"], peer, assay))
        print(f"{row['name']}: done; its output is in {comparison.out}", file=sys.stderr)
    return "\n".join(lines)


def main(arguments):
    options = parsed(arguments)
    with open(options.rows, "rb") as file:
        rows = tomllib.load(file)["peer"]
    names = [row["name"] for row in rows]
    for name in options.peer or []:
        if name not in names:
            sys.exit(f"compare.py: there is no row for the peer {name}: {', '.join(names)}")
    if not os.path.isdir(options.peers):
        sys.exit(f"compare.py: there is no folder {options.peers}: fetch the peers into it first")
    if shutil.which(options.assay) is None:
        sys.exit(f"compare.py: there is no program {options.assay}: build Assay, or name it with --assay")
    if shutil.which(options.python) is None:
        sys.exit(f"compare.py: there is no program {options.python}: name an interpreter with --python")
    if os.path.exists(options.out):
        sys.exit(f"compare.py: {options.out} is there already: name a new folder with --out")
    print(table([row for row in rows if not options.peer or row["name"] in options.peer], options))


if __name__ == "__main__":
    main(sys.argv[1:])
