"""Campaigns stop, go on, are shared and merged, and always make the same cases."""

import json
import os
import re
import signal
import unittest

from harness import FINDINGS, NOTHING, SEEDS, Case, needs

# Answers unsat when the script has a `div`, and what z3 says otherwise.
LIAR = """#!/bin/sh
script=$(cat)
case "$script" in *"(div"*) echo unsat ;; *) printf '%s' "$script" | z3 -in -smt2 ;; esac
"""


def verdicts(text):
    return re.search(r"verdicts +(.*)", text).group(1)


@needs("z3")
class Campaigns(Case):
    def fuzz(self, out, *extra, seeds=SEEDS, target="z3", expect=None, reduce_runs="60"):
        return self.assay("smt", "fuzz", seeds, "--target", target, "--seed", "7", "--timeout", "20s", "--reduce-runs", reduce_runs, "-o", out, *extra,
                          expect=expect)

    def liar(self):
        return "liar=" + self.program("liar", LIAR)

    def record(self, out):
        return json.loads(self.assay("findings", "export", out, "-f", "json").stdout)

    def test_the_same_cases_for_any_number_of_jobs(self):
        one = self.fuzz("one", "--tests", "48", "-j", "1")
        three = self.fuzz("three", "--tests", "48", "-j", "3")
        self.assertEqual(verdicts(one.stdout), verdicts(three.stdout))
        for index in ("0", "17", "47"):
            cases = [self.assay("replay", out, index, "--print").stdout for out in ("one", "three")]
            self.assertEqual(cases[0], cases[1])
            self.assertIn("(check-sat", cases[0])

    def test_an_interrupted_campaign_says_so_and_resumes(self):
        process = self.start("smt", "fuzz", SEEDS, "--target", "z3", "--seed", "7", "--tests", "400", "-j", "2", "--reduce-runs", "60", "-o", "out")
        out, err, code = self.interrupt_when(process, "control")
        self.assertIn(code, (NOTHING, FINDINGS), err)
        self.assertIn("campaign resume", out)
        resumed = self.assay("campaign", "resume", "out", "--tests", "48")
        whole = self.fuzz("whole", "--tests", "48")
        if "48 in" in resumed.stdout:  # it was interrupted before the 48th
            self.assertEqual(verdicts(resumed.stdout), verdicts(whole.stdout))

    def test_a_killed_campaign_resumes_and_has_lost_nothing(self):
        process = self.start("smt", "fuzz", SEEDS, "--target", self.liar(), "--seed", "7", "--tests", "64", "-j", "2",
                             "--reduce-runs", "60", "-o", "out")
        _, err, code = self.interrupt_when(process, "found", signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        self.assertIn("found", err)
        kept = os.listdir(self.path("out", "findings"))
        self.assertTrue(kept)
        resumed = self.assay("campaign", "resume", "out", expect=FINDINGS)
        self.assertIn("64 in", resumed.stdout)

    def test_shards_are_the_whole(self):
        whole = self.fuzz("whole", "--tests", "64")
        self.fuzz("a", "--tests", "32", "--shard", "0/2")
        self.fuzz("b", "--tests", "32", "--shard", "1/2")
        self.assay("campaign", "merge", "all", "a", "b")
        merged = self.assay("campaign", "resume", "all", "--tests", "1")
        self.assertEqual(verdicts(whole.stdout), verdicts(merged.stdout))
        again = self.assay("campaign", "merge", "again", "a", "a")
        self.assertNotEqual(again.returncode, 0)

    def test_stops_after_so_many_findings_and_replays_them(self):
        self.fuzz("out", "--findings", "1", "--tests", "2000", target=self.liar(), expect=FINDINGS)
        finding = self.record("out")["findings"][0]
        folder = self.path("out", "findings", finding["id"])
        self.assay("replay", folder, expect=FINDINGS)
        self.assay("replay", folder, "--target", "z3", expect=NOTHING)
        self.assertIn("div", self.assay("replay", folder, "--print").stdout)
        with open(os.path.join(folder, "report.md"), encoding="utf-8") as file:
            self.assertIn("refutation-unsound", file.read())

    def test_a_baseline_covers_known_findings(self):
        self.fuzz("out", "--tests", "64", target=self.liar(), expect=FINDINGS)
        self.assay("findings", "export", "out", "-f", "baseline", "-o", "known.json")
        self.fuzz("again", "--tests", "64", "--baseline", "known.json", target=self.liar(), expect=NOTHING)

    def test_reduced_scripts_are_small_and_keep_their_truth(self):
        self.fuzz("out", "--findings", "1", "--tests", "2000", target=self.liar(), expect=FINDINGS, reduce_runs="500")
        finding = self.record("out")["findings"][0]
        folder = self.path("out", "findings", finding["id"], "reduced")
        script = os.path.join(folder, "script.smt2")
        self.assertLess(os.path.getsize(script), 200)
        self.assay("smt", "eval", script, "--model", os.path.join(folder, "witness.smt2"), expect=NOTHING)


if __name__ == "__main__":
    unittest.main()
