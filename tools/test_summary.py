#!/usr/bin/env python3
"""Adds up the results of the GoogleTest programs of builds in BUILD/test-results: how many tests passed, failed and were
skipped, each skipped test with its reason, and how many programs were remembered (remembered_test.py). The last line is
"N passed, N failed, N skipped".

--list prints the name of every test instead: two lists, of before and after a change, show whether a test was lost.
Exit code 0: none failed and there were some, 1: otherwise.
"""

import argparse
import glob
import os
import sys
import xml.etree.ElementTree


def results(build):
    """(name, outcome, reason) of every test of a build, by name; the outcome is "passed", "failed" or "skipped"."""
    found = []
    for path in sorted(glob.glob(os.path.join(build, "test-results", "*.xml"))):
        label = os.path.basename(path)[: -len(".xml")]
        for test in xml.etree.ElementTree.parse(path).iter("testcase"):
            if test.get("status") == "notrun":
                continue
            skipped = test.find("skipped")
            outcome = "failed" if test.find("failure") is not None else "passed" if skipped is None else "skipped"
            reason = "" if skipped is None else (skipped.get("message") or "").split("\n", 1)[-1].strip()
            found.append((f'{label}.{test.get("classname")}.{test.get("name")}', outcome, reason))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="the name of every test, and nothing else")
    parser.add_argument("builds", nargs="+", help="build folders")
    arguments = parser.parse_args()
    found = [one for build in arguments.builds for one in results(build)]
    if arguments.list:
        print("\n".join(sorted(name for name, _, _ in found)))
        return 0 if found else 1
    count = {outcome: sum(1 for _, came, _ in found if came == outcome) for outcome in ("passed", "failed", "skipped")}
    for name, outcome, reason in found:
        if outcome != "passed":
            print(f"{outcome:<8} {name}" + (f": {reason}" if reason else ""))
    programs = sum(len(glob.glob(os.path.join(build, "test-results", "*.remembered"))) for build in arguments.builds)
    if programs:
        print(f"{programs} programs were not run again: nothing that they read has changed since they passed (--forget runs them)")
    print(f'{count["passed"]} passed, {count["failed"]} failed, {count["skipped"]} skipped')
    return 0 if found and not count["failed"] else 1


if __name__ == "__main__":
    sys.exit(main())
