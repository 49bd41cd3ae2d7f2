"""Campaigns against Datalog engines: real ones where they are installed, and programs that play engines."""

import json
import os
import shutil
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, RAN, USAGE, Case, needs, processes_with

PROGRAM = """.decl edge(a:number, b:number)
edge(1, 2). edge(2, 3).
.decl path(a:number, b:number)
.output path
path(X, Y) :- edge(X, Y).
path(X, Z) :- path(X, Y), edge(Y, Z).
.decl lonely(a:number)
.output lonely
lonely(X) :- edge(X, _), !path(X, 3).
"""

ENGINE = """name = "{name}"
dialect = "{dialect}"
argv = ["{program}"]
"""


# muZ 4.8.12 derives tuples that contradict each other. Campaigns that must find nothing use no negation.
POSITIVE = ["--negation", "0", "--failing", "0"]


class Datalog(Case):
    def engine(self, name, script, dialect="souffle"):
        """A target file for a script that plays an engine."""
        program = self.program(name, script)
        return self.write(f"{name}.toml", ENGINE.format(name=name, dialect=dialect, program=program))

    def campaign(self, target, *more, expect=None, out="out"):
        return self.assay("datalog", "fuzz", "--target", target, "--out", out, *more, expect=expect)

    @needs("z3")
    def test_muz_is_the_default_target(self):
        result = self.assay("datalog", "fuzz", "--tests", "16", "--reduce-runs", "10", "--out", "out", expect=RAN)
        self.assertIn("tests     16", result.both)
        self.assertTrue(os.path.exists(self.path("out", "report.html")))

    @needs("z3")
    def test_shards_of_machines_with_other_paths_merge(self):
        for shard, folder in enumerate(("one", "two")):
            self.program(f"{folder}/z3", f'#!/bin/sh\nexec {shutil.which("z3")} "$@"\n')
            self.write(f"{folder}/seeds/path.dl", PROGRAM)
            self.assay("datalog", "fuzz", f"{folder}/seeds", "--target", f"mine={folder}/z3", "--tests", "16", "--shard",
                       f"{shard}/2", "--out", f"out-{folder}", "--strategy", "rewrite", *POSITIVE, expect=RAN)
        self.assay("campaign", "merge", "all", "out-one", "out-two", expect=NOTHING)
        os.makedirs(self.path("elsewhere"))
        resumed = self.assay("campaign", "resume", "../all", "--tests", "48", cwd=self.path("elsewhere"), expect=RAN)
        self.assertIn("48 in", resumed.stdout)

    @needs("z3")
    def test_a_process_for_many_programs_sees_the_same(self):
        one = self.campaign("muz", "--tests", "48", "--strategy", "reference", "--style", "persistent", *POSITIVE, out="a",
                            expect=NOTHING)
        self.assertIn("tests     48", one.both)

    @needs("clingo")
    def test_clingo_and_jobs(self):
        self.campaign("clingo", "--tests", "60", "-j", "2", expect=NOTHING)

    @needs("swipl")
    def test_swi_prolog(self):
        self.campaign("swipl", "--tests", "20", expect=NOTHING)

    @needs("racket")
    def test_racket(self):
        # Racket needs more than its time limit for a case, which is counted as a skip.
        self.campaign("racket", "--tests", "6", "--strategy", "reference", "--seed", "1", "--failing", "0", "--timeout", "4s",
                      expect=NOTHING)

    @needs("souffle")
    def test_souffle_from_a_seed(self):
        self.write("seed.dl", PROGRAM)
        self.assay("datalog", "fuzz", "seed.dl", "--target", "souffle", "--tests", "30", "--out", "out", expect=RAN)

    @needs("souffle")
    def test_souffle_and_its_representations(self):
        self.campaign("souffle", "--tests", "160", "-j", "2", expect=RAN)

    @needs("souffle-compile.py")
    def test_souffle_compiled(self):
        flags = ["--strategy", "options", "--slow-options", "--timeout", "120s"]
        self.campaign("souffle", *flags, "--tests", "6", expect=RAN)

    @needs("z3")
    def test_a_lying_engine_is_found_reduced_and_replayed(self):
        # Drops the last tuple from muZ's output.
        liar = self.engine("liar", "#!/bin/sh\nz3 -in | sed 's/ (= (:var 0) #b[01]*))$/)/'\n", "muz")
        self.campaign(liar, "--skip-controls", "--tests", "60", "--findings", "1", expect=FINDINGS)
        shown = self.assay("findings", "list", "out", expect=FINDINGS).stdout
        self.assertIn("wrong-result", shown)
        findings = os.listdir(self.path("out", "findings"))
        with open(self.path("out", "findings", findings[0], "finding.json"), encoding="utf-8") as file:
            finding = json.load(file)
        self.assertIn("tuples", finding["reason"])
        self.assertIn("program.smt2", os.listdir(self.path("out", "findings", findings[0], "reproduce")))
        self.assay("replay", self.path("out", "findings", findings[0]), expect=FINDINGS)

    def test_engines_that_misbehave(self):
        for name, script, kind in (("crash", "#!/bin/sh\ncat >/dev/null\nkill -SEGV $$\n", "crash"),
                                   ("garbage", "#!/bin/sh\ncat >/dev/null\necho nonsense\n", "crash"),
                                   ("silent", "#!/bin/sh\ncat >/dev/null\n", "wrong-result"),
                                   ("refuses", "#!/bin/sh\ncat >/dev/null\necho 'no such syntax' >&2\nexit 1\n", "rejects-valid")):
            with self.subTest(engine=name):
                result = self.campaign(self.engine(name, script), "--skip-controls", "--tests", "8", out=f"out-{name}", expect=FINDINGS)
                self.assertIn(kind, result.both)

    def test_an_engine_that_hangs_is_a_counted_skip(self):
        hangs = self.engine("hangs", "#!/bin/sh\ncat >/dev/null\nsleep 1000 & sleep 1000 # assay-e2e-hangs\n")
        result = self.campaign(hangs, "--skip-controls", "--tests", "3", "--timeout", "200ms", expect=ENVIRONMENT)
        self.assertIn("timeout", result.both)
        self.assertEqual(processes_with("assay-e2e-hangs"), [])

    def test_an_engine_that_fails_its_controls_is_refused(self):
        blind = self.engine("blind", "#!/bin/sh\ncat >/dev/null\n")
        result = self.campaign(blind, "--tests", "8", expect=ENVIRONMENT)
        self.assertIn("control", result.both)

    def test_bad_seeds_say_what_is_wrong(self):
        self.write("unsafe.dl", ".decl a(x:number)\n.output a\na(X) :- X < 3.\n")
        self.write("cycle.dl", ".decl a(x:number)\n.decl b(x:number)\nb(1).\n.output a\na(X) :- b(X), !a(X).\n")
        for seed, word in (("unsafe.dl", "a"), ("cycle.dl", "a"), ("missing.dl", "missing.dl")):
            with self.subTest(seed=seed):
                result = self.assay("datalog", "fuzz", seed, "--out", "out", "--tests", "1", expect=ENVIRONMENT)
                self.assertIn(word, result.stderr)

    def test_bad_targets_say_what_is_wrong(self):
        for target, word in (("nosuch", "unknown target"), ("mine=/bin/cat", "dialect"), ("nosuch.toml", "nosuch.toml")):
            with self.subTest(target=target):
                self.assertIn(word, self.campaign(target, "--tests", "1", expect=ENVIRONMENT).stderr)
        self.write("bad.toml", 'name = "x"\ndialect = "klingon"\nargv = ["cat"]\n')
        self.assertIn("klingon", self.campaign("bad.toml", "--tests", "1", expect=ENVIRONMENT).stderr)
        self.campaign("muz", "--strategy", "nosuch", expect=USAGE)

    def test_eval_prints_the_model(self):
        self.write("p/program.dl", PROGRAM.replace("edge(1, 2). edge(2, 3).", ".input edge").replace("path", "Path"))
        self.write("p/edge.facts", "".join(f"{i}\t{i + 1}\n" for i in range(1, 61)))
        printed = self.assay("datalog", "eval", "p/program.dl", "--relation", "Path", expect=NOTHING).stdout.splitlines()
        self.assertEqual(len(printed), 60 * 61 // 2, "all facts are read")
        self.assertEqual(printed[:2], ["Path(1, 2).", "Path(1, 3)."], "names stay")
        self.assertEqual(self.assay("datalog", "eval", "p/program.dl", "--relation", "edge", expect=NOTHING).stdout.count("edge("), 60)
        self.assertIn("no relation 'road'", self.assay("datalog", "eval", "p/program.dl", "--relation", "road", expect=ENVIRONMENT).stderr)
        self.write("p.lp", "edge(1,2). edge(2,3). path(X,Y) :- edge(X,Y). #show path/2.\n")
        self.assertEqual(self.assay("datalog", "eval", "p.lp", "--relation", "path", expect=NOTHING).stdout, "path(1, 2).\npath(2, 3).\n")
        self.write("zero.dl", ".decl r(x:number)\n.output r\nr(1).\nr(x / 0) :- r(x).\n")
        self.assertIn("the reference has no values", self.assay("datalog", "eval", "zero.dl", expect=ENVIRONMENT).stderr)

    def test_graph(self):
        self.write("seed.dl", PROGRAM)
        table = self.assay("datalog", "graph", "seed.dl", "--output", "lonely", expect=NOTHING).stdout
        self.assertRegex(table, r"path +1 +- +0")
        self.assertRegex(table, r"edge +1 +\? +2")
        dot = self.assay("datalog", "graph", "seed.dl", "--dot", expect=NOTHING).stdout
        self.assertTrue(dot.startswith("digraph") and dot.endswith("}\n"), dot)
        self.assay("datalog", "graph", "seed.dl", "--output", "nosuch", expect=USAGE)

    def test_targets(self):
        self.assertIn("muz", self.assay("datalog", "targets", expect=NOTHING).stdout)


if __name__ == "__main__":
    unittest.main()
