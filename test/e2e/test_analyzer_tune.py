"""Tuning of static analyzers: a made-up one, and Frama-C's Eva where it is installed."""

import json
import os
import re
import random
import signal
import subprocess
import unittest

from harness import ASSAY, ENVIRONMENT, FINDINGS, NOTHING, SOURCE, USAGE, Case, needs, processes_with

CODE = """//check overflow f 1
//check overflow f 2
//check division g 3
//check division g 9
"""

REAL = """int table[10];
int main(void) {
  int j = 0;
  for (int i = 0; i < 10; i++) { table[i] = i; j += 2; }
  return table[j / 2 - 1];
}
"""


# A program, and an analyzer: with --bold, it reports unknown checks as proved, and claims too small intervals.
RUN = """static int f(unsigned char a) {
  int b = a + 1;
  return b;
}
int main(void) {
  return f(120) == 121 ? 0 : 3;
}
"""
BOLD = """#!/bin/sh
high=256 word=unknown
while [ $# -gt 1 ]; do
  [ "$1" = --bold ] && high={high} word=proved
  shift
done
[ "$1" = --version ] && echo "bold 1.0" && exit
echo "$1:2: f: range: a + 1 <= 100: $word"
echo '{{"line":2,"column":13,"subject":"a + 1","operation":"+","type":"int","property":"interval","low":1,"high":'$high'}}'
echo "analysis complete"
"""
BOLD_DEFINITION = """name = "bold"
adapter = "json"
language = "c"
argv = ["{program}", "{{input}}"]
version = ["{program}", "--version"]
assumptions = ["no undefined behaviour so far"]

[tune]
argv = ["{program}", "{{settings}}", "{{inputs}}"]
reader = "lines"
pattern = '(?P<file>[a-z.]+):(?P<line>[0-9]+): (?P<function>\\w+): (?P<kind>\\w+): (?P<property>.*): (unknown|(?P<proved>proved))$'
finished = "^analysis complete$"

[[tune.knob]]
name = "bold"
values = ["on", "off"]
default = "off"
words_for = {{ on = ["--bold"] }}
ordered = true
"""


@needs("gcc")
@needs("clang-14")
class Guard(Case):
    """The tuner checks proofs of a single configuration against a run of the program."""

    def tune(self, high, expect):
        program = self.program("bold", BOLD.format(high=high))
        self.write("bold.toml", BOLD_DEFINITION.format(program=program))
        self.write("a.c", RUN)
        return self.assay("analyzer", "tune", "a.c", "--target", "bold.toml", "--out", "out", expect=expect)

    def test_a_setting_that_lies_is_barred_and_is_a_finding(self):
        told = self.tune(100, FINDINGS)
        self.assertRegex(told.stderr, r"UNSOUND bold=on: broken: a.c:2:13: a \+ 1 in \[1, 100\] .*, and a run has value 121")
        self.assertIn("0 proved of 1 checks, 1 alarm (default: 1)", told.stderr)
        with open(self.path("out", "recipe.toml"), encoding="utf-8") as file:
            self.assertIn('ingredients = ["default"]', file.read())
        (folder,) = [line.split(": ", 1)[1] for line in told.stderr.splitlines() if line.startswith("  finding: ")]
        with open(self.path(folder, "finding.json"), encoding="utf-8") as file:
            finding = json.load(file)
        self.assertEqual((finding["kind"], finding["target"]["name"]), ("unsound", "bold"))
        replayed = self.assay("replay", folder, expect=FINDINGS)
        self.assertIn("interval of + as int", replayed.both)
        again = self.assay("analyzer", "tune", "--resume", "out", expect=FINDINGS)
        self.assertIn("UNSOUND bold=on", again.stderr)

    def test_a_setting_that_tells_the_truth_is_taken(self):
        told = self.tune(200, NOTHING)
        self.assertIn("cross-examined: bold=on: holds: 1 facts were judged in a run", told.stderr)
        self.assertIn("1 proved of 1 checks, 0 alarms (default: 1)", told.stderr)


class Tuning(Case):
    def setUp(self):
        super().setUp()
        os.symlink(os.path.join(SOURCE, "test", "double", "tune", "fake-analyzer"), self.path("my-analyzer"))
        with open(os.path.join(SOURCE, "examples", "analyzers", "lines.toml"), encoding="utf-8") as file:
            self.definition = self.write("mine.toml", file.read().replace('default = "1"', 'default = "0"'))
        self.environment = {"PATH": self.folder + ":" + os.environ["PATH"]}
        self.source = self.write("a.c", CODE)

    def tune(self, *words, expect=NOTHING):
        return self.assay("analyzer", "tune", *words, "--target", self.definition, expect=expect, env=self.environment)

    def runs(self, out):
        """The runs that are kept, and when each was written."""
        found = {}
        for folder, _, names in os.walk(self.path(out, "runs")):
            for name in names:
                found[name] = os.stat(os.path.join(folder, name)).st_mtime_ns
        self.assertGreater(len(found), 0)
        return found

    def test_a_recipe_is_found_used_shown_and_checked_again(self):
        told = self.tune("a.c", "--out", "out", "--budget", "5s")
        self.assertIn("3 proved of 4 checks, 1 alarm (default: 4)", told.stderr)
        with open(self.path("out", "recipe.toml"), encoding="utf-8") as file:
            self.assertIn('ingredients = ["depth=3"]', file.read())
        with open(self.path("out", "report.html"), encoding="utf-8") as file:
            self.assertIn("depth=3", file.read())
        shown = self.assay("analyzer", "recipes", "out", expect=NOTHING, env=self.environment)
        self.assertIn("a.c: depth=3", shown.stdout)
        (code,) = json.loads(self.assay("analyzer", "recipes", "out", "--json", env=self.environment).stdout)["codes"]
        self.assertEqual(code["trade_offs"][0]["alarms"], len(code["best"]["alarms"]))
        self.assay("analyzer", "recipes", "out", "--emit", "within.toml", "--budget", "10s", expect=NOTHING, env=self.environment)
        with open(self.path("within.toml"), encoding="utf-8") as file:
            self.assertIn('budget = "10s"', file.read())
        none = self.assay("analyzer", "recipes", "out", "--emit", "none.toml", "--budget", "0.0001s", expect=ENVIRONMENT)
        self.assertIn("no recipe of this tuning is within that budget", none.stderr)
        self.assay("analyzer", "recipes", "out", "--budget", "10s", expect=USAGE)
        self.assertEqual(code["best"]["ingredients"], ["depth=3"])
        self.assertEqual(code["best"]["commands"], ["my-analyzer --depth=3 a.c"])
        self.assertIn("    my-analyzer --depth=3 a.c\n", shown.stdout)
        used = self.assay("analyzer", "run", "a.c", "--recipe", "out/recipe.toml", "--target", self.definition,
                          expect=FINDINGS, env=self.environment)
        (alarm,) = json.loads(used.stdout)["runs"][0]["results"]
        self.assertEqual(alarm["locations"][0]["physicalLocation"]["region"]["startLine"], 4)
        kept = self.tune("a.c", "--out", "again", "--from", "out/recipe.toml", "--json")
        events = [json.loads(line) for line in kept.stdout.splitlines()]
        self.assertEqual([event["recipe"] for event in events if event["event"] == "step"], ["default", "depth=3"])

    def test_a_resume_pays_for_no_run_twice(self):
        self.tune("a.c", "--out", "out", "--json")
        os.remove(self.path("out", "codes", "00000.json"))
        before = self.runs("out")
        again = self.assay("analyzer", "tune", "--resume", "out", "--json", expect=NOTHING, env=self.environment)
        last = json.loads(again.stdout.splitlines()[-1])
        self.assertEqual((last["event"], last["recipe"]), ("tuned", ["depth=3"]))
        self.assertEqual(self.runs("out"), before)
        refused = self.tune("a.c", "--out", "out", expect=USAGE)
        self.assertIn("go on with --resume out", refused.stderr)

    def test_a_resume_sees_that_the_code_has_changed(self):
        self.write("b.c", CODE)
        self.tune("a.c", "b.c", "--out", "out")
        self.write("a.c", "//check division g 3\n")
        before = os.stat(self.path("out", "codes", "00001.json")).st_mtime_ns
        again = self.assay("analyzer", "tune", "--resume", "out", expect=NOTHING, env=self.environment)
        self.assertIn("1 proved of 1 checks", again.stderr)
        self.assertIn("the code or the analyzer is another one than before", again.stderr)
        self.assertEqual(os.stat(self.path("out", "codes", "00001.json")).st_mtime_ns, before, "b.c is what it was")

    def test_shards_are_parts_of_one(self):
        for name in ("b.c", "c.c"):
            self.write(name, CODE)
        for shard in ("0/2", "1/2"):
            self.tune("a.c", "b.c", "c.c", "--shard", shard, "--out", "out" + shard[0])
        both = self.assay("analyzer", "recipes", "out0", "out1", "--emit", "all.toml", "--learn", "schedule.toml",
                          expect=NOTHING, env=self.environment)
        for name in ("a.c", "b.c", "c.c"):
            self.assertIn(f"{name}: depth=3", both.stdout)
        with open(self.path("schedule.toml"), encoding="utf-8") as file:
            self.assertIn("depth=3", file.read())
        learned = self.tune("a.c", "--out", "learned", "--schedule", "schedule.toml", "--json")
        steps = [json.loads(line) for line in learned.stdout.splitlines()]
        self.assertEqual([step["recipe"] for step in steps[:2]], ["default", "depth=3"])
        again = self.assay("analyzer", "tune", "--resume", "out1", expect=NOTHING, env=self.environment)
        self.assertIn("(1 of 1)", again.stderr)

    def test_a_compilation_database_names_the_code(self):
        self.write("src/x.c", CODE)
        self.write("compile_commands.json", json.dumps(
            [{"directory": self.folder, "file": "src/x.c", "command": "cc -Iinclude -DX='1 2' -O2 -c src/x.c"}]))
        os.mkdir(self.path("include"))
        told = self.tune("--project", "compile_commands.json", "--out", "out")
        self.assertIn("src/x.c", told.stderr)

    def test_bad_input_says_what_to_do(self):
        cases = [
            (["--out", "x1"], ENVIRONMENT, "no code is given"),
            (["nowhere.c", "--out", "x2"], ENVIRONMENT, "there is no file"),
            (["a.c", "--weight", "overflow", "--out", "x3"], USAGE, "--weight: 'overflow' is no weight"),
            (["a.c", "--per", "function", "--out", "x4"], ENVIRONMENT, "cannot be asked about one function"),
            (["a.c", "--from", "a.c", "--out", "x5"], ENVIRONMENT, "TOML"),
            (["a.c", "--search", "magic", "--out", "x6"], USAGE, "it must be one of"),
        ]
        for words, code, message in cases:
            self.assertIn(message, self.tune(*words, expect=code).both)
        other = self.assay("analyzer", "tune", "a.c", "--target", "gcc", expect=ENVIRONMENT, env=self.environment)
        self.assertIn("does not know the settings of 'gcc'", other.stderr)
        missing = self.assay("analyzer", "recipes", "nothing-here", expect=USAGE)
        self.assertIn("is no folder of a tuning", missing.stderr)

    def test_a_bug_finder_keeps_its_findings(self):
        with open(self.definition, encoding="utf-8") as file:
            self.write("mine.toml", file.read().replace('goal = "proofs"', 'goal = "findings"'))
        # A bug finder proves nothing: the cheapest setting, with any value, reports all four bugs.
        self.write("a.c", re.sub(r"(?m)^(//check .*) \d+$", r"\1 99", CODE))
        told = self.tune("a.c", "--out", "out", "--no-report")
        self.assertIn("4 kept of 4 findings, 0 lost findings (default: 0)", told.stderr)
        used = self.assay("analyzer", "run", "a.c", "--recipe", "out/recipe.toml", "--target", self.definition,
                          expect=FINDINGS, env=self.environment)
        self.assertEqual(len(json.loads(used.stdout)["runs"][0]["results"]), 4)

    def test_nothing_provable_still_gives_a_recipe(self):
        self.write("a.c", "//check division g 9\n")
        told = self.tune("a.c", "--out", "out")
        self.assertIn("0 proved of 1 checks", told.stderr)

    def test_interrupted_it_keeps_the_best_so_far(self):
        mark = self.path("slow-mark")
        self.program("slow", f"#!/bin/sh\n[ \"$1\" = --version ] && echo 1 && exit\ncase $* in *depth*) exec sh {mark};; esac\n"
                             "exec \"$(dirname $0)\"/my-analyzer \"$@\"\n")
        self.write("slow-mark", "while :; do :; done\n")
        with open(self.definition, encoding="utf-8") as file:
            self.write("mine.toml", file.read().replace('"my-analyzer"', f'"{self.path("slow")}"'))
        process = self.start("analyzer", "tune", "a.c", "--target", self.definition, "--out", "out", "--budget", "1h",
                             env=self.environment)
        seen = process.stderr.readline()  # it has begun
        other = self.assay("analyzer", "tune", "--resume", "out", expect=ENVIRONMENT, env=self.environment)
        self.assertIn("another process tunes in out", other.stderr)
        _, told, code = self.interrupt_when(process, "alarms in")
        told = seen + told
        self.assertEqual(code, NOTHING, told)
        self.assertIn("go on with --resume out", told)
        with open(self.path("out", "recipe.toml"), encoding="utf-8") as file:
            self.assertIn('ingredients = ["default"]', file.read())
        self.assertEqual(processes_with(mark), [])

    def test_interrupted_anywhere_it_goes_on_as_if_nothing_had_happened(self):
        for name in ("b.c", "c.c"):
            self.write(name, CODE)
        self.tune("a.c", "b.c", "c.c", "--out", "whole")
        with open(self.path("whole", "recipe.toml"), encoding="utf-8") as file:
            wanted = [line for line in file if not line.startswith("cpu_seconds")]
        draw = random.Random(7)
        for number in range(3):
            out = f"out{number}"
            process = self.start("analyzer", "tune", "a.c", "b.c", "c.c", "--target", self.definition, "--out", out, "--json",
                                 env=self.environment)
            for _ in range(draw.randrange(1, 14)):  # events
                process.stdout.readline()
            process.send_signal(signal.SIGINT if number else signal.SIGKILL)
            process.communicate(timeout=120)
            before = self.runs(out)
            self.assay("analyzer", "tune", "--resume", out, expect=NOTHING, env=self.environment)
            with open(self.path(out, "recipe.toml"), encoding="utf-8") as file:
                self.assertEqual([line for line in file if not line.startswith("cpu_seconds")], wanted)
            after = self.runs(out)
            self.assertEqual({name: after[name] for name in before}, before, "a run that is there is not made again")
            self.assertEqual(processes_with(self.path("my-analyzer")), [])

    def test_a_killed_child_of_the_analyzer_costs_its_run(self):
        self.program("frail", f"#!/bin/sh\ncase $* in *depth=3*) sh -c 'kill -KILL $$'; exit 0;; esac\nexec {self.path('my-analyzer')} \"$@\"\n")
        with open(self.definition, encoding="utf-8") as file:
            self.write("mine.toml", file.read().replace('"my-analyzer"', f'"{self.path("frail")}"'))
        told = self.tune("a.c", "--out", "out", "--json")
        events = [json.loads(line) for line in told.stdout.splitlines()]
        (lost,) = [event for event in events if event.get("recipe") == "depth=3"]
        self.assertIn("it did not get to its end", lost["reason"])
        self.assertEqual(events[-1]["recipe"], ["depth=2"])

    def test_a_full_disk_is_said_and_what_is_there_is_used_later(self):
        script = (f"mount -t tmpfs -o size=40k none {self.path('full')} && cd {self.folder} || exit 77\n"
                  'dd if=/dev/zero of=full/ballast bs=1k count=30 2> /dev/null\n'
                  '"$@" --out full/out; echo "code $?"; rm full/ballast\n'
                  '"$1" analyzer tune --resume full/out --no-report; echo "code $?"; cat full/out/recipe.toml\n')
        os.mkdir(self.path("full"))
        told = subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", ASSAY, "analyzer", "tune", "a.c",
                               "--target", self.definition, "--no-report"], env={**os.environ, **self.environment},
                              text=True, capture_output=True, timeout=120, check=False)
        if told.returncode in (1, 77):
            self.skipTest("a file system of its own cannot be mounted here: " + told.stderr)
        self.assertIn("No space left on device", told.stderr)
        self.assertIn(f"code {ENVIRONMENT}", told.stdout)
        self.assertIn(f"code {NOTHING}", told.stdout)
        self.assertIn('ingredients = ["depth=3"]', told.stdout)

    @needs("frama-c")
    def test_eva_proves_more(self):
        self.write("real.c", REAL)
        told = self.assay("analyzer", "tune", "real.c", "--target", "eva", "--budget", "20s", "--tuning-time", "4s",
                          "--out", "out", "--json", expect=NOTHING)
        last = json.loads(told.stdout.splitlines()[-1])
        self.assertLess(last["alarms"], last["default_alarms"])
        self.assertEqual(last["again"], "same")

    @needs("frama-c")
    def test_the_printed_command_is_the_analyzers_own(self):
        self.write("real.c", REAL.replace("int main", "int limit = LIMIT; int main"))
        told = self.assay("analyzer", "tune", "real.c", "--target", "eva", "--budget", "20s", "--tuning-time", "4s",
                          "--flag=-DLIMIT=1", "--out", "out", "--no-report", expect=NOTHING)
        (command,) = [line.strip() for line in told.stderr.splitlines() if line.startswith("    frama-c ")]
        self.assertIn(" real.c -eva ", command)
        best = subprocess.run(command, shell=True, text=True, capture_output=True, cwd=self.folder, check=False)
        self.assertIn("0 alarms generated by the analysis", best.stdout)
        with open(self.path("out", "recipe.toml"), encoding="utf-8") as file:
            self.assertIn(command, file.read())


if __name__ == "__main__":
    unittest.main()
