"""`assay sarif`: reports of any analyzers, compared and merged."""

import json
import os
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, USAGE, Case, needs
from schemas import complaints

OLD = """int f(int *p) {
  int x;
  return x + *p;
}
int g(int n) {
  int *q = 0;
  *q = n;
  return n / 0;
}
"""
# The functions change places, the text is formatted otherwise, and h is new.
NEW = """// a comment
int g(int n)
{
    int *q = 0;
    *q = n;
    return n
        / 0;
}
int f(int *p) {
  int x;
  return x
    + *p;
}
int h(int *p) {
  int x;
  return x + *p;
}
"""


def report(*rows, tool="lint", **more):
    """A SARIF report of (rule, file, line, message) rows, with what else a result has."""
    results = [{"ruleId": rule, "message": {"text": message}, **others,
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": file}, "region": {"startLine": line}}}]}
               for rule, file, line, message, others in (row if len(row) == 5 else (*row, {}) for row in rows)]
    return json.dumps({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": tool}}, "results": results, **more}]})


class Diff(Case):
    def setUp(self):
        super().setUp()
        self.write("old/a.c", OLD)
        self.write("new/sub/b.c", NEW)
        self.write("old.sarif", report(("U", "a.c", 3, "x"), ("N", "a.c", 7, "q is null"), ("Z", "a.c", 8, "zero"), ("G", "gone.c", 1, "gone")))
        self.write("new.sarif", report(("N", "sub/b.c", 5, "q is null"), ("Z", "sub/b.c", 6, "zero"), ("U", "sub/b.c", 11, "x"),
                                       ("U", "sub/b.c", 16, "x")))

    def diff(self, *words, expect, old="old.sarif", new="new.sarif"):
        return self.assay("sarif", "diff", old, new, *words, expect=expect)

    def test_what_only_moved_is_not_new(self):
        told = self.diff("--old-root", "old", "--new-root", "new", "--show", "new,absent,unchanged", expect=FINDINGS).stdout
        self.assertIn("new       1\n  sub/b.c:16: warning: x [U]\nabsent    1\n  gone.c:1: warning: gone [G]\nunchanged 3, 3 moved\n", told)
        self.assertIn("  sub/b.c:11: warning: x [U] (was at a.c:3)\n", told)

    def test_a_report_with_states_and_one_in_json(self):
        told = self.diff("--old-root", "old", "--new-root", "new", "--out", "states.sarif", "--json", expect=FINDINGS)
        value = json.loads(told.stdout)
        self.assertEqual(complaints("sarif-diff", value), [])
        self.assertEqual(value["counts"], {"new": 1, "absent": 1, "unchanged": 3, "updated": 0})
        with open(self.path("states.sarif"), encoding="utf-8") as file:
            [run] = json.load(file)["runs"]
        states = [(result["ruleId"], result["baselineState"]) for result in run["results"]]
        self.assertEqual(states, [("N", "unchanged"), ("Z", "unchanged"), ("U", "unchanged"), ("U", "new"), ("G", "absent")])
        # The result is a report that can be compared again: absent results do not count.
        again = self.diff(new="states.sarif", expect=NOTHING, old="new.sarif").stdout
        self.assertIn("unchanged 4\n", again)
        out = self.diff("--out", "-", expect=FINDINGS)
        json.loads(out.stdout)
        self.assertIn("unchanged", out.stderr)

    def test_the_exit_code_follows_the_level_and_suppressions(self):
        self.assertIn("new       0\n", self.diff(new="old.sarif", expect=NOTHING).stdout)
        one = ("R", "c.c", 1, "m")
        for more, words, expect in (({"level": "note"}, ("--fail-on", "warning"), NOTHING), ({"level": "note"}, ("--fail-on", "note"), FINDINGS),
                                    ({"level": "none"}, ("--fail-on", "note"), NOTHING), ({"level": "none"}, (), FINDINGS),
                                    ({"level": "error"}, ("--fail-on", "warning"), FINDINGS), ({}, ("--fail-on", "never"), NOTHING),
                                    ({"suppressions": [{"kind": "inSource"}]}, (), NOTHING),
                                    ({"suppressions": [{"kind": "inSource", "status": "rejected"}]}, (), FINDINGS)):
            with self.subTest(more=more, words=words):
                self.write("one.sarif", report((*one, more)))
                self.write("none.sarif", report())
                self.diff(*words, old="none.sarif", new="one.sarif", expect=expect)

    def test_an_incomplete_new_report_is_no_success(self):
        self.write("failed.sarif", report(invocations=[{"executionSuccessful": False}]))
        told = self.diff(new="failed.sarif", expect=ENVIRONMENT)
        self.assertIn("'failed.sarif': a run of lint was not successful", told.stderr)
        self.assertIn("absent    4\n", told.stdout)

    def test_what_is_wrong_is_said_in_one_line_with_advice(self):
        self.write("empty", "")
        self.write("cut", report(("R", "a.c", 1, "m"))[:60])
        self.write("other", "{}")
        self.write("old-version", '{"version": "1.0.0", "runs": [{"results": []}]}')
        self.write("no-results", '{"version": "2.1.0", "runs": [{"tool": {}}]}')
        for name, words in (("empty", "it is empty"), ("cut", "it is cut off"), ("other", "it is no SARIF"),
                            ("old-version", "it is SARIF 1.0.0, not 2.1.0"), ("no-results", "a run has no results"), ("nowhere", "nowhere"),
                            (".", "")):
            for command in (("diff", "new.sarif", name), ("diff", name, "new.sarif"), *((("merge", name),) if name != "." else ())):
                with self.subTest(command=command):
                    told = self.assay("sarif", *command, expect=ENVIRONMENT)
                    self.assertIn(words, told.stderr)
                    self.assertIn(name, told.stderr)
                    self.assertRegex(told.stderr, r"\Aassay: .*\n(  .*\n)?\Z")
                    self.assertEqual(told.stdout, "")
        self.diff("--old-root", "old", expect=USAGE)
        self.diff("--old-root", "old", "--new-root", "nowhere", expect=USAGE)
        self.diff("--fail-on", "sometimes", expect=USAGE)

    def test_a_text_from_a_report_cannot_control_the_terminal(self):
        self.write("evil.sarif", report(("R\x1b[31m", "a\x1b[2J.c", 1, "m\x1b]0;x\x07")))
        self.assertNotIn("\x1b", self.diff(new="evil.sarif", expect=FINDINGS).stdout)

    def test_many_equal_alerts_take_no_quadratic_time(self):
        self.write("many.sarif", report(*(("R", f"f{i % 7}.c", i, "m") for i in range(20000))))
        self.write("moved.sarif", report(*(("R", f"f{i % 7}.c", i + 5, "m") for i in range(20000))))
        self.assertIn("unchanged 20000, 20000 moved", self.diff(old="many.sarif", new="moved.sarif", expect=NOTHING).stdout)


class Merge(Case):
    def test_runs_of_one_tool_become_one(self):
        self.write("all/a.sarif", report(("R", "b.c", 2, "m"), ("R", "a.c", 9, "m")))
        self.write("all/b.sarif", report(("R", "a.c", 9, "m"), ("S", "a.c", 9, "n")))
        self.write("other.sarif", report(("R", "a.c", 9, "m"), tool="other"))
        told = self.assay("sarif", "merge", "all", "other.sarif", "--out", "merged.sarif", expect=NOTHING)
        self.assertIn("merged    3 reports: 2 runs, 4 results, 1 equal result left out", told.stderr)
        with open(self.path("merged.sarif"), encoding="utf-8") as file:
            runs = json.load(file)["runs"]
        self.assertEqual([run["tool"]["driver"]["name"] for run in runs], ["lint", "other"])
        places = [(result["ruleId"], result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) for result in runs[0]["results"]]
        self.assertEqual(places, [("R", "a.c"), ("S", "a.c"), ("R", "b.c")])
        self.assertEqual(told.stdout, "")
        json.loads(self.assay("sarif", "merge", "merged.sarif", expect=NOTHING).stdout)

    def test_a_folder_without_reports(self):
        os.mkdir(self.path("none"))
        self.assertIn("no files named *.sarif", self.assay("sarif", "merge", "none", expect=ENVIRONMENT).stderr)


@needs("cppcheck")
class OfAnAnalyzer(Case):
    """A session as in docs/user/sarif.md: `assay analyzer run` writes the reports."""

    def test_a_change_with_one_new_alert(self):
        self.write("old/a.c", "int f(void) {\n  int all[4];\n  all[0] = 1;\n  return all[4];\n}\n")
        self.write("new/a.c", "/* new */\nint g(int n) {\n  return n / 0;\n}\nint f(void) {\n  int all[4];\n  all[0] = 1;\n  return all[4];\n}\n")
        for version in ("old", "new"):
            self.assay("analyzer", "run", version, "--target", "cppcheck", "--partition", "whole", "--no-cache", "--out", f"{version}.sarif",
                       expect=FINDINGS)
        told = self.assay("sarif", "diff", "old.sarif", "new.sarif", "--old-root", "old", "--new-root", "new", expect=FINDINGS).stdout
        self.assertIn("unchanged 1, 1 moved\n", told)
        self.assertRegex(told, r"(?m)^  a\.c:3(:\d+)?: \w+: .* \[zerodiv\]$")


if __name__ == "__main__":
    unittest.main()
