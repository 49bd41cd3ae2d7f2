"""Whether a recipe stays good (TAILOR, RQ4): the recipe for one version of a parser of JSON (the repository zserge/jsmn) on its
next versions, against a recipe that is tuned anew for each, with another seed: see bench/README.md."""

import argparse
import json
import os
import statistics
import subprocess

FILES = ["jsmn.c", "jsmn.h"]
FIRST = "443be36"  # from here on, one driver serves all versions
DRIVER = """#include <string.h>
#include "{included}"
static const char text[] = "{{\\"user\\": \\"johndoe\\", \\"admin\\": false, \\"uid\\": 1000,"
                           " \\"groups\\": [\\"users\\", \\"wheel\\", \\"audio\\", \\"video\\"]}}";
int main(void) {{
  jsmn_parser parser;
  jsmntok_t tokens[64];
  jsmn_init(&parser);
  return jsmn_parse(&parser, text, {length}tokens, 64) < 0;
}}
"""


def run(*command, **more):
    return subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL, check=False, **more)


class Versions:
    def __init__(self, arguments):
        self.arguments = arguments
        self.work = os.path.abspath(arguments.work)
        self.runs = os.path.abspath(arguments.runs or os.path.join(self.work, "runs"))
        os.makedirs(self.runs, exist_ok=True)

    def git(self, *words):
        return run("git", "-C", self.arguments.repository, *words)

    def commits(self):
        listed = self.git("log", "--reverse", "--format=%h", "--", *FILES).stdout.split()
        return listed[listed.index(FIRST):][:self.arguments.versions + 1]

    def write(self, commit):
        """The version's files and the driver; the folder."""
        folder = os.path.join(self.work, commit)
        os.makedirs(folder, exist_ok=True)
        texts = {name: self.git("show", f"{commit}:{name}").stdout for name in FILES}
        for name, text in texts.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        length = "sizeof text - 1, " if "const size_t len" in texts["jsmn.h"] or "size_t len" in texts["jsmn.h"] else ""
        with open(os.path.join(folder, "driver.c"), "w", encoding="utf-8") as file:
            file.write(DRIVER.format(included="jsmn.c" if texts["jsmn.c"] else "jsmn.h", length=length))
        return folder

    def tune(self, commit, seed):
        """The recipe for a version; None: there is none."""
        folder = self.write(commit)
        out = os.path.join(folder, "tuned")
        if not os.path.exists(os.path.join(out, "recipe.toml")):
            os.makedirs(out, exist_ok=True)
            if not os.path.exists(os.path.join(out, "runs")):
                os.symlink(self.runs, os.path.join(out, "runs"))
            run(self.arguments.assay, "analyzer", "tune", "driver.c", "--target", self.arguments.target, "--budget", self.arguments.budget,
                "--tuning-time", self.arguments.tuning_time, "--seed", str(seed), "--no-guard", "--no-report", "--quiet", "--out", out,
                *(["--schedule", os.path.abspath(self.arguments.schedule)] if self.arguments.schedule else []), cwd=folder)
        (code,) = json.loads(run(self.arguments.assay, "analyzer", "recipes", out, "--json").stdout)["codes"]
        return code if code["best"] else None

    def alarms_of(self, recipe, commit):
        """What a recipe leaves on a version; None: it gives no result."""
        used = run(self.arguments.assay, "analyzer", "run", "driver.c", "--recipe", recipe, cwd=os.path.join(self.work, commit))
        return len(json.loads(used.stdout)["runs"][0]["results"]) if used.returncode in (0, 1) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assay")
    parser.add_argument("repository", help="git directory of zserge/jsmn")
    parser.add_argument("work")
    parser.add_argument("--runs", help="a folder of runs that are shared")
    parser.add_argument("--target", default="eva")
    parser.add_argument("--schedule")
    parser.add_argument("--versions", type=int, default=50)
    parser.add_argument("--budget", default="5s")
    parser.add_argument("--tuning-time", default="6s")
    versions = Versions(parser.parse_args())
    commits = versions.commits()
    oldest = versions.tune(commits[0], 1)
    recipe = os.path.join(versions.work, commits[0], "tuned", "recipe.toml")
    print(f"{commits[0]}: {len(oldest['standard']['alarms'])} alarms by default, {len(oldest['best']['alarms'])} by "
          f"`{' ; '.join(oldest['best']['ingredients'])}`")
    gains = []
    for seed, commit in enumerate(commits[1:], 2):
        tuned = versions.tune(commit, seed)
        if tuned is None:
            print(f"{commit}: no recipe")
            continue
        new, old = len(tuned["best"]["alarms"]), versions.alarms_of(recipe, commit)
        default = len(tuned["standard"]["alarms"]) if tuned["standard"] else None
        slack = max(1, len(tuned["proved"]) / 100)
        gains.append((old is None or old > new + slack, (old if old is not None else default) - new))
        print(f"{commit}: default {default}, old recipe {old}, tuned anew {new}", flush=True)
    worse = sum(bad for bad, _ in gains)
    print(f"\n{len(gains)} versions; tuning anew gains more than 1 % of the proofs (and more than one) on {worse}; "
          f"median gain {statistics.median(gain for _, gain in gains):g} alarms")


if __name__ == "__main__":
    main()
