"""Logs of verifiers: every check that E-matching does not refute is examined, and names are the source's names."""

import json
import os
import unittest

from harness import FINDINGS, NOTHING, USAGE, Case, needs

LOGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "verifier_logs")
# verifier, its log, the check that misses a term, with its line and label, and the term as the source has it
ROWS = [
    ("Boogie", "boogie", 2, 48, "Second", "Seq#Length(Seq#Drop("),
    ("Boogie", "dafny", 1, 35, "Impl IsPositive", "len(List.tail(xs))"),
    ("Silicon", "silicon", 2, 39, "first", "len<Int>(nxt<list>("),
    ("Verus", "verus", 1, 45, "crate::test", "crate::list::len(crate::list::tail(a))"),
    ("F*", "fstar", 1, 29, "Foo.fst(7,2-9,10)", "Foo.len(Foo.tail(x))"),
    ("", "why3", 1, 21, "f'vc", "length(tl(x))"),
]


def log(name):
    return os.path.join(LOGS, name + ".smt2")


@needs("z3")
class TriggerLogs(Case):
    def pages(self, *arguments, expect):
        out = self.assay("trigger", *arguments, "--json", "--no-suggestions", expect=expect).stdout
        return [json.loads(line) for line in out.splitlines()]

    def test_each_verifiers_log(self):
        for verifier, name, number, line, label, term in ROWS:
            with self.subTest(name):
                pages = self.pages(log(name), expect=FINDINGS)
                self.assertEqual([page["check"] for page in pages], list(range(1, len(pages) + 1)))
                found = pages[number - 1]
                self.assertEqual((found["verdict"], found["line"], found["label"], found["verifier"]),
                                 ("found", line, label, verifier))
                self.assertIn(term, found["terms"][0]["readable"])

    def test_checks_that_need_no_term(self):
        pages = self.pages(log("boogie"), expect=FINDINGS)
        self.assertEqual([page["verdict"] for page in pages], ["already-unsat", "found", "already-unsat"])

    def test_names_of_axioms_and_variables(self):
        step = self.pages(log("fstar"), expect=FINDINGS)[0]["derivation"][0]
        self.assertEqual((step["axiom"]["name"], step["values"][0]["variable"]), ("equation_Foo.len", "x0"))
        step = self.pages(log("dafny"), expect=FINDINGS)[0]["derivation"][0]
        self.assertEqual((step["axiom"]["name"], step["values"][0]["variable"]), ("listdfy.4:15", "l"))

    def test_the_text_says_which_checks_were_looked_at(self):
        shown = self.assay("trigger", log("silicon"), "--no-suggestions", expect=FINDINGS).stdout
        for part in ("silicon.smt2, check 2 (line 39, first): found", "in front of the check in line 39",
                     "looked at 2 of 3 checks", "Check 1 (line 26, first): satisfiable (the log allows it less than",
                     "E-matching refutes check 3 (line 46, first): no further term is needed."):
            self.assertIn(part, shown)

    def test_one_check(self):
        for which in ("2", "line:48"):
            pages = self.pages(log("boogie"), "--check", which, expect=FINDINGS)
            self.assertEqual([(page["check"], page["verdict"]) for page in pages], [(2, "found")])
        pages = self.pages(log("boogie"), "--check", "1", expect=NOTHING)
        self.assertEqual([page["verdict"] for page in pages], ["already-unsat"])

    def test_checks_that_do_not_exist(self):
        for which in ("4", "line:1"):
            result = self.assay("trigger", log("boogie"), "--check", which, expect=USAGE)
            self.assertIn("there is no check", result.stderr)
            self.assertIn("3 checks, the first in line 24, the last in line 51", result.stderr)
        for which in ("0", "x", "line:", "line:x", "-1"):
            self.assertIn("--check", self.assay("trigger", log("boogie"), f"--check={which}", expect=USAGE).stderr)

    def test_completed_scripts_are_named_by_their_checks(self):
        out = self.path("done.smt2")
        pages = self.pages(log("boogie"), "--emit", out, expect=FINDINGS)
        self.assertEqual(pages[1]["emitted"], self.path("done-check2.smt2"))
        self.assertEqual(os.listdir(self.folder), ["done-check2.smt2"])
        again = self.pages(self.path("done-check2.smt2"), expect=NOTHING)
        self.assertEqual([page["verdict"] for page in again], ["already-unsat"])

    def test_the_same_obligation_twice(self):
        with open(log("dafny"), encoding="utf-8") as file:
            text = file.read()
        script = self.write("twice.smt2", text.replace("(check-sat)\n", "(check-sat)\n(check-sat)\n"))
        pages = self.pages(script, expect=FINDINGS)
        self.assertEqual([page["verdict"] for page in pages], ["found", "repeats"])
        self.assertEqual(pages[1]["repeats"], 1)

    def test_what_no_time_was_left_for_is_told(self):
        """No term completes the checks: each of the first checks gets five seconds, the rest is not examined."""
        checks = "".join(f"(push)(assert (> (f (g {i})) (f {i})))(check-sat)(pop)\n" for i in range(6))
        script = self.write("many.smt2", "(declare-fun f (Int) Int)(declare-fun g (Int) Int)\n"
                            "(assert (forall ((x Int) (y Int)) (! (> (f (+ (f x) (g y))) (* x y (f (g y))))"
                            " :pattern ((f x) (g y)))))\n" + checks)
        pages = self.pages(script, "--time", "6s", "--timeout", "1s", expect=NOTHING)
        self.assertEqual(len(pages), 6)
        self.assertIn("not-examined", {page["verdict"] for page in pages})

    def test_axioms_of_all_checks_once(self):
        pages = self.pages("check", log("boogie"), "--time", "10s", expect=NOTHING)
        self.assertEqual([page["verdict"] for page in pages[1:]], ["repeats", "repeats"])


if __name__ == "__main__":
    unittest.main()
