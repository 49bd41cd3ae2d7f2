"""Time limits hold in every phase: reading, asking targets, controls (--prepare-time), testing and writing (--time)."""

import os
import unittest

from harness import ENVIRONMENT, GOOD_SEED, NOTHING, RAN, SEEDS, Case, needs

# Prints its version only if a flag asks for it.
SILENT = """#!/bin/sh
case "$1" in --version) echo "silent 1.0" ;; *) exec sleep 987654322 ;; esac
"""
HANGS = "#!/bin/sh\nexec sleep 987654323\n"
# Each function calls the one before it twice, with other arguments, so the number of terms is exponential.
DOUBLING = ("(declare-sort U 0)(declare-fun p (U) Bool)(declare-fun g (U) U)(declare-const a U)\n"
            "(define-fun f0 ((x U)) Bool (p x))\n" +
            "".join(f"(define-fun f{i} ((x U)) Bool (or (f{i - 1} (g x)) (f{i - 1} (g (g x)))))\n" for i in range(1, 2000)) +
            "(assert (forall ((x U)) (f1999 x)))\n(check-sat)\n")
BEFORE = "--prepare-time was up before the campaign began: nothing was tested"


class TimeLimits(Case):
    def late(self, *arguments):
        """The command ends with the message that it had no time to begin, and leaves no campaign."""
        result = self.assay(*arguments, "--prepare-time", "1s", "-o", "out", expect=ENVIRONMENT)
        self.assertIn(BEFORE, result.stderr)
        self.assertFalse(os.path.exists(self.path("out")))

    def pipe(self, name):
        """A named pipe without a writer."""
        os.mkfifo(self.path(name))
        return self.path(name)

    @needs("z3")
    def test_seeds_of_solvers(self):
        self.late("smt", "fuzz", self.pipe("seed.smt2"), "--target", "z3")

    @needs("z3")
    def test_rules(self):
        self.late("smt", "synth", "--rules", self.pipe("my.rules"), "--target", "z3")

    @needs("z3")
    def test_a_resume_that_reads(self):
        seed = self.write("seed.smt2", GOOD_SEED)
        self.assay("smt", "fuzz", seed, "--target", "z3", "--tests", "3", "-o", "out", expect=NOTHING)
        os.remove(seed)
        self.pipe("seed.smt2")
        result = self.assay("campaign", "resume", "out", "--tests", "9", "--prepare-time", "5s", expect=ENVIRONMENT)
        self.assertIn(BEFORE, result.stderr)

    def test_versions_that_never_come(self):
        # The program's name selects the definition, and so the command line that asks for the version.
        self.late("smt", "fuzz", SEEDS, "--target", "mine=" + self.program("z3", HANGS))
        self.late("smt", "synth", "--theory", "ints", "--target", "mine=" + self.program("z3", HANGS))
        self.late("datalog", "fuzz", "--target", "mine=" + self.program("souffle", HANGS))

    def test_controls(self):
        silent = "silent:smtlib=" + self.program("silent", SILENT)
        result = self.assay("smt", "fuzz", SEEDS, "--target", silent, "--timeout", "10m", "--prepare-time", "2s", expect=ENVIRONMENT)
        self.assertIn(BEFORE, result.stderr, "it is asked first what it lacks")
        result = self.assay("smt", "synth", "--theory", "core", "--target", silent, "--timeout", "10m", "--prepare-time", "5s", expect=ENVIRONMENT)
        self.assertIn("--prepare-time was up before the controls ended", result.stderr)

    @needs("z3")
    def test_preparations_take_no_time_from_the_campaign(self):
        slow = self.program("z3", "#!/bin/sh\ncase \"$1\" in --version|-version) sleep 2 ;; esac\nexec z3 \"$@\"\n")
        result = self.assay("smt", "fuzz", SEEDS, "--target", "mine:z3=" + slow, "--time", "1s", "-o", "out", expect=RAN)
        self.assertRegex(result.stderr, r"prepared +in \d+s: inputs, targets and controls; --time begins now")
        self.assertNotRegex(result.stdout, r"\b0 tests")

    def test_writing_formulas(self):
        result = self.assay("smt", "synth", "--theory", "ints", "--emit", "suite", "--time", "1ms", expect=NOTHING)
        self.assertIn("the time is up: 0 formulas written", result.stdout)

    @needs("z3")
    def test_one_assertion_of_a_script(self):
        script = self.write("doubling.smt2", DOUBLING)
        for command in (["trigger"], ["trigger", "check"]):
            with self.subTest(command=command):
                self.assay(*command, script, "--time", "1s", "--timeout", "1s", "--no-derivation", expect=(NOTHING, ENVIRONMENT))


if __name__ == "__main__":
    unittest.main()
