"""A report works when it is pasted: for each area and kind of bug, a campaign on a target that lies, and every finding's report.md alone
must show the bug to somebody who has the target and not Assay (pasted.py). Not: a target that has been mended."""

import json
import os
import unittest

from areas import AREAS, COMPILERS, FAKE_SOLVER
from harness import FINDINGS, SEEDS, SOURCE, Case, needs
from pasted import Report, path_with, run_script, try_finding

LIMITS = ("--seed", "7", "--confirmations", "4", "--reduce-runs", "40", "--no-report")
FUZZ = ("smt", "fuzz", os.path.join(SOURCE, "data", "seeds"), "--strategy", "storm")
PLANT = ("smt", "fuzz", os.path.join(SOURCE, "data", "seeds"), "--strategy", "plant")
SYNTH = ("smt", "synth", "--theory", "core")
# (kind, a lie of the fake solver, a campaign that meets it).
LIES = [
    ("refutation-unsound", "nested-negation", *FUZZ),
    ("refutation-unsound", "after-reset-unsat", "smt", "fuzz", SEEDS, "--strategy", "storm", "--style", "persistent", "--skip-controls"),
    ("solution-unsound", "forgets-assertion", *PLANT),
    ("invalid-model", "model-number", *FUZZ),
    ("invalid-core", "core-satisfiable", *SYNTH),
    ("imprecise", "core-superset", *SYNTH),
    ("crash", "crash-ite", *SYNTH),
    ("crash", "assert-distinct", *FUZZ),
    ("rejects-valid", "rejects-implication", *SYNTH),
    ("incomplete", "unknown-ite", *SYNTH),
    ("nondeterministic", "flaky", "smt", "fuzz", SEEDS, "--strategy", "storm", "--style", "process", "--skip-controls"),
]

# A lie of an engine for each kind of bug: a filter on z3's output, and the strategy that finds the lie.
ENGINE_LIES = {
    "missing": ("z3 -in | sed 's/ (= (:var 0) #b[01]*))$/)/'", "--strategy", "reference"),
    "missing-in-bddbddb": ("z3 -dl \"$1\" | sed '0,/^\\t/{/^\\t/d}'", "--strategy", "reference"),
    "only-with-flags": ("case $* in *other*) z3 -in | sed -n 's/^relation.*/&\\nunsat/p;/^end$/p' ;; *) z3 -in ;; esac", "--strategy", "options"),
    "not-named": ("z3 -in | sed '/^relation/,$d'; echo end", "--strategy", "reference"),
    "crash": ("cat > /dev/null; kill -SEGV $$", "--strategy", "reference"),
    "garbage": ("cat > /dev/null; echo nonsense", "--strategy", "reference"),
    "refuses": ("cat > /dev/null; echo 'no such syntax' >&2; exit 1", "--strategy", "reference"),
}
# The first line of the worked example's join, by kind of bug.
DOMAIN_LIES = {
    "loses": "  if (left->signs[0] != right->signs[0]) return bottom(self, left->dimensions);\n",
    "aborts": "  abort();\n",
    "imprecise": "  if (left->signs[0] == right->signs[0]) return top(self, left->dimensions);\n",
}


class Reports(Case):
    def assert_all_show(self, out, programs, variables=None):
        findings = sorted(os.listdir(self.path(out, "findings")))
        self.assertTrue(findings, "nothing was found")
        for finding in findings:
            folder = self.path(out, "findings", finding)
            why = try_finding(folder, self.path("scratch-" + out), programs, variables)
            with open(os.path.join(folder, "report.md"), encoding="utf-8") as report:
                self.assertEqual(why, "", f"{finding}\n{report.read()}")
        return findings

    def kind_of(self, out, finding):
        with open(self.path(out, "findings", finding, "finding.json"), encoding="utf-8") as file:
            return json.load(file)["kind"]

    def test_of_every_area(self):
        for area in AREAS:
            with self.subTest(area=area.name):
                if missing := area.missing():
                    self.skipTest(f"{area.name} needs {', '.join(missing)}")
                out = area.name.replace(" ", "-")
                words = area.campaign(self, "liar", out + "-in")
                limits = [*LIMITS, "--reduce-time", "5s"] if area.costly else LIMITS
                self.assay(*words, *limits, "--tests", str(area.tests), "-o", out, "--skip-controls", expect=FINDINGS)
                self.assert_all_show(out, area.programs(self, out + "-in"), area.variables(self, out + "-in"))

    def test_of_every_kind_of_solver_bug(self):
        for kind, lie, *words in LIES:
            with self.subTest(lie=lie):
                argv = f'["{FAKE_SOLVER}", "--lie", "{lie}"]'
                target = self.write(f"{lie}.toml", f'name = "{lie}"\nargv = {argv}\npersistent = {argv}\nwitness_comments = true\n'
                                    'prelude_core = "(set-option :produce-unsat-cores true)\\n"\nminimal_cores = true\ndecidable = ["*"]\n')
                self.assay(*words, "--target", target, *LIMITS, "--tests", "400", "--findings", "2", "-o", lie, "-j1", expect=FINDINGS)
                kinds = {self.kind_of(lie, finding) for finding in self.assert_all_show(lie, [FAKE_SOLVER])}
                self.assertIn(kind, kinds)

    @needs("z3")
    def test_of_every_kind_of_engine_bug(self):
        for kind, (lie, *words) in ENGINE_LIES.items():
            with self.subTest(kind=kind):
                program = self.program(f"in-{kind}/{kind}", "#!/bin/sh\n" + lie + "\n")
                dialect = "bddbddb" if "-dl" in lie else "muz"
                target = self.write(f"{kind}.toml", f'name = "{kind}"\ndialect = "{dialect}"\nargv = ["{program}"'
                                    + (', "{input}"' if dialect == "bddbddb" else "") + ']\n[[sweep]]\nname = "other"\nflags = ["other"]\n')
                self.assay("datalog", "fuzz", "--target", target, *LIMITS, "--tests", "40", "--findings", "2", "-o", kind, "-j1",
                           "--skip-controls", "--negation", "0", "--failing", "0", *words, expect=FINDINGS)
                self.assert_all_show(kind, [program, "z3"])

    @needs("g++")
    def test_of_every_kind_of_domain_bug(self):
        domains = next(area for area in AREAS if area.name == "domain test")
        for kind, lie in DOMAIN_LIES.items():
            with self.subTest(kind=kind):
                load = domains.library(self, kind, kind, join=lie)
                self.assay("domain", "test", *load, *LIMITS, "--tests", "20", "--findings", "2", "-o", "out-" + kind, "-j1", "--skip-controls",
                           expect=FINDINGS)
                self.assert_all_show("out-" + kind, COMPILERS, domains.variables(self, kind))

    def test_a_mended_target_shows_nothing(self):
        area = AREAS[0]
        words = area.campaign(self, "liar", "in")
        self.assay(*words, *LIMITS, "--tests", str(area.tests), "-o", "c", "--skip-controls", expect=FINDINGS)
        finding = self.path("c", "findings", sorted(os.listdir(self.path("c", "findings")))[0])
        liar = self.path("in", "liar")
        path = path_with(self.path("bin"), [liar])
        self.assertEqual(run_script(finding, path)[0], 1)
        os.remove(liar)
        self.assertEqual(run_script(finding, path)[0], 2, "it cannot be tried")
        self.program("in/liar", f'#!/bin/sh\nexec {FAKE_SOLVER} "$@"\n')
        self.assertEqual(run_script(finding, path)[0], 0)

    def test_reports_are_read_as_people_read_them(self):
        report = Report("# t\n\n## Input\n\nSave it as `a.c`:\n\n````c\nint a;\n```\n````\n\n## Command\n\n```sh\ncc a.c\n```\n\n"
                        "It also needs `b.h`:\n\n```h\n#define B\n```\n\n## Prints\n\n```\nno\n```\n")
        self.assertEqual(report.files, {"a.c": "int a;\n```\n", "b.h": "#define B\n"})
        self.assertEqual(report.commands, ["cc a.c\n"])
        self.assertEqual(report.prints, "no\n")


if __name__ == "__main__":
    unittest.main()
