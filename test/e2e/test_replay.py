"""A replay says that a finding still fails, that it no longer fails, or that this cannot be said."""

import json
import os
import signal
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SEEDS, Case, needs, processes_with

# Answers unsat when the script has a `div`, otherwise as z3.
LIAR = """#!/bin/sh
script=$(cat)
case "$script" in *"(div"*) echo unsat ;; *) printf '%s' "$script" | z3 -in -smt2 ;; esac
"""
# Works (and does not wait) before it answers.
SLOW = """#!/bin/sh
i=0
while [ $i -lt 200000 ]; do i=$((i+1)); done
exec z3 -in -smt2
"""
MARK = "987654321"  # seconds to sleep; the number identifies the process


@needs("z3")
class Replays(Case):
    def finding(self, *flags, kind, tests="2000"):
        """The folder of a campaign's first finding, which has this kind."""
        self.assay("smt", "fuzz", SEEDS, "--seed", "7", "--strategy", "storm", "--reduce-runs", "5", "--findings", "1", "--tests", tests, "--skip-controls",
                   "-o", "out", *flags, expect=FINDINGS)
        record = json.loads(self.assay("findings", "export", "out", "-f", "json").stdout)
        finding = record["findings"][0]
        self.assertEqual(finding["kind"], kind)
        return self.path("out", "findings", finding["id"])

    def lie(self, timeout="20s"):
        return self.finding("--target", "liar=" + self.program("liar", LIAR), "--timeout", timeout, kind="refutation-unsound")

    def test_a_time_out_is_no_answer(self):
        folder = self.lie(timeout="5s")
        hangs = self.program("hangs", f"#!/bin/sh\n[ \"$1\" = --version ] && exec echo 1\nexec sleep {MARK}\n")
        shown = self.assay("replay", folder, "-n", "1", "--target", "new=" + hangs, expect=ENVIRONMENT).stdout
        self.assertIn("cannot say: 0 of 1 runs; not judged: timeout (1)", shown)
        self.assertNotIn("does not fail", shown)
        self.assertEqual(processes_with(MARK), [])

    def test_another_bug_is_told_as_such(self):
        folder = self.lie()
        refuses = self.program("refuses", "#!/bin/sh\ncat > /dev/null\necho 'unknown option' >&2\nexit 1\n")
        shown = self.assay("replay", folder, "--target", "new=" + refuses, expect=ENVIRONMENT).stdout
        self.assertIn("cannot say: 0 of 3 runs; another bug: crash (3)", shown)
        self.assertNotIn("still fails", shown)

    def test_another_ending_of_the_same_kind_is_another_bug(self):
        falls = self.program("falls", "#!/bin/sh\ncat > /dev/null\nkill -SEGV $$\n")
        folder = self.finding("--target", "falls=" + falls, kind="crash")
        self.assertIn("still fails: 3 of 3 runs", self.assay("replay", folder, expect=FINDINGS).stdout)
        self.program("falls", "#!/bin/sh\ncat > /dev/null\necho 'unknown option' >&2\nexit 1\n")
        shown = self.assay("replay", folder, expect=ENVIRONMENT).stdout
        self.assertIn("cannot say: 0 of 3 runs; another bug: crash: ", shown)
        self.assertNotIn("still fails", shown)

    def test_one_target_that_fails_is_enough(self):
        folder = self.lie()
        liar = "again=" + self.path("liar")
        refuses = "bad=" + self.program("refuses", "#!/bin/sh\ncat > /dev/null\nexit 1\n")
        shown = self.assay("replay", folder, "-t", "z3", "-t", refuses, "-t", liar, expect=FINDINGS).stdout
        for line in ("does not fail: 0 of 3 runs", "cannot say: 0 of 3 runs", "still fails: 3 of 3 runs"):
            self.assertIn(line, shown)

    def test_an_interrupted_replay_says_nothing(self):
        folder = self.lie()
        started = self.path("started")
        os.mkfifo(started)
        hangs = self.program("hangs", f"#!/bin/sh\necho x > {started}\nexec sleep {MARK}\n")
        definition = self.write("hangs.toml", f'name = "hangs"\nargv = ["{hangs}"]\n')
        process = self.start("replay", folder, "--target", definition)
        with open(started, encoding="utf-8") as fifo:
            fifo.read()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, ENVIRONMENT, err)
        self.assertIn("cannot say: 0 of 3 runs; not judged: interrupted (3)", out)
        self.assertEqual(processes_with(MARK), [])

    def test_a_slow_target_is_compared_again(self):
        slow = self.program("slow", SLOW)
        folder = self.finding("--target", "slow=" + slow, "--target", "z3", "--slow-factor", "2", "--slow-seconds", "0.05",
                              kind="slow", tests="64")
        self.assertIn("still fails", self.assay("replay", folder, "-n", "1", expect=FINDINGS).stdout)
        # With the campaign's other targets: a target alone is never slow.
        self.assertIn("still fails", self.assay("replay", folder, "-n", "1", "-t", "other=" + slow, expect=FINDINGS).stdout)
        self.assertIn("does not fail", self.assay("replay", folder, "-n", "1", "-t", "z3", expect=NOTHING).stdout)

    def test_a_case_by_its_index(self):
        self.assay("smt", "fuzz", SEEDS, "--target", "z3", "--seed", "7", "--tests", "2", "-o", "out", expect=NOTHING)
        passed = self.assay("replay", "out", "0", "-n", "1", expect=NOTHING).stdout
        self.assertRegex(passed, r"does not fail: 0 of 1 runs\n  checked: \w")
        refuses = "bad=" + self.program("refuses", "#!/bin/sh\ncat > /dev/null\nexit 1\n")
        self.assay("replay", "out", "0", "-n", "1", "-t", refuses, expect=FINDINGS)


if __name__ == "__main__":
    unittest.main()
