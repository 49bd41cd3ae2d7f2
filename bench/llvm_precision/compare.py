#!/usr/bin/env python3
"""Precision of the transformers of KnownBits and ConstantRange in several releases of LLVM, exhaustively.

    bench/llvm_precision/compare.py WORK bits|ranges WIDTH RELEASE=INCLUDE[:INCLUDE...],LIBRARY... [--used COUNTS]

compiles dump.cpp against each release (its headers and its shared library), and prints for each operation: the share of
pairs of elements with the best possible result, in each release; how many results became more and less precise from one
release to the next; and the smallest pair whose result got worse, or else better. Results that are not sound are told,
too. COUNTS: a file of lines "COUNT OPERATION", as count.sh prints them: operations are ranked by them.
"""

import argparse
import functools
import os
import subprocess

UNARY = ("abs", "ctpop", "ctlz", "cttz")


def build(work, release, place):
    include, library = place.split(",")
    program = os.path.join(work, f"dump-{release}")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "dump.cpp")
    folders = [word for folder in include.split(":") for word in ("-I", folder)]
    subprocess.run(["clang++-14", "-std=c++20", "-O1", "-w", *folders, source, library, f"-Wl,-rpath,{os.path.dirname(library)}", "-o", program],
                   check=True)
    return program


def results(program, domain, width, exact):
    """Operation -> sets of its results, or None: the release lacks it; and the sets of the elements."""
    text = subprocess.run([program, domain, str(width)], capture_output=True, text=True, check=True,
                          env={**os.environ, **({"EXACT": "1"} if exact else {})}).stdout
    rows = {}
    for line in text.splitlines():
        name, _, values = line.partition(":") if ":" in line else line.partition(" ")
        rows[name] = None if values.strip() == "lacks" else [0 if one == "-" else int(one, 16) for one in values.split()]
    return rows


@functools.lru_cache(maxsize=None)
def best_size(domain, width, values):
    """The number of values of the smallest element that contains these values."""
    numbers = [value for value in range(1 << width) if values >> value & 1]
    if domain == "bits":
        ones, zeros = functools.reduce(int.__and__, numbers), functools.reduce(int.__or__, numbers)
        return 1 << (ones ^ zeros).bit_count()
    gaps = [after - before for before, after in zip(numbers, numbers[1:] + [numbers[0] + (1 << width)])]
    return (1 << width) - max(gaps) + 1


def shown(domain, width, values):
    numbers = [value for value in range(1 << width) if values >> value & 1]
    if not numbers:
        return "none"
    if len(numbers) == 1 << width:
        return "all"
    if domain == "bits":
        ones, zeros = functools.reduce(int.__and__, numbers), functools.reduce(int.__or__, numbers)
        return "".join("1" if ones >> bit & 1 else "0" if not zeros >> bit & 1 else "?" for bit in reversed(range(width)))
    low = next(value for value in numbers if not values >> ((value - 1) % (1 << width)) & 1)
    return f"[{low}, {(low + len(numbers)) % (1 << width)})"


class Comparison:
    def __init__(self, domain, width, rows):
        self.domain, self.width = domain, width
        self.rows = rows  # release -> results
        self.first = next(iter(rows.values()))
        self.elements = self.first["elements"]

    def pair(self, name, number):
        count = len(self.elements)
        words = [shown(self.domain, self.width, self.elements[at]) for at in (number // count, number % count)]
        return words[0] if name in UNARY else ", ".join(words)

    def numbers(self, name):
        """The pairs of arguments that have a result; for one argument, the second element is always the first one."""
        step = len(self.elements) if name in UNARY else 1
        exact = self.first["exact " + name]
        return [number for number in range(0, len(exact), step) if exact[number] != 0]

    def best(self, name, release):
        """The share of best results, and the number of unsound ones."""
        if self.rows[release][name] is None:
            return "lacks it"
        best, unsound = 0, []
        numbers, count = self.numbers(name), len(self.numbers(name))
        for number in numbers:
            values, exact = self.rows[release][name][number], self.first["exact " + name][number]
            best += values.bit_count() <= best_size(self.domain, self.width, exact)
            if exact & ~values:
                unsound.append(number)
        wrong = f", {len(unsound)} UNSOUND: {self.pair(name, unsound[0])}" if unsound else ""
        return f"{100 * best / count:.1f} %{wrong}" if best < count or unsound else "100 %"

    def change(self, name, old, new):
        before, after = self.rows[old][name], self.rows[new][name]
        if before is None or after is None:
            return "" if (before is None) == (after is None) else "new"
        better, worse = [], []
        for number in self.numbers(name):
            if before[number].bit_count() != after[number].bit_count():
                (better if after[number].bit_count() < before[number].bit_count() else worse).append(number)
        if not better and not worse:
            return "0"
        witness = min(worse or better, key=lambda number: (self.size(number), number))
        sides = shown(self.domain, self.width, before[witness]), shown(self.domain, self.width, after[witness])
        return f"+{len(better)} -{len(worse)}: {self.pair(name, witness)} gives {sides[0]}, then {sides[1]}"

    def size(self, number):
        count = len(self.elements)
        return self.elements[number // count].bit_count() + self.elements[number % count].bit_count()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work")
    parser.add_argument("domain", choices=("bits", "ranges"))
    parser.add_argument("width", type=int)
    parser.add_argument("releases", nargs="+")
    parser.add_argument("--used", help="how often programs use an operation")
    flags = parser.parse_args()
    os.makedirs(flags.work, exist_ok=True)
    rows = {}
    for number, release in enumerate(flags.releases):
        name, place = release.split("=", 1)
        rows[name] = results(build(flags.work, name, place), flags.domain, flags.width, number == 0)
    used = {}
    if flags.used:
        with open(flags.used, encoding="utf-8") as file:
            used = {name: int(count) for count, name in (line.strip().split(None, 1) for line in file)}
    comparison = Comparison(flags.domain, flags.width, rows)
    names = list(rows)
    operations = [name for name in comparison.first if name != "elements" and not name.startswith("exact ")]
    operations.sort(key=lambda name: -used.get(name, 0))
    steps = list(zip(names, names[1:]))
    print("| operation | used | " + " | ".join([f"best in {name}" for name in names] + [f"{old} to {new}" for old, new in steps]) + " |")
    print("|---" * (2 + len(names) + len(steps)) + "|")
    for name in operations:
        cells = [comparison.best(name, release) for release in names] + [comparison.change(name, old, new) for old, new in steps]
        print(f"| `{name}` | {used.get(name, 0)} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
