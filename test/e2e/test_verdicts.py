"""Passes that leave something unjudged are counted, and a campaign that judged nothing is no success."""

import json
import os
import shutil
import unittest

import harness
import schemas
from areas import FAKE_SOLVER
from harness import ENVIRONMENT, FINDINGS, NOTHING, SEEDS, SOURCE

# A solver without bugs, but for models of scripts over 450 bytes.
SHY = """#!/bin/sh
cat > script.smt2
{solver} < script.smt2 > answer
if [ "$(wc -c < script.smt2)" -le 450 ]; then cat answer; exit; fi
grep -x -e sat -e unsat -e unknown answer
if grep -q get-model script.smt2; then echo '(error "{message}")'; fi
"""


LACK = """[[skip]]
pattern = "models are too large"
meaning = "no large models"
"""


@harness.needs(FAKE_SOLVER)
class Reservations(harness.Case):
    def shy(self, message, definition=""):
        """A definition of a solver that refuses models of large scripts with the message."""
        program = self.program("shy", SHY.format(solver=FAKE_SOLVER, message=message))
        return self.write("shy.toml", f'name = "shy"\nargv = ["{program}"]\nwitness_comments = true\n' + definition)

    def fuzz(self, target, *more, expect):
        return self.assay("smt", "fuzz", SEEDS, "--target", target, "--tests", "120", "--model-percent", "100",
                          "--no-report", "--out", "out", *more, expect=expect).stdout

    def test_a_refused_model_is_a_finding_where_one_is_promised(self):
        text = self.fuzz(self.shy("I am shy"), expect=FINDINGS)
        self.assertIn("none given", text)
        [folder] = os.listdir(self.path("out", "findings"))
        with open(self.path("out", "findings", folder, "report.md"), encoding="utf-8") as report:
            self.assertIn("(get-model)", report.read())

    def test_a_target_that_says_what_it_lacks_has_passes_with_a_reservation(self):
        target = self.shy("models are too large", LACK)
        text = self.fuzz(target, expect=NOTHING)
        self.assertRegex(text, r"passed +\d+  but model not judged: none given")
        self.assertRegex(text, r"advice +shy gives models for scripts below 512 bytes")

    def test_events_count_reservations(self):
        target = self.shy("models are too large", LACK)
        lines = [json.loads(line) for line in self.fuzz(target, "--json", expect=NOTHING).splitlines()]
        self.assertEqual([], [problem for line in lines for problem in schemas.complaints("events", line)])
        [finished] = [line for line in lines if line["event"] == "finished"]
        self.assertGreater(finished["reservations"]["model not judged: none given"], 3)


class NothingJudged(harness.Case):
    @harness.needs("z3")
    def test_a_campaign_that_only_skips_is_no_success(self):
        program = self.program("small", '#!/bin/sh\ncat > script.smt2\nif [ "$(grep -c assert script.smt2)" -le 2 ]; then z3 script.smt2; else echo unsupported; fi\n')
        result = self.assay("smt", "fuzz", SEEDS, "--target", f"mine:z3={program}", "--tests", "5", "--style", "process",
                            "--certificates", "none", "--out", "out", expect=ENVIRONMENT)
        self.assertIn("no case was judged", result.stderr)

    def test_an_evaluation_with_open_assertions_is_no_success(self):
        script = self.write("open.smt2", "(declare-fun x () Int)(assert (> (div 1 x) 5))(assert (= x x))(check-sat)\n")
        model = self.write("open.model", "((define-fun x () Int 0))\n")
        self.assertIn("1 hold, 0 fail, 1 open", self.assay("smt", "eval", script, "--model", model, expect=ENVIRONMENT).stdout)

    def test_what_is_open_by_an_extension_of_a_solver_is_named(self):
        script = self.write("open.smt2", "(declare-fun f (Int) Int)(declare-fun b () (Array Int Int))"
                                         "(assert (= (store f 1 9) b))(assert (fmap 3))(check-sat)\n")
        said = self.assay("smt", "eval", script, "--model", self.write("open.model", "()\n"), expect=ENVIRONMENT).stdout
        self.assertIn("'store' with other arguments than SMT-LIB's, an extension of a solver's", said)
        self.assertIn("unknown to Assay: fmap", said)

    @harness.needs("cppcheck")
    def test_an_analyzer_that_states_nothing_is_no_success(self):
        program = self.write("empty.c", "int main(void) { return 0; }\n")
        result = self.assay("analyzer", "check", program, "--target", "cppcheck", expect=ENVIRONMENT)
        self.assertIn("no fact was judged", result.stderr)


# A release that never ends on a program with a relation `never`, and runs the real program on others.
HANGS = """#!/bin/sh
case "$1" in --version) exec %s --version ;; esac
cat > program
if grep -q never program; then while :; do :; done; fi
exec %s "$@" < program
"""


class Hangs(harness.Case):
    @harness.needs("clingo")
    def test_a_release_of_an_engine_that_hangs_beside_another(self):
        clingo = shutil.which("clingo")
        self.write("seed.lp", "never(1). never(2).\ntwice(X) :- never(X), X > 1.\n")
        text = self.assay("datalog", "fuzz", "seed.lp", "--target", "clingo", "--target", f"hangs:clingo={self.program('hangs', HANGS % (clingo, clingo))}",
                          "--timeout", "6s", "--tests", "1", "--reduce-runs", "1", "--confirmations", "1", "--no-report", "--out", "out", expect=FINDINGS).stdout
        self.assertRegex(text, r"hangs-0 +slow ")
        [folder] = os.listdir(self.path("out", "findings"))
        with open(self.path("out", "findings", folder, "report.md"), encoding="utf-8") as report:
            self.assertIn("(It does not end in 20 s.)", report.read())

    @harness.needs("cppcheck")
    def test_a_release_of_an_analyzer_that_hangs_beside_another(self):
        cppcheck = shutil.which("cppcheck")
        program = self.program("hangs", f'#!/bin/sh\nif grep -q never -- *.c 2>/dev/null; then while :; do :; done; fi\nexec {cppcheck} "$@"\n')
        self.write("prog.c", "int never(int a) { return a > 3 ? a : 3; }\nint main(void) { return never(4) - 4; }\n")
        text = self.assay("analyzer", "test", "prog.c", "--target", "cppcheck", "--target", f"hangs:cppcheck={program}", "--timeout", "6s",
                          "--tests", "1", "--reduce-runs", "1", "--confirmations", "1", "--no-report", "--out", "out", expect=FINDINGS).stdout
        self.assertRegex(text, r"hangs-0 +slow ")


AREAS = """#include <stdio.h>
int printf(const char *, ...);
static int area(int n) { char line[64]; snprintf(line, sizeof line, "%d", n); return line[0]; }
int main(void) {
  int s = 0;
  s += area(1);
  s += area(2);
  printf("%d at %p\\n", s, (void *)&s);
  return 0;
}
"""


class Programs(harness.Case):
    @harness.needs("llc-14")
    def test_variables_whose_lives_do_not_meet_may_share_an_address(self):
        text = self.assay("analyzer", "check", self.write("areas.c", AREAS), "--target", "llvm-c", expect=NOTHING).stdout
        self.assertIn(" 0 broken", text)
        self.assertIn("the program's output differs from run to run", text)
        self.assertNotIn("MISCOMPILED", text)


    @harness.needs("cppcheck")
    def test_a_program_runs_where_the_user_stands_and_writes_nothing(self):
        self.write("in.txt", "abc")
        source = self.write("reads.c", """#include <stdio.h>
int main(int argc, char **argv) {
  FILE *in = argc > 1 ? fopen(argv[1], "r") : 0, *out = fopen("written.txt", "w");
  int two = 1 + (in != 0);
  return two * 10 + (out != 0);
}
""")
        check = ("analyzer", "check", source, "--target", "cppcheck", "--all")
        self.assay(*check, "--", "in.txt", expect=NOTHING)
        self.assertFalse(os.path.exists(self.path("written.txt")))


class Folders(harness.Case):
    """A campaign's folder that comes from elsewhere."""

    def test_no_link_out_of_a_campaign_is_followed(self):
        liar = self.program("liar", "#!/bin/sh\n" + harness.SAYS_UNSAT + "\n")
        self.assay("smt", "fuzz", self.good_seeds(), "--target", f"liar={liar}", "--tests", "16", "--findings", "1", "--reduce-runs", "5", "--confirmations", "1",
                   "--skip-controls", "--no-report", "--out", "out", expect=FINDINGS)
        secret = self.write("secret", "the secret")
        [finding] = os.listdir(self.path("out", "findings"))
        folder = self.path("out", "findings", finding)
        script = os.path.join(folder, "original", os.listdir(os.path.join(folder, "original"))[0])
        for place in (lambda: os.symlink(secret, script), lambda: os.mkfifo(script), lambda: os.symlink("/dev/zero", script)):
            os.remove(script)
            place()
            self.assay("report", "out", timeout=60)
            with open(self.path("out", "report.html"), encoding="utf-8") as report:
                self.assertNotIn("the secret", report.read())
            self.assertNotIn("the secret", self.assay("findings", "export", "out", "--format", "json").stdout)
        os.rename(folder, self.path("moved"))
        os.symlink(self.path("moved"), folder)
        self.assay("report", "out", expect=NOTHING)


class Page(harness.Case):
    def test_the_manual_has_the_rows_of_the_code(self):
        with open(os.path.join(SOURCE, "docs", "dev", "verdicts.md"), encoding="utf-8") as page:
            self.assertEqual(self.assay("verdicts", expect=NOTHING).stdout, page.read())


if __name__ == "__main__":
    unittest.main()
