"""Twelve hostile programs as the target of every area: no result is lost, no process is left, no accusation is false.

In the usual tier each area meets a part of them, so that each is met by some area; with ASSAY_SLOW every area meets all."""

import contextlib
import os
import select
import sqlite3
import unittest

from areas import AREAS
from harness import ENVIRONMENT, NOTHING, RAN, SOURCE, Case, needs, processes_with
from hostile import HOSTILE, MARK

SLOW = "ASSAY_SLOW" in os.environ
TESTS = 2
ESCAPE = "\x1b"


class Guest(Case):
    def setUp(self):
        super().setUp()
        os.makedirs(self.path("temporary"))
        self.environment = {"TMPDIR": self.path("temporary")}

    def meet(self, one, words, expect):
        result = self.assay(*words, expect=expect, env=self.environment, timeout=300)
        self.assertNotIn(ESCAPE, result.both)
        self.assertNotIn("\0", result.both)
        for pid in processes_with(MARK) + processes_with(self.folder):
            with contextlib.suppress(ProcessLookupError):
                ended = os.pidfd_open(pid)
                self.assertTrue(select.select([ended], [], [], 20)[0], f"{one.name}: process {pid} is left")
                os.close(ended)
        self.assertEqual(os.listdir(self.path("temporary")), [], one.name)
        return result

    def program_of(self, one, folder):
        return self.program(os.path.join(folder, "hostile"), one.text)


def chosen(rows, place):
    """A third of the rows, a different third for each place."""
    return [row for number, row in enumerate(rows) if SLOW or number % 6 == place % 6]


class Campaigns(Guest):
    def meets(self, area, place):
        if missing := area.missing():
            self.skipTest(f"{area.name} needs {', '.join(missing)}")
        for one in chosen(HOSTILE, place):
            with self.subTest(hostile=one.name):
                out = f"out-{one.name}"
                target = area.played(self, one.name, self.program_of(one, one.name))
                words = [*area.words, *area.inputs(self, one.name), *target, *area.small, "--skip-controls", "--tests", str(TESTS),
                         "--timeout", "400ms", "--confirmations", "1", "--reduce-runs", "1", "--no-report", "-o", out, *one.words]
                result = self.meet(one, words, (*RAN, ENVIRONMENT) if one.may_be_found else (NOTHING, ENVIRONMENT))
                self.assertIn(f"{TESTS} in ", result.stdout)
                self.assert_all_is_counted(out, result.returncode)

    def assert_all_is_counted(self, out, code):
        """Each case has a verdict, a finding that is counted is stored, and exit code 3 says that all were skipped."""
        with contextlib.closing(sqlite3.connect(self.path(out, "campaign.sqlite"))) as database:
            counted, skipped = database.execute("SELECT sum(count), sum(count * (outcome = 'skip')) FROM tallies").fetchone()
            stored = [row[0] for row in database.execute("SELECT id FROM findings WHERE status <> 'duplicate'")]
        self.assertEqual(counted, TESTS)
        self.assertEqual(code == ENVIRONMENT, skipped == TESTS)
        for finding in stored:
            self.assertTrue(os.path.exists(self.path(out, "findings", finding, "finding.json")), finding)


for _place, _area in enumerate(AREAS):
    def _meets(self, area=_area, place=_place):
        self.meets(area, place)
    setattr(Campaigns, "test_" + _area.name.replace(" ", "_"), _meets)


class Others(Guest):
    """Commands that are no campaigns."""

    @needs("z3")
    def test_trigger(self):
        script = self.write("script.smt2", "(declare-fun f (Int) Int)\n(assert (forall ((x Int)) (! (> (f x) 7) :pattern ((f x)))))\n"
                                           "(assert (= (f 1) 2))\n(check-sat)\n")
        for one in chosen(HOSTILE, 5):
            with self.subTest(hostile=one.name):
                words = ["trigger", script, "--z3", self.program_of(one, one.name), "--timeout", "400ms", "--time", "5s", *one.words]
                result = self.meet(one, words, ENVIRONMENT)
                self.assertIn("cannot be used", result.stderr)

    def test_tuning(self):
        with open(os.path.join(SOURCE, "examples", "analyzers", "lines.toml"), encoding="utf-8") as file:
            definition = file.read()
        self.write("a.c", "//check overflow f 1\n")
        for one in chosen(HOSTILE, 1):
            with self.subTest(hostile=one.name):
                mine = self.write(f"{one.name}/mine.toml", definition.replace('"my-analyzer"', f'"{self.program_of(one, one.name)}"'))
                words = ["analyzer", "tune", "a.c", "--target", mine, "--out", f"out-{one.name}", "--budget", "400ms", "--no-report"]
                self.meet(one, words, (NOTHING, ENVIRONMENT))
                self.assertTrue(os.path.exists(self.path(f"out-{one.name}", "about.json")))

    def test_splitting(self):
        with open(os.path.join(SOURCE, "examples", "analyzers", "partitions.toml"), encoding="utf-8") as file:
            definition = file.read()
        for name in ("a.py", "b.py"):
            self.write(f"project/{name}", "x = 1\n")
        for one in chosen(HOSTILE, 2):
            with self.subTest(hostile=one.name):
                mine = self.write(f"{one.name}/mine.toml", definition.replace('"my-analyzer"', f'"{self.program_of(one, one.name)}"'))
                words = ["analyzer", "run", "project", "--target", mine, "--partition", "whole", "--budget", "400ms", "--no-cache"]
                result = self.meet(one, words, ENVIRONMENT)
                self.assertIn("2 files that no run could analyze", result.stderr, "no report may look like one without findings")


if __name__ == "__main__":
    unittest.main()
