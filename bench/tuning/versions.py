"""Whether a recipe stays good (TAILOR, RQ4): the recipe for one version of a file on its next versions, against a recipe that is
tuned anew for each, with another seed: see bench/README.md."""

import argparse
import json
import os
import statistics
import subprocess

from suite import HERE, read_toml


def run(*command, **more):
    return subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL, check=False, **more)


class Versions:
    def __init__(self, arguments):
        self.arguments = arguments
        self.project = read_toml(os.path.join(HERE, "versions.toml"))[arguments.project]
        self.work = os.path.abspath(arguments.work)
        self.runs = os.path.abspath(arguments.runs or os.path.join(self.work, "runs"))
        os.makedirs(self.runs, exist_ok=True)

    def commits(self):
        listed = run("git", "-C", self.arguments.repository, "log", "--reverse", "--format=%h", "--abbrev=7", "--",
                     *self.project["history"]).stdout.split()
        return listed[listed.index(self.project["first"]):][:self.arguments.versions + 1]

    def folder(self, commit):
        return os.path.join(self.work, commit)

    def write(self, commit):
        """Writes and builds the version's files. Returns the error, if any."""
        folder = self.folder(commit)
        os.makedirs(folder, exist_ok=True)
        archive = subprocess.run(["git", "-C", self.arguments.repository, "archive", commit], capture_output=True, check=True).stdout
        subprocess.run(["tar", "x", "-C", folder], input=archive, check=True)
        built = run("sh", "-c", self.project["build"].replace("{here}", HERE), cwd=folder)
        return built.stderr if built.returncode else ""

    def flags(self, commit):
        flags = []
        for symbol, rule in self.project.get("defines", {}).items():
            with open(os.path.join(self.folder(commit), rule["file"]), encoding="utf-8") as file:
                flags += [f"--flag=-D{symbol}"] if rule["has"] in file.read() else []
        return flags

    def tune(self, commit, seed):
        """The tuning's result for a version; None, with the reason, if there is no recipe."""
        if problem := self.write(commit):
            return None, problem.strip().splitlines()[0]
        out = os.path.join(self.folder(commit), "tuned")
        if not os.path.exists(os.path.join(out, "recipe.toml")):
            os.makedirs(out, exist_ok=True)
            if not os.path.exists(os.path.join(out, "runs")):
                os.symlink(self.runs, os.path.join(out, "runs"))
            schedule = ["--schedule", os.path.abspath(self.arguments.schedule)] if self.arguments.schedule else []
            tuned = run(self.arguments.assay, "analyzer", "tune", self.project["code"], *self.flags(commit), "--target",
                        self.arguments.target or self.project["target"], "--budget", self.arguments.budget, "--search",
                        self.arguments.search, "--tuning-time", self.arguments.tuning_time, "--seed", str(seed), "--no-guard",
                        "--no-report", "--quiet", "--out", out, *schedule, cwd=self.folder(commit))
            if tuned.returncode not in (0, 1):
                return None, tuned.stderr.strip()
        (code,) = json.loads(run(self.arguments.assay, "analyzer", "recipes", out, "--json").stdout)["codes"]
        return (code, "") if code["best"] else (None, code["problem"])

    def alarms_of(self, recipe, commit):
        """The number of alarms that a recipe leaves on a version; None if it gives no result."""
        used = run(self.arguments.assay, "analyzer", "run", self.project["code"], *self.flags(commit), "--recipe", recipe,
                   cwd=self.folder(commit))
        return len(json.loads(used.stdout)["runs"][0]["results"]) if used.returncode in (0, 1) else None


def compare(versions, commits, recipe):
    """Prints a line for each version. Returns (alarms over a new recipe's, 1 % of its proofs, at least 1) for each."""
    rows = []
    for seed, commit in enumerate(commits, 2):
        tuned, problem = versions.tune(commit, seed)
        if tuned is None:
            print(f"{commit}: no recipe: {problem}", flush=True)
            continue
        new, old = len(tuned["best"]["alarms"]), versions.alarms_of(recipe, commit)
        default = len(tuned["standard"]["alarms"]) if tuned["standard"] else None
        print(f"{commit}: {len(tuned['universe'])} checks, default {default}, old recipe {old}, tuned anew {new}", flush=True)
        left = len(tuned["universe"]) if old is None else old
        rows.append((left - new, max(1, (len(tuned["universe"]) - new) / 100)))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assay")
    parser.add_argument("repository", help="git directory of the project")
    parser.add_argument("work")
    parser.add_argument("--project", default="jsmn", help="a table of versions.toml")
    parser.add_argument("--runs", help="a folder of runs that are shared")
    parser.add_argument("--target", help="a definition that inherits the project's target under its name")
    parser.add_argument("--schedule")
    parser.add_argument("--search", default="ours")
    parser.add_argument("--versions", type=int, default=50)
    parser.add_argument("--budget", default="5s")
    parser.add_argument("--tuning-time", default="6s")
    versions = Versions(parser.parse_args())
    commits = versions.commits()
    oldest, problem = versions.tune(commits[0], 1)
    if oldest is None:
        raise SystemExit(f"{commits[0]}: no recipe: {problem}")
    print(f"{commits[0]}: {len(oldest['universe'])} checks, by `{' ; '.join(oldest['best']['ingredients'])}` "
          f"{len(oldest['best']['alarms'])} alarms")
    rows = compare(versions, commits[1:], os.path.join(versions.folder(commits[0]), "tuned", "recipe.toml"))
    worse, better = sum(more > slack for more, slack in rows), sum(-more > slack for more, slack in rows)
    print(f"\n{len(rows)} versions; tuning anew gains more than 1 % of the proofs (and more than one) on {worse}, loses so much on "
          f"{better}; median gain {statistics.median(more for more, _ in rows):g} alarms")


if __name__ == "__main__":
    main()
