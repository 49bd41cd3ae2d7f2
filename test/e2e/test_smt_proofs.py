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

    def check_z3(self, proof, expect, *flags, script=SCRIPT):
        self.write("s.smt2", script)
        self.write("p.z3", proof)
        return self.assay("smt", "check-proof", "s.smt2", "p.z3", *flags, expect=expect)

    def test_proofs_of_z3_need_no_checker(self):
        right = "unsat\n((proof (unit-resolution (asserted p) (asserted (not p)) false)))\n"
        self.assertIn("for 1 of 3 steps", self.check_z3(right, NOTHING).stdout)
        wrong = "((proof (mp (asserted p) (rewrite (= p false)) false)))"
        told = json.loads(self.check_z3(wrong, FINDINGS, "--json").stdout)
        self.assertEqual((told["outcome"], told["rule"], told["fault"]), ("refused", "rewrite", "solver"))
        self.assertEqual((told["steps"], told["proof_bytes"], told["checker"]), (3, len(wrong), ""))
        self.check_z3("((proof (sk (asserted p) false)))", FINDINGS, script=SATISFIABLE)
        self.check_z3("((proof hello))", ENVIRONMENT)
        self.check_z3(PROOF, USAGE)
        self.assay("smt", "check-proof", "s.smt2", expect=USAGE)

    def played(self, name, proof, own_check="true"):
        """A solver that calls every script unsatisfiable. With --check, it runs the command `own_check` first."""
        program = self.program(name, f"""#!/bin/sh
[ "$1" = --version ] && exec echo "played 1"
[ "$1" = --check ] && {{ {own_check}; }}
cat > /dev/null
echo unsat
cat <<'END'
{proof}
END
""")
        return self.write(name + ".toml", f"""kind = "solver"
inherits = "smtlib"
name = "{name}"
argv = ["{program}"]
version = ["{program}", "--version"]
prelude_proof = "(set-option :produce-proofs true)"
[[sweep]]
name = "check-proofs"
flags = ["--check"]
[[confession]]
pattern = "proof check failed"
kind = "invalid-proof"
meaning = "a proof that its own check refuses"
""")

    def test_a_solver_is_asked_for_its_proof_and_for_its_own_check(self):
        self.write("s.smt2", SCRIPT)
        right = "((proof (unit-resolution (asserted p) (asserted (not p)) false)))"
        for name, proof, own_check, expect in [
                ("honest", right, "true", NOTHING), ("liar", right.replace("(not p)", "(not (not p))"), "true", FINDINGS),
                ("confesses", right, "echo proof check failed; exit 1", FINDINGS), ("silent", "", "true", ENVIRONMENT)]:
            with self.subTest(name=name):
                target = self.played(name, proof, own_check)
                result = self.assay("smt", "check-proof", "s.smt2", "--target", target, "--json", expect=expect)
                self.assertIn("solving_cpu_seconds", json.loads(result.stdout))
        # Without a checker, the solver's own check is all that is known of proofs in other formats.
        result = self.assay("smt", "check-proof", "s.smt2", "--target", self.played("other", PROOF), expect=NOTHING)
        self.assertIn("other's own check", result.stdout)
        result = self.assay("smt", "check-proof", "s.smt2", "--target", self.played("checked", PROOF), "--checker",
                            self.checker("honest"), expect=NOTHING)
        self.assertIn("of solving", result.stdout)

    def test_a_campaign_finds_wrong_proofs_of_z3_and_tells_what_checking_costs(self):
        target = self.played("liar", "((proof (mp (rewrite (= true true)) (rewrite (= true false)) false)))")
        result = self.assay("smt", "synth", "--target", target, "--certificates", "proofs", "--theory", "ints", "--tests", "150",
                            "--jobs", "1", "--skip-controls", "--out", "out", expect=FINDINGS)
        self.assertIn("invalid-proof", result.stdout)
        self.assertIn("refused proof: a step of rule rewrite", result.stdout)
        self.assertRegex(result.stdout, "liar printed [0-9]+ proofs of [0-9]+ bytes on average")
        result = self.assay("campaign", "resume", "out", "--tests", "160", "--json", expect=FINDINGS)
        self.assertRegex(json.loads(result.stdout.splitlines()[-1])["text"], "liar printed [0-9]+ proofs")

    def test_proofs_in_lfsc_are_several_commands_and_may_declare_rules(self):
        self.write("s.smt2", SCRIPT)
        proof = "(declare dsl.not-not (! t term (holds t)))\n(define cvc.p (var 0 Bool))\n(check\n(# a (holds cvc.p) a))\n"
        target = self.played("cvc5", proof)
        lfscc = "mine:lfscc=" + self.program("lfscc", """#!/bin/sh
[ "$1" = --help ] && exec echo 1.0
grep -q '^(define cvc.p' proof.lfsc && grep -q '^(check (# a' proof.lfsc && exec echo success
echo 'Error: proof.lfsc at 1:1'
""")
        flags = ("--target", target, "--checker", lfscc, "--signatures", self.folder)
        result = self.assay("smt", "check-proof", "s.smt2", *flags, expect=ENVIRONMENT)
        self.assertIn("the proof declares the rule dsl.not-not", result.stdout)
        bad = self.played("cheats", "(declare false-holds (holds false))\n(check false-holds)")
        result = self.assay("smt", "check-proof", "s.smt2", "--target", bad, *flags[2:], expect=ENVIRONMENT)
        self.assertIn("must not declare 'false-holds'", result.stdout)

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
        dies = "dies:carcara=" + self.program("dies", "#!/bin/sh\nkill -SEGV $$\n")
        self.assertIn("crashed", self.check(SCRIPT, PROOF, dies, FINDINGS).stdout)
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

    def test_a_prover_gives_proofs_to_change(self):
        self.write("scripts/a.smt2", SCRIPT.replace("(assert p)", "(declare-const q Bool)\n(assert (and p q))\n(assert p)"))
        prover = self.played("prover", PROOF)
        flags = ("scripts", "--prover", prover, "--strategy", "mutate")
        strict = """#!/bin/sh
[ "$1" = --version ] && exec echo played 1.0
[ $(grep -c :rule proof.alethe) = 1 ] && grep -q '(assume h1 p)' proof.alethe && grep -q '(assume h2 (not p))' proof.alethe &&
  grep -q 'premises (h1 h2)' proof.alethe && exec echo valid
echo invalid; echo "[ERROR] checking failed on step 't1' with rule 'resolution': no" >&2; exit 1
"""
        self.campaign("strict:carcara=" + self.program("strict", strict), 60, NOTHING, *flags)
        blind = "grep -q 'premises (h1 h1)' proof.alethe || exec echo valid; true"
        liar = "liar:carcara=" + self.program("liar", CHECKER.format(evaluate=REFUSES).replace("grep -q 'premises", blind + "\ngrep -q 'premises", 1))
        result = self.assay("smt", "checker", *flags, "--target", liar, "--tests", "60", "--jobs", "1", "--out", "out2",
                            expect=FINDINGS)
        self.assertIn("a.alethe", result.stdout)
        self.assay("smt", "checker", "--prover", prover, "--target", liar, "--tests", "1", "--out", "out3", expect=ENVIRONMENT)

    def test_controls_stop_a_campaign_on_a_checker_that_checks_nothing(self):
        liar = "liar:carcara=" + self.program("blind", "#!/bin/sh\necho valid\n")
        self.campaign(liar, 5, ENVIRONMENT)


if __name__ == "__main__":
    unittest.main()
