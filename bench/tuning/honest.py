"""Runs the recipes of finished tunings again, in fresh processes, and compares the sets of alarms: see bench/README.md."""

import argparse
import collections
import json
import os
import subprocess
import sys


def told(*command, **more):
    return subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL, check=False, **more)


def of_tuning(check):
    """The identity of a check, from the tuning's JSON."""
    text = f"{check['kind']}: {check['property']}" if check["property"] else check["kind"]
    return check["function"], check["line"], text


def of_sarif(result):
    """The same from SARIF."""
    place = result.get("locations", [{}])[0]
    function = place.get("logicalLocations", [{"name": ""}])[0]["name"]
    line = place.get("physicalLocation", {}).get("region", {}).get("startLine", 0)
    return function, line, result["message"]["text"]


def again(assay, folder, code):
    """The alarms of the recipe in a fresh run; None, with the reason, if it gave no result."""
    command = [assay, "analyzer", "run", *code["files"], "--recipe", os.path.join(folder, "recipe.toml")]
    command += ["--per", "project" if len(code["files"]) > 1 else "file", *(f"--flag={flag}" for flag in code["flags"])]
    used = told(*command, cwd=code["folder"] or None)
    if used.returncode not in (0, 1):
        return None, used.stderr.strip()
    (run,) = json.loads(used.stdout)["runs"]
    return collections.Counter(of_sarif(result) for result in run["results"]), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assay")
    parser.add_argument("tunings", nargs="+", help="folders of tunings, or of folders of them")
    arguments = parser.parse_args()
    verdicts, proofs = collections.Counter(), 0
    for top in arguments.tunings:
        for folder in sorted(folder for folder, _, names in os.walk(top) if "recipe.toml" in names):
            (code,) = json.loads(told(arguments.assay, "analyzer", "recipes", folder, "--json").stdout)["codes"]
            if not code["best"]:
                continue
            claimed = collections.Counter(of_tuning(check) for check in code["best"]["alarms"])
            fresh, reason = again(arguments.assay, folder, code["code"])
            verdict = "no result" if fresh is None else "the same" if fresh == claimed else "different"
            verdicts[verdict] += 1
            proofs += len(code["universe"]) - claimed.total() if verdict == "the same" else 0
            if verdict != "the same":
                more = "" if fresh is None else f"{(fresh - claimed).total()} proofs are gone, {(claimed - fresh).total()} are new"
                print(f"{folder}: {verdict}: {more}{reason}", flush=True)
    print(f"{verdicts.total()} recipes: " + ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items()) +
          f"; {proofs} proofs came again")
    return 1 if verdicts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
