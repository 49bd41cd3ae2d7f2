"""`assay horn check`: one script of Horn clauses, on programs that play solvers."""

import glob
import os
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SOURCE, USAGE, Case

# From 0 it counts up to 3.
COUNTER = """(set-logic HORN)
(set-option :produce-proofs true)
(declare-fun up (Int) Bool)
(assert (up 0))
(assert (forall ((x Int)) (=> (and (up x) (< x 3)) (up (+ x 1)))))
(assert (forall ((x Int)) (=> (and (up x) (> x {0})) false)))
(check-sat)
(get-proof)
(exit)
"""
REACHED, UNREACHED = COUNTER.format(2), COUNTER.format(3)
MODEL = "sat\n(define-fun up ((x Int)) Bool {0})"
LINES = "unsat\n0:\ttrue\n{0}5:\tfalse ->  4"
STEPS = "".join(f"{i + 1}:\t(up {i}) ->  {i}\n" for i in range(4))
# A script, what is printed, the exit code, and a line of the output.
ANSWERS = [
    ("sat of an unsatisfiable system", REACHED, "sat", FINDINGS, "solution-unsound: sat for an unsatisfiable system"),
    ("unsat of a satisfiable system", UNREACHED, "unsat", FINDINGS, "refutation-unsound: unsat for a satisfiable"),
    ("a model that fails", UNREACHED, MODEL.format("(<= x 2)"), FINDINGS, "clause 2 is false under the model for x = 2"),
    ("a derivation with a hole", REACHED, LINES.format("4:\t(up 3) ->  0\n"), FINDINGS,
     "invalid-proof: the derivation has a fact that does not follow\n  (up 3)"),
    ("a right model", UNREACHED, MODEL.format("(<= 0 x 3)"), NOTHING, "nothing wrong"),
    ("a right derivation", REACHED, LINES.format(STEPS), NOTHING, "nothing wrong"),
    ("no model", UNREACHED, "sat", ENVIRONMENT, "open: model not judged: none given"),
    ("unknown", UNREACHED, "unknown", ENVIRONMENT, "open: unknown"),
]
CORPUS = os.path.join(os.environ.get("ASSAY_CORPORA", os.path.join(SOURCE, "..", "shared", "corpora")), "horn", "cases")
RELEASES = os.path.join(os.environ.get("XDG_DATA_HOME", os.path.expanduser("~/.local/share")), "assay", "targets")
# The given cases of z3: a release that is wrong, and what is said of it.
GIVEN = [
    ("01", "z3@4.14.0", "refutation-unsound"),
    ("04", "z3@5.4.1", "the model falsifies a query"),
    ("06", "z3@5.4.1", "solution-unsound"),
    ("07", "z3@5.4.1", "crash: uncaught exception"),
    ("09", "z3@5.4.1", "crash: assertion failure"),
    ("19", "z3@5.4.1", "incomplete: unknown when a derivation is requested"),
]


class Check(Case):
    def check(self, script, printed, expect):
        body = f"cat > /dev/null\nprintf '{printed}\\n'" if printed else "exit 1"
        solver = self.program("played", f'#!/bin/sh\n[ "$1" = --version ] && {{ echo 1; exit; }}\n{body}\n')
        self.write("played.toml",
                   f'kind = "solver"\ninherits = "smtlib"\nname = "played"\nargv = ["{solver}"]\nlacks = ["models"]\n')
        return self.assay("horn", "check", self.write("a.smt2", script), "--target", "played.toml",
                          expect=expect)

    def test_answers_models_and_derivations(self):
        for name, script, printed, code, line in ANSWERS:
            with self.subTest(name):
                self.assertIn(line, self.check(script, printed.replace("\n", "\\n").replace("\t", "\\t"), code).stdout)

    def test_a_crash_whose_message_says_that_the_system_is_not_supported(self):
        solver = self.program("fails", '#!/bin/sh\n[ "$1" = --version ] && { echo 1; exit; }\ncat > /dev/null\n'
                              'echo "terminate called: engine does not support this" >&2\nkill -ABRT $$\n')
        self.write("fails.toml", f'kind = "solver"\ninherits = "smtlib"\nname = "fails"\nargv = ["{solver}"]\n'
                   '[[skip]]\npattern = "does not support"\nmeaning = "a system that this engine of it does not take"\n')
        result = self.assay("horn", "check", self.write("a.smt2", REACHED), "--target", "fails.toml",
                            expect=ENVIRONMENT)
        self.assertIn("open: a system that this engine of it does not take", result.stdout)

    def test_scripts_that_are_not_horn(self):
        declared = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n"
        for text, reason in (
            (declared + "(assert (forall ((x Int)) (or (p x) (p 1))))", "a clause has two heads (line 3)"),
            (declared + "(assert (=> (forall ((x Int)) (p x)) false))", "quantifiers alternate over 'p' (line 3)"),
            ("(declare-fun f (Int) Int)(assert (= (f 1) 1))", "'f' is a function, and not a predicate"),
            (declared + "(assert (p", "expected a term"),
        ):
            with self.subTest(reason):
                self.assertIn(reason, self.check(text, "sat", USAGE).stderr)

    def test_no_such_file_and_no_such_solver(self):
        self.assay("horn", "check", "none.smt2", "--target", "z3", expect=USAGE)
        script = self.write("a.smt2", REACHED)
        self.assertIn("unknown target", self.assay("horn", "check", script, "--target", "nosuch", expect=USAGE).stderr)


@unittest.skipUnless(os.path.isdir(CORPUS), f"there are no given cases in {CORPUS}: set ASSAY_CORPORA")
class GivenCases(Case):
    def test_each_is_judged(self):
        for number, target, said in GIVEN:
            script = glob.glob(os.path.join(CORPUS, number + "-*", "input.smt2"))[0]
            with self.subTest(case=number, target=target):
                if not os.path.isdir(os.path.join(RELEASES, *target.split("@"))):
                    self.skipTest(f"{target} is not installed: assay versions install {target}")
                result = self.assay("horn", "check", script, "--target", target, "--timeout", "30s", expect=FINDINGS)
                self.assertIn(said, result.stdout)


if __name__ == "__main__":
    unittest.main()
