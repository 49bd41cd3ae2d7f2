"""Promises of every area, tested over the table of areas: a new row is tested before its author writes a test.

In the usual tier each promise is tried at a few places; with ASSAY_SLOW at all of them."""

import contextlib
import json
import os
import select
import shutil
import signal
import sqlite3
import subprocess
import unittest

from areas import AREAS
from harness import ENVIRONMENT, FINDINGS, NOTHING, SOURCE, Case, processes_with

SLOW = "ASSAY_SLOW" in os.environ
LIMITS = ("--seed", "7", "--confirmations", "1", "--reduce-runs", "2", "--no-report")
MARK = "27182818"  # seconds that only this test's programs sleep for


def summary(folder):
    """The results of a campaign without times: cases done, verdicts, labels, findings."""
    with contextlib.closing(sqlite3.connect(os.path.join(folder, "campaign.sqlite"))) as database:
        rows = [database.execute(query).fetchall() for query in (
            "SELECT chunk, done FROM chunks WHERE done > 0 ORDER BY 1",
            "SELECT strategy, grp, target, outcome, reason, count FROM tallies ORDER BY 1, 2, 3, 4, 5",
            "SELECT target, label, kind, count FROM labels ORDER BY 1, 2, 3",
            # Without results of reductions: a reduction that a kill has cut short begins with a new budget.
            "SELECT id, kind, reason FROM findings ORDER BY 1")]
        return json.dumps(rows)


class Promises:
    """Tests of the area `area`; a test class for each area is made below."""

    area = None

    def setUp(self):
        super().setUp()
        if missing := self.area.missing():
            self.skipTest(f"{self.area.name} needs {', '.join(missing)}")
        os.makedirs(self.path("temporary"))
        self.environment = {"TMPDIR": self.path("temporary")}
        self.prepared = {}

    def words(self, target="liar", folder="one"):
        """The campaign's words. The files that they name are made once."""
        if (target, folder) not in self.prepared:
            self.prepared[target, folder] = self.area.campaign(self, target, folder)
        return [*self.prepared[target, folder], *LIMITS]

    def run_campaign(self, out, *more, target="liar", folder="one", tests=None, expect=FINDINGS, controls=False):
        flags = [] if controls else ["--skip-controls"]
        result = self.assay(*self.words(target, folder), "--tests", str(tests or self.area.tests), "-o", out, *flags, *more,
                            expect=expect, env=self.environment)
        self.assert_nothing_is_left()
        return result

    def resume(self, out, *more, tests=None, expect=FINDINGS, env=None):
        """Resumes with the limits that the campaign stores, or with `tests` tests."""
        limit = ["--tests", str(tests)] if tests else []
        result = self.assay("campaign", "resume", out, "--no-report", *limit, *more, expect=expect, env={**self.environment, **(env or {})})
        self.assert_nothing_is_left()
        return result

    def assert_nothing_is_left(self):
        self.assert_no_process_is_left()
        self.assertEqual(os.listdir(self.path("temporary")), [])

    def assert_no_process_is_left(self):
        """The guardian of the children may end a moment after the command."""
        for pid in processes_with(MARK) + processes_with(self.folder):
            with contextlib.suppress(ProcessLookupError):
                ended = os.pidfd_open(pid)
                self.assertTrue(select.select([ended], [], [], 20)[0], f"process {pid} is left")
                os.close(ended)

    def finding(self, out):
        return self.path(out, "findings", sorted(os.listdir(self.path(out, "findings")))[0])

    def whole(self):
        """The summary of a campaign that nothing interrupts."""
        if not os.path.exists(self.path("whole")):
            self.run_campaign("whole")
        return summary(self.path("whole"))

    def skip_where_the_loop_is_the_same(self):
        if self.area.costly and not SLOW:
            self.skipTest("it compiles programs for each case or finding, and its loop is that of the other areas")

    # Controls and verdicts.

    def test_an_honest_target_passes_with_its_controls(self):
        self.run_campaign("out", target="honest", controls=True, expect=NOTHING)

    def test_controls_refuse_a_blind_harness(self):
        if self.area.blind is None:
            self.skipTest("no target of this area can be blind")
        program = self.program("blind", self.area.blind)
        words = [*self.area.words, *self.area.inputs(self, "one"), *self.area.played(self, "one", program), *self.area.small, *LIMITS]
        refused = self.assay(*words, "--tests", "1", "-o", "out", expect=ENVIRONMENT, env=self.environment)
        self.assertIn("control", refused.stderr)

    # Replay.

    def test_a_finding_is_replayed_and_one_that_cannot_be_judged_is_told(self):
        self.run_campaign("out", "--findings", "1", "--timeout", "5s")
        finding = self.finding("out")
        self.assertIn("still fails", self.assay("replay", finding, "-n", "1", expect=FINDINGS, env=self.environment).stdout)
        hangs = self.program("hangs", f"#!/bin/sh\n[ \"$1\" = --version ] && exec echo 1\nexec sleep {MARK}\n")
        flag, target = self.area.played(self, "one", hangs)
        if flag != "--target":
            return  # a library is part of the stored configuration
        shown = self.assay("replay", finding, "-n", "1", "--target", target, expect=ENVIRONMENT,
                           env=self.environment).stdout
        self.assertIn("cannot say", shown)
        self.assert_nothing_is_left()

    # Resume and merge.

    def test_a_resume_with_other_limits_is_the_whole(self):
        self.skip_where_the_loop_is_the_same()
        # Half of the tests may have found nothing yet; the whole finds something.
        self.run_campaign("out", tests=self.area.tests // 2, expect=(NOTHING, FINDINGS))
        self.resume("out", "--time", "10m", "--jobs", "2", tests=self.area.tests)
        self.assertEqual(summary(self.path("out")), self.whole())

    def test_a_reduction_that_was_cut_short_goes_on(self):
        self.skip_where_the_loop_is_the_same()
        self.run_campaign("out", "--findings", "1", "--reduce-time", "1ms")
        before = self.status("out")
        self.resume("out", "--reduce-time", "60s", "--findings", "1")
        self.assertNotIn("confirmed", self.status("out"))
        self.assertNotIn("partial", self.status("out"), before)

    def status(self, out):
        with contextlib.closing(sqlite3.connect(self.path(out, "campaign.sqlite"))) as database:
            return [row[0] for row in database.execute("SELECT status FROM findings")]

    def test_shards_of_machines_with_other_paths_merge(self):
        self.skip_where_the_loop_is_the_same()
        for shard, folder in enumerate(("one", "two")):
            self.run_campaign(f"out{shard}", "--shard", f"{shard}/2", folder=folder, expect=(NOTHING, FINDINGS))
        self.assay("campaign", "merge", "all", "out0", "out1", expect=(NOTHING, FINDINGS))
        counts = [json.loads(summary(self.path(out)))[0] for out in ("all", "out0", "out1")]
        self.assertEqual(sorted(counts[0]), sorted(counts[1] + counts[2]))
        again = self.assay("campaign", "merge", "again", "out0", "out0")
        self.assertNotEqual(again.returncode, NOTHING)
        done = sum(done for _, done in counts[0])
        self.resume("all", tests=done + 1, expect=(NOTHING, FINDINGS))

    # Ends of the process by signals.

    def phases(self):
        """Words of standard error after which a signal comes, and the signal."""
        if SLOW:
            return [(word, number) for word in ("control", "starting", "found", "reduced") for number in (signal.SIGINT, signal.SIGTERM)]
        return [("control", signal.SIGTERM), ("found", signal.SIGINT)]

    def test_signals_in_every_phase(self):
        self.skip_where_the_loop_is_the_same()
        for number, (word, sent) in enumerate(self.phases()):
            with self.subTest(word=word, signal=sent):
                out = f"out{number}"
                flags = [] if word == "control" else ["--skip-controls"]
                process = self.start(*self.words(), "--tests", str(self.area.tests), "-o", out, *flags, env=self.environment)
                said, err, code = self.interrupt_when(process, word, sent)
                self.assertIn(code, (NOTHING, FINDINGS, 128 + sent), said + err)
                self.assert_nothing_is_left()
                self.goes_on(out)

    def goes_on(self, out):
        """Resumes the stopped campaign, or starts it if there is none, and expects the results of a whole campaign."""
        if os.path.exists(self.path(out)):
            self.resume(out)
        else:
            self.run_campaign(out)
        self.assertEqual(summary(self.path(out)), self.whole())
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".new-")], [])

    def test_a_disk_that_is_full_after_every_write(self):
        self.at_every_write("full", places=(2, 40))

    def test_a_kill_at_every_write(self):
        self.at_every_write("kill", places=(0, 10, 60))

    def at_every_write(self, then, places):
        self.skip_where_the_loop_is_the_same()
        shim = self.path("disk.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", os.path.join(SOURCE, "test", "e2e", "disk.c"), "-o", shim, "-ldl"], check=True)
        shimmed = {"LD_PRELOAD": shim, "DISK_FOLDER": self.path("out"), **self.environment}
        words = [*self.words(), "--tests", str(self.area.tests), "--skip-controls", "-o", "out"]
        self.assay(*words, env={**shimmed, "DISK_COUNT": self.path("count")}, expect=FINDINGS)
        with open(self.path("count"), encoding="utf-8") as file:
            writes = int(file.read())
        self.assertGreater(writes, 20)
        for after in range(writes) if SLOW else [writes * percent // 100 for percent in places]:
            with self.subTest(after=after, of=writes):
                shutil.rmtree(self.path("out"))
                result = self.assay(*words, env={**shimmed, "DISK_AFTER": str(after), "DISK_THEN": then})
                if then == "kill":
                    self.assertEqual(result.returncode, -signal.SIGKILL, result.both)
                    self.clear_temporary()
                elif result.returncode != FINDINGS:  # the last writes are the reports'
                    self.assertEqual(result.returncode, ENVIRONMENT, result.both)
                    self.assertRegex(result.stderr.lower(), "full|space|disk")
                self.assert_no_process_is_left()
                self.goes_on("out")

    def clear_temporary(self):
        """After SIGKILL, only the guardian can clean up: it ends the children, but folders may stay."""
        for name in os.listdir(self.path("temporary")):
            shutil.rmtree(self.path("temporary", name), ignore_errors=True)


for _area in AREAS:
    _name = _area.name.title().replace(" ", "")
    globals()[_name] = type(_name, (Promises, Case), {"area": _area})


if __name__ == "__main__":
    unittest.main()
