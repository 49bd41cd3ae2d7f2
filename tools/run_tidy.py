#!/usr/bin/env python3
"""Runs clang-tidy 14 over the library's sources, from a build's compile_commands.json.

A unity build's files are looked at as they are compiled, several sources in one: reading the same headers for each
source would take four times as long. What passed is not looked at again until a source, a header of ours that it
includes, its compile command, .clang-tidy or clang-tidy itself changes. Passes are remembered outside of the tree
(--cache), by content, so that another clone finds them. Exit code 0: clean, 1: findings, 77: skipped.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

import check_format
import cpp_source

# Third-party headers that clang 14 cannot read with any flags (PPL's leaves out "typename" where GCC does not need it).
# The sources that include them are counted, and not looked at.
UNREADABLE = {"ppl.hh"}
# GCC has options that clang does not know.
EXTRA_ARGUMENTS = ["--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-unused-command-line-argument"]


def included_files(root, source):
    """`source` and every file below `root` that it includes, directly or not; absolute and sorted."""
    seen = set()
    waiting = [source]
    while waiting:
        path = waiting.pop()
        if path in seen or not os.path.isfile(path):
            continue
        seen.add(path)
        for _, name, angle in cpp_source.includes(cpp_source.read(path)):
            if not angle:
                for folder in (os.path.join(root, "include"), os.path.join(root, "src"), os.path.dirname(path)):
                    waiting.append(os.path.normpath(os.path.join(folder, name)))
    return sorted(seen)


def is_readable(root, source):
    """Whether neither the source nor a header of ours that it includes includes a header of UNREADABLE."""
    return not any(name in UNREADABLE for path in included_files(root, source)
                   for _, name, angle in cpp_source.includes(cpp_source.read(path)) if angle)


def cache_key(root, entry, tool_version):
    """Changes when anything changes that clang-tidy's verdict on the entry's file depends on; where the tree is does not
    matter."""
    digest = hashlib.sha256()
    above = root.rstrip(os.sep).encode()
    for part in [tool_version, entry["command"]]:
        digest.update(part.encode().replace(above, b"") + b"\0")
    for path in [os.path.join(root, ".clang-tidy")] + included_files(root, entry["file"]):
        with open(path, "rb") as file:
            text = file.read()
        if is_unity(path):
            text = text.replace(above, b"")
        digest.update(os.path.relpath(path, root).encode() + b"\0" + text + b"\0")
    return digest.hexdigest()


def is_unity(path):
    """Whether CMake wrote the file to compile several sources in one."""
    return re.fullmatch(r"unity_\d+_cxx\.cxx", os.path.basename(path)) is not None


def entries_below(root, build, folders):
    """The compile commands of the sources in `folders` of `root` and of unity files that hold such sources; other
    generated files are left out."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    prefixes = tuple(os.path.join(root, folder) + os.sep for folder in folders)
    inside_build = os.path.abspath(build) + os.sep

    def is_ours(path):
        if is_unity(path):
            return any(name.startswith(prefixes) for _, name, _ in cpp_source.includes(cpp_source.read(path)))
        return path.startswith(prefixes) and not path.startswith(inside_build)

    chosen = {e["file"]: e for e in entries if is_ours(e["file"])}
    return [chosen[path] for path in sorted(chosen)]


def changed_files(root):
    """Absolute paths of files that the last day's commits changed, or that are not committed; a day ends with the
    newest commit, so that a clone gives the same paths tomorrow. None without git."""
    def git(*arguments):
        run = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True)
        return run.stdout.split("\n") if run.returncode == 0 else None

    # Unpacked inside of another project, that project's commits would answer.
    newest = git("log", "-1", "--format=%ct") if os.path.exists(os.path.join(root, ".git")) else None
    if not newest:
        return None
    before = git("rev-list", "-1", f"--before={int(newest[0]) - 86400}", "HEAD")
    if not before or not before[0]:
        return None
    changed = git("diff", "--name-only", before[0])
    return None if changed is None else {os.path.join(root, name) for name in changed if name}


def sources_in(entry):
    """The sources that the entry compiles: its file, or the files that a unity file includes."""
    if not is_unity(entry["file"]):
        return {entry["file"]}
    return {name for _, name, _ in cpp_source.includes(cpp_source.read(entry["file"]))}


def entries_for(root, entries, changed):
    """The entries that hold a changed source, and for each other changed header, the first that includes it.
    Only the slow tier checks a header's effect on unchanged sources: it checks all entries."""
    included = {entry["file"]: set(included_files(root, entry["file"])) for entry in entries}
    chosen = [entry for entry in entries if changed & sources_in(entry)]
    headers = changed - set().union(*(included[entry["file"]] for entry in chosen))
    for entry in entries:
        if headers & included[entry["file"]]:
            chosen.append(entry)
            headers -= included[entry["file"]]
    return chosen


def sources_of(entries):
    """How many sources the entries compile."""
    return sum(len(sources_in(entry)) for entry in entries)


def run_one(tool, root, build, cache, tool_version, entry):
    """(path, output) of an entry with findings, None for a clean one."""
    stamp = os.path.join(cache, cache_key(root, entry, tool_version))
    if os.path.exists(stamp):
        return None
    run = subprocess.run([tool, "-p", build, "--quiet", *EXTRA_ARGUMENTS, entry["file"]], cwd=root, capture_output=True,
                         text=True)
    if run.returncode == 0:
        with open(stamp, "w", encoding="utf-8"):
            return None
    return os.path.relpath(entry["file"], root), run.stdout + run.stderr


def reads_standard_library(tool):
    """True if the tool can read the standard library: clang 14 cannot read GCC 13's."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "probe.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write("#include <chrono>\n")
        return subprocess.run([tool, "--quiet", "--checks=-*,bugprone-use-after-move", source, "--", "-std=c++20"], capture_output=True).returncode == 0


def default_cache():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "assay", "tidy")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("--build", required=True, help="the build folder with compile_commands.json")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cache", default=default_cache(), help="where passes are remembered (default: %(default)s)")
    parser.add_argument("--changed", action="store_true",
                        help="only what the last day's commits changed: sources, and headers in one source each; everything "
                        "where git does not tell, or where .clang-tidy changed")
    parser.add_argument("folders", nargs="*", default=["src"], help="what to look at (default: src)")
    arguments = parser.parse_args()
    tool = check_format.find_tool("clang-tidy")
    if tool is None:
        print("run_tidy: skipped: clang-tidy-14 is not installed (apt-get install clang-tidy-14)")
        return check_format.SKIPPED
    if not reads_standard_library(tool):
        print("run_tidy: skipped: clang-tidy 14 does not read the standard library of this machine's GCC")
        return check_format.SKIPPED
    version = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout
    cache = arguments.cache
    os.makedirs(cache, exist_ok=True)
    entries = entries_below(arguments.root, arguments.build, arguments.folders)
    chosen = [entry for entry in entries if is_readable(arguments.root, entry["file"])]
    changed = changed_files(arguments.root) if arguments.changed else None
    if changed is not None and os.path.join(arguments.root, ".clang-tidy") not in changed:
        whole = sources_of(chosen)
        chosen = entries_for(arguments.root, chosen, changed)
        print(f"run_tidy: {whole - sources_of(chosen)} of {whole} sources have not changed in a day: not looked at")
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        bad = [r for r in pool.map(lambda e: run_one(tool, arguments.root, arguments.build, cache, version, e), chosen) if r]
    for path, output in bad:
        print(f"== {path}\n{output}")
    if len(chosen) < len(entries):
        left = sources_of(entries) - sources_of(chosen)
        print(f"run_tidy: {left} sources stand beside a header that clang cannot read: not looked at")
    print(f"run_tidy: {sources_of(chosen)} sources in {len(chosen)} files, {len(bad)} files with findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
