"""Campaigns and tunings in shards: on this machine, and by a double of Slurm. The shards together are the whole."""

import contextlib
import json
import os
import shutil
import sqlite3
import tomllib
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SEEDS, SOURCE, USAGE, Case, needs
from schemas import complaints

# Fails with a message on a script with a `div` (the signature of a mere signal depends on the rest of the reduced
# script), otherwise answers as z3. Waits where the double of Slurm holds the task; --version is answered at once.
CRASHES = """#!/bin/sh
case "$*" in *version*) echo "liar 1"; exit ;; esac
if [ -e "$FAKE_SLURM/hold-$SLURM_ARRAY_TASK_ID" ]; then sleep 100; fi
script=$(cat)
case "$script" in *"(div"*) echo 'ASSERTION VIOLATION' >&2; kill -ABRT $$ ;; *) printf '%s' "$script" | z3 -in -smt2 ;; esac
"""
DOUBLE = os.path.join(SOURCE, "test", "double", "slurm", "slurm.py")


class Shards(Case):
    def setUp(self):
        super().setUp()
        os.makedirs(self.path("slurm", "bin"))
        for name in ("sbatch", "squeue", "scancel", "scontrol"):
            os.symlink(DOUBLE, self.path("slurm", "bin", name))
        self.environment = {"PATH": self.path("slurm", "bin") + ":" + os.environ["PATH"], "FAKE_SLURM": self.path("slurm")}

    def wrong(self, **what):
        self.write("slurm/behaviour.json", json.dumps(what))

    def calls(self):
        with open(self.path("slurm", "calls.txt"), encoding="utf-8") as file:
            return file.read()

    def run_assay(self, *words, expect=None):
        return self.assay(*words, expect=expect, env=self.environment)

    def fuzz(self, out, *extra, tests="32", expect=None):
        if not os.path.exists(self.path("liar")):
            self.program("liar", CRASHES)
        return self.run_assay("smt", "fuzz", SEEDS, "--target", "liar=" + self.path("liar"), "--seed", "7", "--tests", tests,
                              "--timeout", "20s", "--reduce-runs", "10", "-o", out, *extra, expect=expect)

    def slurm(self, out, *extra, shards="2", tests="32", expect=None):
        return self.fuzz(out, "--executor", "slurm", "--shards", shards, "--keep-every", "0.1s", *extra, tests=tests, expect=expect)

    def state(self, out):
        state = json.loads(self.run_assay("campaign", "status", out, "--json", expect=NOTHING).stdout)
        self.assertEqual(complaints("status", state), [])
        return state

    def states(self, out):
        return [shard["state"] for shard in self.state(out)["shards"]]

    def rows(self, out, query):
        with contextlib.closing(sqlite3.connect(self.path(out, "campaign.sqlite"))) as database:
            return database.execute(query).fetchall()

    def found(self, out):
        """The findings of a campaign: kind and signature."""
        record = json.loads(self.assay("findings", "export", out, "-f", "json").stdout)
        return sorted((finding["kind"], finding["signature"]) for finding in record["findings"])

    def assert_same_campaign(self, out, whole):
        """The same cases byte for byte, verdicts and findings."""
        for query in ("SELECT chunk, done FROM chunks ORDER BY 1",
                      "SELECT strategy, grp, target, outcome, reason, count FROM tallies ORDER BY 1, 2, 3, 4, 5",
                      "SELECT target, label, kind, count FROM labels ORDER BY 1, 2, 3"):
            self.assertEqual(self.rows(out, query), self.rows(whole, query))
        self.assertEqual(self.found(out), self.found(whole))
        for finding in os.listdir(self.path(out, "findings")):
            if os.path.isdir(self.path(whole, "findings", finding)):
                for part in ("original", "reduced"):
                    self.assertEqual(self.content(out, finding, part), self.content(whole, finding, part))

    def content(self, out, finding, part):
        folder = self.path(out, "findings", finding, part)
        texts = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as file:
                texts[name] = file.read()
        return texts

    def held(self, name, double, word):
        """An analyzer's double that waits on commands with the word while Slurm's double holds the task."""
        path = self.program(name, '#!/bin/sh\ncase "$*" in *' + word + '*) if [ -e "$FAKE_SLURM/hold-$SLURM_ARRAY_TASK_ID" ]; then '
                            f'sleep 100; fi ;; esac\nexec {os.path.join(SOURCE, "test", "double", double)} "$@"\n')
        os.rename(path, self.path("slurm", "bin", name))


@needs("z3")
class BySlurm(Shards):
    def test_the_shards_are_the_whole(self):
        self.fuzz("whole", tests="40", expect=FINDINGS)
        started = self.slurm("out", tests="40", expect=NOTHING)
        self.assertIn("started   2 shards", started.stdout)
        self.assertEqual(self.states("out"), ["done"] * 2)
        collected = self.run_assay("campaign", "collect", "out", expect=FINDINGS)
        self.assertIn("collected 2 of 2 shards", collected.stdout)
        self.assert_same_campaign("out/merged", "whole")
        for index in ("0", "17", "39"):
            cases = [self.assay("replay", out, index, "--print").stdout for out in ("out/merged", "whole")]
            self.assertEqual(cases[0], cases[1])
            self.assertIn("(check-sat", cases[0])
        with open(self.path("out", "merged", "report.html"), encoding="utf-8") as file:
            self.assertIn("<h2>Shards</h2>", file.read())
        # The dependent job has already merged, and each shard ran once.
        self.assertIn("--dependency=afterany:", self.calls())
        self.assertEqual(self.state("out")["shards"][1]["attempts"], 1)

    def test_what_is_lost_run_twice_killed_or_late(self):
        self.wrong(lose=[0], twice=[1], kill=[2], late=[3])
        self.slurm("out", shards="4", tests="64", expect=NOTHING)
        self.assertEqual(self.states("out"), ["missing", "done", "silent", "done"])
        shards = self.state("out")["shards"]
        self.assertEqual([shard["attempts"] for shard in shards], [0, 1, 1, 2], "the late one has gone on")
        self.assertIn("scontrol requeue", self.calls())
        part = self.run_assay("campaign", "collect", "out", expect=ENVIRONMENT)
        self.assertRegex(part.stdout, r"0 missing .*has not begun")
        self.assertRegex(part.stdout, r"2 silent ")
        self.assertIn("assay campaign resume", part.stdout)
        self.assertEqual(len(self.rows("out/merged", "SELECT * FROM shards WHERE state = 'done'")), 2)
        self.assertEqual(self.rows("out/merged", "SELECT sum(done) FROM chunks")[0][0],
                         sum(shard["tests"] for shard in shards))
        self.wrong()
        self.run_assay("campaign", "resume", "out", expect=NOTHING)
        self.assertIn("--array=0,2\n", self.script("out", "shards-2.sh"))
        self.run_assay("campaign", "collect", "out", expect=FINDINGS)
        self.fuzz("whole", tests="64", expect=FINDINGS)
        self.assert_same_campaign("out/merged", "whole")
        self.assertIn("no shard is missing", self.run_assay("campaign", "resume", "out", expect=NOTHING).stdout)

    def script(self, out, name):
        with open(self.path(out, "scripts", name), encoding="utf-8") as file:
            return file.read()

    def test_a_cancelled_array_keeps_what_it_has(self):
        self.wrong(lose=[1], queue=["[1-3%2]|PENDING|Priority"])
        self.slurm("out", expect=NOTHING)
        self.assertEqual(self.states("out"), ["done", "waiting"])
        self.assertEqual(self.state("out")["shards"][1]["message"], "Priority")
        self.run_assay("campaign", "cancel", "out", expect=NOTHING)
        self.assertIn("scancel ", self.calls())
        self.wrong()
        self.assertTrue(self.state("out")["cancelled"])
        self.assertIn("the run is cancelled", self.run_assay("campaign", "shard", "out", "1", expect=75).stdout)
        self.run_assay("campaign", "collect", "out", expect=ENVIRONMENT)
        self.run_assay("campaign", "resume", "out", expect=NOTHING)
        self.assertEqual(self.states("out"), ["done"] * 2)

    def test_what_slurm_refuses_leaves_nothing(self):
        for said, advice in (("invalid partition specified: nowhere", "sinfo"),
                             ("Batch job submission failed: Invalid account", "--account"),
                             ("Batch job submission failed: Invalid job array specification", "--shards")):
            self.wrong(refuse=said)
            refused = self.slurm("out", expect=ENVIRONMENT)
            self.assertIn(said, refused.stderr)
            self.assertIn(advice, refused.stderr)
            self.assertFalse(os.path.exists(self.path("out")))
        self.wrong(max_array=1)
        self.assertIn("MaxArraySize is 1", self.slurm("out", expect=ENVIRONMENT).stderr)

    def test_a_shard_that_cannot_start_says_why(self):
        self.wrong(lose=[0, 1])
        self.slurm("out", expect=NOTHING)
        self.wrong()
        os.rename(self.path("liar"), self.path("moved"))
        self.run_assay("campaign", "resume", "out", expect=NOTHING)
        self.assertEqual(self.states("out"), ["failed"] * 2)
        self.assertIn("liar", self.state("out")["shards"][0]["message"])


@needs("z3")
class OnThisMachine(Shards):
    def test_shards_run_and_are_joined(self):
        """Campaigns with the executors that run shards to their end."""
        self.fuzz("whole", expect=FINDINGS)
        self.fuzz("out", "--shards", "2", "--at-once", "2", expect=FINDINGS)
        self.assert_same_campaign("out/merged", "whole")
        if not shutil.which("parallel"):
            self.skipTest("parallel is not installed")
        done = self.fuzz("by-parallel", "--executor", "parallel", "--shards", "2", expect=FINDINGS)
        self.assertIn("shard 1 done", done.stderr)
        self.assert_same_campaign("by-parallel/merged", "whole")

    def test_bad_input(self):
        for words, said in ((("--shards", "0"), "1 to 100000"), (("--executor", "abacus"), "slurm"),
                            (("--shards", "9"), "--shards 2 or fewer"),
                            (("--shards", "2", "--shard", "0/2"), "leave out"), (("--shards", "2"), "quotes")):
            refused = self.fuzz('o"ut' if said == "quotes" else "out", *words)
            self.assertIn(refused.returncode, (USAGE, ENVIRONMENT))
            self.assertIn(said, refused.both)
            self.assertFalse(os.path.exists(self.path("out")))
        endless = self.run_assay("smt", "fuzz", SEEDS, "--target", "z3", "--shards", "2", expect=USAGE)
        self.assertIn("--time", endless.stderr)
        self.write("file", "")
        self.assertIn("is a file", self.fuzz("file", "--shards", "2", expect=ENVIRONMENT).stderr)
        self.assertIn("holds no run of shards", self.run_assay("campaign", "status", ".", expect=ENVIRONMENT).stderr)
        self.assertIn("holds no run of shards", self.run_assay("campaign", "cancel", "none", expect=ENVIRONMENT).stderr)

    def test_no_slurm(self):
        os.makedirs(self.path("empty"))
        for program in ("z3", "sh", "cat"):
            os.symlink(shutil.which(program), self.path("empty", program))
        self.environment["PATH"] = self.path("empty")
        refused = self.slurm("out", expect=ENVIRONMENT)
        self.assertIn("no program 'sbatch' on the PATH", refused.stderr)
        self.assertFalse(os.path.exists(self.path("out")))


class EveryCommand(Shards):
    def test_a_path_with_a_mark_of_ours_is_refused(self):
        shutil.copytree(SEEDS, self.path("{index}"))
        refused = self.run_assay("smt", "fuzz", self.path("{index}"), "--target", "z3", "--time", "1m", "--executor", "slurm", "--shards", "3", "--dry-run", "-o", "out",
                                 expect=(USAGE, ENVIRONMENT))
        self.assertIn("{index}", refused.stderr)

    def dry(self, *words):
        return self.run_assay(*words, "--executor", "slurm", "--shards", "3", "--dry-run", "-o", "out", expect=NOTHING).stdout

    def test_prints_its_scripts_and_does_nothing(self):
        commands = [("smt", "fuzz", SEEDS, "--target", "z3"), ("smt", "synth", "--target", "z3"),
                    ("datalog", "fuzz", "--target", "souffle"), ("domain", "test"), ("analyzer", "test", "--target", "cppcheck")]
        tried = 0
        for words in commands:
            if words[-1] in ("z3", "souffle", "cppcheck") and not shutil.which(words[-1]):
                continue
            if words[0] == "domain" and self.assay("domain", "targets").stdout == "":
                continue
            tried += 1
            text = self.dry(*words, "--time", "30m")
            self.assertRegex(text, r"#SBATCH --array=0-2\n")
            self.assertIn("#SBATCH --time=40\n", text)
            self.assertIn(f"campaign shard {self.path('out')}", text)
            self.assertEqual(os.listdir(self.folder), ["slurm"])
        self.assertGreater(tried, 0)

    def test_a_configuration_file_reaches_the_shards(self):
        self.write("c.toml", '[smt.fuzz]\nseeds = ["' + SEEDS + '"]\ntarget = ["z3"]\nseed = 5\nincremental = true\ntests = 32\nreduce-runs = 10\ntimeout = "1s"\n')
        self.run_assay("--config", "c.toml", "smt", "fuzz", "--shards", "2", "--no-report", "-o", "out")
        with open(self.path("out", "run.json"), encoding="utf-8") as file:
            command = json.load(file)["command"]
        self.assertEqual(command[:2], ["smt", "fuzz"])
        for word in (SEEDS, "--target=z3", "--seed=5", "--incremental", "--out={out}", "--shard={shard}"):
            self.assertIn(word, command)
        self.assertNotIn("--tests=32", command)
        self.assertIn("32 tests", self.run_assay("campaign", "collect", "out").stdout)

    def test_a_tuning(self):
        os.symlink(os.path.join(SOURCE, "test", "double", "tune", "fake-analyzer"), self.path("slurm", "bin", "my-analyzer"))
        with open(os.path.join(SOURCE, "examples", "analyzers", "lines.toml"), encoding="utf-8") as file:
            definition = self.write("mine.toml", file.read().replace('default = "1"', 'default = "0"'))
        files = [self.write(f"{name}.c", f"//check overflow f {name == 'a' and 1 or 3}\n//check division g 2\n") for name in "abc"]
        words = ("analyzer", "tune", *files, "--target", definition)
        self.run_assay(*words, "--executor", "slurm", "--shards", "2", "-o", "out", expect=NOTHING)
        self.run_assay("campaign", "collect", "out", expect=NOTHING)

        def codes(path):
            with open(self.path(path), "rb") as file:
                return sorted(recipe["code"] for recipe in tomllib.load(file)["recipe"])
        self.assertEqual(codes("out/merged/recipe.toml"), ["a.c", "b.c", "c.c"])
        self.assertTrue(os.path.exists(self.path("out", "merged", "report.html")))
        self.assertIn("--shards 3 or fewer", self.run_assay(*words, "--shards", "4", "-o", "few", expect=USAGE).stderr)

    def test_a_killed_tuning_keeps_what_it_had(self):
        self.held("my-analyzer", "tune/fake-analyzer", "c.c")
        with open(os.path.join(SOURCE, "examples", "analyzers", "lines.toml"), encoding="utf-8") as file:
            definition = self.write("mine.toml", file.read())
        files = [self.write(f"{name}.c", "//check overflow f 1\n") for name in "abc"]
        self.wrong(kill=[0])
        self.run_assay("analyzer", "tune", *files, "--target", definition, "--executor", "slurm", "--shards", "2",
                       "--keep-every", "0.1s", "-o", "out", expect=NOTHING)
        self.assertEqual(self.states("out"), ["silent", "done"])
        self.run_assay("campaign", "collect", "out", expect=ENVIRONMENT)

        def codes():
            with open(self.path("out", "merged", "recipe.toml"), "rb") as file:
                return sorted(recipe["code"] for recipe in tomllib.load(file)["recipe"])
        self.assertEqual(codes(), ["a.c", "b.c"], "the first piece of the killed shard is there")
        self.wrong()
        self.run_assay("campaign", "resume", "out", expect=NOTHING)
        self.run_assay("campaign", "collect", "out", expect=NOTHING)
        self.assertEqual(codes(), ["a.c", "b.c", "c.c"])


class Partitions(Shards):
    """Runs of an analyzer on parts of a project."""

    def setUp(self):
        super().setUp()
        self.held("my-analyzer", "split/cubic-analyzer", "a5.py")
        with open(os.path.join(SOURCE, "examples", "analyzers", "partitions.toml"), encoding="utf-8") as file:
            self.definition = self.write("mine.toml", file.read())
        for number in range(6):
            self.write(f"project/a{number}.py", f"import z{number}\n# sink x{number}\n")
            self.write(f"project/z{number}.py", f"# source x{number}\n")
        self.words = ("analyzer", "run", "project", "--target", self.definition, "--partition", "union-growth", "--max-size", "4",
                      "--no-cache")

    def results(self, path):
        with open(self.path(path), encoding="utf-8") as file:
            return json.load(file)["runs"][0]["results"]

    def test_shards_are_one_run(self):
        self.run_assay(*self.words, "--out", "whole.sarif", expect=FINDINGS)
        self.run_assay(*self.words, "--executor", "slurm", "--shards", "2", "--slurm-partition", "fast", "--out", "out", expect=NOTHING)
        self.assertEqual(self.states("out"), ["done"] * 2)
        self.assertIn("findings  6 of 3 partitions", self.run_assay("campaign", "collect", "out", expect=FINDINGS).stdout)
        self.assertEqual(self.results("out/merged/report.sarif"), self.results("whole.sarif"))
        self.assertTrue(os.path.exists(self.path("out", "merged", "summary.json")))
        with open(self.path("out", "scripts", "shards-1.sh"), encoding="utf-8") as file:
            self.assertIn("#SBATCH --partition=fast\n", file.read())

    def test_by_this_machine_and_by_hand(self):
        self.run_assay(*self.words, "--shards", "3", "--at-once", "2", "--out", "out", expect=FINDINGS)
        self.assertEqual(len(self.results("out/merged/report.sarif")), 6)
        self.run_assay("analyzer", "split", "project", "--target", self.definition, "--max-size", "4", "--plan", "plan.json",
                       "--strategy", "union-growth", expect=NOTHING)
        for shard in range(2):
            self.run_assay("analyzer", "run", "--plan", "plan.json", "--shard", f"{shard}/2", "--out", f"part{shard}", expect=FINDINGS)
        self.run_assay("analyzer", "merge", "part0", "part1", "--out", "hand.sarif", expect=FINDINGS)
        self.assertEqual(self.results("hand.sarif"), self.results("out/merged/report.sarif"))
        self.run_assay("analyzer", "merge", "part0", "part1", "--against", "hand.sarif", "--out", "new.sarif", expect=NOTHING)

    def test_a_killed_shard_keeps_its_partitions(self):
        self.wrong(kill=[0])
        self.run_assay(*self.words, "--executor", "slurm", "--shards", "2", "--keep-every", "0.1s", "--out", "out", expect=NOTHING)
        self.assertEqual(self.states("out"), ["silent", "done"])
        part = self.run_assay("campaign", "collect", "out", expect=ENVIRONMENT)
        self.assertIn("findings  4 of 3 partitions", part.stdout)
        self.assertIn("missing   4 files", part.stdout)
        self.wrong()
        self.run_assay("campaign", "resume", "out", expect=NOTHING)
        self.assertIn("findings  6 of 3 partitions", self.run_assay("campaign", "collect", "out", expect=FINDINGS).stdout)

    def test_a_partition_without_a_result_fails_its_shard(self):
        with open(self.definition, encoding="utf-8") as file:
            text = file.read()
        self.write("mine.toml", text.replace('"--root"', '"--crash-on", "z3.py", "--root"'))
        told = self.run_assay(*self.words, "--shards", "2", "--out", "out", expect=ENVIRONMENT)
        self.assertIn("1 partition without a result", told.stdout)
        self.assertIn("missing   1 file", told.stdout)
        self.assertIn("findings  5 of 3 partitions", told.stdout)
        self.write("mine.toml", text)
        self.run_assay("campaign", "resume", "out", expect=FINDINGS)
        self.assertEqual(len(self.results("out/merged/report.sarif")), 6)

    def test_what_is_wrong_is_said(self):
        for words, said in ((("--shards", "4"), "--shards 3 or fewer"), (("--shards", "2", "--compare-with", "whole"), "--compare-with"),
                            (("--shards", "2", "--against", "x.sarif"), "analyzer merge"), (("--shard", "0/2"), "--out"),
                            (("--plan", "plan.json"), "both --partition and --plan")):
            self.assertIn(said, self.run_assay(*self.words, *words, expect=USAGE).stderr)
        self.write("plan.json", "{}")
        self.assertIn("is no plan", self.run_assay("analyzer", "run", "--plan", "plan.json", expect=ENVIRONMENT).stderr)
        self.assertIn("holds no runs", self.run_assay("analyzer", "merge", "project", expect=ENVIRONMENT).stderr)


if __name__ == "__main__":
    unittest.main()
