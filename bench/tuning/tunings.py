"""Tunings of the cases of a suite by `assay analyzer tune`. All of them share one folder of runs, so that a run is made once,
and its time is charged to each search that asks for it."""

import collections
import functools
import json
import os
import subprocess
import sys


def key(check):
    return tuple(check.values())


class Tunings:
    def __init__(self, arguments, suite, cases):
        self.arguments, self.suite, self.cases = arguments, suite, cases
        self.work = suite.work
        os.makedirs(os.path.join(self.work, "runs"), exist_ok=True)

    def folder(self, budget, name, case):
        return os.path.join(self.work, "tunings", budget, name, case["name"])

    def tune(self, name, case, *words, budget=None):
        """The result of one tuning. Runs it unless its folder exists."""
        budget = budget or self.arguments.budget
        out = self.folder(budget, name, case)
        if not os.path.exists(os.path.join(out, "recipe.toml")):
            os.makedirs(out, exist_ok=True)
            if not os.path.exists(os.path.join(out, "runs")):
                os.symlink(os.path.join(self.work, "runs"), os.path.join(out, "runs"))
            again = os.path.exists(os.path.join(out, "tune.toml"))
            command = [self.arguments.assay, "analyzer", "tune"]
            command += ["--resume", out] if again else self.suite.words_for(case) + [
                "--target", self.arguments.target or self.suite.target, "--per", self.suite.per, "--budget", budget, "--out", out,
                *words]
            with open(os.path.join(out, "log"), "w", encoding="utf-8") as log:
                subprocess.run(command + ["--quiet", "--no-report"], stderr=log, stdin=subprocess.DEVNULL, check=False)
        shown = subprocess.run([self.arguments.assay, "analyzer", "recipes", out, "--json"], text=True, capture_output=True, check=False)
        if shown.returncode != 0:
            raise SystemExit(f"{name} {case['name']}: {shown.stderr}")
        return json.loads(shown.stdout)["codes"][0]

    def _schedule(self, name, texts):
        path = os.path.join(self.work, f"{name}.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"target = {json.dumps(self.suite.target)}\nschedule = {json.dumps(texts)}\n")
        return path

    def teach(self):
        """Tunings on a fixed list of configurations, then moves, by case: schedules are learned from them."""
        plain = self._schedule("teach", self.suite.teach)
        taught = {}
        for case in self.cases:
            taught[case["name"]] = self.tune(
                "teach", case, "--search", "ours", "--schedule", plain, "--domain-rounds", str(len(self.suite.teach) // 3 + 1),
                "--setting-rounds", str(self.suite.teaching_rounds), "--no-guard", "--tuning-time", self.arguments.teaching_time,
                budget=self.arguments.taught_at)
            print(f"taught by {case['name']}", file=sys.stderr, flush=True)
        return taught

    @functools.cache
    def schedule_without(self, project):
        """A schedule that the command itself learns from the tunings of the other projects."""
        path = os.path.join(self.work, f"without-{project}-{self.arguments.taught_at}.toml")
        folders = [self.folder(self.arguments.taught_at, "teach", case) for case in self.cases if case["project"] != project]
        subprocess.run([self.arguments.assay, "analyzer", "recipes", *folders, "--learn", path], check=True, stdout=subprocess.DEVNULL)
        return path

    def search(self, method, case, seed):
        words = ["--tuning-time", self.arguments.tuning_time, "--seed", str(seed), "--no-guard"]
        name = f"{method}-{self.arguments.tuning_time}-{seed}"
        if method == "ours":
            words += ["--schedule", self.schedule_without(case["project"])]
        return self.tune(name, case, "--search", method, *words)

    def left_by(self, taught):
        """For each configuration and each case: how many checks it leaves; without a result, all of them."""
        left = collections.defaultdict(lambda: {name: len(code["universe"]) for name, code in taught.items()})
        for name, code in taught.items():
            for row in code["ingredients"]:
                if row["status"] == "done":
                    left[row["ingredient"]][name] = len(row["left"])
        return left

    def best_static(self, taught, project=None):
        """The single configuration that leaves the fewest checks of all cases, or of the cases of other projects."""
        names = [case["name"] for case in self.cases if case["project"] != project]
        left = self.left_by(taught)
        return min(left, key=lambda text: (sum(left[text][name] for name in names), text))

    def static(self, case, text):
        """The checks that a single configuration leaves, and all checks."""
        path = self._schedule(f"static-{case['name']}", [text])
        return self.tune(f"static {text}", case, "--schedule", path, "--longest", "1", "--domain-rounds", "1", "--setting-rounds", "1",
                         "--no-guard")
