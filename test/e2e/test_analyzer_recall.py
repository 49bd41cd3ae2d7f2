"""Planted definite bugs, and made-up analyzers that report all of them, all but some, everything, or nothing."""

import json
import re
import subprocess
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, USAGE, Case, needs
from schemas import complaints

# Knows the bugs by the names of their functions. A function that MISSED matches is left out.
ANALYZER = r"""#!/usr/bin/env python3
import re, sys
if sys.argv[1] == "--version":
    sys.exit(print("fake 1.0"))
missed, cries = {missed!r}, {cries!r}
region, texts = None, {{}}
for number, line in enumerate(open(sys.argv[1]), 1):
    if begin := re.match(r"int (bug|twin)_(\d+)\(int n\);", line):
        region = (begin[1], begin[2], number)
    if line.startswith("int main("):
        break
    if region:
        texts[region] = texts.get(region, "") + line
for (kind, _, first), text in texts.items():
    if (kind == "bug" or cries) and not (missed and re.search(missed, text)):
        print(f"planted.c:{{first + 2}}: alarm")
print("done")
"""
DEFINITION = """name = "fake"
language = "c"
argv = ["{program}"]
version = ["{program}", "--version"]

[tune]
argv = ["{program}", "{{inputs}}"]
reader = "lines"
pattern = '^(?P<file>[a-z.]+):(?P<line>[0-9]+): (?P<kind>\\w+)$'
finished = "^done$"

[recall]
promises = [{promises}]
"""


@needs("gcc")
@needs("clang")
class Recall(Case):
    def recall(self, *more, missed="", cries=False, promises="", expect=NOTHING):
        program = self.program("fake", ANALYZER.format(missed=missed, cries=cries))
        self.write("fake.toml", DEFINITION.format(program=program, promises=promises))
        return self.assay("analyzer", "recall", "--target", "fake.toml", "-q", *more, expect=expect)

    def test_who_reports_all_and_only_bugs_has_full_recall(self):
        said = json.loads(self.recall("--json", "--bugs", "41", promises='"division-by-zero"').stdout)
        self.assertEqual(complaints("recall", said), [])
        # LeakSanitizer confirms no leak if processes cannot be traced.
        self.assertLessEqual(set(said["unconfirmed"]), {"a run does not report the bug", "a run of the twin reports something"})
        self.assertGreaterEqual(said["confirmed"], 39)
        everything = said["tables"]["kind"]["all"]["fake"]
        self.assertEqual(everything["found"], everything["bugs"])
        self.assertEqual(everything["false-alarms"], 0)
        self.assertEqual(set(said["tables"]["distance"]), {"0", "1", "2", "3", "4"})

    def test_a_missed_bug_is_measured_where_nothing_is_promised(self):
        said = json.loads(self.recall("--json", "--bugs", "40", missed="100 %").stdout)
        self.assertEqual(said["tables"]["kind"]["division-by-zero"]["fake"]["found"], 2)
        self.assertEqual(said["tables"]["kind"]["division-by-zero"]["fake"]["bugs"], 4)
        self.assertEqual(said["targets"][0]["broken-promises"], [])

    def test_a_promised_bug_that_is_missed_is_a_finding(self):
        self.recall("--bugs", "3", "--seed", "4", "--distance", "0", "--out", "out", missed=r"100 %",
                    promises='"division-by-zero"', expect=FINDINGS)
        with open(self.path("out", "recall.json"), encoding="utf-8") as file:
            said = json.load(file)
        self.assertEqual(complaints("recall", said), [])
        [broken] = said["targets"][0]["broken-promises"]
        self.assertEqual((broken["kind"], broken["way"]), ("division-by-zero", []))
        self.assertIn("division by zero", broken["run"])
        path = self.path("out", "missed", "fake-1.c")
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), broken["program"])
        # The program alone shows the bug.
        built = self.path("shown")
        subprocess.run(["gcc", "-w", "-fsanitize=undefined", path, "-o", built], check=True)
        self.assertIn("division by zero", subprocess.run([built], capture_output=True, text=True, check=False).stderr)
        with open(self.path("out", "report.html"), encoding="utf-8") as file:
            self.assertIn("fake misses: division-by-zero (remainder)", file.read())

    def test_a_missed_bug_keeps_only_the_features_that_hide_it(self):
        """The analyzer misses divisions behind anything: of two features on the way, one falls."""
        result = self.recall("--json", "--bugs", "60", "--distance", "2", "--batch", "30", missed=r"100 [/%] \((?!0\))",
                             promises='"division-by-zero"', expect=FINDINGS)
        ways = {broken["case"]: broken["way"] for broken in json.loads(result.stdout)["targets"][0]["broken-promises"]}
        self.assertEqual({case: len(way) for case, way in ways.items()}, {1: 1, 20: 1, 21: 1, 40: 1})

    def test_alarms_about_twins_are_false(self):
        said = json.loads(self.recall("--json", "--bugs", "10", cries=True).stdout)
        everything = said["tables"]["kind"]["all"]["fake"]
        self.assertEqual(everything["false-alarms"], everything["twins"])

    def test_an_analyzer_that_fails_has_no_recall(self):
        program = self.program("fake", "#!/bin/sh\n[ \"$1\" = --version ] && echo 1.0 && exit\nexit 1\n")
        self.write("fake.toml", DEFINITION.format(program=program, promises=""))
        result = self.assay("analyzer", "recall", "--target", "fake.toml", "--bugs", "3", expect=ENVIRONMENT)
        self.assertIn("no target answered", result.stderr)

    def test_bad_use(self):
        result = self.recall("--bugs", "1", promises='"arson"', expect=ENVIRONMENT)
        self.assertIn("[recall] names 'arson', which is no kind of bug", result.stderr)
        self.assay("analyzer", "recall", expect=USAGE)
        self.assay("analyzer", "recall", "--target", "cppcheck", "--bugs", "0", expect=USAGE)
        result = self.assay("analyzer", "recall", "--target", "ciaopp", expect=ENVIRONMENT)
        self.assertIn("cannot be asked for alarms about C", result.stderr)


if __name__ == "__main__":
    unittest.main()
