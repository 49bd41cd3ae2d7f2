"""`findings recheck`: findings that a newer target still shows, on solvers that are wrong, right, or do not answer."""

import json
import os
import shutil
import unittest
import xml.etree.ElementTree

from harness import ENVIRONMENT, FINDINGS, NOTHING, SAYS_UNSAT, USAGE, Case, needs
from schemas import complaints

RIGHT = "exec z3 -in -smt2"
KILLED = "kill -9 $$"


@needs("z3")
class Recheck(Case):
    def setUp(self):
        super().setUp()
        for name, answers in (("wrong", SAYS_UNSAT), ("right", RIGHT), ("killed", KILLED)):
            self.solver(name, answers)

    def solver(self, name, answers):
        self.program(name, f'#!/bin/sh\nif [ "$1" = --version ]; then echo "Z3 version 4.{len(name)}.0"; exit; fi\n{answers}\n')

    def campaign(self, *targets, out="out"):
        flags = [word for target in targets for word in ("--target", target)]
        self.good_seeds()
        self.assay("smt", "fuzz", "seeds", *flags, "--tests", "32", "--findings", "1", "--reduce-runs", "40", "--confirmations", "1",
                   "--skip-controls", "--no-report", "--out", out, expect=FINDINGS)

    def recheck(self, path, *words, expect):
        """The lines of --json; the text that people see has the same answers."""
        result = self.assay("findings", "recheck", path, *words, "--json", "--times", "1", "--junit", "junit.xml", expect=expect)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        for line in lines:
            self.assertEqual(complaints("recheck", line), [])
        suite = xml.etree.ElementTree.parse(self.path("junit.xml")).getroot().find("testsuite")
        self.assertEqual(len(suite.findall("testcase")), len(lines))
        for answer, tag in (("still-fails", "failure"), ("cannot-say", "skipped")):
            self.assertEqual(len(suite.findall(f"testcase/{tag}")), [line["answer"] for line in lines].count(answer))
        text = self.assay("findings", "recheck", path, *words, "--times", "1", expect=expect).stdout
        for line in lines:
            self.assertRegex(text, f"(?m)^{line['answer'].replace('-', ' ')} +{line['finding']} ")
        return lines

    def test_a_newer_target_is_wrong_right_or_says_nothing(self):
        self.campaign("mine=./wrong")
        self.assay("findings", "export", "out", "-f", "baseline", "-o", "known.json")
        for path in ("out", "known.json"):
            for words, answer, expect in (((), "still-fails", FINDINGS), (("--target", "mine=./right"), "fixed", NOTHING),
                                          (("--target", "renamed=./right", "-j", "2"), "fixed", NOTHING),
                                          (("--target", "mine=./killed"), "cannot-say", ENVIRONMENT)):
                with self.subTest(path=path, words=words):
                    lines = self.recheck(path, *words, expect=expect)
                    self.assertEqual({line["answer"] for line in lines}, {answer})
                    self.assertIn("Z3 version 4.", lines[0]["version"])
            shutil.rmtree(self.path("out"), ignore_errors=True)

    def test_a_finding_of_another_target_is_not_fixed(self):
        self.program("other", f'#!/bin/sh\nif [ "$1" = --version ]; then echo "Z3 version 4.1.0"; exit; fi\n{SAYS_UNSAT}\n')
        self.good_seeds()
        self.assay("smt", "fuzz", "seeds", "--target", "mine=./wrong", "--target", "theirs=./other", "--tests", "8", "--reduce-runs", "5",
                   "--confirmations", "1", "--skip-controls", "--no-report", "--out", "two", expect=FINDINGS)
        rows = json.loads(self.assay("findings", "list", "two", "--json").stdout)
        self.assertEqual({row["target"] for row in rows}, {"mine", "theirs"})
        lines = self.recheck("two", "--target", "mine=./right", expect=NOTHING)
        self.assertEqual(len(lines), len([row for row in rows if row["target"] == "mine"]))
        told = self.assay("findings", "recheck", "two", "--target", "mine=./right", expect=NOTHING).stdout
        self.assertIn(f"{len(rows) - len(lines)} findings are about other targets", told)
        refused = self.assay("findings", "recheck", "two", "--target", "new=./right", expect=USAGE)
        self.assertIn("there are: mine, theirs", refused.stderr)

    def test_the_release_that_fixed_it_is_told(self):
        os.environ["XDG_DATA_HOME"] = self.path("data")
        self.addCleanup(os.environ.pop, "XDG_DATA_HOME")
        for version, answers in enumerate([SAYS_UNSAT, SAYS_UNSAT, RIGHT, RIGHT]):
            self.program(f"data/assay/targets/fake/1.{version}/bin/fake",
                         f'#!/bin/sh\nif [ "$1" = --version ]; then echo "fake 1.{version}"; exit; fi\n{answers}\n')
        self.campaign("fake@1.1")
        self.assertNotIn("fixed-in", self.recheck("out", "--target", "fake@1.3", expect=NOTHING)[0])
        self.assay("findings", "history", "out", "--versions", "fake:all", expect=NOTHING)
        self.assertEqual(self.recheck("out", "--target", "fake@1.3", expect=NOTHING)[0]["fixed-in"], "1.2")

    def test_what_is_not_there_is_told(self):
        self.campaign("mine=./wrong")
        self.assertIn("nosuch", self.assay("findings", "recheck", "out", "--target", "mine=./nosuch", expect=ENVIRONMENT).stderr)
        self.write("lines.txt", "crash x\n")
        self.assertIn("--format baseline", self.assay("findings", "recheck", "lines.txt", expect=USAGE).stderr)
        self.assay("findings", "recheck", "nowhere", expect=USAGE)
        self.write("old.json", '{"assay-baseline": 1, "findings": [{"target": "mine", "kind": "crash", "signature": "crash x"}]}')
        self.assertIn("input is not there", self.recheck("old.json", expect=ENVIRONMENT)[0]["note"])
        self.write("empty.json", '{"assay-baseline": 1, "findings": []}')
        self.assertEqual(self.recheck("empty.json", expect=NOTHING), [])

    def test_an_interrupted_recheck_calls_nothing_fixed(self):
        self.campaign("mine=./wrong")
        self.solver("waits", f"touch {self.path('waiting')}; exec sleep 1000")
        process = self.start("findings", "recheck", "out", "--target", "mine=./waits", "--json")
        while not os.path.exists(self.path("waiting")) and process.poll() is None:
            pass
        process.send_signal(2)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, ENVIRONMENT, err)
        lines = [json.loads(line) for line in out.splitlines()]
        self.assertEqual({(line["answer"], line["note"]) for line in lines}, {("cannot-say", "interrupted")})


if __name__ == "__main__":
    unittest.main()
