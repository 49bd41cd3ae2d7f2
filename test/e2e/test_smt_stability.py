"""`assay smt stability`: are answers accidents? Programs play solvers whose answers depend on a script's order."""

import glob
import json
import os
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SAYS_UNSAT, USAGE, Case

# Which of the two assertions with numbers comes first, decides.
BY_ORDER = r"""#!/bin/sh
script=$(cat)
case $script in *" {number}1)"*" {number}2)"*) {answer} ;; *"(check-sat)"*) echo unsat ;; esac
"""
# Like that, for the order of the axiom and the goal of LOOPING. It also writes a log in z3's format, with more instances of the axiom
# if it gives up, and unsat cores. Without the axiom, it always answers.
LOGS = r"""#!/bin/sh
if [ "$1" = --version ]; then echo "fake 1"; exit; fi
script=$(cat)
instances=2 answer=unsat
case $script in *"(> x 7)"*"(forall"*) instances=40 answer=unknown ;; esac
case $script in
*":trace true"*)
  id=$(printf '%s' "$script" | sed -n 's/.*:qid \(assay![0-9]*\).*/\1/p' | head -1)
  echo "[mk-quant] #9 $id 1 #7 #8"
  for i in $(seq $instances); do echo "[new-match] 0x$i #9 #7 #3 ; #4"; echo "[instance] 0x$i #5"; done
  echo $answer >&2 ;;
*produce-unsat-cores*) echo $answer; [ $answer = unknown ] || echo "(assay-core!3 assay-core!4)" ;;
*) echo $answer ;;
esac
"""
LOOPING = """(set-logic UFLIA)
(declare-const x Int)
(assert (forall ((y Int)) (! (< y (+ y x)) :qid |loop 1| :pattern ((+ y x)))))
(assert (> x 7))
(assert (< x 7))
(check-sat)
"""
DEFINITION = """name = "logs"
argv = ["{0}"]
version = ["{0}", "--version"]
prelude_core = "(set-option :produce-unsat-cores true)"
prelude_log = "(set-option :trace true)"
"""
SCRIPT = """(set-logic QF_LIA)
(declare-const x Int)
(assert (> x {0}1))
(assert (< x {0}2))
(assert (= x {0}5))
(check-sat)
"""


class Stability(Case):
    def setUp(self):
        super().setUp()
        for number in (1, 2, 3):
            self.write(f"scripts/{number}.smt2", SCRIPT.format(number))
        self.program("steady", "#!/bin/sh\n" + SAYS_UNSAT)

    def stability(self, answer="echo unknown", *more, number=2, expect=NOTHING, out="out", target=None):
        self.program("solver", BY_ORDER.format(number=number, answer=answer))
        return self.assay("smt", "stability", "scripts", "--target", target or f"s={self.path('solver')}", "--out", out, "-q", *more,
                          expect=expect)

    def classes(self, out="out"):
        result = self.assay("findings", "export", out, "--format", "json", expect=None)
        return {os.path.basename(run["input"])[0]: run["change"] for run in json.loads(result.stdout)["campaign"]["measured"]}

    def test_an_answer_that_depends_on_the_order_is_unstable(self):
        result = self.stability()
        self.assertRegex(result.stdout, r"s: unstable 1, stable 2 \(\d+ runs, ")
        self.assertRegex(result.stdout, r"unstable +[^ ]*scripts/2.smt2\n +s +unsat: \d+ of \d+, median [0-9.]+ s; \d+ unknown")
        self.assertEqual(self.classes(), {"1": "stable", "2": "unstable", "3": "stable"})
        with open(self.path("out", "report.html"), encoding="utf-8") as page:
            text = page.read()
        self.assertIn("<h2>Stability</h2>", text)
        self.assertIn("scripts/2.smt2", text)

    def test_a_solver_that_never_answers_finds_scripts_unsolvable(self):
        self.program("mute", "#!/bin/sh\ncat > /dev/null\necho unknown\n")
        self.stability(target=f"mute={self.path('mute')}")
        self.assertEqual(set(self.classes().values()), {"unsolvable"})

    def test_only_the_mutations_that_are_asked_for_are_made(self):
        self.stability("echo unknown", "--mutate", "names,seeds,variables")
        self.assertEqual(self.classes()["2"], "unsolvable", "the order of the script as it is")

    def test_an_unstable_script_is_a_finding_when_asked(self):
        self.stability("echo unknown", "--fail-on", "unstable", expect=FINDINGS)
        finding = glob.glob(self.path("out", "findings", "*"))[0]
        self.assertTrue(os.path.exists(os.path.join(finding, "reproduce", "answers.smt2")))
        self.assertIn("unstable", self.assay("replay", finding, expect=FINDINGS).both)
        self.assay("replay", finding, "--target", f"steady={self.path('steady')}", expect=NOTHING)
        self.write("known.json", self.assay("findings", "export", "out", "--format", "baseline", expect=NOTHING).stdout)
        self.stability("echo unknown", "--fail-on", "unstable", "--baseline", "known.json", out="again")

    def test_contradictory_answers_are_always_a_finding(self):
        result = self.stability("echo sat", expect=FINDINGS)
        self.assertIn("inconsistent", result.stdout)

    def test_a_script_that_becomes_unstable_is_worse(self):
        more = ("--target", f"steady={self.path('steady')}", "--fail-on", "worse")
        self.stability("echo unknown", *more)
        more = ("--target", f"late={self.path('solver')}", "--fail-on", "worse")
        result = self.stability("echo unknown", *more, target=f"steady={self.path('steady')}", out="worse", expect=FINDINGS)
        self.assertIn("worse: unstable", result.stdout)

    def test_each_script_is_a_line_of_json(self):
        result = self.stability("echo unknown", "--json")
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        measured = {os.path.basename(line["input"]): line["change"] for line in lines if line["event"] == "measured"}
        self.assertEqual(measured, {"1.smt2": "stable", "2.smt2": "unstable", "3.smt2": "stable"})

    def test_it_goes_on_where_it_stopped_and_in_shards(self):
        self.stability("echo unknown", "--tests", "1")
        self.assertEqual(self.classes(), {"1": "stable"})
        self.assay("campaign", "resume", "out", "--tests", "3", "-q", expect=NOTHING)
        whole = self.classes()
        self.assertEqual(whole, {"1": "stable", "2": "unstable", "3": "stable"})
        for shard in ("0/2", "1/2"):
            self.stability("echo unknown", "--shard", shard, out=f"part{shard[0]}", expect=None)
        self.assay("campaign", "merge", "joined", "part0", "part1", expect=NOTHING)
        self.assertEqual(self.classes("joined"), whole)

    def test_why_names_the_quantifier_and_the_axiom_to_drop(self):
        self.write("looping/a.smt2", LOOPING)
        self.write("logs.toml", DEFINITION.format(self.program("logs", LOGS)))
        more = ("--target", "logs.toml", "--mutate", "order", "--out", "out", "-q", "--why")
        result = self.assay("smt", "stability", "looping", *more, expect=NOTHING)
        self.assertRegex(result.stdout, r"mean of 3 with the answer, and of 3 without\n +2.0 +40.0  line 3 loop 1\n")
        self.assertRegex(result.stdout, r"without 1 assertion: stable, 36 of 36 mutants answer\n")
        self.assertIn("(assert (forall ((y Int)) (! (< y (+ y x)) :qid |loop 1|", result.stdout)
        with open(self.path("out", "why", "0-logs.smt2"), encoding="utf-8") as script:
            self.assertNotIn("forall", script.read())

    def test_why_keeps_one_pattern_where_no_axiom_can_go(self):
        # The core has all assertions, and with the first pattern alone the solver always answers.
        lies = LOGS.replace("(assay-core!3 assay-core!4)", "(assay-core!2 assay-core!3 assay-core!4)")
        self.write("logs.toml", DEFINITION.format(self.program("logs", lies.replace('*"(> x 7)"*"(forall"*', '*"(> x 7)"*"(+ y 1)"*'))))
        script = LOOPING.replace(":pattern ((+ y x))", ":pattern ((+ y x)) :pattern ((+ y 1))")
        self.write("looping/a.smt2", script)
        more = ("--target", "logs.toml", "--mutate", "order", "-q", "--why")
        result = self.assay("smt", "stability", "looping", *more, "--out", "out", expect=NOTHING)
        self.assertRegex(result.stdout, r"with one pattern of a quantifier: stable, 36 of 36 mutants answer\n")
        self.assertIn("  (assert (forall ((y Int)) (! (< y (+ y x)) :qid |loop 1| :pattern ((+ y x)) )))\n", result.stdout)
        self.write("looping/b.smt2", "(declare-const x Int)\n" + script.splitlines()[2] + "\n(check-sat)\n")
        result = self.assay("smt", "stability", "looping", *more, "--out", "both", expect=NOTHING)
        self.assertIn("1 other script with this command answered, too, after the edit: 1", result.stdout)

    def test_why_replaces_a_quantifier_by_the_instances_of_a_run_with_the_answer(self):
        # The core has all assertions. The log says the values of the instances.
        values = 'echo "[attach-var-names] #9 (|y| ; |Int|)"; echo "[mk-app] #3 x"\n  for i in'
        lies = LOGS.replace("(assay-core!3 assay-core!4)", "(assay-core!2 assay-core!3 assay-core!4)").replace("for i in", values)
        self.write("logs.toml", DEFINITION.format(self.program("logs", lies)))
        self.write("looping/a.smt2", LOOPING)
        more = ("--target", "logs.toml", "--mutate", "order", "-q", "--why", "--out", "out")
        result = self.assay("smt", "stability", "looping", *more, expect=NOTHING)
        self.assertRegex(result.stdout, r"with instances instead of 1 quantifier: stable, 36 of 36 mutants answer\n")
        self.assertIn("  (assert (let ((y x)) (< y (+ y x))))\n", result.stdout)
        with open(self.path("out", "why", "0-logs.smt2"), encoding="utf-8") as script:
            self.assertNotIn("forall", script.read())

    def test_why_drops_what_a_run_with_the_answer_did_not_use(self):
        # There is no core, and no axiom is instantiated more without the answer.
        lies = LOGS.replace("instances=40", "instances=0").replace("instances=2", "instances=0")
        self.write("logs.toml", DEFINITION.format(self.program("logs", lies)).replace("(set-option :produce-unsat-cores true)", "(no)"))
        self.write("looping/a.smt2", LOOPING)
        more = ("--target", "logs.toml", "--mutate", "order", "-q", "--why", "--out", "out")
        result = self.assay("smt", "stability", "looping", *more, expect=NOTHING)
        self.assertRegex(result.stdout, r"without 1 assertion: stable, 36 of 36 mutants answer\n")

    def test_why_says_what_it_cannot_do(self):
        result = self.stability("echo unknown", "--why")
        self.assertIn("the solver's definition has no prelude_log", result.stdout)
        self.assertIn("no edit makes it stable", result.stdout)
        self.stability("echo unknown", "--why", "--shards", "2", expect=USAGE, out="shards")

    def test_mutants_that_run_at_once_give_the_same_classes(self):
        run = lambda out: json.loads(self.assay("findings", "export", out, "--format", "json", expect=NOTHING).stdout)["campaign"]["measured"]
        counts = {}
        for out, more in (("one", ()), ("five", ("--mutants-at-once", "5"))):
            self.stability("echo unknown", *more, out=out)
            counts[out] = [(line["change"], line["runs"], line["answered"]) for line in run(out)]
        self.assertEqual(counts["one"], counts["five"])

    def test_bad_input_is_one_clear_line(self):
        self.write("broken/a.smt2", "(assert (> 1")
        broken = self.assay("smt", "stability", "broken", "--target", "z3", "--out", "broken-out", "-q", expect=(NOTHING, ENVIRONMENT))
        self.assertRegex(broken.stdout, r"not-tested .*\n +z3 +error; line \d+ column \d+: ")
        gone = self.assay("smt", "stability", "scripts", "--target", "none=/nowhere/z3", "--out", "gone", "-q", expect=(USAGE, ENVIRONMENT))
        self.assertIn("/nowhere/z3", gone.stderr)
        colour = self.stability("echo unknown", "--mutate", "colour", expect=USAGE)
        self.assertIn("order", colour.both)


if __name__ == "__main__":
    unittest.main()
