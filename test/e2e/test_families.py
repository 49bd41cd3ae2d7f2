"""Programs of a user: the family by its name or by the program's version; `doctor` on definitions; starts that are
refused."""

import json
import os
import shutil
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, RAN, SAYS_UNSAT, USAGE, Case, needs
from schemas import complaints

LIAR = f"""#!/bin/sh
[ "$1" = --version ] && exec echo liar 1.0
{SAYS_UNSAT}
"""


def wrapper(program):
    return f"#!/bin/sh\nexec {shutil.which(program)} \"$@\"\n"


class Families(Case):
    def fuzz(self, target, *flags, **more):
        return self.assay("smt", "fuzz", self.good_seeds(), "--target", target, "--tests", "2", "--confirmations", "1", "--reduce-runs", "2",
                          "--no-report", "-o", "out", *flags, **more)

    @needs("z3")
    def test_a_program_is_recognised_by_its_version(self):
        solver = self.program("build/solver", wrapper("z3"))
        for target, note in ((f"mine={solver} -st", True), (f"mine:z3={solver} -st", False), ("mine=build/solver", True)):
            with self.subTest(target=target):
                ran = self.fuzz(target, expect=RAN)
                self.assertEqual("recognised as z3 by its --version output" in ran.stderr, note, ran.stderr)
                self.assertIn("planted model ok", ran.stderr)
                shutil.rmtree(self.path("out"))
        self.assertIn("recognised as z3", self.assay("doctor", "--target", f"mine={solver}", expect=NOTHING).stdout)
        events = map(json.loads, self.fuzz(f"mine={solver}", "--json", expect=RAN).stdout.splitlines())
        started = next(event for event in events if event["event"] == "started")
        self.assertEqual(started["targets"][0]["note"], "recognised as z3 by its --version output")
        self.assertEqual(complaints("events", started), [])

    def test_the_name_of_the_file_does_not_count(self):
        liar = self.program("z3", LIAR)
        ran = self.fuzz(f"mine={liar}", "--skip-controls", expect=FINDINGS)
        self.assertIn("run as plain SMT-LIB, because its version output names no program that Assay knows", ran.stderr)
        self.assertIn(f"'mine:z3={liar}'", ran.stderr)

    def test_a_failed_control_says_how_to_name_the_family(self):
        silent = self.program("solver", "#!/bin/sh\n[ \"$1\" = -in ] || exit 0\necho sat\n")
        refused = self.fuzz(f"mine={silent}", expect=ENVIRONMENT)
        self.assertIn("the control ", refused.stderr)
        self.assertIn(f"'mine:z3={silent}'", refused.stderr)
        self.assertFalse(os.path.exists(self.path("out")))
        self.assertNotIn("mine:z3=", self.fuzz(f"mine:smtlib={silent}", expect=ENVIRONMENT).stderr)

    def test_a_family_that_there_is_not(self):
        solver = self.program("solver", LIAR)
        self.assertIn("did you mean 'cvc5'?", self.fuzz(f"mine:cvc55={solver}", expect=ENVIRONMENT).stderr)
        for area, families in ((("datalog", "fuzz"), "souffle"), (("analyzer", "test"), "cppcheck")):
            refused = self.assay(*area, "--target", f"mine:nosuch={solver}", "--tests", "1", expect=ENVIRONMENT).stderr
            self.assertIn("there is no family 'nosuch'", refused)
            self.assertIn(families, refused)
            unknown = self.assay(*area, "--target", f"mine={solver}", "--tests", "1", expect=ENVIRONMENT).stderr
            self.assertIn("names no program that Assay knows", unknown)
            self.assertIn(f"'mine:{families}={solver}'", unknown)

    @needs("z3")
    def test_datalog_engines_have_families(self):
        engine = self.program("engine", wrapper("z3"))
        for target in (f"mine={engine}", f"mine:muz={engine}"):
            ran = self.assay("datalog", "fuzz", "--target", target, "--tests", "2", "-o", "out", expect=RAN)
            self.assertEqual("recognised as muz" in ran.stderr, ":" not in target)
            shutil.rmtree(self.path("out"))
        self.assertIn("ok", self.assay("doctor", "--target", f"mine:muz={engine}", expect=NOTHING).stdout)

    @needs("cppcheck")
    def test_analyzers_have_families(self):
        self.write("prog.c", "int main(void) { int x = 3; return x - 3; }\n")
        check = self.program("check", wrapper("cppcheck"))
        for target in (f"mine={check}", f"mine:cppcheck={check}"):
            self.assay("analyzer", "check", "prog.c", "--target", target, expect=NOTHING)
            doctor = self.assay("doctor", "--target", target, expect=NOTHING).stdout
            self.assertEqual("recognised as cppcheck" in doctor, ":" not in target)


class Definitions(Case):
    def doctor(self, text, expect):
        return self.assay("doctor", "--target", self.write("infer.toml", text), expect=expect).both

    def test_the_file_says_its_kind_and_the_key_that_is_wrong(self):
        for kind, body, line, key in (("solver", "name = 'x'\nargv = 'x'\n", 3, "'argv' must be an array"),
                                      ("engine", "name = 'x'\nargv = ['x']\ndialekt = 'souffle'\n", 4, "no key 'dialekt'"),
                                      ("analyzer", "name = 'x'\nlanguages = 'c'\n", 3, "no key 'languages'")):
            with self.subTest(kind=kind):
                told = self.doctor(f'kind = "{kind}"\n{body}', ENVIRONMENT)
                self.assertIn(f"infer.toml:{line}: ", told)
                self.assertIn(key, told)
        self.assertIn("did you mean 'dialect'?", self.doctor('kind = "engine"\nname = "x"\ndialekt = "souffle"\n', ENVIRONMENT))
        self.assertIn("infer.toml:2: there is no kind of target 'analyser'", self.doctor('name = "x"\nkind = "analyser"\n', USAGE))
        self.assertIn("infer.toml:1:", self.doctor("name = \n", USAGE))

    def test_a_kind_that_is_not_asked_for(self):
        self.write("engine.toml", 'kind = "engine"\ninherits = "souffle"\nname = "x"\n')
        refused = self.assay("smt", "fuzz", self.good_seeds(), "--target", "engine.toml", "--tests", "1", expect=ENVIRONMENT).stderr
        self.assertIn("engine.toml:1: this file defines 'engine', and 'solver' is needed", refused)

    @needs("z3")
    def test_without_the_word_one_reader_is_enough(self):
        told = self.doctor('inherits = "z3"\nname = "x"\n', NOTHING)
        self.assertIn('write kind = "solver" into it', told)
        self.assertNotIn("into it", self.doctor('kind = "solver"\ninherits = "z3"\nname = "x"\n', NOTHING))
        nothing = self.doctor('nonsense = 1\n', USAGE)
        for kind in ("solver", "engine", "analyzer"):
            self.assertIn(f"as {kind}: ", nothing)


class Refused(Case):
    def test_a_refused_start_leaves_no_folder(self):
        liar = self.program("solver", LIAR)
        self.write("broken.json", "{")
        seeds = self.good_seeds()
        for words in (("smt", "fuzz", seeds, "--target", f"liar={liar}"), ("smt", "synth", "--target", f"liar={liar}"),
                      ("smt", "fuzz", seeds, "--target", f"liar={liar}", "--skip-controls", "--baseline", "broken.json"),
                      ("smt", "fuzz", seeds, "--target", "nosuch"), ("smt", "fuzz", "nowhere", "--target", f"liar={liar}"),
                      ("smt", "fuzz", seeds, "--target", "liar=/no/such/solver"), ("datalog", "fuzz", "--target", f"x:souffle={liar}"),
                      ("domain", "test", "--target", "nosuch"), ("analyzer", "test", "--target", f"x:cppcheck={liar}"),
                      ("analyzer", "tune", "nowhere.c", "--target", f"x:cppcheck={liar}"),
                      ("analyzer", "run", "nowhere", "--target", f"x:cppcheck={liar}", "--partition", "auto", "--executor", "parallel")):
            for before in (None, [], ["mine.txt"]):
                with self.subTest(words=words, before=before):
                    for name in before or []:
                        self.write(f"out/{name}", "kept")
                    if before == []:
                        os.mkdir(self.path("out"))
                    limits = () if words[1] in ("tune", "run") else ("--tests", "2")
                    refused = self.assay(*words, *limits, "--out", "out", expect=(USAGE, ENVIRONMENT))
                    self.assertIn("assay: ", refused.stderr)
                    self.assertEqual(os.listdir(self.path("out")) if os.path.exists(self.path("out")) else None, before)
                    self.assertEqual([name for name in os.listdir(self.folder) if name.startswith((".new", "assay-"))], [])
                    shutil.rmtree(self.path("out"), ignore_errors=True)


if __name__ == "__main__":
    unittest.main()
