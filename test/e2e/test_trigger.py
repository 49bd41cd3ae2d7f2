"""Triggering terms: findings, their explanations, and bad inputs and solvers."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import unittest

from harness import ASSAY, ENVIRONMENT, FINDINGS, NOTHING, USAGE, Case, needs, processes_with
from schemas import complaints

MARK = "27182818"  # an argument that identifies our sleeping processes

# Figure 4.5: E-matching needs f(g(7)).
INCONSISTENT = """(declare-fun f (Int) Int)
(declare-fun g (Int) Int)
(assert (! (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)))) :named never-seven))
(assert (! (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))))) :named inverse))
(check-sat)
"""
# Figure 4.1: the axiom implies the goal, but its pattern needs len(nxt(7)).
LENGTH = """(declare-fun len (Int) Int)
(declare-fun nxt (Int) Int)
(assert (! (forall ((x Int))
  (! (and (> (len x) 0) (=> (not (= (nxt x) x)) (= (len x) (+ (len (nxt x)) 1)))) :pattern ((len (nxt x)))))
  :named length))
(assert (! (not (> (len 7) 0)) :named goal))
(check-sat)
"""
# The same problem, and a problem that is independent of it.
TWO_ISSUES = INCONSISTENT.replace("(check-sat)", """(declare-fun h (Int) Int)
(assert (! (forall ((y Int)) (! (and (> (h y) y) (< (h y) 5)) :pattern ((h y)))) :named bounds))
(check-sat)""")
CONSISTENT = INCONSISTENT.replace("(not (= (f x) 7))", "(>= (f x) x)").replace("(= (f (g x)) x)", "(>= (f (g x)) 0)")
UNSAT_AS_IT_IS = INCONSISTENT.replace("(check-sat)", "(assert (= (f (g 7)) 7))\n(check-sat)")


def z3_says(script):
    """The answer of a fresh z3 to the unchanged script."""
    result = subprocess.run(["z3", "-smt2", "-in", "-T:30"], input=script, text=True, capture_output=True, check=False)
    return result.stdout.split("\n", 1)[0]


@needs("z3")
class Trigger(Case):
    def trigger(self, *arguments, expect=None, **more):
        return self.assay("trigger", *arguments, expect=expect, **more)

    def pages(self, printed):
        """The objects that --json printed, a line each."""
        pages = [json.loads(line) for line in printed.splitlines()]
        self.assertEqual([complaints("trigger", page) for page in pages], [[]] * len(pages))
        return pages

    def found(self, text, *arguments):
        """The JSON of a script for which a term is found."""
        script = self.write("script.smt2", text)
        return self.pages(self.trigger(*arguments, script, "--json", expect=FINDINGS).stdout)[0]

    def verdict(self, text, *arguments, expect=NOTHING):
        script = self.write("script.smt2", text)
        return self.pages(self.trigger(*arguments, script, "--json", expect=expect).stdout)[0]["verdict"]

    # Findings.

    def test_a_term_and_why_it_refutes(self):
        shown = self.trigger(self.write("script.smt2", INCONSISTENT), expect=FINDINGS).stdout
        for part in ("f(g(7))", "(assert (dummy (f (g 7))))", "inverse (line 4), x = 7", "never-seven (line 3)",
                     "What clashes", "in a fresh process on the script with the assertion in it: unsat"):
            self.assertIn(part, shown)

    def test_the_time_may_be_cpu_time(self):
        names = [self.write(name, INCONSISTENT) for name in ("one.smt2", "two.smt2")]
        result = self.trigger(*names, "--cpu-time", "40s", "-j", "2", expect=FINDINGS)
        self.assertEqual(len(re.findall(r"\(\d+\.\d\d CPU s; ", result.stdout)), 2)
        self.assertIn("--cpu-time", self.trigger(names[0], "--cpu-time", "0", expect=USAGE).both)

    def test_json_says_the_same(self):
        found = self.found(INCONSISTENT)
        self.assertEqual(found["verdict"], "found")
        self.assertEqual([term["smtlib"] for term in found["terms"]], ["(f (g 7))"])
        self.assertEqual({axiom["name"] for axiom in found["clash"]}, {"never-seven", "inverse"})
        self.assertEqual({step["axiom"]["line"] for step in found["derivation"]}, {3, 4})
        self.assertTrue(all(match["from"] == "term" for step in found["derivation"] for match in step["matches"]))

    def test_the_assertion_fits_the_script(self):
        found = self.found(LENGTH)
        matching = "(set-option :auto_config false)\n(set-option :smt.mbqi false)\n"
        self.assertEqual(z3_says(matching + LENGTH), "unknown")
        self.assertEqual(z3_says(matching + LENGTH.replace("(check-sat)", found["assertion"] + "(check-sat)")), "unsat")

    def test_each_source_alone(self):
        for source in ("proof", "search"):
            with self.subTest(source):
                self.assertIn(source, self.found(INCONSISTENT, "--from", source)["method"])

    def test_patterns_of_our_own(self):
        bare = INCONSISTENT.replace(" :pattern ((f x))", "").replace(" :pattern ((f (g x)))", "")
        found = self.found(bare, "--patterns", "own")
        self.assertFalse(found["pasted"])  # the script as it is has no patterns

    def test_a_suggestion_is_tried_on_other_scripts(self):
        """The pattern costs neither of two alike scripts anything; the third has none of its symbols."""
        matching = "(set-option :auto_config false)\n(set-option :smt.mbqi false)\n"
        self.write("others/alike.smt2", matching + LENGTH.replace("(len 7)", "(len 8)").replace("not (>", "not (<"))
        self.write("others/other.smt2", matching + LENGTH.replace("(not (> (len 7) 0))", "(= (len 7) 3)"))
        self.write("others/else.smt2", "(declare-const a Int)\n(assert (> a 0))\n(check-sat)\n")
        found = self.found(LENGTH, "--also", self.path("others"), "--timeout", "2s")
        self.assertEqual(len(found["suggestions_elsewhere"]), len(found["suggestions"]))
        for effect in found["suggestions_elsewhere"]:
            self.assertEqual(effect, {"tried": 2, "unfit": 1, "worse": []})
        shown = self.trigger(self.write("script.smt2", LENGTH), "--also", self.path("others"), "--timeout", "2s", expect=FINDINGS).stdout
        self.assertIn("Tried on 2 other scripts: none is slower; 1 cannot tell", shown)
        self.trigger(self.path("script.smt2"), "--also", self.path("missing"), expect=ENVIRONMENT)

    def test_the_option_that_decides_is_named(self):
        chain = "(declare-fun f (Int) Int)\n(declare-fun p (Int) Bool)\n" \
            "(assert (forall ((x Int)) (! (=> (p x) (p (f x))) :pattern ((p x)))))\n(assert (p 0))\n" \
            "(assert (not (p " + "(f " * 8 + "0" + ")" * 8 + ")))\n(check-sat)\n"
        limited = "(set-option :smt.qi.max_instances 3)\n(set-option :smt.case_split 3)\n" + chain
        shown = self.trigger(self.write("script.smt2", limited), "--time", "5s").stdout
        self.assertIn("Without these options of the script, E-matching refutes it:\n    (set-option :smt.qi.max_instances 3)\n", shown)

    def test_another_solver_gives_the_instances(self):
        found = self.found(INCONSISTENT, "--prover", "other:z3=z3 -in", "--from", "proof")
        self.assertEqual(found["method"], "proof by the script as it stands, from its log by other:z3=z3 -in")
        for prover, words in (("boolector", "instances of boolector cannot be read"), ("z3@0.1", "is not installed"),
                              ("nope=/nonexistent/z3", "nope")):
            with self.subTest(prover):
                self.assertIn(words, self.trigger(self.path("script.smt2"), "--prover", prover, expect=(USAGE, ENVIRONMENT)).stderr)

    def test_a_weaker_pattern_is_suggested(self):
        found = self.found(LENGTH)
        changes = [change for suggestion in found["suggestions"] for change in suggestion]
        weaker = [change for change in changes if [term["smtlib"] for term in change["pattern"]] == ["(len x)"]]
        self.assertEqual(len(weaker), 1, changes)
        self.assertTrue(weaker[0]["part"])  # (> (len x) 0) alone
        self.assertFalse(weaker[0]["matching_loop"])
        self.assertTrue(weaker[0]["matching_loop_on_the_whole"])
        matching = "(set-option :auto_config false)\n(set-option :smt.mbqi false)\n"
        weakened = LENGTH.replace("(check-sat)", weaker[0]["assertion"] + "\n(check-sat)")
        self.assertEqual(z3_says(matching + weakened), "unsat")

    def test_a_pattern_that_loops_comes_with_a_warning(self):
        loop = """(declare-fun f (Int) Int)
(declare-fun g (Int) Int)
(assert (! (forall ((x Int)) (! (< (f x) (f (g x))) :pattern ((f (g x))))) :named grows))
(assert (! (forall ((x Int)) (! (= (g x) x) :pattern ((f (g x))))) :named fixed))
(assert (= (f 1) 2))
(check-sat)
"""
        script = self.write("loop.smt2", loop)
        self.assertIn("matching loop", self.trigger(script, expect=FINDINGS).stdout)

    @needs("cvc5")
    def test_the_second_validator_is_heard(self):
        second = self.found(INCONSISTENT)["second"]
        self.assertEqual([(one["engine"], one["answer"]) for one in second], [("cvc5, E-matching", "unsat")])

    def test_without_the_second_validator(self):
        second = self.found(INCONSISTENT, "--cvc5", "/nonexistent/cvc5")["second"]
        self.assertEqual([(one["asked"], one["answer"]) for one in second], [(False, None)])
        self.assertIn("not installed", second[0]["detail"])

    def test_the_same_each_time(self):
        drop = lambda found: (found["terms"], found["derivation"], found["clash"], found["suggestions"])
        self.assertEqual(drop(self.found(LENGTH)), drop(self.found(LENGTH)))

    # Emitted scripts.

    def test_emit_writes_a_script_that_is_refuted(self):
        script = self.write("script.smt2", INCONSISTENT)
        self.trigger(script, "--emit", self.path("done.smt2"), expect=FINDINGS)
        with open(self.path("done.smt2"), encoding="utf-8") as file:
            done = file.read()
        self.assertEqual(z3_says(done), "unsat")
        self.assertIn("smt.mbqi false", done)
        self.assertIn(":named never-seven", done)  # the user's own text

    def test_emit_of_several_scripts(self):
        one = self.write("a/script.smt2", INCONSISTENT)
        two = self.write("b/script.smt2", LENGTH)
        self.trigger(one, two, "--emit", self.path("done"), "-j", "2", expect=FINDINGS)
        names = sorted(os.listdir(self.path("done")))
        self.assertEqual(names, ["script-2.completed.smt2", "script.completed.smt2"])
        for name in names:
            with open(self.path("done", name), encoding="utf-8") as file:
                self.assertEqual(z3_says(file.read()), "unsat")

    def test_alternatives_show_other_issues(self):
        answer = self.found(TWO_ISSUES, "--alternatives", "all", "--time", "20s", "--emit", self.path("done.smt2"))
        self.assertEqual(len(answer["alternatives"]), 1)
        both = [answer, answer["alternatives"][0]]
        clashes = sorted(sorted({one["name"] for one in each["clash"]}) for each in both)
        self.assertEqual(clashes, [["bounds"], ["inverse", "never-seven"]])
        self.assertEqual([each["emitted"] for each in both], [self.path("done.smt2"), self.path("done-2.smt2")])
        for each in both:
            with open(each["emitted"], encoding="utf-8") as completed:
                self.assertEqual(z3_says(completed.read()), "unsat")

    def test_the_first_term_is_enough_where_no_other_is_asked_for(self):
        self.assertEqual(self.found(TWO_ISSUES)["alternatives"], [])

    def test_alternatives_of_one_issue(self):
        shown = self.trigger(self.write("script.smt2", INCONSISTENT), "--alternatives", "1", "--time", "5s",
                             expect=FINDINGS).stdout
        self.assertIn("f(g(7))", shown)
        self.assertIn("No alternative was found", shown)

    def test_candidates_are_checked_by_either(self):
        for checks in ("library", "process"):
            answer = self.found(INCONSISTENT, "--checks", checks, "--from", "search")
            self.assertEqual([term["smtlib"] for term in answer["terms"]], ["(f (g 7))"])

    def test_emit_leaves_no_folder_without_files(self):
        empty = self.write("empty.smt2", "")
        self.trigger(empty, "--emit", self.path("none/"), expect=NOTHING)
        self.assertFalse(os.path.exists(self.path("none")))
        os.mkdir(self.path("mine"))
        self.trigger(empty, "--emit", self.path("mine"), expect=NOTHING)
        self.assertTrue(os.path.isdir(self.path("mine")), "what was there stays")

    def test_emit_never_overwrites_an_input(self):
        script = self.write("script.smt2", INCONSISTENT)
        os.symlink(script, self.path("link.smt2"))
        for target in (script, self.path("link.smt2")):
            result = self.trigger(script, "--emit", target, expect=USAGE)
            self.assertIn("would overwrite the input", result.stderr)
        with open(script, encoding="utf-8") as file:
            self.assertEqual(file.read(), INCONSISTENT)

    def test_emit_into_a_place_that_is_not_there(self):
        script = self.write("script.smt2", INCONSISTENT)
        result = self.trigger(script, "--emit", "/nonexistent/done.smt2", expect=ENVIRONMENT)
        self.assertIn("f(g(7))", result.stdout)

    def test_emit_to_a_full_disk(self):
        script = self.write("script.smt2", INCONSISTENT)
        os.symlink("/dev/full", self.path("full"))
        result = self.trigger(script, "--emit", self.path("full"), expect=ENVIRONMENT)
        self.assertIn("No space left", result.stderr)
        self.assertTrue(os.path.islink(self.path("full")))

    # Several scripts.

    def test_several_scripts_in_their_order(self):
        names = [self.write("one.smt2", CONSISTENT), self.write("two.smt2", INCONSISTENT), self.path("gone.smt2"),
                 self.write("four.smt2", LENGTH)]
        result = self.trigger(*names, "--json", "--time", "5s", "-j", "3", expect=ENVIRONMENT)
        pages = self.pages(result.stdout)
        self.assertEqual([page["file"] for page in pages], names)
        self.assertEqual([page["finding"] for page in pages], [False, True, False, True])
        self.assertIn("gone.smt2", result.stderr)

    def test_standard_input(self):
        with open(self.write("script.smt2", INCONSISTENT), encoding="utf-8") as file:
            self.trigger("-", expect=FINDINGS, stdin=file)

    # Axioms.

    def test_check_finds_inconsistent_axioms(self):
        found = self.found(INCONSISTENT.replace("(check-sat)", "(declare-const p Bool)\n(assert p)\n(check-sat)"), "check")
        self.assertEqual((found["verdict"], found["axioms"], found["left_out"]), ("found", 2, 1))

    def test_check_leaves_the_goal_out(self):
        """The script is unsatisfiable, its axiom is not."""
        self.assertNotIn(self.verdict(LENGTH, "check", "--time", "5s"), ("found", "inconsistent"))

    def test_check_of_axioms_that_are_refuted_as_they_are(self):
        refuted = INCONSISTENT.replace("(f (g x))) :pattern", "(f x)) :pattern")
        refuted = """(declare-fun f (Int) Int)
(declare-fun c () Int)
(assert (forall ((x Int)) (! (> (f c) 7) :pattern ((f x)))))
(assert (= (f c) 3))
(check-sat)
"""
        self.assertEqual(self.verdict(refuted, "check", "--ground", expect=FINDINGS), "inconsistent")

    def test_check_with_nothing_to_check(self):
        self.assertEqual(self.verdict("(declare-const p Bool)\n(assert p)\n(check-sat)\n", "check"), "no-quantifiers")

    def test_modulo_patterns_asks_every_engine(self):
        found = self.found(INCONSISTENT, "check", "--modulo-patterns")
        answers = {one["engine"]: one["answer"] for one in found["opinions"]}
        self.assertEqual(answers["z3, E-matching"], "unknown")
        self.assertEqual(answers["z3, MBQI"], "unsat")

    def test_what_only_others_than_e_matching_see(self):
        """No pattern can have both variables (section 4.7): no term helps E-matching, and MBQI needs none."""
        script = "(declare-sort U 0)\n(declare-const a U)\n(declare-const b U)\n(assert (distinct a b))\n" \
                 "(assert (forall ((x U) (y U)) (= x y)))\n(check-sat)\n"
        verdict = self.verdict(script, "check", "--ground", "--modulo-patterns", "--time", "5s", expect=FINDINGS)
        self.assertEqual(verdict, "inconsistent-modulo-patterns")

    # Nothing to find.

    def test_consistent_axioms_have_no_term(self):
        for command in ((), ("check",)):
            with self.subTest(command):
                self.assertIn(self.verdict(CONSISTENT, *command, "--time", "5s"), ("not-found", "satisfiable"))

    def test_a_quantifier_that_no_pattern_fits_is_named(self):
        text = "(declare-sort U 0)\n(declare-fun get (U Int) U)\n(declare-const k U)\n(declare-const none U)\n" \
               "(assert (forall ((x U) (v U)) (= (get x 0) v)))\n(assert (not (= (get k 1) none)))\n(check-sat)\n"
        told = self.trigger(self.write("a.smt2", text), "--time", "5s", expect=NOTHING).stdout
        self.assertIn("No pattern of the assertion in line 5 can contain v, so E-matching never instantiates it.", told)
        self.assertNotIn("raise", told)

    def test_what_was_tried_is_told(self):
        square = "(declare-fun f (Int) Int)\n(declare-fun g (Int) Int)\n" \
                 "(assert (forall ((x Int)) (! (and (>= (f (g x)) (g x)) (>= (g (f x)) (+ 1 (f x))))" \
                 " :pattern ((f (g x)) (g (f x))))))\n(check-sat)\n"
        shown = self.trigger(self.write("script.smt2", square), "--time", "3s", "--timeout", "1s", expect=NOTHING).stdout
        if "satisfiable" not in shown:
            self.assertIn("Tried", shown)
            self.assertIn("raise --", shown)

    def test_a_clear_answer_for_each_kind_of_script(self):
        kinds = {
            "no-quantifiers": "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n",
            "already-unsat": UNSAT_AS_IT_IS,
            "satisfiable": "(declare-const p Bool)\n(assert (or p (forall ((x Int)) (> x 0))))\n(assert p)\n(check-sat)\n",
        }
        for verdict, text in kinds.items():
            with self.subTest(verdict):
                self.assertIn(self.verdict(text, "--time", "5s"),
                              (verdict, "not-found") if verdict == "satisfiable" else (verdict,))

    # Bad input.

    def test_scripts_that_are_none(self):
        random.seed(1)
        self.write("empty.smt2", "")
        self.write("words.smt2", "this is no script (")
        with open(self.path("binary.smt2"), "wb") as file:
            file.write(random.randbytes(20000))
        self.assertEqual(json.loads(self.trigger(self.path("empty.smt2"), "--json", expect=NOTHING).stdout)["verdict"],
                         "no-quantifiers")
        for name in ("words.smt2", "binary.smt2"):
            with self.subTest(name):
                result = self.trigger(self.path(name), expect=USAGE)
                self.assertIn(name, result.stderr)
        self.assertIn("gone.smt2", self.trigger(self.path("gone.smt2"), expect=ENVIRONMENT).stderr)
        self.assertTrue(self.trigger(self.folder, expect=(USAGE, ENVIRONMENT)).stderr)

    def test_operators_that_nobody_knows_stay_opaque(self):
        unknown = INCONSISTENT.replace("(check-sat)", "(declare-const s Int)\n(assert (strange.operator s))\n(check-sat)")
        script = self.write("script.smt2", unknown)
        result = self.trigger(script, expect=ENVIRONMENT)  # z3 does not know it either, and says so
        self.assertIn("strange.operator", result.stderr)

    def test_patterns_with_interpreted_symbols(self):
        interpreted = INCONSISTENT.replace(":pattern ((f x))", ":pattern ((f x) (+ x 1))")
        result = self.trigger(self.write("script.smt2", interpreted), "--time", "10s",
                              expect=(NOTHING, FINDINGS, ENVIRONMENT))
        self.assertTrue(result.both)

    def test_a_script_of_a_hundred_thousand_lines(self):
        lines = ["(declare-fun h (Int) Int)"]
        lines += [f"(assert (> (h {i}) {i}))" for i in range(100000)]
        script = self.write("long.smt2", "\n".join(lines) + "\n" + INCONSISTENT)
        # z3 would work at it for minutes.
        result = self.trigger(script, "--time", "5s", "--no-derivation", "--json", expect=(NOTHING, FINDINGS))
        self.assertIn(json.loads(result.stdout)["verdict"], ("found", "not-found"))

    def test_deep_nesting(self):
        deep = "(f " * 20000 + "x" + ")" * 20000
        script = "(declare-fun f (Int) Int)\n" \
                 f"(assert (forall ((x Int)) (! (> {deep} 0) :pattern ((f x)))))\n(check-sat)\n"
        for timeout in ("2s", "0.1s"):  # which z3 needs to see that the script has a model, and less than that
            result = self.trigger(self.write("deep.smt2", script), "--time", "5s", "--timeout", timeout,
                                  expect=(NOTHING, FINDINGS, ENVIRONMENT))
            self.assertTrue(result.both)

    def test_nested_and_wide_quantifiers_keep_the_time(self):
        """Each pair of 600 applications was compared with all pairs before: minutes after the time was up."""
        sorts = "(declare-sort U 0)(declare-fun f (U) Int)(declare-fun p (U U) Bool)(declare-fun q (U U U) Bool)\n"
        nested = "(> (f x599) 0)"
        for i in reversed(range(600)):
            near = f"(p x{i} x{max(0, i - 1)})"
            nested = f"(forall ((x{i} U)) (! (or {near} {nested}) :pattern ({near})))"
        pairs = " ".join(f"(p x{i} x{i + 1})" for i in range(599))
        wide = f"(forall ({' '.join(f'(x{i} U)' for i in range(600))}) (! (or {pairs}) :pattern ({pairs})))"
        for formula, other in ((nested, "(p x y)"), (wide, "(q x y y)")):
            script = f"{sorts}(assert {formula})\n" \
                     f"(assert (forall ((x U)(y U)) (! (not (p x y)) :pattern ({other}))))\n(check-sat)\n"
            result = self.trigger(self.write("many.smt2", script), "--time", "3s", timeout=60,
                                  expect=(NOTHING, FINDINGS, ENVIRONMENT))
            self.assertTrue(result.both)

    def test_alternatives_that_are_no_number(self):
        script = self.write("script.smt2", INCONSISTENT)
        for number in ("some", "-1", "1.5", ""):
            result = self.trigger(script, f"--alternatives={number}", expect=USAGE)
            self.assertIn("--alternatives", result.stderr)

    def test_flags_that_make_no_sense(self):
        script = self.write("script.smt2", INCONSISTENT)
        for flags in (("--time", "soon"), ("--time", "0s"), ("--from", "nowhere"), ("--timeout", "x"), ("--clusters", "0"),
                      ("--similarity", "2"), ("-j", "0"), ("--patterns", "none")):
            with self.subTest(flags):
                self.trigger(script, *flags, expect=USAGE)
        self.trigger(expect=USAGE)
        self.trigger("check", expect=USAGE)

    # Solvers that misbehave.

    def solver(self, name, text):
        return self.program(name, "#!/bin/sh\n" + text)

    def test_no_solver(self):
        script = self.write("script.smt2", INCONSISTENT)
        result = self.trigger(script, env={"PATH": "/nonexistent"}, expect=ENVIRONMENT)
        self.assertIn("there is no program 'z3'", result.stderr)

    def test_solvers_that_cannot_be_used(self):
        script = self.write("script.smt2", INCONSISTENT)
        broken = {
            "dies": "cat > /dev/null; kill -SEGV $$",
            "silent": "cat > /dev/null",
            "hangs": f"exec sleep {MARK}",
            "agrees": "cat > /dev/null; echo unsat",
            "shrugs": "cat > /dev/null; echo unknown",
            "talks": "cat > /dev/null; yes '(((((' | head -c 300000000",
        }
        for name, text in broken.items():
            with self.subTest(name):
                result = self.trigger(script, "--z3", self.solver(name, text), "--timeout", "1s", expect=ENVIRONMENT)
                self.assertIn("cannot be used", result.stderr)
                # A limit is no finding about the solver.
                (self.assertNotIn if name == "hangs" else self.assertIn)("install z3", result.stderr)
                self.assertEqual(result.stdout, "")
                self.assertEqual(processes_with(MARK), [])

    def lines_for(self, names, result, verdict):
        """Each script has a line of JSON with this verdict."""
        pages = self.pages(result)
        self.assertEqual([page["file"] for page in pages], names)
        self.assertEqual({page["verdict"] for page in pages}, {verdict})

    def test_json_has_its_lines_without_a_solver(self):
        names = [self.write("one.smt2", INCONSISTENT), self.write("two.smt2", LENGTH)]
        result = self.trigger(*names, "--json", "--z3", "/nonexistent/z3", expect=ENVIRONMENT)
        self.lines_for(names, result.stdout, "failed")

    def test_json_has_its_line_without_memory(self):
        script = self.write("script.smt2", INCONSISTENT)
        kilobytes = 60_000  # enough to start, not for threads
        command = ["sh", "-c", f'ulimit -v {kilobytes}; exec "$@"', "sh", ASSAY, "trigger", script, "--json", "--time", "5s"]
        result = subprocess.run(command, text=True, capture_output=True, timeout=60, check=False)
        self.assertIn(result.returncode, (FINDINGS, ENVIRONMENT), result.stderr)
        self.assertEqual([json.loads(line)["file"] for line in result.stdout.splitlines()], [script])

    def late(self, then, honest=4):
        """A z3 that works for the trial and for its version, and then misbehaves."""
        count = self.path("count")
        return self.solver("late", f'echo x >> {count}\n[ $(wc -l < {count}) -le {honest} ] && exec {shutil.which("z3")} "$@"\n'
                           + then)

    def test_a_solver_that_dies_later(self):
        script = self.write("script.smt2", INCONSISTENT)
        late = self.late("cat > /dev/null; kill -SEGV $$\n", honest=3)
        result = self.trigger(script, "--z3", late, "--checks", "process", expect=ENVIRONMENT)
        self.assertIn("cannot", result.stderr)

    def test_a_solver_that_hangs_later(self):
        script = self.write("script.smt2", INCONSISTENT)
        late = self.late(f"exec sleep {MARK}\n")
        shown = self.trigger(script, "--z3", late, "--cvc5", "/nonexistent", "--timeout", "1s", "--time", "3s", expect=NOTHING,
                             timeout=60).stdout
        self.assertIn("timeout", shown)
        self.assertEqual(processes_with(MARK), [])

    def test_a_solver_that_lies_later(self):
        """Says unsat to everything: the answer to the unchanged script decides, and no term is invented."""
        script = self.write("script.smt2", INCONSISTENT)
        late = self.late("cat > /dev/null; echo unsat\n", honest=3)
        shown = self.trigger(script, "--z3", late, "--checks", "process", expect=NOTHING).stdout
        self.assertIn("already-unsat", shown)

    def test_interrupted(self):
        script = self.write("script.smt2", CONSISTENT)
        started = self.path("started")
        os.mkfifo(started)
        slow = self.late(f"echo x > {started}; exec sleep {MARK}\n")
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                if os.path.exists(self.path("count")):
                    os.remove(self.path("count"))
                process = self.start("trigger", script, "--z3", slow, "--timeout", "100s", "--time", "200s")
                with open(started, encoding="utf-8") as fifo:
                    fifo.read()
                process.send_signal(number)
                out, err = process.communicate(timeout=60)
                self.assertEqual(process.returncode, NOTHING, err)
                self.assertIn("interrupted", out)
                self.assertEqual(processes_with(MARK), [])

    def test_interrupted_scripts_have_their_lines(self):
        names = [self.write("one.smt2", CONSISTENT), self.write("two.smt2", CONSISTENT)]
        started = self.path("started")
        os.mkfifo(started)
        slow = self.late(f"echo x > {started}; exec sleep {MARK}\n")
        process = self.start("trigger", *names, "--json", "--z3", slow, "--timeout", "100s", "--time", "200s")
        with open(started, encoding="utf-8") as fifo:
            fifo.read()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, NOTHING, err)
        self.lines_for(names, out, "interrupted")
        self.assertEqual(processes_with(MARK), [])

    def test_doctor_looks_at_the_solver(self):
        os.makedirs(self.path("only"))
        os.symlink(shutil.which("z3"), self.path("only", "z3"))
        shown = self.assay("doctor", env={"PATH": self.path("only")}, expect=(NOTHING, ENVIRONMENT)).stdout
        self.assertRegex(shown, r"triggering terms\n[^\n]*z3")

    def test_the_configuration_can_be_shown(self):
        shown = self.assay("config", "show", "trigger", "check", "--modulo-patterns", "--time", "5m", expect=NOTHING).stdout
        self.assertIn("[trigger.check]", shown)
        self.assertIn("time = '5m'", shown)


if __name__ == "__main__":
    unittest.main()
