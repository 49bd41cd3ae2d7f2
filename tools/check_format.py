#!/usr/bin/env python3
"""Checks that every C++ file is as clang-format 14 would write it; --fix rewrites. Exit code 77: no clang-format-14.

The version is pinned, because versions differ in what they write.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

import cpp_source

SKIPPED = 77
VERSION = "14"


def find_tool(name):
    """The pinned tool's path, or None: clang-format-14, or a clang-format that says that it is version 14."""
    path = shutil.which(f"{name}-{VERSION}")
    if path:
        return path
    path = shutil.which(name)
    if path and f"version {VERSION}." in subprocess.run([path, "--version"], capture_output=True, text=True).stdout:
        return path
    return None


def badly_formatted(root, tool, files):
    """The files among `files` that `tool` would change."""

    if not files:
        return []
    run = subprocess.run([tool, "--dry-run", "-Werror", *files], cwd=root, capture_output=True, text=True)
    named = re.findall(r"^(.*?):\d+:\d+: error: .*\[-Wclang-format-violations\]$", run.stderr, re.MULTILINE)
    if run.returncode != 0 and not named:
        raise RuntimeError(f"{tool} failed: {run.stderr}")
    return sorted(set(named))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("--fix", action="store_true")
    arguments = parser.parse_args()
    tool = find_tool("clang-format")
    if tool is None:
        print(f"check_format: skipped: clang-format-{VERSION} is not installed (apt-get install clang-format-{VERSION})")
        return SKIPPED
    files = cpp_source.source_files(arguments.root)
    bad = badly_formatted(arguments.root, tool, files)
    for path in bad:
        print(f"{path}:1: not as clang-format-{VERSION} writes it")
    print(f"check_format: {len(files)} files, {len(bad)} badly formatted")
    if bad and arguments.fix:
        subprocess.run([tool, "-i", *bad], cwd=arguments.root, check=True)
        print("check_format: rewrote them")
        return 0
    if bad:
        print("check_format: tools/check_format.py --fix rewrites them")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
