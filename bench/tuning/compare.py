"""Compares ways to tune Frama-C's Eva: see bench/README.md. Every tuning is `assay analyzer tune`; all of them share one folder
of runs, so that a run is made once, and its time is charged to each search that asks for it."""

import argparse
import collections
import json
import os
import statistics
import subprocess
import sys
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
BUILT_IN = ["rs", "dars", "hc", "sa", "parf", "ours"]
REFEREES = ["optuna", "smac"]  # from outside, by ask and tell
ENTRY = "extern int {entry}();\n#undef main\nint main(void) {{\n  {entry}();\n  return 0;\n}}\n"


def read_toml(path):
    with open(path, "rb") as file:
        return tomllib.load(file)


class Bench:
    def __init__(self, arguments):
        self.arguments = arguments
        self.work = os.path.abspath(arguments.work)
        os.makedirs(os.path.join(self.work, "runs"), exist_ok=True)
        self.share = subprocess.run(["frama-c-config", "-print-share-path"], text=True, capture_output=True, check=True).stdout.strip()
        self.cases = [case for case in read_toml(os.path.join(HERE, "cases.toml"))["case"]
                      if not arguments.only or case["name"] in arguments.only]

    def words_for(self, case):
        """Files and flags of a case."""
        folder = os.path.join(os.path.abspath(self.arguments.cases), case["project"])
        files = [os.path.join(folder, name) for name in case["files"]]
        flags = [flag.replace("{share}", self.share).replace("{folder}", folder) for flag in case.get("flags", [])]
        if "entry" in case:
            path = os.path.join(self.work, f"{case['name']}-entry.c")
            with open(path, "w", encoding="utf-8") as file:
                file.write(ENTRY.format(entry=case["entry"]))
            files.append(path)
            flags.insert(0, "-Dmain=old_main")
        return files + [f"--flag={flag}" for flag in flags]

    def tune(self, name, case, *words, driver=None):
        """One tuning, unless its folder is there already; what it came to."""
        out = os.path.join(self.work, "tunings", name, case["name"])
        if not os.path.exists(os.path.join(out, "recipe.toml")):
            os.makedirs(out, exist_ok=True)
            if not os.path.exists(os.path.join(out, "runs")):
                os.symlink(os.path.join(self.work, "runs"), os.path.join(out, "runs"))
            again = os.path.exists(os.path.join(out, "tune.toml"))
            command = [self.arguments.assay, "analyzer", "tune"]
            command += ["--resume", out] if again else self.words_for(case) + [
                "--target", self.arguments.target, "--per", "project", "--budget", self.arguments.budget, "--out", out, *words]
            command += ["--quiet", "--no-report"]
            with open(os.path.join(out, "log"), "w", encoding="utf-8") as log:
                if driver is None:
                    subprocess.run(command, stderr=log, stdin=subprocess.DEVNULL, check=False)
                else:
                    tuning = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
                    other = subprocess.Popen(driver, stdin=tuning.stdout, stdout=tuning.stdin, stderr=log)
                    tuning.stdin.close()
                    tuning.stdout.close()
                    tuning.wait()
                    other.wait()
        shown = subprocess.run([self.arguments.assay, "analyzer", "recipes", out, "--json"], text=True, capture_output=True, check=False)
        if shown.returncode != 0:
            raise SystemExit(f"{name} {case['name']}: {shown.stderr}")
        return json.loads(shown.stdout)["codes"][0]

    def teach(self):
        """Long tunings on a fixed list of configurations, then moves: what schedules are learned from."""
        plain = os.path.join(self.work, "teach.toml")
        texts = read_toml(os.path.join(HERE, "cases.toml"))["teach"]
        with open(plain, "w", encoding="utf-8") as file:
            file.write('target = "eva"\nschedule = ' + json.dumps(texts) + "\n")
        for case in self.cases:
            self.tune("teach", case, "--search", "ours", "--schedule", plain, "--setting-rounds", "300", "--no-guard",
                      "--tuning-time", self.arguments.teaching_time)
            print(f"taught by {case['name']}", file=sys.stderr, flush=True)

    def schedule_without(self, project):
        """Learned from the tunings of the other projects alone, by the command itself."""
        path = os.path.join(self.work, f"without-{project}.toml")
        folders = [os.path.join(self.work, "tunings", "teach", case["name"]) for case in self.cases if case["project"] != project]
        subprocess.run([self.arguments.assay, "analyzer", "recipes", *folders, "--learn", path], check=True, stdout=subprocess.DEVNULL)
        return path

    def search(self, method, case, seed):
        words = ["--tuning-time", self.arguments.tuning_time, "--seed", str(seed), "--no-guard"]
        if method in REFEREES:
            driver = [self.arguments.python, os.path.join(HERE, f"{method}_driver.py")]
            return self.tune(f"{method}-{seed}", case, "--search", "ask-tell", *words, driver=driver)
        if method == "ours":
            words += ["--schedule", self.schedule_without(case["project"])]
        return self.tune(f"{method}-{seed}", case, "--search", method, *words)

    def best_static(self, taught):
        """For each project: the single configuration that leaves the smallest share of the checks of the others, of those that
        all of them have run."""
        left = collections.defaultdict(dict)
        for case in self.cases:
            code = taught[case["name"]]
            for row in code["ingredients"]:
                if row["status"] == "done":
                    left[row["ingredient"]][case["name"]] = len(row["left"]) / max(1, len(code["universe"]))
        chosen = {}
        for project in {case["project"] for case in self.cases}:
            others = [case["name"] for case in self.cases if case["project"] != project]
            known = [text for text, rows in left.items() if all(name in rows for name in others)]
            chosen[project] = min(known, key=lambda text: (sum(left[text][name] for name in others), text))
        return chosen

    def static(self, case, text):
        """Alarms of one configuration; None: it gives no result within the budget."""
        path = os.path.join(self.work, f"static-{case['name']}.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write('target = "eva"\nschedule = ' + json.dumps([text]) + "\n")
        code = self.tune("static", case, "--schedule", path, "--longest", "1", "--domain-rounds", "1", "--setting-rounds", "1",
                         "--no-guard")
        for row in code["ingredients"]:
            if row["ingredient"] == text and row["status"] == "done":
                return row["alarms"]
        return None


def reduction(alarms, default):
    """How many of the default's alarms are gone, in per cent; without a result a user keeps the default's."""
    return 0 if alarms is None or default == 0 else 100 * (default - alarms) / default


def compare(bench):
    taught = {case["name"]: bench.tune("teach", case) for case in bench.cases}
    for name, code in taught.items():
        if code["standard"] is None:
            print(f"{name} is left out: the default gives no result within the budget", file=sys.stderr)
    bench.cases = [case for case in bench.cases if taught[case["name"]]["standard"] is not None]
    taught = {case["name"]: taught[case["name"]] for case in bench.cases}
    static = bench.best_static(taught)
    default = {name: len(code["standard"]["alarms"]) for name, code in taught.items()}
    alarms = {"static": {case["name"]: [bench.static(case, static[case["project"]])] for case in bench.cases}}
    spent = collections.defaultdict(list)
    for method in bench.arguments.methods:
        alarms[method] = collections.defaultdict(list)
    for seed in bench.arguments.seeds:
        for case in bench.cases:
            for method in bench.arguments.methods:
                code = bench.search(method, case, seed)
                alarms[method][case["name"]].append(len(code["best"]["alarms"]) if code["best"] else None)
                spent[method].append(code["cpu_seconds"])
            print(f"seed {seed}: {case['name']}", file=sys.stderr, flush=True)
    show(bench, default, static, alarms, spent)


def show(bench, default, static, alarms, spent):
    """Markdown: alarms by case (median over the seeds), then what each method takes away from the default's."""
    methods = list(alarms)
    print("| case | default | " + " | ".join(methods) + " |")
    print("|---|---|" + "---|" * len(methods))
    for case in bench.cases:
        name = case["name"]
        cells = []
        for method in methods:
            known = [number for number in alarms[method][name] if number is not None]
            cells.append(f"{statistics.median(known):g}" if known else "no result")
        print(f"| {name} | {default[name]} | " + " | ".join(cells) + " |")
    print()
    print("| method | fewer alarms than the default: median of cases | mean | worst run | CPU s of a tuning: median |")
    print("|---|---|---|---|---|")
    for method in methods:
        by_case = [statistics.median(reduction(number, default[name]) for number in numbers)
                   for name, numbers in alarms[method].items()]
        worst = min(reduction(number, default[name]) for name, numbers in alarms[method].items() for number in numbers)
        seconds = f"{statistics.median(spent[method]):.1f}" if spent[method] else "-"
        print(f"| {method} | {statistics.median(by_case):.1f} % | {statistics.mean(by_case):.1f} % | {worst:.1f} % | {seconds} |")
    print()
    for project, text in sorted(static.items()):
        print(f"best static configuration of all but {project}: `{text}`")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assay")
    parser.add_argument("cases", help="a checkout of Frama-C's open-source case studies")
    parser.add_argument("work", help="folder for runs and tunings; what is there is not done again")
    parser.add_argument("--target", default="eva", help="or a definition that inherits it under its name")
    parser.add_argument("--budget", default="5s")
    parser.add_argument("--tuning-time", default="4s")
    parser.add_argument("--teaching-time", default="60s")
    parser.add_argument("--seeds", type=int, nargs="*", default=[1, 2, 3, 4, 5])
    parser.add_argument("--methods", nargs="*", default=BUILT_IN + REFEREES)
    parser.add_argument("--only", nargs="*", default=[], help="names of cases")
    parser.add_argument("--python", default=sys.executable, help="of the referees: with optuna and smac")
    parser.add_argument("--teach-only", action="store_true")
    bench = Bench(parser.parse_args())
    bench.teach()
    if not bench.arguments.teach_only:
        compare(bench)


if __name__ == "__main__":
    main()
