"""Campaigns stop, go on, are shared and merged, and always make the same cases."""

import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import unittest

from harness import ENVIRONMENT, FINDINGS, GOOD_SEED, NOTHING, RAN, SEEDS, USAGE, Case, needs

# Answers unsat when the script has a `div`, otherwise as z3.
LIAR = """#!/bin/sh
script=$(cat)
case "$script" in *"(div"*) echo unsat ;; *) printf '%s' "$script" | z3 -in -smt2 ;; esac
"""

# z3 without a version, so that Assay does not first ask it for hundreds of operators.
UNKNOWN = '#!/bin/sh\n[ "$1" = --version ] && exit\nexec z3 "$@"\n'


def cases(text):
    """The number of cases that a campaign has had, including cases that could not be made."""
    return sum(int(count.replace(",", "")) for count in re.findall(r"(?m)^(?:tests|not made) +([\d,]+) ", text))


def verdicts(text):
    return re.search(r"verdicts +(.*)", text).group(1)


@needs("z3")
class Formulas(Case):
    def test_all_theories_are_synthesised(self):
        result = self.assay("smt", "synth", "--target", "z3=" + self.program("mine", UNKNOWN) + " -in -smt2", "--seed", "3", "--tests", "60", "--timeout", "10s",
                            "--reduce-runs", "5", "-o", "out", expect=RAN)
        self.assertIn("all tests are done", result.stdout)
        self.assertRegex(verdicts(result.stdout), "pass [4-6][0-9] ")


@needs("z3")
class Campaigns(Case):
    def fuzz(self, out, *extra, seeds=SEEDS, target="z3", expect=None, reduce_runs="20"):
        # A strategy whose cases z3 answers at once: the choice of the strategy does not matter here.
        return self.assay("smt", "fuzz", seeds, "--target", target, "--seed", "7", "--timeout", "20s", "--strategy", "storm", "--reduce-runs", reduce_runs,
                          "-o", out, *extra, expect=expect)

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
        process = self.start("smt", "fuzz", SEEDS, "--target", "z3", "--seed", "7", "--tests", "400", "-j", "2", "--strategy", "storm",
                             "--timeout", "20s", "--reduce-runs", "20", "-o", "out")
        out, err, code = self.interrupt_when(process, "control")
        self.assertIn(code, (NOTHING, FINDINGS), err)
        self.assertIn("campaign resume", out)
        resumed = self.assay("campaign", "resume", "out", "--tests", "48")
        whole = self.fuzz("whole", "--tests", "48")
        if cases(resumed.stdout) == 48:  # it was interrupted before the 48th
            self.assertEqual(verdicts(resumed.stdout), verdicts(whole.stdout))

    def test_a_killed_campaign_resumes_and_has_lost_nothing(self):
        process = self.start("smt", "fuzz", SEEDS, "--target", self.liar(), "--seed", "7", "--tests", "64", "-j", "2", "--strategy", "storm",
                             "--reduce-runs", "20", "-o", "out")
        _, err, code = self.interrupt_when(process, "found", signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        self.assertIn("found", err)
        kept = os.listdir(self.path("out", "findings"))
        self.assertTrue(kept)
        resumed = self.assay("campaign", "resume", "out", expect=FINDINGS)
        self.assertEqual(cases(resumed.stdout), 64)

    def test_shards_are_the_whole(self):
        whole = self.fuzz("whole", "--tests", "64")
        self.fuzz("a", "--tests", "32", "--shard", "0/2")
        self.fuzz("b", "--tests", "32", "--shard", "1/2")
        self.assay("campaign", "merge", "all", "a", "b")
        merged = self.assay("campaign", "resume", "all", "--tests", "1")
        self.assertEqual(verdicts(whole.stdout), verdicts(merged.stdout))
        again = self.assay("campaign", "merge", "again", "a", "a")
        self.assertNotEqual(again.returncode, 0)

    def test_a_resume_keeps_what_is_not_given(self):
        self.fuzz("out", "--tests", "16", "--findings", "9", "--confirmations", "2", "--reduce-time", "7s")
        first = self.stored("out", "limits")
        resumed = self.assay("campaign", "resume", "out", "--time", "10m")
        self.assertIn("16 in", resumed.stdout)
        self.assertEqual(self.stored("out", "limits"), {**first, "time": "10m"})
        self.assertEqual([first[key] for key in ("tests", "findings", "confirmations", "reduce-runs", "reduce-time")],
                         [16, 9, 2, 20, "7s"])
        resumed = self.assay("campaign", "resume", "out", "--tests", "32", "--time", "none", "-q")
        self.assertIn("32 in", resumed.stdout)
        self.assertEqual(self.stored("out", "limits"), {**first, "tests": 32})
        self.assertIn("--tests 64", resumed.stdout, "the next step goes on behind the limit")

    def test_damaged_limits_are_not_no_limits(self):
        self.fuzz("out", "--tests", "16")
        with contextlib.closing(sqlite3.connect(self.path("out", "campaign.sqlite"))) as database, database:
            database.execute("UPDATE meta SET value = 'tests = ' WHERE key = 'limits'")
        resumed = self.assay("campaign", "resume", "out", expect=ENVIRONMENT)
        self.assertIn("limits", resumed.stderr)

    def test_a_campaign_goes_on_in_another_folder(self):
        shutil.copytree(SEEDS, self.path("seeds"))
        self.program("bin/mine", UNKNOWN)
        self.fuzz("out", "--tests", "16", seeds="seeds", target="mine=bin/mine -in -smt2")
        os.makedirs(self.path("elsewhere"))
        resumed = self.assay("campaign", "resume", "../out", "--tests", "32", cwd=self.path("elsewhere"))
        self.assertIn("32 in", resumed.stdout)

    def test_inputs_that_have_moved(self):
        shutil.copytree(SEEDS, self.path("old", "seeds"))
        self.fuzz("out", "--tests", "16", seeds="old/seeds")
        os.rename(self.path("old"), self.path("new"))
        lost = self.assay("campaign", "resume", "out", "--tests", "32", expect=ENVIRONMENT)
        self.assertIn(self.path("old", "seeds"), lost.stderr)
        self.assertIn("--moved", lost.stderr)
        for moved in ("nothing", "/nowhere=/new"):
            self.assertIn(moved.split("=")[0], self.assay("campaign", "resume", "out", "--moved", moved, expect=USAGE).stderr)
        moved = f"{self.path('old')}={self.path('new')}"
        self.assertIn("32 in", self.assay("campaign", "resume", "out", "--tests", "32", "--moved", moved).stdout)
        self.assertIn("48 in", self.assay("campaign", "resume", "out", "--tests", "48").stdout)

    def test_other_seeds_at_the_place_are_refused(self):
        shutil.copytree(SEEDS, self.path("old"))
        self.fuzz("out", "--tests", "16", seeds="old")
        self.good_seeds()
        moved = f"{self.path('old')}={self.path('seeds')}"
        self.assertIn("seed inputs", self.assay("campaign", "resume", "out", "--moved", moved, expect=ENVIRONMENT).stderr)
        self.assertEqual(self.stored("out", "configuration")["seeds"], [self.path("old")])

    def test_shards_of_machines_with_other_paths_merge(self):
        for shard, folder in enumerate(("one", "two")):
            self.program(f"{folder}/mine", UNKNOWN)
            # Sorted by their paths, the seeds of the second machine are in the opposite order.
            first, second = (("a", "b"), ("b", "a"))[shard]
            self.write(f"{folder}/{first}/s.smt2", GOOD_SEED)
            self.write(f"{folder}/{second}/s.smt2", GOOD_SEED.replace("10", "11"))
            self.assay("smt", "fuzz", f"{folder}/{first}", f"{folder}/{second}", "--target", f"mine={folder}/mine -in",
                       "--tests", "16", "--strategy", "storm", "--shard", f"{shard}/2", "-o", f"out-{folder}", expect=RAN)
        self.assay("campaign", "merge", "all", "out-one", "out-two", expect=NOTHING)
        self.assertIn("48 in", self.assay("campaign", "resume", "all", "--tests", "48", expect=RAN).stdout)

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
        self.fuzz("out", "--tests", "24", target=self.liar(), expect=FINDINGS)
        self.assay("findings", "export", "out", "-f", "baseline", "-o", "known.json")
        self.fuzz("again", "--tests", "24", "--baseline", "known.json", target=self.liar(), expect=NOTHING)

    def test_reduced_scripts_are_small_and_keep_their_truth(self):
        self.fuzz("out", "--findings", "1", "--tests", "2000", target=self.liar(), expect=FINDINGS, reduce_runs="500")
        finding = self.record("out")["findings"][0]
        folder = self.path("out", "findings", finding["id"], "reduced")
        script = os.path.join(folder, "script.smt2")
        self.assertLess(os.path.getsize(script), 200)
        # The case's interpretation gives the values that the standard leaves open.
        judged = self.assay("smt", "eval", script, "--model", os.path.join(folder, "witness.smt2"), expect=(NOTHING, ENVIRONMENT))
        self.assertIn(" 0 fail", judged.stdout)


if __name__ == "__main__":
    unittest.main()
