"""`smt reduce`, `datalog check` and `reduce`, `analyzer reduce`, `domain reduce`: any property of a file is kept."""

import os
import signal

from harness import ENVIRONMENT, FINDINGS, NOTHING, SAYS_UNSAT, USAGE, Case, needs

SCRIPT = "(declare-const x Int)(declare-const y Int)\n" + "".join(f"(assert (< (+ x y) {i + 9}))\n" for i in range(30))
PROGRAM = """.decl edge(a:number, b:number)
edge(1, 2). edge(2, 3). edge(3, 4).
.decl path(a:number, b:number)
.output path
path(X, Y) :- edge(X, Y).
path(X, Z) :- path(X, Y), edge(Y, Z).
.decl far(a:number)
.output far
far(X) :- path(X, 4), !edge(X, 4).
"""
ENGINE = 'name = "{0}"\ndialect = "gringo"\nargv = ["{1}"]\n'
C = """static int used(int a) { int unused = 3; for (int i = 0; i < a; ++i) { unused += i; } return a / (a - a); }
static int idle(void) { return 7; }
int main(void) { int k = idle(); if (k > 3) { k = used(k); } return k; }
"""


class Smt(Case):
    def reduce(self, *words, expect=NOTHING):
        return self.assay("smt", "reduce", "big.smt2", *words, expect=expect)

    def two(self, new):
        self.write("big.smt2", SCRIPT + "(assert (> (mod x 5) y))(check-sat)\n")
        old = self.program("old", "#!/bin/sh\n" + SAYS_UNSAT)
        return ["--target", f"old={old}", "--target", f"new={self.program('new', new)}"]

    def test_a_lost_answer_is_kept_with_its_kind(self):
        new = '#!/bin/sh\nscript=$(cat)\ncase $script in *mod*) echo unknown ;; *assert*) echo unsat ;; *) kill -SEGV $$ ;; esac\n'
        result = self.reduce(*self.two(new), "--keep", "lost")
        self.assertIn("mod", result.stdout)
        self.assertLess(len(result.stdout), 90, result.stdout)

    def test_a_second_target_that_uses_much_more_time_is_slower(self):
        work = "i=0; while :; do i=$((i + 1)); done"  # until the limit, which is ten times the first target's time
        result = self.reduce(*self.two(f'#!/bin/sh\ncase "$(cat)" in *mod*) {work} ;; *) echo unsat ;; esac\n'), "--keep", "slower:10")
        self.assertIn("mod", result.stdout)
        self.assertLess(len(result.stdout), 90, result.stdout)

    def test_two_versions_that_answer_alike_have_nothing_to_keep(self):
        for kept in ("lost", "slower:10"):
            refused = self.reduce(*self.two("#!/bin/sh\n" + SAYS_UNSAT), "--keep", kept, expect=ENVIRONMENT)
            self.assertIn(f"new does not show '{kept}' beside old on big.smt2 (old: unsat in", refused.stderr)

    def test_the_number_of_targets_fits_the_property(self):
        two = self.two("#!/bin/sh\n" + SAYS_UNSAT)
        self.assertIn("give --target twice", self.reduce(*two[:2], "--keep", "lost", expect=ENVIRONMENT).stderr)
        self.assertIn("looks at 1 --target", self.reduce(*two, "--keep", "unsat", expect=ENVIRONMENT).stderr)

    def test_an_exit_code_is_kept(self):
        self.write("big.smt2", SCRIPT + "(assert (> (mod x 5) y))(check-sat)\n")
        odd = self.program("odd", '#!/bin/sh\ncase "$(cat)" in *mod*) echo sat; exit 7 ;; *) echo sat ;; esac\n')
        self.assertIn("mod", self.reduce("--target", f"odd={odd}", "--keep", "exit:7").stdout)
        self.assertIn("does not show 'exit:8'", self.reduce("--target", f"odd={odd}", "--keep", "exit:8", expect=ENVIRONMENT).stderr)
        self.assertIn("from 0 to 255", self.reduce("--target", f"odd={odd}", "--keep", "exit:x", expect=ENVIRONMENT).stderr)

    def test_a_script_that_assay_cannot_read_is_reduced_as_text(self):
        self.write("big.smt2", SCRIPT + "(assert (strange! x (mod x 5) y)\n(check-sat)\n")
        asks = self.program("asks", "#!/bin/sh\ngrep -q strange! \"$1\"\n")
        self.assertLess(len(self.reduce("--keep-command", asks).stdout), 12)

    def test_a_script_that_cannot_be_smaller_stays_as_it_is(self):
        text = "(assert true)(push 2)(check-sat)"
        self.write("big.smt2", text)
        same = self.program("same", f"#!/bin/sh\ntr -d '\\n ' <\"$1\" | grep -qF '(asserttrue)(push' && grep -q check-sat \"$1\" && ! grep -q 'push 1' \"$1\"\n")
        self.assertEqual(self.reduce("--keep-command", same).stdout, text)

    def test_an_interrupt_keeps_the_smallest_script(self):
        self.write("big.smt2", SCRIPT + "(assert (> (mod x 5) y))(check-sat)\n")
        # The sixth call goes on until it is stopped.
        slow = self.program("slow", f'#!/bin/sh\necho x >>{self.path("calls")}\n[ $(wc -l <{self.path("calls")}) -lt 6 ] || {{ echo >{self.path("now")}; while :; do :; done; }}\ngrep -q mod "$1"\n')
        process = self.start("smt", "reduce", "big.smt2", "--keep-command", slow, "--timeout", "100s")
        while not os.path.exists(self.path("now")) and process.poll() is None:
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, NOTHING, err)
        self.assertIn("ended by", err)
        self.assertIn("mod", out)
        self.assertLess(len(out), len(SCRIPT))


class Datalog(Case):
    def setUp(self):
        super().setUp()
        self.write("p.dl", PROGRAM)

    def engine(self, name, script):
        return self.write(f"{name}.toml", ENGINE.format(name, self.program(name, "#!/bin/sh\n" + script)))

    @needs("clingo")
    def test_an_honest_engine_agrees(self):
        self.assertIn("agrees with the reference", self.assay("datalog", "check", "p.dl", "--target", "clingo", expect=NOTHING).stdout)
        refused = self.assay("datalog", "reduce", "p.dl", "--target", "clingo", expect=ENVIRONMENT)
        self.assertIn("clingo does not fail on p.dl", refused.stderr)

    @needs("clingo")
    def test_a_lying_engine_differs_and_its_program_is_reduced(self):
        liar = self.engine("liar", "clingo -V0 --warn=none --outf=0 - | sed 's/far([0-9]*) *//'\n")
        shown = self.assay("datalog", "check", "p.dl", "--target", liar, expect=FINDINGS).stdout
        self.assertIn("wrong-result", shown)
        self.assertIn("relation far", shown)
        result = self.assay("datalog", "reduce", "p.dl", "--target", liar, expect=FINDINGS)
        self.assertIn("far(", result.stdout)
        self.assertLess(len(result.stdout), 60, result.stdout)
        self.assay("datalog", "reduce", "p.dl", "--target", liar, "--keep", "wrong", expect=NOTHING)

    def test_what_cannot_be_judged_says_why(self):
        hangs = self.engine("hangs", "cat >/dev/null\nwhile :; do :; done\n")
        late = self.assay("datalog", "check", "p.dl", "--target", hangs, "--timeout", "200ms", expect=ENVIRONMENT)
        self.assertIn("cannot be judged: timeout", late.stderr)
        self.write("half.lp", "a(1).\n{ b(X) } :- a(X).\n")
        self.assertIn("does not read all of half.lp", self.assay("datalog", "check", "half.lp", "--target", hangs, expect=ENVIRONMENT).stderr)
        self.assay("datalog", "check", "nowhere.dl", "--target", hangs, expect=USAGE)

    def test_any_property_is_kept_in_the_engines_language(self):
        odd = self.engine("odd", 'case "$(cat)" in *"not edge"*) echo "gave up" >&2; exit 3 ;; esac\n')
        for kept in ("exit:3", "error", "output:^gave"):
            result = self.assay("datalog", "reduce", "p.dl", "--target", odd, "--keep", kept, expect=NOTHING)
            self.assertEqual(result.stdout.strip(), "not edge")
        self.assertIn("odd does not show 'crash'", self.assay("datalog", "reduce", "p.dl", "--target", odd, "--keep", "crash", expect=ENVIRONMENT).stderr)

    def test_a_program_of_the_user_decides(self):
        asks = self.program("asks", "#!/bin/sh\n[ \"$(ls)\" = \"$1\" ] && grep -q '!edge(' \"$1\" && grep -q 'far(.*:-' \"$1\"\n")
        result = self.assay("datalog", "reduce", "p.dl", "--keep-command", asks, expect=NOTHING)
        self.assertIn("!edge(", result.stdout)
        self.assertLess(len(result.stdout), 30, result.stdout)
        self.write("half.lp", "a(1).\n{ b(X) } :- a(X).\nc(X) :- b(X).\n")
        choice = self.program("choice", "#!/bin/sh\ngrep -q '{ b(X) }' \"$1\"\n")
        self.assertEqual(self.assay("datalog", "reduce", "half.lp", "--keep-command", choice, expect=NOTHING).stdout, "{ b(X) }")
        self.write("own.lp", "edge(1,2). edge(2,3).\npath(X,Y) :- edge(X,Y), X < Y.\nend(X) :- path(X,3).\n")
        derives = self.program("derives", "#!/bin/sh\ngrep -q 'path(.*:-' \"$1\" && grep -q '^edge' \"$1\"\n")
        own = self.assay("datalog", "reduce", "own.lp", "--keep-command", derives, expect=NOTHING).stdout
        self.assertRegex(own, "(?m)^path\\(")
        no = self.program("no", "#!/bin/sh\nexit 1\n")
        self.assertIn("says no to p.dl itself", self.assay("datalog", "reduce", "p.dl", "--keep-command", no, expect=ENVIRONMENT).stderr)
        self.assay("datalog", "reduce", "p.dl", expect=USAGE)


class Analyzer(Case):
    def setUp(self):
        super().setUp()
        self.write("prog.c", C)

    @needs("gcc")
    def test_a_program_of_the_user_decides(self):
        asks = self.program("asks", "#!/bin/sh\ngcc -fsyntax-only \"$1\" && grep -q 'a / (a - a)' \"$1\"\n")
        result = self.assay("analyzer", "reduce", "prog.c", "--keep-command", asks, expect=NOTHING)
        self.assertIn("a / (a - a)", result.stdout)
        self.assertNotIn("idle", result.stdout)
        self.assertNotIn("for", result.stdout)
        self.assertLess(len(result.stdout), 60, result.stdout)

    @needs("cppcheck")
    def test_a_line_of_an_analyzer_is_kept(self):
        flags = ["--target", "cppcheck", "--keep", "output:id=\"zerodiv"]
        result = self.assay("analyzer", "reduce", "prog.c", *flags)
        if "does not show" in result.stderr:
            self.skipTest("this Cppcheck does not warn")
        self.assertLess(len(result.stdout), 60, result.stdout)

    def test_bad_input_says_what_to_do(self):
        no = self.program("no", "#!/bin/sh\nexit 1\n")
        self.assertIn("says no to prog.c itself", self.assay("analyzer", "reduce", "prog.c", "--keep-command", no, expect=ENVIRONMENT).stderr)
        self.assay("analyzer", "reduce", "prog.c", expect=USAGE)
        self.assay("analyzer", "reduce", "prog.c", "--keep", "exit:0", expect=USAGE)
        self.assay("analyzer", "reduce", "prog.c", "--target", "nosuch", "--keep", "exit:0", expect=ENVIRONMENT)


class Domain(Case):
    def test_a_program_of_the_user_decides(self):
        self.write("p.txt", "dimensions 3\na0 = top\na1 = assume a0, x0 - 2*x1 + 17 >= 0\na2 = assume a0, x2 >= 0\na3 = join a1 a2\n"
                   "a4 = assign a3, x1 := x0 + 3\ncheck 17 a4\ncheck 18 a3\n")
        asks = self.program("asks", "#!/bin/sh\ngrep -q 'dimensions' \"$1\" && grep -q join \"$1\"\n")
        result = self.assay("domain", "reduce", "p.txt", "--keep-command", asks, expect=NOTHING)
        self.assertLess(len(result.stdout), 25, result.stdout)
        self.write("odd.txt", "dimensions 1\na0 = top\na1 = transform strange a0\n")
        odd = self.program("odd", "#!/bin/sh\ngrep -q strange \"$1\"\n")
        self.assertEqual(self.assay("domain", "reduce", "odd.txt", "--keep-command", odd, expect=NOTHING).stdout.strip(), "strange")
