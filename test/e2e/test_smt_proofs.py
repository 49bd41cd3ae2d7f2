"""`assay smt check-proof` and `assay smt checker`, with checkers that are played by small programs."""

import json
import os
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, USAGE, Case

SCRIPT = "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(assert (not p))\n(check-sat)\n"
PROOF = "(\n(assume h p)\n(assume n (not p))\n(step t (cl) :rule resolution :premises (h n))\n)\n"
SATISFIABLE = "(declare-const p Bool)\n(assert p)\n(check-sat)\n"
BOGUS = "(assume h p)\n(step t (cl) :rule resolution :premises (h h))\n"

# A checker of Alethe for the proofs that Assay makes: it refuses the controls' bogus proof, and `evaluate` is {evaluate}.
CHECKER = """#!/bin/sh
[ "$1" = --version ] && exec echo played 1.0
for last; do :; done
grep -q 'premises (h1 h1)' proof.alethe && {{ echo invalid; echo "[ERROR] checking failed on step 't1' with rule 'resolution': no" >&2; exit 1; }}
grep -q 'rule evaluate' proof.alethe && {{ {evaluate}; }}
grep -q -e 'rule assay_no' -e 'rule hole' -e 'rule trust' -e 'rule lia' proof.alethe && {{ echo holey; exit; }}
grep -q -e 'premises (h1 h2))' -e 'premises (h n))' proof.alethe && grep -q '(assume h1* p)' proof.alethe && grep -q '(not p))' proof.alethe && {{ echo valid; exit; }}
echo invalid; echo "[ERROR] checking failed on step 't' with rule 'resolution': no" >&2; exit 1
"""
REFUSES = "echo invalid; echo \"[ERROR] checking failed on step 'c' with rule 'evaluate': no\" >&2; exit 1"


class Proofs(Case):
    def checker(self, name, evaluate=REFUSES):
        return f"{name}:carcara=" + self.program(name, CHECKER.format(evaluate=evaluate))

    def check(self, script, proof, checker, expect, *flags):
        self.write("s.smt2", script)
        self.write("p.alethe", proof)
        return self.assay("smt", "check-proof", "s.smt2", "p.alethe", "--checker", checker, *flags, expect=expect)

    def test_a_right_proof_is_accepted(self):
        self.check(SCRIPT, PROOF, self.checker("honest"), NOTHING)

    def test_a_foreign_assumption_is_told(self):
        result = self.check(SCRIPT.replace("(assert p)\n", ""), PROOF, self.checker("honest"), FINDINGS, "--json")
        told = json.loads(result.stdout)
        self.assertEqual((told["outcome"], told["step"]), ("refused", "h"))

    def test_a_checker_that_accepts_a_refutation_of_a_satisfiable_script_is_told(self):
        liar = "liar:carcara=" + self.program("liar", "#!/bin/sh\necho valid\n")
        result = self.check(SATISFIABLE, BOGUS, liar, FINDINGS)
        self.assertIn("but it is satisfiable", result.stdout)
        self.assertIn("(define-fun p () Bool true)", result.stdout)

    def test_bad_input_is_one_clear_line(self):
        honest = self.checker("honest")
        for proof, reason in [("hello", "is no command of a proof"), ("(", "is no proof"), ("", "no command of a proof"),
                              ("(include \"x\")", "must not have the command 'include'")]:
            with self.subTest(proof=proof):
                self.assertIn(reason, self.check(SCRIPT, proof, honest, ENVIRONMENT).stdout)
        huge = self.path("huge.alethe")
        with open(huge, "wb") as file:
            file.truncate(1 << 30)
        result = self.assay("smt", "check-proof", "s.smt2", huge, "--checker", honest, expect=ENVIRONMENT)
        self.assertIn("has 1024 MiB, and a proof may have 32", result.both)
        self.assay("smt", "check-proof", "s.smt2", "p.alethe", "--checker", "nobody", expect=USAGE)
        result = self.assay("smt", "check-proof", "s.smt2", "p.alethe", "--checker", "ethos", expect=USAGE)
        self.assertIn("needs its signatures", result.both)
        missing = self.check(SCRIPT, PROOF, "gone:carcara=/no/such/program", ENVIRONMENT)
        self.assertIn("cannot be started", missing.stdout)
        hangs = "hangs:carcara=" + self.program("hangs", "#!/bin/sh\nsleep 60\n")
        self.assertIn("timeout", self.check(SCRIPT, PROOF, hangs, ENVIRONMENT, "--timeout", "500ms").stdout)

    def campaign(self, checker, tests, expect, *flags):
        return self.assay("smt", "checker", "--target", checker, "--tests", str(tests), "--jobs", "1", "--out", "out", *flags,
                          expect=expect)

    def test_an_honest_checker_is_no_finding(self):
        self.campaign(self.checker("honest"), 60, NOTHING)

    def test_a_lying_checker_is_found_and_its_report_needs_no_assay(self):
        lies = "grep -q bvslt proof.alethe && { echo valid; exit; }; " + REFUSES
        result = self.campaign(self.checker("liar", lies), 700, FINDINGS, "--strategy", "evaluate")
        self.assertIn("evaluate bvslt", result.stdout)
        finding = self.path("out", "findings", sorted(os.listdir(self.path("out", "findings")))[0])
        with open(os.path.join(finding, "report.md"), encoding="utf-8") as file:
            report = file.read()
        for part in ("(step c (cl ", "script.smt2", "check --no-color", "by exact evaluation"):
            self.assertIn(part, report)
        self.assertIn("accepted", self.assay("replay", finding, expect=FINDINGS).stdout)

    def test_controls_stop_a_campaign_on_a_checker_that_checks_nothing(self):
        liar = "liar:carcara=" + self.program("blind", "#!/bin/sh\necho valid\n")
        self.campaign(liar, 5, ENVIRONMENT)


if __name__ == "__main__":
    unittest.main()
