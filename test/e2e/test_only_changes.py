"""--only-changes: campaigns on two versions of a target, in every area."""

import glob
import json
import os
import unittest

from areas import AREAS, FAKE_SOLVER
from harness import ENVIRONMENT, FINDINGS, GOOD_SEED, NOTHING, Case

CHANGES = ("--only-changes", "-q", "--no-report", "--skip-controls", "--reduce-runs", "60")
# Refutes scripts with the first text, and does the second thing for those with the text after it.
LIES = """#!/bin/sh
script=$(cat)
case $script in {0}*) printf %s "$script" | {1} ;; esac
"""


def lying(*rows):
    """A solver that does `does` for scripts with `text`, for each (text, does)."""
    return LIES.format("".join(f"*'{text}'*) {does} ;; " for text, does in rows), FAKE_SOLVER)


class OnlyChanges(Case):
    def versions(self, old, new):
        words = []
        for name, text in (("old", old), ("new", new)):
            program = self.program(name, text)
            words += ["--target", self.write(f"{name}.toml", f'name = "{name}"\nargv = ["{program}"]\nwitness_comments = true\n')]
        return words

    def fuzz(self, old, new, *more, expect, out="out"):
        self.write("seeds/good.smt2", GOOD_SEED)
        self.write("seeds/more.smt2", GOOD_SEED.replace("10", "11").replace("(* 2 x)", "(div x 2)"))
        return self.assay("smt", "fuzz", "seeds", *self.versions(old, new), *CHANGES, "--strategy", "storm", "--out", out, "--tests", "24",
                          *more, expect=expect)

    def test_nothing_is_reported_between_two_identical_builds(self):
        for number, text in enumerate((lying(), lying(("(div", "echo unsat")), lying(("(div", "kill -SEGV $$")))):
            result = self.fuzz(text, text, expect=NOTHING, out=f"out{number}")
            self.assertIn("findings  none", result.stdout)
            self.assertIn("both alike", result.stdout)

    def test_a_bug_of_the_new_version_is_one_finding_that_names_both(self):
        self.fuzz(lying(), lying(("(div", "echo unsat")), expect=FINDINGS)
        found = self.findings("out")
        self.assertEqual([(row["target"]["name"], row["kind"]) for row in found], [("new", "refutation-unsound")])
        self.assertIn("old (", found[0]["detail"])
        self.assertIn("new (", found[0]["detail"])

    def test_a_bug_of_the_old_version_alone_is_counted_and_no_finding(self):
        for does, kind in (("echo unsat", "refutation-unsound"), ("kill -SEGV $$", "crash")):
            gone = "gone in the new version: " + kind
            result = self.fuzz(lying(("(div", does)), lying(), expect=NOTHING, out=kind)
            self.assertRegex(result.stdout, "passed +[0-9]+  but " + gone)
            self.assertIn("findings  none", result.stdout)
            for form in ("summary", "junit", "json"):
                self.assertIn(gone, self.assay("findings", "export", kind, "--format", form, expect=NOTHING).stdout)

    def test_losses_and_crashes_of_one_side_are_findings(self):
        for out, does, kind in (("lost", "echo unknown", "lost"), ("crash", "kill -SEGV $$", "crash")):
            self.fuzz(lying(), lying(("(div", does)), expect=FINDINGS, out=out)
            self.assertEqual({row["kind"] for row in self.findings(out)}, {kind})

    def test_what_both_have_is_not_reported_beside_the_difference(self):
        old = lying(("(div", "echo unsat"))
        new = lying(("(div", "echo unsat"), ("(*", "echo unsat"))
        self.fuzz(old, new, expect=FINDINGS)
        for finding in glob.glob(self.path("out", "findings", "*")):
            with open(glob.glob(os.path.join(finding, "reduced", "script.smt2"))[0], encoding="utf-8") as file:
                self.assertNotIn("(div", file.read())
            self.assay("replay", finding, expect=FINDINGS)
            same = self.program("same", old)
            self.write("same.toml", f'name = "same"\nargv = ["{same}"]\nwitness_comments = true\n')
            self.assay("replay", finding, "--target", "same.toml", expect=NOTHING)

    def test_the_cases_are_the_same_for_every_number_of_jobs(self):
        found = []
        for jobs in ("1", "3"):
            self.fuzz(lying(), lying(("(div", "echo unsat")), "--jobs", jobs, expect=FINDINGS, out="j" + jobs)
            found.append([(row["id"], row["signature"]) for row in self.findings("j" + jobs)])
        self.assertEqual(found[0], found[1])

    def test_the_summary_is_for_a_pull_request(self):
        self.fuzz(lying(), lying(("(div", "echo unsat")), expect=FINDINGS)
        text = self.assay("findings", "export", "out", "--format", "summary", expect=NOTHING).stdout
        self.assertIn("### Assay: 1 findings in 24 cases", text)
        self.assertRegex(text, r"\| new-\d+ \| new [^|]* \| refutation-unsound \|")

    def test_one_target_is_too_few(self):
        self.write("seeds/good.smt2", GOOD_SEED)
        result = self.assay("smt", "fuzz", "seeds", *self.versions(lying(), lying())[:2], *CHANGES, "--out", "out", expect=ENVIRONMENT)
        self.assertIn("name the old version first", result.stderr)

    def test_focus_and_changed_tests_come_first(self):
        self.write("changed/new.smt2", GOOD_SEED.replace("(* 2 x)", "(mod x 2)"))
        for out, flags in (("changed", ["--changed-tests", "changed"]), ("focus", ["--focus", "div"])):
            self.fuzz(lying(), lying(("(mod" if out == "changed" else "(div", "echo unsat")), *flags, expect=FINDINGS, out=out)
        misspelt = self.fuzz(lying(), lying(), "--focus", "str.replce", expect=ENVIRONMENT, out="misspelt")
        self.assertIn("str.replace", misspelt.stderr)

    def findings(self, out):
        exported = self.assay("findings", "export", out, "--format", "json", expect=NOTHING).stdout
        return json.loads(exported)["findings"]


class OnlyChangesOfAreas(Case):
    def campaign(self, area, old, new, expect):
        folder = f"{area.name}-{old}-{new}".replace(" ", "-")
        words = [*area.words, *area.inputs(self, folder)]
        for number, target in enumerate((old, new)):
            made = getattr(area, target)(self, os.path.join(folder, str(number)))
            words += self.renamed(made, str(number))
        return self.assay(*words, *area.small, *CHANGES, "--tests", "24", "--out", folder + "/out", expect=expect)

    def renamed(self, words, name):
        """The definition's words, with the target called `v` and the name."""
        with open(words[1], encoding="utf-8") as file:
            text = file.read()
        with open(words[1], "w", encoding="utf-8") as file:
            file.writelines(f'name = "v{name}"\n' if line.startswith("name = ") else line for line in text.splitlines(True))
        return words

    def test_areas_report_only_differences(self):
        for area in AREAS:
            if area.missing() or area.costly:
                continue
            with self.subTest(area.name):
                self.campaign(area, "honest", "liar", FINDINGS)
                self.assertIn("gone in the new version", self.campaign(area, "liar", "honest", NOTHING).stdout)
                self.assertIn("findings  none", self.campaign(area, "liar", "liar", NOTHING).stdout)


if __name__ == "__main__":
    unittest.main()
