"""Solvers that misbehave end in a counted verdict or a refusal to start; nothing of theirs survives."""

import os
import signal
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, RAN, Case, processes_with

MARK = "31415926"  # an argument that identifies our sleeping processes


class BadTargets(Case):
    def run_bad(self, text, *extra, expect=None, limit="1s"):
        solver = self.program("solver", text)
        return self.assay("smt", "fuzz", self.good_seeds(), "--target", f"bad={solver}", "--skip-controls", "--tests", "3",
                          "--timeout", limit, "--confirmations", "1", "--reduce-runs", "2", "-o", "out", *extra,
                          expect=expect, timeout=200)

    def test_the_harness_refuses_a_target_whose_bugs_it_cannot_see(self):
        solver = self.program("solver", "#!/bin/sh\ncat >/dev/null\necho unknown\n")
        result = self.assay("smt", "fuzz", self.good_seeds(), "--target", f"bad={solver}", "--tests", "3", "-o", "out",
                            expect=ENVIRONMENT)
        self.assertIn("control", result.stderr)

    def test_garbage(self):
        result = self.run_bad("#!/bin/sh\ncat >/dev/null\nhead -c 5000 /dev/urandom\n", expect=FINDINGS)
        self.assertIn("crash", result.stdout)
        self.assertNotIn("\x1b", result.stdout)

    def test_a_gigabyte(self):
        result = self.run_bad("#!/bin/sh\ncat >/dev/null\nyes garbage | head -c 1000000000\n")
        self.assertIn(result.returncode, (FINDINGS, ENVIRONMENT), result.both)
        self.assertIn("3 in ", result.stdout)

    def test_a_hang_that_ignores_signals(self):
        result = self.run_bad(f"#!/bin/sh\ntrap '' TERM INT HUP\nwhile :; do sleep {MARK}; done\n", expect=ENVIRONMENT)
        self.assertIn("skip 3 (100.0 %)", result.stdout)  # the last of them is not asked: its seed is hard
        self.assertRegex(result.stdout, r"skipped +2 +time")
        self.assertEqual(processes_with(MARK), [])

    def test_children_in_sessions_of_their_own(self):
        result = self.run_bad(f"#!/bin/sh\n(setsid sh -c 'sleep {MARK} & sleep {MARK}' >/dev/null 2>&1 &)\ncat >/dev/null\necho sat\n",
                              "--model-percent", "0")
        self.assertIn(result.returncode, (NOTHING, FINDINGS), result.both)
        self.assertEqual(processes_with(MARK), [])

    def test_memory(self):
        eater = "#!/usr/bin/env python3\nblocks = []\nwhile True:\n    blocks.append(bytearray(b'x') * 20_000_000)\n"
        result = self.run_bad(eater, "--memory", "128", expect=ENVIRONMENT, limit="60s")
        self.assertIn("skip 3 (100.0 %)", result.stdout)
        self.assertRegex(result.stdout, r"skipped +2 +out of memory")

    def test_a_crash(self):
        result = self.run_bad("#!/bin/sh\ncat >/dev/null\nkill -SEGV $$\n", expect=FINDINGS)
        self.assertIn("crash", result.stdout)
        self.assertIn("sigsegv", self.assay("findings", "show", "out").stdout.lower())

    def littering(self):
        """A solver that writes into the folder where it runs, also when it is asked for its version."""
        os.makedirs(self.path("temporary"))
        return self.program("solver", "#!/bin/sh\ncat >/dev/null\nmkdir -p litter\necho x > litter/$$\necho x > core.$$\necho sat 1\n")

    def test_what_a_target_writes_where_it_runs_is_gone(self):
        solver = self.littering()
        self.assay("smt", "fuzz", self.good_seeds(), "--target", f"bad={solver}", "--skip-controls", "--tests", "3",
                   "--confirmations", "1", "--reduce-runs", "2", "-o", "out", expect=RAN, env={"TMPDIR": self.path("temporary")})
        self.assertEqual(sorted(os.listdir(self.folder)), ["out", "seeds", "solver", "temporary"])
        self.assertEqual(os.listdir(self.path("temporary")), [])

    def test_it_is_gone_after_a_signal_too(self):
        solver = self.littering()
        for out, when in (("early", ""), ("late", "starting")):  # before the campaign or soon in it, and in it
            with self.subTest(out):
                process = self.start("smt", "fuzz", self.good_seeds(), "--target", f"bad={solver}", "--skip-controls",
                                     "--tests", "1000000", "-o", out, env={"TMPDIR": self.path("temporary")})
                self.interrupt_when(process, when, signal.SIGTERM)
                there = sorted(name for name in os.listdir(self.folder) if name not in ("early", "late"))
                self.assertEqual(there, ["seeds", "solver", "temporary"])
                self.assertEqual(os.listdir(self.path("temporary")), [])

    def test_markup_in_the_output_stays_text(self):
        self.run_bad("#!/bin/sh\ncat >/dev/null\necho '<script>alert(1)</script>'; echo '</pre><img src=x onerror=alert(1)>'\n",
                     expect=FINDINGS)
        with open(self.path("out", "report.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertNotIn("<script>alert(1)", page)
        self.assertNotIn("<img src=x", page)

    def test_a_wrong_answer(self):
        result = self.run_bad("#!/bin/sh\ncat >/dev/null\necho unsat\n", expect=FINDINGS)
        self.assertIn("refutation-unsound", result.stdout)


if __name__ == "__main__":
    unittest.main()
