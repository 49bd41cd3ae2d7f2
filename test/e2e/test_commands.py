"""The commands beside campaigns."""

import json
import os
import shutil
import subprocess
import tomllib
import unittest
import xml.etree.ElementTree

from harness import ASSAY, ENVIRONMENT, FINDINGS, NOTHING, RAN, USAGE, Case, needs

SCRIPT = """(set-logic QF_LIA)
(declare-const x Int)
(assert (> x 3))
(assert (= (div x 0) 1))
(check-sat)
"""


class Commands(Case):
    def test_help_and_version(self):
        for command in ([], ["smt"], ["smt", "fuzz"], ["smt", "eval"], ["smt", "reduce"], ["smt", "targets"], ["campaign"], ["datalog"],
                        ["datalog", "fuzz"], ["datalog", "eval"], ["datalog", "graph"], ["datalog", "targets"],
                        ["campaign", "resume"], ["campaign", "merge"], ["findings"], ["findings", "list"], ["findings", "show"],
                        ["findings", "export"], ["replay"], ["report"], ["doctor"], ["config", "show"]):
            with self.subTest(command=command):
                self.assertIn("--help", self.assay(*command, "--help", expect=NOTHING).stdout)
        self.assertRegex(self.assay("--version", expect=NOTHING).stdout, r"^assay \d+\.\d+\.\d+ \(source build, commit [0-9a-z-]+\)\n$")

    def test_the_version_names_the_package(self):
        os.makedirs(self.path("prefix", "bin"))
        command = shutil.copy(ASSAY, self.path("prefix", "bin", "assay"))
        for text, said in (("deb\n", "(deb, commit "), ("tarball\n", "(tarball, commit "), ("\n", "(source build, commit ")):
            self.write("prefix/share/assay/package", text)
            done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
            self.assertIn(said, done.stdout)
        self.write("prefix/share/assay/package", "evil\x1b[31m\n" + "a" * 1000)
        said = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("\x1b", said)
        self.assertEqual(said.count("\n"), 1)
        self.assertLess(len(said), 200)

    def test_eval_says_which_assertions_hold(self):
        self.write("script.smt2", SCRIPT)
        self.write("good.model", "(model (define-fun x () Int 5))")
        self.write("bad.model", "((define-fun x () Int (- 2)))")
        good = self.assay("smt", "eval", "script.smt2", "--model", "good.model", expect=ENVIRONMENT)
        self.assertIn("1 hold, 0 fail, 1 open", good.stdout)
        bad = self.assay("smt", "eval", "script.smt2", "--model", "bad.model", expect=FINDINGS)
        self.assertIn("0 hold, 1 fail, 1 open", bad.stdout)
        self.assertIn("script.smt2:3", bad.stdout)

    @needs("z3")
    def test_targets_and_doctor(self):
        self.assertIn("z3", self.assay("smt", "targets", expect=NOTHING).stdout)
        self.assertIn("ok", self.assay("doctor", "--target", "z3", expect=NOTHING).stdout)

    @needs("z3")
    def test_doctor_calls_a_blind_harness_blind(self):
        liar = self.program("liar", "#!/bin/sh\ncat >/dev/null\necho sat\n")
        self.assertIn("FAILED", self.assay("doctor", "--target", f"liar={liar}", expect=ENVIRONMENT).stdout)

    def test_config_show_prints_what_it_would_read(self):
        shown = self.assay("config", "show", "smt", "fuzz", "seeds", "--target", "z3", "--seed", "9", "-j", "3", "--incremental",
                           expect=NOTHING).stdout
        self.assertIn("seed = 9", shown)
        self.assertIn("jobs = 3", shown)
        self.assertIn("max-depth = 64", shown)
        self.write("assay.toml", shown)
        self.assertEqual(self.assay("--config", "assay.toml", "config", "show", "smt", "fuzz", expect=NOTHING).stdout, shown)
        over = self.assay("--config", "assay.toml", "config", "show", "smt", "fuzz", "--seed", "10", expect=NOTHING).stdout
        self.assertIn("seed = 10", over)

    @needs("z3")
    def test_what_is_shown_is_what_is_read_and_stored(self):
        self.good_seeds()
        for command, section, extra in ((("smt", "fuzz", "seeds"), ("smt", "fuzz"), ("--strategy", "storm", "graft=2")),
                                        (("smt", "synth"), ("smt", "synth"), ("--theory", "core,ints", "--exhaustive")),
                                        (("datalog", "fuzz"), ("datalog", "fuzz"), ("--strategy", "rewrite", "--atoms", "3"))):
            with self.subTest(command=command):
                target = "muz" if command[0] == "datalog" else "007=z3 -in"
                out = "-".join(section)
                shown = self.assay("config", "show", *command, "--target", target, "--timeout", "1m30s", "--seed",
                                   str(2**64 - 1), "--tests", "2", "--skip-controls", "-o", out, *extra, expect=NOTHING).stdout
                self.write("assay.toml", shown)
                self.assay("--config", "assay.toml", *section, expect=RAN)
                table = tomllib.loads(shown)[section[0]][section[1]]
                self.assertEqual(table["target"], [target])
                self.assertEqual(int(table["seed"]), 2**64 - 1)
                stored = {**self.stored(out, "configuration"), **self.stored(out, "limits")}
                self.assertEqual(stored["timeout"], "90s")
                given = {**table, "timeout": "90s", "seeds": [self.path(seed) for seed in table.get("seeds", [])],
                         "theory": ["core", "ints"]}
                for key in stored.keys() & given.keys():
                    self.assertEqual(stored[key], given[key], key)
                # Keys that are not shown have no value.
                for key in stored.keys() - given.keys():
                    self.assertIn(stored[key], ([], ""), key)

    def test_out_of_range_is_refused_with_the_range(self):
        self.write("assay.toml", "[smt.fuzz]\nseeds = ['s']\ntarget = ['z3']\nmax-depth = 10001\n")
        for arguments in (("smt", "fuzz", "s", "--target", "z3", "--max-depth", "10001"), ("--config", "assay.toml", "smt", "fuzz")):
            stderr = self.assay(*arguments, expect=USAGE).stderr
            self.assertIn("--max-depth", stderr)
            self.assertIn("from 1 to 10000", stderr)

    def test_reduce_a_script_that_somebody_brings(self):
        crasher = self.program("crasher", "#!/bin/sh\ncase \"$(cat)\" in *\"(mod\"*) echo 'ASSERTION VIOLATION' >&2; kill -ABRT $$ ;; *) echo sat ;; esac\n")
        self.write("big.smt2", "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)\n" +
                   "".join(f"(assert (< (* x y) {i}))\n" for i in range(50)) + "(assert (or (= x 1) (= (mod x 3) (+ y 2))))(check-sat)\n")
        result = self.assay("smt", "reduce", "big.smt2", "--target", f"crasher={crasher}", expect=FINDINGS)
        self.assertIn("mod", result.stdout)
        self.assertLess(len(result.stdout), 150, result.stdout)

    @needs("z3")
    def test_reduce_keeps_an_answer(self):
        self.write("big.smt2", "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)\n" +
                   "".join(f"(assert (< (+ x y) {i + 9}))\n" for i in range(40)) + "(assert (> x 5))(assert (< x 4))(check-sat)(get-model)\n")
        result = self.assay("smt", "reduce", "big.smt2", "--target", "z3", "--keep", "unsat", expect=NOTHING)
        self.assertLess(len(result.stdout), 110, result.stdout)
        for kept in ("(> x 5)", "(< x 4)", "(check-sat)"):
            self.assertIn(kept, result.stdout)
        refused = self.assay("smt", "reduce", "big.smt2", "--target", "z3", "--keep", "sat", expect=ENVIRONMENT)
        self.assertIn("z3 does not show 'sat' on big.smt2 (its answer: unsat", refused.stderr)
        wrong = self.assay("smt", "reduce", "big.smt2", "--target", "z3", "--keep", "unsatt", expect=ENVIRONMENT)
        self.assertIn("did you mean 'unsat'?", wrong.stderr)

    def test_reduce_keeps_any_property_of_a_run(self):
        self.write("big.smt2", "(declare-const x Int)(declare-const y Int)\n" +
                   "".join(f"(assert (< (+ x y) {i + 9}))\n" for i in range(40)) + "(assert (> (mod x 5) y))(check-sat)\n")
        odd = self.program("odd", "#!/bin/sh\ncase \"$(cat)\" in *mod*) echo unknown; echo '; gave up: mod' ;; *) echo sat ;; esac\n")
        for kept in ("unknown", "output:gave up: m[a-z]d"):
            result = self.assay("smt", "reduce", "big.smt2", "--target", f"odd={odd}", "--keep", kept, expect=NOTHING)
            self.assertLess(len(result.stdout), 90, result.stdout)
            self.assertIn("mod", result.stdout)

    def test_reduce_asks_a_program_of_the_user(self):
        self.write("big.smt2", "(declare-const x Int)(declare-const y Int)\n" +
                   "".join(f"(assert (< (+ x y) {i + 9}))\n" for i in range(40)) + "(assert (> (mod x 5) y))(check-sat)\n")
        asks = self.program("asks", "#!/bin/sh\n[ \"$(ls)\" = \"$1\" ] && grep -q mod \"$1\"\n")
        result = self.assay("smt", "reduce", "big.smt2", "--keep-command", asks, expect=NOTHING)
        self.assertLess(len(result.stdout), 90, result.stdout)
        self.assertIn("mod", result.stdout)
        no = self.assay("smt", "reduce", "big.smt2", "--keep-command", self.program("no", "#!/bin/sh\nexit 1\n"), expect=ENVIRONMENT)
        self.assertIn("says no to big.smt2 itself", no.stderr)
        gone = self.assay("smt", "reduce", "big.smt2", "--keep-command", "./nowhere", expect=ENVIRONMENT)
        self.assertIn("cannot be executed", gone.stderr)
        self.assay("smt", "reduce", "big.smt2", expect=USAGE)

    def test_reduce_asks_for_no_model_where_that_hides_the_failure(self):
        crasher = self.program("crasher", "#!/bin/sh\ncase \"$(cat)\" in *get-model*) echo sat ;; *\"(mod\"*) kill -SEGV $$ ;; *) echo sat ;; esac\n")
        self.write("big.smt2", "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)\n(assert (< (* x y) 7))\n"
                   "(assert (or (= x 1) (= (mod x 3) (+ y 2))))(check-sat)\n")
        result = self.assay("smt", "reduce", "big.smt2", "--target", f"crasher={crasher}", expect=FINDINGS)
        self.assertIn("mod", result.stdout)
        self.assertLess(len(result.stdout), 100, result.stdout)

    @needs("z3")
    def test_reduce_keeps_the_truth_that_a_reference_tells(self):
        liar = self.program("liar", "#!/bin/sh\nscript=$(cat)\ncase \"$script\" in *\"(mod\"*) echo unsat ;; *) printf '%s' \"$script\" | z3 -in ;; esac\n")
        self.write("big.smt2", "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)\n(assert (< x 100))(assert (= (mod x 3) (+ y 2)))(check-sat)\n")
        result = self.assay("smt", "reduce", "big.smt2", "--target", f"liar={liar}", "--reference", "z3", expect=FINDINGS)
        self.assertIn("refutation-unsound", result.stderr)
        self.write("reduced.smt2", result.stdout)
        refused = self.assay("smt", "reduce", "reduced.smt2", "--target", "z3", "--reference", "z3", expect=ENVIRONMENT)
        self.assertIn("does not fail", refused.stderr)

    @needs("z3")
    def test_reduce_asks_a_reference_for_an_unsat_core(self):
        """The reference reads the whole script twice: for its answer, and for a core. Later runs read only the core."""
        liar = self.program("liar", "#!/bin/sh\nscript=$(cat)\ncase \"$script\" in *\"(mod\"*) echo sat ;; *) printf '%s' \"$script\" | z3 -in ;; esac\n")
        reference = self.program("reference", "#!/bin/sh\n[ \"$1\" = --version ] && exec z3 --version\nscript=$(cat)\n"
                                 f"echo ${{#script}} >> {self.path('runs')}\nprintf '%s' \"$script\" | exec z3 -in -smt2\n")
        lines = [f"(assert (> x (- y {i})))\n" for i in range(1, 300)]
        for place, line in ((40, "(< x y)"), (120, "(< y z)"), (180, "(= (mod x 7) 3)"), (260, "(< z x)")):
            lines.insert(place, f"(assert {line})\n")
        script = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(declare-const z Int)\n" + "".join(lines) + "(check-sat)\n"
        self.write("big.smt2", script)
        result = self.assay("smt", "reduce", "big.smt2", "--target", f"liar={liar}", "--reference", f"second={reference}", expect=FINDINGS)
        self.assertIn("solution-unsound", result.stderr)
        self.assertLess(len(result.stdout), 100, result.stdout)
        with open(self.path("runs"), encoding="ascii") as file:
            large = [size for size in map(int, file) if size > len(script) / 2]
        self.assertEqual(len(large), 2, large)

    def test_reduce_does_not_wait_for_steps_that_make_the_script_harder(self):
        """The target never answers half of the script, and --timeout would wait for it as long as --time lasts."""
        target = self.program("target", "#!/bin/sh\nscript=$(cat)\ncase \"$script\" in *\"(mod\"*) ;; *) echo sat; exit ;; esac\n"
                              "case \"$script\" in *\"(> x y)\"*) kill -ABRT $$ ;; esac\n"
                              "if [ ${#script} -gt 500 ]; then while :; do :; done; fi\nkill -ABRT $$\n")
        lines = [f"(assert (< (* x y) {i}))\n" for i in range(60)]
        lines.insert(5, "(assert (> x y))\n")
        lines.insert(50, "(assert (= (mod x 3) (+ y 2)))\n")
        self.write("big.smt2", "(set-logic QF_NIA)\n(declare-const x Int)\n(declare-const y Int)\n" + "".join(lines) + "(check-sat)\n")
        result = self.assay("smt", "reduce", "big.smt2", "--target", f"slow={target}", "--timeout", "60s", "--time", "15s", expect=FINDINGS)
        self.assertLess(len(result.stdout), 100, result.stdout)

    @needs("z3")
    def test_exports_are_well_formed(self):
        liar = self.program("liar", "#!/bin/sh\ncat >/dev/null\necho unsat\n")
        self.assay("smt", "fuzz", self.good_seeds(), "--target", f"liar={liar}", "--skip-controls", "--tests", "4", "--reduce-runs",
                   "3", "-o", "out", expect=FINDINGS)
        export = lambda name: self.assay("findings", "export", "out", "-f", name, expect=NOTHING).stdout
        xml.etree.ElementTree.fromstring(export("junit"))
        sarif = json.loads(export("sarif"))
        self.assertEqual(sarif["version"], "2.1.0")
        self.assertTrue(sarif["runs"][0]["results"])
        self.assertTrue(json.loads(export("json"))["findings"])
        self.assertIn("refutation-unsound", export("markdown"))
        self.assertIn("refutation-unsound", self.assay("findings", "list", "out", expect=FINDINGS).stdout)
        self.assertTrue(self.assay("report", "out", "-o", "page.html", expect=NOTHING).stdout.strip().endswith("page.html"))


if __name__ == "__main__":
    unittest.main()
