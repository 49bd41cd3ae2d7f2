"""Problems with known instances: a z3 that instantiates too little is found, with the instance that it misses."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

from harness import ASSAY, FINDINGS, NOTHING, SOURCE, Case, needs

FORGETFUL = """inherits = "z3"
name = "forgetful"
argv = ["z3", "-in", "-smt2", "smt.qi.max_instances=3"]
persistent = []
"""

# z3 with Vampire's manners: comments, no bit-vectors, and messages of its own.
VAMPIRE = r"""#!/bin/sh
case "$*" in *--version*) echo "Vampire 5.1.0 (Release build)"; exit ;; esac
script=$(cat)
case $script in *BitVec*) echo "User error: unsupported logic QF_BV"; exit 1 ;; *forall*) {answer} ;; esac
echo "% Warning: check-sat is not the last entry. Skipping the rest!"
printf '%s' "$script" | z3 -in -smt2
"""


class Instances(Case):
    def synth(self, *words, **more):
        return self.assay("smt", "synth", "--category", "instances", *words, **more)

    def emitted(self, subject, *words):
        """The only script of a suite about the subject, and its row of the manifest."""
        self.synth("--ops", subject, "--emit", "suite", "--tests", "1", *words, expect=NOTHING)
        with open(self.path("suite", "manifest.json"), encoding="utf-8") as file:
            [row] = json.load(file)
        return self.path("suite", row["file"]), row

    @needs("z3")
    def test_a_solver_that_misses_an_instance(self):
        target = self.write("forgetful.toml", FORGETFUL)
        self.synth("--ops", "*[k=0 d=2 n=20]", "--target", target, "--tests", "4", "--findings", "1", "-o", "out", "-j1", "--skip-controls",
                   "--reduce-time", "20s", expect=FINDINGS)
        [finding] = pathlib.Path(self.path("out", "findings")).iterdir()
        told = json.loads((finding / "finding.json").read_text(encoding="utf-8"))
        self.assertEqual(told["kind"], "incomplete")
        self.assertEqual(told["reason"], "unknown where E-matching suffices")
        report = (finding / "report.md").read_text(encoding="utf-8")
        self.assertIn("the patterns allow each of these instances", report)
        self.assertIn("it misses the instance (assert (! (", told["detail"])
        original, reduced = (len((finding / folder / "script.smt2").read_text(encoding="utf-8")) for folder in ("original", "reduced"))
        self.assertLess(reduced, original, "the other axioms are gone")
        self.assay("replay", str(finding), expect=FINDINGS)

    @needs("z3")
    def test_a_solver_that_misses_none(self):
        for flags in ("*[k=0*n=20]", "*[k=3 d=1 n=20 given]"):
            with self.subTest(flags=flags):
                out = "honest" + str(len(flags))
                result = self.synth("--ops", flags, "--target", "z3", "--tests", "20", "-o", out, "-j1", expect=NOTHING)
                self.assertIn("pass 20", result.both)

    @needs("z3")
    def test_vampire_is_recognised_and_judged(self):
        target = "vampire=" + self.program("prover", VAMPIRE.format(answer=":"))
        run = ("--ops", "sequences[k=0*n=20]", "--target", target, "--tests", "3", "-j1")
        result = self.synth(*run, "-o", "honest", expect=NOTHING)
        self.assertIn("recognised as vampire by its --version output", result.both)
        self.assertIn("pass 3", result.both)
        self.program("prover", VAMPIRE.format(answer="echo sat; exit"))
        self.synth(*run, "-o", "liar", "--findings", "1", "--reduce-time", "1s", expect=FINDINGS)
        [finding] = pathlib.Path(self.path("liar", "findings")).iterdir()
        self.assertEqual(json.loads((finding / "finding.json").read_text(encoding="utf-8"))["kind"], "solution-unsound")

    @needs("z3")
    def test_a_suite_has_its_evidence(self):
        script, row = self.emitted("heaps[k=2 d=1 n=50]")
        self.assertEqual((row["status"], row["by_matching"]), ("unsat", False))
        self.assertIn("; triggering terms that the script lacks", row["instances"])
        ground = self.write("ground.smt2", row["instances"])
        for path, flags, answer in ((ground, [], "unsat"), (script, ["auto_config=false", "smt.mbqi=false"], "unknown")):
            answers = subprocess.run(["z3", *flags, path], capture_output=True, text=True, check=False).stdout.split()
            self.assertEqual(answers[0], answer, path)

    def test_other_runs_have_none_of_them(self):
        self.assertNotIn("instances", self.assay("smt", "synth", "--count", expect=NOTHING).stdout)
        self.assertIn("instances", self.synth("--ops", "fuel", "--count", expect=NOTHING).stdout)

    @needs("z3")
    def test_the_curve(self):
        result = subprocess.run([sys.executable, os.path.join(SOURCE, "bench", "trigger_curve.py"), "-k", "1", "-d", "0", "-n", "0", "--shapes",
                                 "sequences", "--time", "30"], env={**os.environ, "ASSAY": ASSAY}, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("| 1 | 0 | 0 | 1 | 1 |", result.stdout)


if __name__ == "__main__":
    unittest.main()
