"""Certificates: `assay smt check-certificate`, and campaigns that ask for them. Programs play solvers whose certificates are wrong."""

import glob
import json
import os
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SAYS_UNSAT, SOURCE, USAGE, Case, needs

# Gives the same reply to every request for a certificate, `sat` to every check but those without a model, and what echo asks for.
SOLVER = r"""#!/bin/sh
if [ "$1" = --version ]; then echo "played 1"; exit; fi
exec sed -u -n 's/^(check-sat.*/{answer}/p; s/^(get-model)/{model}/p; s/^({command}.*/{reply}/p; s/^(echo "\(.*\)")$/\1/p'
"""
DEFINITION = """name = "played"
argv = ["{0}"]
version = ["{0}", "--version"]
extensions = ["*"]
equivalent_tactics = ["simplify"]
[[certificate]]
kind = "{1}"
prelude = "(set-option :produce-something true)"
"""
INTERPOLANT = """(set-logic QF_LIA)
(declare-const p Int)
(assert (= p 7))
(get-interpolant I (> p 3))
"""
ASSUMPTIONS = """(declare-const h Bool)
(check-sat-assuming (h false))
(get-unsat-assumptions)
"""


NUMBERS = "(declare-const x Int)\n(declare-const y Int)\n(assert (! (> x 3) :named a))\n"
HORN = """(set-logic HORN)
(declare-fun I! (Int) Bool)
(assert (forall ((x Int)) (=> (> x 5) (I! x))))
(assert (forall ((x Int)) (=> (and (I! x) (< x 3)) false)))
(check-sat)
(eval (lambda ((x Int)) (I! x)))
"""
# The request's first word, a script with it, a lie, the kind, and the reason of the verdict.
LIES = [
    ("get-interpolant", NUMBERS + "(get-interpolant (and (= x 7) (> y 0)) (< x 3))\n", "true", "interpolants",
     "the interpolant does not imply the goal"),
    ("eval", HORN, "(lambda ((x Int)) true)", "interpolants", "the interpolant breaks a clause"),
    ("get-abduct", NUMBERS + "(get-abduct A (> x 5))\n", "(define-fun A () Bool (> x 4))", "abducts",
     "the abduct does not suffice for the goal"),
    ("get-qe", NUMBERS + "(get-qe (exists ((v Int)) (< x (* 2 v) y)))\n", "(< x y)", "elimination",
     "the result is true where the formula is false"),
    ("mbp", NUMBERS + "(assert (> x y))\n(check-sat)\n(mbp (and (> x y) (> x 3)) (x y))\n", "(< x 9)", "elimination",
     "the projection has an eliminated symbol"),
    ("mbp", NUMBERS + "(assert (< y x 9))\n(check-sat)\n(mbp (< y x 9) (x))\n", "(< y 9)", "elimination",
     "the projection is true where the formula is false for all values"),
    ("simplify", NUMBERS + "(simplify (mod (- x) 2))\n", "(- (mod x 2))", "simplification",
     "the simplified term has another value"),
    ("apply", NUMBERS + "(apply simplify)\n", "(goals (goal (> x 4) :precision precise :depth 1))", "tactics",
     "the goal is false where the formula is true"),
    ("apply", NUMBERS + "(apply smt)\n", "(assert (> x 4))", "lemmas", "the assertions do not imply a lemma"),
    ("get-consequences", NUMBERS + "(get-consequences () (x))\n", "(=> true (= x 4))", "lemmas",
     "the assertions do not imply a lemma"),
    ("get-learned-literals", NUMBERS + "(check-sat)\n(get-learned-literals)\n", "((> x 4))", "lemmas",
     "the assertions do not imply a lemma"),
    ("get-difficulty", NUMBERS + "(check-sat)\n(get-difficulty)\n", "((a 1) ((> y 3) 2))", "lemmas",
     "a difficulty is of a formula that was not asserted"),
    ("declare-pool", NUMBERS + "(declare-pool P Int (x))\n(check-sat)\n", "", "lemmas",
     "a satisfiable script is unsat with a pool"),
    ("get-unsat-core", NUMBERS + "(assert (! (< x 9) :named b))\n(check-sat)\n(get-unsat-core)\n", "(a b)", "cores",
     "what it names is satisfiable"),
    ("get-timeout-core", NUMBERS + "(assert (! (< x 9) :named b))\n(get-timeout-core)\n", r"unsat\n(a b)", "cores",
     "what it names is satisfiable"),
    ("get-timeout-core-assuming", NUMBERS + "(get-timeout-core-assuming ((< x 2)))\n", "sat", "cores",
     "it is called satisfiable and is not"),
    ("get-value", NUMBERS + "(check-sat)\n(get-value (x (+ x 1)))\n", "((x 4) ((+ x 1) 4))", "values",
     "a term has another value than the constants give it"),
    ("get-assignment", NUMBERS + "(check-sat)\n(get-assignment)\n", "((a false))", "values",
     "an assertion is said to be false"),
    ("check-synth", "(synth-fun f ((x Int)) Int)\n(constraint (= (f 1) 2))\n(check-synth)\n",
     "((define-fun f ((x Int)) Int x))", "synthesis", "a solution breaks a constraint"),
]
# Replies with 100 MB.
TALKER = r"""#!/bin/sh
if [ "$1" = --version ]; then echo "talker 1"; exit; fi
while read -r line; do case "$line" in
  '(echo "'*) line="${line#*\"}"; echo "${line%%\"*}" ;;
  '(get-int'*) head -c 100000000 /dev/zero | tr '\\0' x; echo ;;
esac; done
"""
CORPUS = os.path.join(os.environ.get("ASSAY_CORPORA", os.path.join(SOURCE, "..", "shared", "corpora")), "certificates")
RELEASES = os.path.join(os.environ.get("XDG_DATA_HOME", os.path.expanduser("~/.local/share")), "assay", "targets")
# The given cases: the release that is wrong, the reason, and a release that is right.
GIVEN = [
    ("01", "cvc5@1.2.0", "the interpolant does not imply the goal", "cvc5@1.4.2"),
    ("03", "cvc5@1.2.0", "the interpolant does not imply the goal", "cvc5@1.4.2"),
    ("05", "cvc5@1.2.0", "the result has a symbol that the script does not declare", "cvc5@1.4.2"),
    ("07", "z3@4.12.1", "the goal is false where the formula is true", "z3@5.4.1"),
    ("11", "z3@4.12.1", "what it names is satisfiable", "z3@5.4.1"),
    ("13", "z3@4.12.1", "what it names is satisfiable", "z3@5.4.1"),
]


@unittest.skipUnless(os.path.isdir(CORPUS), f"there are no given cases in {CORPUS}: set ASSAY_CORPORA")
class GivenCases(Case):
    def test_each_is_judged(self):
        for number, wrong, reason, right in GIVEN:
            script = glob.glob(os.path.join(CORPUS, number + "-*", "input.smt2"))[0]
            for target, code in ((wrong, FINDINGS), (right, (NOTHING, ENVIRONMENT))):
                with self.subTest(case=number, target=target):
                    if not os.path.isdir(os.path.join(RELEASES, *target.split("@"))):
                        self.skipTest(f"{target} is not installed: assay versions install {target}")
                    result = self.assay("smt", "check-certificate", script, "--target", target, expect=code)
                    if code == FINDINGS:
                        self.assertIn(reason, result.stdout)

    def test_a_tactic_that_keeps_satisfiability_only_is_no_finding(self):
        script = glob.glob(os.path.join(CORPUS, "09-*", "input.smt2"))[0]
        if not os.path.isdir(os.path.join(RELEASES, "z3", "5.4.1")):
            self.skipTest("z3@5.4.1 is not installed: assay versions install z3@5.4.1")
        result = self.assay("smt", "check-certificate", script, "--target", "z3@5.4.1", expect=NOTHING)
        self.assertIn("the tactic promises satisfiability only", result.stdout)


class Certificates(Case):
    def solver(self, command, reply, kind, answer="unsat", model="()"):
        path = self.program("played", SOLVER.format(command=command, reply=reply, answer=answer, model=model))
        return self.write("played.toml", DEFINITION.format(path, kind))

    def check(self, text, solver, *flags, expect):
        script = self.write("a.smt2", text)
        return self.assay("smt", "check-certificate", script, "--target", solver, *flags, expect=expect)

    def test_a_wrong_interpolant_is_shown_at_a_point(self):
        solver = self.solver("get-interpolant", "(define-fun I () Bool true)", "interpolants")
        out = self.check(INTERPOLANT, solver, expect=FINDINGS).stdout
        self.assertRegex(out, r"(?m)^wrong +.*a.smt2:4:1  interpolants: the interpolant does not imply the goal$")
        self.assertIn("(define-fun p () Int 0)", out)

    def test_a_right_interpolant(self):
        solver = self.solver("get-interpolant", "(define-fun I () Bool (> p 4))", "interpolants")
        self.assertRegex(self.check(INTERPOLANT, solver, expect=NOTHING).stdout, r"(?m)^right +.*interpolants$")

    def test_no_interpolant_is_no_finding(self):
        solver = self.solver("get-interpolant", '(error "not now")', "interpolants")
        self.assertRegex(self.check(INTERPOLANT, solver, expect=ENVIRONMENT).stdout, r"(?m)^not given")

    def test_assumptions_that_are_too_few(self):
        solver = self.solver("get-unsat-assumptions", "()", "cores")
        page = json.loads(self.check(ASSUMPTIONS, solver, "--json", expect=FINDINGS).stdout)
        self.assertEqual(page["certificates"][0]["verdict"], "wrong")
        self.assertEqual(page["certificates"][0]["reason"], "what it names is satisfiable")
        self.assertEqual((page["requests"], page["bug"]), (1, None))

    def test_a_lie_about_each_kind(self):
        for command, script, reply, kind, reason in LIES:
            with self.subTest(command=command, reason=reason):
                answer = "unsat" if command in ("declare-pool", "get-unsat-core") else "sat"
                result = self.check(script, self.solver(command, reply, kind, answer=answer), expect=FINDINGS)
                self.assertRegex(result.stdout, rf"(?m)^wrong +.*{kind}: {reason}$")

    def test_replies_that_are_none(self):
        for reply, verdict in (("=) no reply (", "not judged"), ("unsupported", "not given"), ("", "not given")):
            with self.subTest(reply=reply):
                result = self.check(INTERPOLANT, self.solver("get-interpolant", reply, "interpolants"), expect=ENVIRONMENT)
                self.assertRegex(result.stdout, f"(?m)^{verdict} ")

    def test_a_reply_of_100_megabytes(self):
        path = self.program("talker", TALKER)
        solver = self.write("talker.toml", DEFINITION.format(path, "interpolants"))
        result = self.check(INTERPOLANT, solver, expect=ENVIRONMENT)
        self.assertIn("the run: ", result.stdout)
        self.assertLess(len(result.both), 5000)

    def test_kinds_that_do_not_exist(self):
        solver = self.solver("get-interpolant", "true", "interpolants")
        result = self.assay("smt", "synth", "--target", solver, "--certificates", "interpolant", "--tests", "1", expect=USAGE)
        self.assertIn("interpolant", result.stderr)

    def test_bad_input(self):
        self.program("says", "#!/bin/sh\n" + SAYS_UNSAT)
        plain = self.write("plain.smt2", "(check-sat)\n")
        result = self.assay("smt", "check-certificate", plain, "--target", "mine=./says", expect=USAGE)
        self.assertIn("asks for no certificate", result.stderr)
        broken = self.write("broken.smt2", "(get-qe (")
        self.assay("smt", "check-certificate", broken, "--target", "mine=./says", expect=USAGE)
        script = self.write("a.smt2", INTERPOLANT)
        self.assay("smt", "check-certificate", script, "--target", "mine=./missing", expect=ENVIRONMENT)
        result = self.assay("smt", "check-certificate", script, "--target", "mine=./says", "--timeout", "soon", expect=USAGE)
        self.assertIn("--timeout soon is no duration", result.stderr)

    def test_a_campaign_finds_reduces_and_reports(self):
        solver = self.solver("simplify", "true", "simplification", answer="unknown")
        self.assay("smt", "synth", "--target", solver, "--certificates", "simplification", "--theory", "core", "--tests", "60",
                   "--skip-controls", "--style", "process", "-o", "c", expect=FINDINGS)
        report = glob.glob(self.path("c", "findings", "*", "report.md"))[0]
        with open(report, encoding="utf-8") as file:
            text = file.read()
        self.assertIn("(simplify ", text)
        self.assertIn("Another reply to the simplify, because the simplified formula is true where the formula is false", text)
        self.assertNotIn("assay-reply", text)
        folder = os.path.dirname(report)
        self.assay("replay", folder, expect=FINDINGS)

    @needs("z3")
    def test_z3_simplifies_rightly(self):
        script = "(declare-const x Int)(declare-const p Bool)(simplify (+ x x))(simplify (and p p) :elim_and true)\n"
        out = self.check(script, "z3", expect=NOTHING).stdout
        self.assertEqual(out.count("simplification"), 2)


if __name__ == "__main__":
    unittest.main()
