"""`assay smt compare`: two versions of a solver on a user's scripts. Programs play the versions."""

import glob
import json
import os
import subprocess
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SAYS_UNSAT, USAGE, Case

SCRIPT = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x {0}))\n(assert (< x {0}))\n(check-sat)\n"
# Answers `unsat`, but not to scripts with the text.
NOT_FOR = r"""#!/bin/sh
script=$(cat)
case $script in *{0}*) {1} ;; *"(check-sat)"*) echo unsat ;; esac
"""


class Compare(Case):
    def setUp(self):
        super().setUp()
        for name, number in (("a", 1), ("b", 2), ("sub/c", 3)):
            self.write(f"scripts/{name}.smt2", SCRIPT.format(number))
        self.program("old", "#!/bin/sh\n" + SAYS_UNSAT)

    def compare(self, new, *more, expect):
        self.program("new", new)
        return self.assay("smt", "compare", "scripts", "--target", f"old={self.path('old')}", "--target", f"new={self.path('new')}",
                          *(() if "--out" in more else ("--out", "out")), "-q", *more, expect=expect)

    def test_nothing_is_reported_between_two_identical_versions(self):
        result = self.compare("#!/bin/sh\n" + SAYS_UNSAT, expect=NOTHING)
        self.assertIn("new beside old: same 3", result.stdout)
        self.assertIn("findings  none", result.stdout)

    def test_a_lost_answer_is_a_finding_with_both_answers(self):
        result = self.compare(NOT_FOR.format("'> x 2'", "echo unknown"), expect=FINDINGS)
        self.assertIn("new beside old: lost 1, same 2", result.stdout)
        self.assertRegex(result.stdout, r"lost +[^ ]*scripts/b.smt2\n +old +unsat [0-9.]+ s\n +new +unknown [0-9.]+ s\n +systematic")
        self.assertIn("lost: unknown", result.stdout)
        with open(self.path("out", "report.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertIn("scatter-1", page)
        self.assertIn("scripts/b.smt2", page)

    def test_a_loss_is_shown_without_assay(self):
        self.compare(NOT_FOR.format("'> x 2'", "echo unknown"), expect=FINDINGS)
        folder = glob.glob(self.path("out", "findings", "*", "reproduce"))[0]
        tried = subprocess.run(["sh", "run.sh"], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(tried.returncode, 2, "nobody has said which programs the two versions are")
        for new, code in (("new", 1), ("old", 0)):
            shown = subprocess.run(["sh", "run.sh"], cwd=folder, env={**os.environ, "OLD": self.path("old"), "NEW": self.path(new)},
                                   capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(shown.returncode, code, shown.stdout + shown.stderr)

    def test_a_slower_answer_is_shown_by_cpu_time_without_assay(self):
        busy = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; echo unsat"
        slow = NOT_FOR.format("'> x 2'", busy)
        self.compare(slow, "--fail-on", "slower", "--controls", "0", "--reduce-time", "0s", "--factor", "3", expect=FINDINGS)
        [folder] = glob.glob(self.path("out", "findings", "*", "reproduce"))
        for new, code in (("new", 1), ("old", 0)):
            shown = subprocess.run(["sh", "run.sh"], cwd=folder, env={**os.environ, "OLD": self.path("old"), "NEW": self.path(new)},
                                   capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(shown.returncode, code, shown.stdout + shown.stderr)

    def test_shards_get_single_scripts_and_end_by_themselves(self):
        lost = NOT_FOR.format("'> x 2'", "echo unknown")
        for shard, code in enumerate((NOTHING, FINDINGS, NOTHING)):
            result = self.compare(lost, "--shard", f"{shard}/3", "--out", f"part{shard}", expect=code)
            self.assertRegex(result.stdout, r"tests +1 in", "one of three scripts")
        self.assay("campaign", "merge", "whole", "part0", "part1", "part2", expect=NOTHING)
        exported = json.loads(self.assay("findings", "export", "whole", "--format", "json", expect=NOTHING).stdout)
        self.assertEqual(len(exported["campaign"]["measured"]), 6)
        self.assay("smt", "compare", "scripts", "--target", f"old={self.path('old')}", "--target", f"new={self.path('new')}", "--shards",
                   "3", "--out", "out", expect=FINDINGS)

    def test_a_loss_is_replayed_beside_the_first_version(self):
        self.compare(NOT_FOR.format("'> x 2'", "echo unknown"), expect=FINDINGS)
        finding = glob.glob(self.path("out", "findings", "*"))[0]
        self.assertIn("lost", self.assay("replay", finding, expect=FINDINGS).both)
        self.assay("replay", finding, "--target", f"better={self.path('old')}", expect=NOTHING)
        worse = self.program("worse", NOT_FOR.format("'>'", "echo unknown"))
        self.assay("replay", finding, "--target", f"worse={worse}", expect=FINDINGS)

    def test_the_export_has_every_run(self):
        self.compare(NOT_FOR.format("'> x 2'", "kill -SEGV $$"), expect=FINDINGS)
        result = self.assay("findings", "export", "out", "--format", "json", expect=NOTHING)
        runs = json.loads(result.stdout)["campaign"]["measured"]
        self.assertEqual([(os.path.basename(run["input"]), run["target"], run["answer"], run["change"]) for run in runs],
                         [("a.smt2", 0, "unsat", "same"), ("a.smt2", 1, "unsat", "same"), ("b.smt2", 0, "unsat", "same"),
                          ("b.smt2", 1, "crash", "lost"), ("c.smt2", 0, "unsat", "same"), ("c.smt2", 1, "unsat", "same")])

    def test_runs_without_an_answer_are_short_the_next_time(self):
        self.program("old", NOT_FOR.format("'> x 2'", "while :; do :; done"))
        new = NOT_FOR.format("'> x 2'", "while : ; do :; done")
        seconds = []
        for out in ("first", "second"):
            result = self.compare(new, "--timeout", "1s", "--learned", "learned.json", "--out", out, expect=NOTHING)
            self.assertIn("new beside old: same 3", result.stdout)
            runs = json.loads(self.assay("findings", "export", out, "--format", "json", expect=NOTHING).stdout)["campaign"]["measured"]
            seconds.append(sum(run["cpu-seconds"] for run in runs if run["input"].endswith("b.smt2")))
        self.assertIn("a short run: it had no answer within 1.00 s before", json.dumps(runs))
        self.assertGreater(seconds[0], 4 * seconds[1])
        # A loss is shown by a whole run, and a file that cannot be read is told.
        self.program("old", "#!/bin/sh\n" + SAYS_UNSAT)
        result = self.compare(new, "--timeout", "1s", "--learned", "learned.json", "--out", "third", expect=FINDINGS)
        self.assertIn("new beside old: lost 1, same 2", result.stdout)
        self.write("learned.json", "{")
        result = self.compare(new, "--timeout", "1s", "--learned", "learned.json", "--out", "fourth", expect=FINDINGS)
        self.assertIn("learning starts anew", result.stderr)

    def test_a_script_that_one_version_rejects_is_no_loss(self):
        result = self.compare(NOT_FOR.format("'> x 2'", "echo '(error \"unknown sort\")'"), expect=NOTHING)
        self.assertIn("same 2, not-comparable 1", result.stdout)

    def test_a_baseline_makes_a_known_loss_quiet(self):
        new = NOT_FOR.format("'> x 2'", "echo unknown")
        self.compare(new, expect=FINDINGS)
        self.write("known.json", self.assay("findings", "export", "out", "--format", "baseline", expect=NOTHING).stdout)
        self.assay("smt", "compare", "scripts", "--target", f"old={self.path('old')}", "--target", f"new={self.path('new')}",
                   "--out", "again", "-q", "--baseline", "known.json", expect=NOTHING)

    def test_the_option_that_brings_an_answer_back_is_named(self):
        """--also is tried, too, and changes nothing."""
        new = self.program("new", "#!/bin/sh\ncase \"$*\" in *--as-before*) "
                           "exec " + self.path("old") + " ;; esac\n" + NOT_FOR.format("'> x 2'", "echo unknown").split("\n", 1)[1])
        self.write("new.toml", f'name = "new"\nargv = ["{new}"]\nearlier_behaviour = ["--also", "--as-before"]\n')
        result = self.assay("smt", "compare", "scripts", "--target", f"old={self.path('old')}", "--target", "new.toml", "--out", "out", "-q",
                            expect=FINDINGS)
        self.assertRegex(result.stdout, r"systematic\n +with --as-before: unsat [0-9.]+ s")

    def test_the_releases_between_tell_since_when(self):
        os.environ["XDG_DATA_HOME"] = self.path("data")
        self.addCleanup(os.environ.pop, "XDG_DATA_HOME")
        keeps, loses = "#!/bin/sh\n" + SAYS_UNSAT, NOT_FOR.format("'> x 2'", "echo unknown")
        for version, answers in enumerate((keeps, loses, keeps, loses, loses)):
            self.program(f"data/assay/targets/fake/1.{version}/bin/fake",
                         answers.replace("\n", f'\nif [ "$1" = --version ]; then echo "fake 1.{version}"; exit; fi\n', 1))
        compare = ("smt", "compare", "scripts", "-q", "--bisect", "--target")
        done = self.assay(*compare, "fake@1.0", "--target", "fake@1.4", "--out", "traced", expect=FINDINGS)
        self.assertRegex(done.stdout, "(?m)^since .*  fake: wrong since 1.1, right in 1.0.*1.4")
        with open(self.path("traced", "report.html"), encoding="utf-8") as page:
            self.assertIn("wrong since 1.1", page.read())
        refused = self.assay(*compare, "fake@1.0", "--target", f"old={self.path('old')}", "--out", "no", expect=USAGE)
        self.assertIn("--bisect needs releases of one program", refused.stderr)
        self.assertFalse(os.path.exists(self.path("no")))

    def test_it_goes_on_where_it_stopped(self):
        self.compare(NOT_FOR.format("'> x 3'", "echo unknown"), "--tests", "1", expect=NOTHING)
        result = self.assay("campaign", "resume", "out", "--tests", "3", "-q", expect=FINDINGS)
        self.assertIn("new beside old: lost 1, same 2", result.stdout)

    def test_bad_input_says_what_to_do(self):
        one = self.assay("smt", "compare", "scripts", "--target", f"old={self.path('old')}", expect=(USAGE, ENVIRONMENT))
        self.assertIn("give --target twice", one.both)
        none = self.assay("smt", "compare", "nothing", "--target", "z3", "--target", "cvc5", expect=(USAGE, ENVIRONMENT))
        self.assertIn('no file or folder', none.both)
        change = self.compare("#!/bin/sh\n" + SAYS_UNSAT, "--fail-on", "worse", expect=USAGE)
        self.assertIn("write contradicts, lost or slower", change.both)


if __name__ == "__main__":
    unittest.main()
