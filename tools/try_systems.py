#!/usr/bin/env python3
"""Runs the commands of the README on bare systems, and writes attempts, dates and results into docs/dev/build.md.

A system is a fresh root that debootstrap made, with a clone of this tree's last commit. An attempt is one command on one system:
scripts/quickstart, scripts/test, or a build with a compiler. Attempts run one after another. A finished attempt is stored,
and another run of this tool skips it, until the commit is another one or --again is given. Needs root, debootstrap, some 15 GB, and
hours; without the first two the exit code is 77. Exit code 1: an attempt failed.
"""

import argparse
import datetime
import fcntl
import functools
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass

import bare_root

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "dev", "build.md")
SKIPPED = 77
BEGIN, END = "<!-- tools/try_systems.py writes this table: begin -->", "<!-- end -->"
HEADER = ("| system | command | date | commit | how it ended | wall | CPU |", "|---|---|---|---|---|---|---|")
# Runs in the root: the log has the seconds since the start in front of each line.
SCRIPT = """#!/bin/bash
set -o pipefail
cd /root/assay
start=$SECONDS
{{ {command}; }} 2>&1 | while IFS= read -r line; do printf '%s %s\\n' "$((SECONDS - start))" "$line"; done >>/root/log
code=$?
times >/root/times
tail -1 /root/times >/root/cpu
echo "$code $((SECONDS - start))" >/root/ended
"""


@dataclass(frozen=True)
class Command:
    name: str  # as people type it
    line: str  # the line that bash runs in the clone


def compiler(cxx, packages, options, what):
    """A build of all areas with a compiler that is installed first."""
    build = (f"apt-get -q -y --no-install-recommends install {packages} && . scripts/lib.sh && install_packages build && "
             f"install_packages areas && cmake -S . -B build/tried -G Ninja -DCMAKE_CXX_COMPILER={cxx} -DASSAY_WERROR=ON "
             f"-DASSAY_TESTS=OFF {options} && cmake --build build/tried --target assay_cli assay_workers")
    return Command(f"{cxx}, {what}", build)


RELEASE, UNITY = "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24"
COMMANDS = {
    "quickstart": Command("scripts/quickstart", "scripts/quickstart --out /root/campaign"),
    "test": Command("scripts/test", "scripts/test"),
    "gcc-12": compiler("g++-12", "g++-12", f"{RELEASE} {UNITY}", "Release, unity"),
    "gcc-13": compiler("g++-13", "g++-13", f"{RELEASE} {UNITY}", "Release, unity"),
    "gcc-14": compiler("g++-14", "g++-14", f"{RELEASE} {UNITY}", "Release, unity"),
    "gcc-14-plain": compiler("g++-14", "g++-14", RELEASE, "Release, each file alone"),
    "gcc-14-debug": compiler("g++-14", "g++-14", f"-DCMAKE_BUILD_TYPE=Debug {UNITY}", "Debug, unity"),
    "clang-14": compiler("clang++-14", "clang-14", f"{RELEASE} {UNITY}", "Release, unity"),
    "clang-19": compiler("clang++-19", "clang-19", f"{RELEASE} {UNITY}", "Release, unity"),
}
# Tests open terminals and shared memory.
DEVICES = tuple((folder, folder) for folder in ("/dev", "/dev/pts", "/dev/shm"))
README_COMMANDS = ("quickstart", "test")


def title(system):
    """As the table names a system; scripts/lib.sh looks for the part in backquotes."""
    name, version = re.fullmatch(r"([a-z]+)([\d.]+)", system.name).groups()
    return f"{system.title} (`{name}:{version}`)"


def ending(code, log):
    """How an attempt ended, in the words of its log."""
    found = re.findall(r"^(\d+) == Fuzzing", log, re.MULTILINE)
    words = ["works" if code == 0 else f"fails (exit code {code})"]
    if found:
        words.append(f"campaign began after {int(found[0]) // 60}:{int(found[0]) % 60:02}")
    tests = re.findall(r"^\d+ (\d+% tests passed, \d+ tests failed out of \d+)", log, re.MULTILINE)
    words += tests[-1:]
    failures = re.findall(r"^\d+ (\S+: FAILED: .*|.*\berror: .*)", log, re.MULTILINE)
    if code != 0 and failures:
        words.append(failures[0][:160].replace("|", "\\|"))
    return "; ".join(words)


def cpu_seconds(times):
    """User and system seconds of a line that bash's `times` prints for children: 1m2.5s 0m3.25s."""
    return round(sum(int(minutes) * 60 + float(seconds) for minutes, seconds in re.findall(r"(\d+)m([\d.]+)s", times)))


def clock(seconds):
    return f"{seconds // 60}:{seconds % 60:02}"


def row(attempt):
    return (f"| {attempt['system']} | `{attempt['command']}` | {attempt['date']} | {attempt['commit']} | {attempt['ended']} | "
            f"{clock(attempt['wall'])} | {clock(attempt['cpu']) if attempt['cpu'] else '-'} |")


def with_table(page, attempts):
    """The page with a row for the last attempt of each command on each system, in the order of the attempts."""
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise SystemExit(f"{PAGE} has no place for the table: it stands between {BEGIN} and {END}")
    last = {(attempt["system"], attempt["command"]): attempt for attempt in attempts}
    rows = "\n".join([*HEADER, *map(row, last.values())])
    return page[:page.index(BEGIN)] + f"{BEGIN}\n{rows}\n" + page[page.index(END):]


class Book:
    """The finished attempts, in a file of the state folder."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "attempts.json")
        self.attempts = []
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.attempts = json.load(file)

    def has(self, system, command, commit):
        wanted = (title(system), command.name, commit)
        return any((one["system"], one["command"], one["commit"]) == wanted for one in self.attempts)

    def add(self, attempt):
        self.attempts.append(attempt)
        with open(self.path + ".part", "w", encoding="utf-8") as file:
            json.dump(self.attempts, file, indent=1)
        os.replace(self.path + ".part", self.path)


def run_attempt(system, command, state, commit="HEAD"):
    """(exit code, wall seconds, CPU seconds, log) of a command in a fresh root with a clone of the commit."""
    archive = os.path.join(state, system.codename + ".tar")
    bare_root.make_archive(system, archive)
    with bare_root.Root(archive, os.path.join(state, "root"), binds=DEVICES) as root:
        bare_root.run("git", "clone", "--quiet", "--no-hardlinks", ROOT, root.path("root/assay"))
        bare_root.run("git", "-C", root.path("root/assay"), "checkout", "--quiet", commit)
        root.write("root/try.sh", SCRIPT.format(command=command.line), 0o755)
        root.run("bash", "/root/try.sh", accept=range(256))
        log = open(root.path("root/log"), encoding="utf-8", errors="replace").read()
        code, wall = map(int, open(root.path("root/ended"), encoding="utf-8").read().split())
        return code, wall, cpu_seconds(open(root.path("root/cpu"), encoding="utf-8").read()), log


def attempt_all(systems, commands, arguments, attempt=run_attempt):
    """Runs attempts that are not finished yet. Returns the number of failed attempts."""
    book = Book(arguments.state)
    commit = arguments.commit
    failed = 0
    for system in systems:
        for command in commands:
            if book.has(system, command, commit) and not arguments.again:
                print(f"== {system.title}, {command.name}: done before", flush=True)
                continue
            print(f"== {system.title}, {command.name}", flush=True)
            code, wall, cpu, log = attempt(system, command, arguments.state)
            with open(os.path.join(arguments.state, f"{system.name}-{re.sub(r'[^a-z0-9]+', '-', command.name.lower())}.log"), "w", encoding="utf-8") as file:
                file.write(log)
            book.add({"system": title(system), "command": command.name, "date": datetime.date.today().isoformat(), "commit": commit,
                      "ended": ending(code, log), "wall": wall, "cpu": cpu})
            print(row(book.attempts[-1]), flush=True)
            failed += code != 0
            with open(arguments.page, encoding="utf-8") as file:
                page = file.read()
            with open(arguments.page, "w", encoding="utf-8") as file:
                file.write(with_table(page, book.attempts))
    return failed


def main():
    names = [system.name for system in bare_root.SYSTEMS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--system", action="append", choices=names, help="only this system (several times: these)")
    parser.add_argument("--command", action="append", choices=list(COMMANDS), help=f"only this command (default: {', '.join(README_COMMANDS)})")
    parser.add_argument("--state", default=os.path.join(ROOT, "build", "systems"), help="folder of roots, logs and finished attempts (default: build/systems)")
    parser.add_argument("--again", action="store_true", help="also what is finished for this commit")
    parser.add_argument("--page", default=PAGE, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    try:
        bare_root.require("git")
        os.makedirs(arguments.state, exist_ok=True)
        with open(os.path.join(arguments.state, "lock"), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            arguments.commit = subprocess.check_output(["git", "-C", ROOT, "rev-parse", "--short=8", "HEAD"], text=True).strip()
            systems = [system for system in bare_root.SYSTEMS if not arguments.system or system.name in arguments.system]
            commands = [COMMANDS[name] for name in arguments.command or README_COMMANDS]
            attempt = functools.partial(run_attempt, commit=arguments.commit)
            return 1 if attempt_all(systems, commands, arguments, attempt) else 0
    except bare_root.Missing as missing:
        print(f"SKIPPED: no system is tried: {missing}", file=sys.stderr)
        return SKIPPED


if __name__ == "__main__":
    sys.exit(main())
