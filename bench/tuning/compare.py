"""Compares ways to tune an analyzer: see bench/README.md."""

import argparse
import collections
import os
import statistics
import sys

from suite import Suite
from tunings import Tunings, key

BUILT_IN = ["rs", "dars", "hc", "sa", "parf", "ours"]


class Outcomes:
    """The alarms that the ways to tune leave, by case."""

    def __init__(self):
        self.checks = collections.defaultdict(set)  # by case: checks that any run named
        self.left = collections.defaultdict(lambda: collections.defaultdict(list))  # by way and case; None: no result
        self.tunings = collections.defaultdict(lambda: collections.defaultdict(list))

    def add(self, way, case, code, alarms):
        self.checks[case["name"]].update(key(check) for check in code["universe"])
        self.left[way][case["name"]].append(alarms)

    def alarms(self, way, name):
        """A number for each seed. Without a result, everything is left."""
        return [len(self.checks[name]) if number is None else number for number in self.left[way][name]]

    def sums(self, way, names):
        """Alarms of some cases together, for each seed."""
        return [sum(numbers) for numbers in zip(*(self.alarms(way, name) for name in names))]

    def proofs(self, way, names):
        checks = sum(len(self.checks[name]) for name in names)
        return [checks - number for number in self.sums(way, names)]


def seconds_until(code, alarms):
    """The CPU time after which a search had a recipe that leaves at most this number of alarms; None: never."""
    return next((step["cpu_seconds"] for step in code["history"] if step["best"] and step["alarms"] <= alarms), None)


def chosen_alarms(recipe):
    return len(recipe["alarms"]) if recipe else None


def compare(tunings, cases):
    taught = tunings.teach()
    projects = sorted({case["project"] for case in tunings.cases})
    static = {project: tunings.best_static(taught, project) for project in projects}
    hindsight = tunings.best_static(taught)
    outcomes = Outcomes()
    for case in cases:
        outcomes.add("default", case, *static_alarms(tunings, case, "default"))
        outcomes.add("static", case, *static_alarms(tunings, case, static[case["project"]]))
        outcomes.add("static, in hindsight", case, *static_alarms(tunings, case, hindsight))
    for seed in tunings.arguments.seeds:
        for case in cases:
            for method in tunings.arguments.methods:
                code = tunings.search(method, case, seed)
                outcomes.add(method, case, code, chosen_alarms(code["best"]))
                outcomes.tunings[method][case["name"]].append(code)
            print(f"seed {seed}: {case['name']}", file=sys.stderr, flush=True)
    show_rows(outcomes, cases)
    show_ways(outcomes, cases)
    for project in projects:
        print(f"best static configuration of all but {project}: `{static[project]}`")
    print(f"best static configuration in hindsight: `{hindsight}`")


def static_alarms(tunings, case, text):
    """The code, and the alarms of a single configuration; None without a result within the budget."""
    code = tunings.static(case, text)
    rows = [row for row in code["ingredients"] if row["ingredient"] == text and row["status"] == "done"]
    return code, rows[0]["alarms"] if rows else None


def rows_of(cases):
    """Cases that stand alone in their project, and projects."""
    rows = collections.defaultdict(list)
    for case in cases:
        rows[case["project"]].append(case["name"])
    return {names[0] if len(names) == 1 else f"{project} ({len(names)})": names for project, names in sorted(rows.items())}


def show_rows(outcomes, cases):
    """Markdown: alarms by project, median over the seeds."""
    ways = list(outcomes.left)
    print("| alarms | checks | " + " | ".join(ways) + " |")
    print("|---|---|" + "---|" * len(ways))
    for title, names in rows_of(cases).items():
        cells = [f"{statistics.median(outcomes.sums(way, names)):g}" for way in ways]
        print(f"| {title} | {sum(len(outcomes.checks[name]) for name in names)} | " + " | ".join(cells) + " |")
    print()


def reduction(alarms, default):
    """How many of the default's alarms are gone, in per cent."""
    return 0 if default == 0 else 100 * (default - alarms) / default


def show_ways(outcomes, cases):
    """Markdown: proofs of all cases together, and the default's alarms that each way removes."""
    names = [case["name"] for case in cases]
    default = {name: outcomes.alarms("default", name)[0] for name in names}
    base, static = outcomes.proofs("default", names)[0], outcomes.proofs("static", names)[0]
    print("| way | proofs: median of seeds (least to most) | times default | times static | alarms fewer than the default's: "
          "median of cases | mean | CPU s of a tuning: mean | until it leaves no more than dars at its end |")
    print("|---|---|---|---|---|---|---|---|")
    for way in outcomes.left:
        proofs = outcomes.proofs(way, names)
        middle = statistics.median(proofs)
        by_case = [statistics.median(reduction(number, default[name]) for number in outcomes.alarms(way, name)) for name in names]
        seconds = [code["cpu_seconds"] for codes in outcomes.tunings[way].values() for code in codes]
        print(f"| {way} | {middle:g} ({min(proofs)} to {max(proofs)}) | {ratio(middle, base)} | {ratio(middle, static)} | "
              f"{statistics.median(by_case):.1f} % | {statistics.mean(by_case):.1f} % | "
              f"{f'{statistics.mean(seconds):.2f}' if seconds else '-'} | {as_good_as_dars(outcomes, way, names)} |")
    print()


def as_good_as_dars(outcomes, way, names):
    """Mean CPU time until a tuning leaves no more alarms than DARS, and how many tunings get there."""
    if "dars" not in outcomes.left:
        return "-"
    pairs = [(code, alarms) for name in names
             for code, alarms in zip(outcomes.tunings[way][name], outcomes.alarms("dars", name))]
    until = [seconds for code, alarms in pairs if (seconds := seconds_until(code, alarms)) is not None]
    return f"{statistics.mean(until):.2f} ({len(until)} of {len(pairs)})" if until else "-"


def ratio(number, base):
    return f"{number / base:.2f}" if base else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assay")
    parser.add_argument("checkout", help="of what the suite's cases are in")
    parser.add_argument("work", help="folder for runs and tunings; what is there is not done again")
    parser.add_argument("--suite", default="cases", help="a file of this folder: cases (Eva) or tailor (Clam)")
    parser.add_argument("--target", help="a definition that inherits the suite's target under its name")
    parser.add_argument("--budget", default="5s")
    parser.add_argument("--tuning-time", default="4s")
    parser.add_argument("--teaching-time", default="60s")
    parser.add_argument("--taught-at", help="the budget of the teaching tunings, where it is another one")
    parser.add_argument("--seeds", type=int, nargs="*", default=[1, 2, 3, 4, 5])
    parser.add_argument("--methods", nargs="*", default=BUILT_IN)
    parser.add_argument("--only", nargs="*", default=[], help="names of cases, for teaching, too")
    parser.add_argument("--every", type=int, default=1, help="every so manyth case, in the order of names; all cases teach")
    parser.add_argument("--teach-only", action="store_true")
    arguments = parser.parse_args()
    arguments.taught_at = arguments.taught_at or arguments.budget
    work = os.path.abspath(arguments.work)
    os.makedirs(work, exist_ok=True)
    suite = Suite(arguments.suite, arguments.checkout, work)
    tunings = Tunings(arguments, suite, [case for case in suite.cases if not arguments.only or case["name"] in arguments.only])
    if arguments.teach_only:
        tunings.teach()
    else:
        compare(tunings, tunings.cases[::arguments.every])


if __name__ == "__main__":
    main()
