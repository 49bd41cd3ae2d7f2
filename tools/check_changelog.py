#!/usr/bin/env python3
"""Checks that CHANGELOG.md has the form of Keep a Changelog, and that its newest version is the project's.

The first heading is "[Unreleased]". Each other one names a version and its date, newest first. CMakeLists.txt has the project's version.
"""

import argparse
import datetime
import os
import re
import sys

SECTIONS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
_VERSION = re.compile(r"## \[(\d+)\.(\d+)\.(\d+)\] - (\S+)$")


def project_version(cmake):
    """The version that project() names in the text of CMakeLists.txt."""
    return re.search(r"^project\(\w+ VERSION (\S+)", cmake, re.MULTILINE).group(1)


def _is_date(text):
    try:
        return datetime.date.fromisoformat(text) is not None
    except ValueError:
        return False


def problems(changelog, version):
    """(line number, message) for each error in a changelog; `version` is the project's."""
    headings = [(number, line) for number, line in enumerate(changelog.split("\n"), 1) if line.startswith("## ")]
    if not headings or headings[0][1] != "## [Unreleased]":
        yield headings[0][0] if headings else 1, 'the first heading is not "## [Unreleased]"'
    last = None
    for number, line in headings[1:]:
        match = _VERSION.match(line)
        if not match or not _is_date(match.group(4)):
            yield number, f'"{line}" is not of the form "## [1.2.3] - 2026-01-31"'
            continue
        this = (tuple(map(int, match.group(1, 2, 3))), match.group(4))
        named = ".".join(match.group(1, 2, 3))
        if last is None and named != version:
            yield number, f"the newest version is {named}, and CMakeLists.txt has {version}"
        if last is not None and (this[0] >= last[0] or this[1] > last[1]):
            yield number, f"{named} is not older than the version above it"
        last = this
    if last is None:
        yield 1, "no version has a heading"
    for number, line in enumerate(changelog.split("\n"), 1):
        if line.startswith("### ") and line[4:] not in SECTIONS:
            yield number, f'the section "{line[4:]}" is none of {", ".join(SECTIONS)}'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    root = parser.parse_args().root
    with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as file:
        version = project_version(file.read())
    with open(os.path.join(root, "CHANGELOG.md"), encoding="utf-8") as file:
        found = list(problems(file.read(), version))
    for number, problem in found:
        print(f"CHANGELOG.md:{number}: {problem}")
    print(f"check_changelog: version {version}, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
