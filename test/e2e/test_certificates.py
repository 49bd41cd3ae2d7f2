"""Certificates: `assay smt check-certificate`, and campaigns that ask for them. Programs play solvers whose certificates are wrong."""

import glob
import json
import os
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SAYS_UNSAT, USAGE, Case, needs

# Gives the same reply to every request for a certificate, `sat` to every check but those without a model, and what echo asks for.
SOLVER = r"""#!/bin/sh
if [ "$1" = --version ]; then echo "played 1"; exit; fi
exec sed -u -n 's/^(check-sat.*/{answer}/p; s/^(get-model)/{model}/p; s/^({command}.*/{reply}/p; s/^(echo "\(.*\)")$/\1/p'
"""
DEFINITION = """name = "played"
argv = ["{0}"]
version = ["{0}", "--version"]
extensions = ["*"]
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
        self.assertIn("because the simplified formula is true where the formula is false", text)
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
