"""Campaigns against the engines that scripts/install-targets installs, and that script itself."""

import os
import subprocess
import unittest

from harness import FINDINGS, NOTHING, Case, needs

SOURCE = os.environ["ASSAY_SOURCE_DIR"]
TARGETS = os.environ.get("ASSAY_TARGETS", os.path.join(SOURCE, "build", "targets"))
# Installed, but not on the PATH of the person who runs the tests.
os.environ["PATH"] += os.pathsep + os.path.join(TARGETS, "bin")


def install_targets(*arguments, **environment):
    return subprocess.run([os.path.join(SOURCE, "scripts", "install-targets"), *arguments], capture_output=True, text=True,
                          check=False, timeout=60, env={**os.environ, **environment})


# An engine of the dialect dbsp that evaluates each program anew whenever it shows a relation. With LIE = True, relations
# with rules keep the rows that they had.
DBSP = """#!/usr/bin/env python3
import operator, sys
LIE = False
OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "min": min, "max": max, "!=": operator.ne,
             "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
facts, rules, order, kept = {}, [], [], {}

def value(word, env):
    return word if word.startswith('"') else env[word] if word.startswith("x") else int(word)

def known(word, env):
    return not word.startswith("x") or word in env

def match(words, row, env):
    env = dict(env)
    for word, field in zip(words, row):
        if word != "_" and (value(word, env) if known(word, env) else env.setdefault(word, field)) != field:
            return None
    return env

def parts(words, separator):
    return [part.split(" ") for part in " ".join(words).split(" " + separator + " ")]

def solve(body, env, rows):
    if not body:
        yield env
        return
    words, rest = body[0], body[1:]
    results = []
    if words[0] == "!":
        results = [] if any(match(words[2:], row, env) is not None for row in rows[words[1]]) else [env]
    elif words[0] in rows:
        results = [found for found in (match(words[1:], row, env) for row in rows[words[0]]) if found is not None]
    elif "of" in words:
        found = [dict(pairs) for pairs in {tuple(sorted(one.items())) for one in solve(parts(words[5:], ";"), env, rows)}]
        values = [value(words[3], one) for one in found]
        kind = words[2]
        result = len(values) if kind == "count" else sum(values) if kind == "sum" else OPERATORS[kind](values) if values else None
        results = [match([words[0]], [result], env)] if result is not None else []
    elif len(words) == 5:
        results = [match([words[0]], [OPERATORS[words[3]](value(words[2], env), value(words[4], env))], env)]
    elif words[1] == "=":
        left, right = (words[0], words[2]) if known(words[2], env) else (words[2], words[0])
        results = [match([left], [value(right, env)], env)]
    else:
        results = [env] if OPERATORS[words[1]](value(words[0], env), value(words[2], env)) else []
    for result in results:
        if result is not None:
            yield from solve(rest, result, rows)

def evaluate():
    rows = {name: set(facts[name]) for name in order}
    for last in range(len(order)):  # a relation reads earlier ones, and perhaps the next
        ready = order[: last + 1]
        while True:
            new = [(head[0], tuple(value(word, env) for word in head[1:])) for head, body in rules if head[0] in ready
                   for env in solve(body, {}, rows)]
            if all(row in rows[name] for name, row in new):
                break
            for name, row in new:
                rows[name].add(row)
    return rows

for line in sys.stdin:
    words = line.split()
    if words[:1] == ["relation"]:
        facts[words[1]] = set()
        order.append(words[1])
    elif words[:1] == ["rule"]:
        arrow = words.index("<-")
        rules.append((words[1:arrow], parts(words[arrow + 1:], "&")))
    elif words[:1] in (["+"], ["-"]):
        row = tuple(value(word, {}) for word in words[2:])
        facts[words[1]].add(row) if words[0] == "+" else facts[words[1]].discard(row)
    elif words[:1] == ["show"]:
        rows = evaluate()[words[1]]
        if LIE and any(head[0] == words[1] for head, _ in rules):
            rows = kept.setdefault(words[1], set())
            rows |= evaluate()[words[1]]
        for row in rows:
            print(words[2] + "(" + ", ".join(map(str, row)) + ")")
print("end")
"""


class DatalogTargets(Case):
    def campaign(self, target, *more, out="out"):
        return self.assay("datalog", "fuzz", "--target", target, "--out", out, *more, expect=NOTHING)

    @needs("assay-cozo")
    def test_cozo(self):
        self.assertIn("tests     40", self.campaign("cozo", "--tests", "40", "--strategy", "reference", "--skip-controls").both)

    @needs("assay-cozo")
    def test_one_cozo_for_many_programs(self):
        self.campaign("cozo", "--tests", "100", "--style", "persistent")

    @needs("assay-ascent")
    def test_ascent(self):
        self.campaign("ascent", "--tests", "4", "--strategy", "reference", "--skip-controls")

    def test_an_engine_with_facts_that_come_and_go(self):
        for name, text in (("honest", DBSP), ("stale", DBSP.replace("LIE = False", "LIE = True"))):
            self.write(name + ".toml", f'kind = "engine"\nname = "{name}"\ndialect = "dbsp"\nargv = ["{self.program(name, text)}"]\n')
        options = ("--strategy", "history", "--skip-controls", "--seed", "3", "--tests")
        self.campaign("./honest.toml", *options, "20")
        self.assay("datalog", "fuzz", "--target", "./stale.toml", "--out", "lies", *options, "10", "--reduce-runs", "60", expect=FINDINGS)
        report = self.path("lies", "findings", os.listdir(self.path("lies", "findings"))[0], "report.md")
        with open(report, encoding="utf-8") as file:
            self.assertRegex(file.read(), "must not be in the result")

    @needs("assay-dbsp")
    def test_dbsp(self):
        linear = self.write("linear.toml", 'kind = "engine"\nname = "linear"\ninherits = "dbsp"\nlacks = ["non-linear recursion"]\n')
        self.campaign(linear, "--tests", "20", "--style", "persistent")

    def test_the_script_lists_and_refuses(self):
        listed = install_targets("--list")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        for name in ("cozo", "ascent", "clingo", "z3"):
            self.assertRegex(listed.stdout, rf"(?m)^{name} ")
        unknown = install_targets("nosuch")
        self.assertEqual(unknown.returncode, 2)
        self.assertIn("nosuch", unknown.stderr)
        self.assertFalse(os.path.exists(self.path("targets")))

    def test_the_script_says_which_client_is_missing(self):
        # Only the programs that the script itself calls.
        os.mkdir(self.path("bin"))
        for program in ("bash", "env", "dirname", "basename", "awk", "cat", "mkdir", "xargs"):
            os.symlink(f"/usr/bin/{program}", self.path("bin", program))
        for target, client in (("cozo", "python3"), ("ascent", "cargo")):
            with self.subTest(target=target):
                result = install_targets(target, PATH=self.path("bin"), ASSAY_TARGETS=self.path("targets"))
                self.assertEqual(result.returncode, 3, result.stderr)
                self.assertIn(f"there is no {client}", result.stderr)


if __name__ == "__main__":
    unittest.main()
