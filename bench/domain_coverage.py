#!/usr/bin/env python3
"""Which lines of a library's own operations the programs of a campaign reach.

    domain_coverage.py SOURCES FOLDER... [--functions]

FOLDER has what `gcov --json-format` wrote of one domain, SOURCES are the library's. A row a file: lines of operations
that were executed, of how many; what stays out is in domain_coverage.toml, and where an exception is handled (the block
of `if (pk->exn)`, of arg_assert, and what stands behind a label that such blocks go to).
"""

import argparse
import fnmatch
import gzip
import json
import pathlib
import re
import tomllib

EXCEPTION = re.compile(r"\bif \((pk|intern)->exn\b|\barg_assert\(|max_object_size|^\s*if \(pk->max_coeff_size\)")
LABEL = re.compile(r"^\s*_?\w*(error|exit\w*):")


def block_end(lines, start):
    """The last line of the statement that begins here: of its braces, or the one with its semicolon."""
    depth = 0
    seen = False
    for number in range(start, len(lines)):
        depth += lines[number].count("{") - lines[number].count("}")
        seen = seen or "{" in lines[number]
        if depth <= 0 and (seen or ";" in lines[number]):
            return number
    return len(lines) - 1


def exceptional(lines):
    """Numbers, from 1, of lines where an exception is handled. The condition itself is executed, and counts."""
    found = set()
    for start, line in enumerate(lines):
        if EXCEPTION.search(line):
            found.update(range(start + 2, block_end(lines, start) + 2))
        if LABEL.match(line) and "error" in line:
            end = next(number for number in range(start, len(lines)) if lines[number].startswith("}"))
            found.update(range(start + 2, end + 1))
    return found


def counts_of(folder):
    """By file: by line, the function and how often it was executed."""
    files = {}
    for path in sorted(pathlib.Path(folder).glob("*.gcov.json.gz")):
        for file in json.loads(gzip.decompress(path.read_bytes()))["files"]:
            name = pathlib.Path(file["file"]).name
            lines = files.setdefault(name, {})
            spans = sorted((f["start_line"], f["end_line"], f["name"]) for f in file["functions"])
            for line in file["lines"]:
                number = line["line_number"]
                inside = [name for start, end, name in spans if start <= number <= end]
                count = lines.get(number, ("", 0))[1]
                lines[number] = (line.get("function_name") or "".join(inside[-1:]), count + line["count"])
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--functions", action="store_true", help="functions with lines that were not executed")
    arguments = parser.parse_args()
    rows = tomllib.loads((pathlib.Path(__file__).parent / "domain_coverage.toml").read_text())["out"]
    own = {path.name: path for path in pathlib.Path(arguments.sources).glob("*.[ch]")}
    out = {row["why"]: 0 for row in rows} | {"exceptions": 0}
    every = [0, 0]
    total = [0, 0]
    for name, lines in (item for folder in arguments.folders for item in counts_of(folder).items() if item[0] in own):
        handled = exceptional(own[name].read_text(errors="replace").split("\n"))
        here = [0, 0]
        missed = {}
        for number, (function, count) in sorted(lines.items()):
            every[0] += count > 0
            every[1] += 1
            why = [row["why"] for row in rows
                   for pattern in row["functions"] if fnmatch.fnmatch(function, pattern) or pattern == name]
            if number in handled and count == 0:
                why.append("exceptions")
            if why:
                out[why[0]] += 1
                continue
            here[0] += count > 0
            here[1] += 1
            if count == 0:
                missed.setdefault(function, []).append(number)
        total = [total[0] + here[0], total[1] + here[1]]
        if here[1]:
            print(f"{name:24} {here[0]:5} of {here[1]:5}  {100 * here[0] / here[1]:5.1f} %")
        if arguments.functions:
            for function, numbers in missed.items():
                print(f"    {function}: {' '.join(map(str, numbers))}")
    print(f"{'own operations':24} {total[0]:5} of {total[1]:5}  {100 * total[0] / total[1]:5.1f} %")
    print(f"{'all lines':24} {every[0]:5} of {every[1]:5}  {100 * every[0] / every[1]:5.1f} %")
    for why, count in out.items():
        print(f"    out: {count:4}  {why}")


if __name__ == "__main__":
    main()
