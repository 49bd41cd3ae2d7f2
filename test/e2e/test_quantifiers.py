"""What `assay smt eval` says of quantified formulas under a model, beside what z3 and cvc5 prove of them."""

import random
import shutil
import subprocess
import unittest

from harness import RAN, Case

FORMULAS = 60
SOLVERS = {"z3": ["z3", "-T:2", "-in"], "cvc5": ["cvc5", "--lang=smt2", "--tlimit=2000", "-"]}


class Drawn:
    """Random formulas of linear arithmetic over one sort, with a function g and a predicate p that the model defines."""

    def __init__(self, seed):
        self.draws = random.Random(seed)
        self.real = self.draws.random() < 0.3
        self.sort = "Real" if self.real else "Int"
        self.bound = 0

    def number(self, choices=(0, 1, 2, 3, 5, 7, -1, -2, -4)):
        value = self.draws.choice(choices)
        text = f"{abs(value)}.0" if self.real else str(abs(value))
        return f"(- {text})" if value < 0 else text

    def term(self, variables, depth, functions=True):
        def inner():
            return self.term(variables, depth - 1, functions)

        kinds = ["leaf", "leaf", "+", "-", "*", "ite"] + (["g"] if functions else []) + ([] if self.real else ["mod", "div", "abs"])
        kind = self.draws.choice(kinds) if depth > 0 else "leaf"
        if kind == "leaf":
            return self.draws.choice(variables) if self.draws.random() < 0.75 else self.number()
        if kind in ("mod", "div"):
            return f"({kind} {inner()} {self.number((2, 3, -3))})"
        if kind == "*":
            return f"(* {self.number((2, 3, -2))} {inner()})"
        if kind == "ite":
            return f"(ite {self.formula(variables, depth - 1, 0, functions)} {inner()} {inner()})"
        return f"({kind} {inner()})" if kind in ("abs", "g") else f"({kind} {inner()} {inner()})"

    def formula(self, variables, depth, quantifiers, functions=True):
        def inner():
            return self.formula(variables, depth - 1, quantifiers, functions)

        def term():
            return self.term(variables, min(depth, 2), functions)

        kinds = ["compare", "compare", "and", "or", "=>", "not", "ite", "=", "xor"] + (["p"] if functions else [])
        kind = self.draws.choice(kinds + ["forall", "exists"] * (quantifiers > 0)) if depth > 0 else "compare"
        if kind == "compare":
            return f"({self.draws.choice(['<', '<=', '>', '>=', '=', 'distinct'])} {term()} {term()})"
        if kind == "p":
            return f"(p {term()} {term()})"
        if kind in ("forall", "exists"):
            self.bound += 1
            name = f"q{self.bound}"
            return f"({kind} (({name} {self.sort})) {self.formula([*variables, name], depth - 1, quantifiers - 1, functions)})"
        parts = {"not": 1, "ite": 3}.get(kind, 2)
        return f"({kind} {' '.join(inner() for _ in range(parts))})"

    def script(self):
        """Declarations, definitions and one quantified formula."""
        s = self.sort
        declared = f"(declare-fun g ({s}) {s})\n(declare-fun p ({s} {s}) Bool)\n(declare-const c {s})\n"
        model = (f"(define-fun g ((a {s})) {s} {self.term(['a'], 2, False)})\n"
                 f"(define-fun p ((a {s}) (b {s})) Bool {self.formula(['a', 'b'], 2, self.draws.randint(0, 1), False)})\n"
                 f"(define-fun c () {s} {self.number()})\n")
        names = [f"x{i}" for i in range(self.draws.randint(1, 3))]
        body = self.formula([*names, "c"], self.draws.randint(2, 4), self.draws.randint(0, 2))
        variables = " ".join(f"({name} {s})" for name in names)
        return declared, model, f"({self.draws.choice(['forall', 'forall', 'exists'])} ({variables}) {body})"


class Quantifiers(Case):
    def said(self, declared, model, formula):
        """`holds`, `fails` or `open`."""
        self.write("s.smt2", f"(set-logic ALL)\n{declared}(assert {formula})\n(check-sat)\n")
        self.write("m.smt2", f"(\n{model})\n")
        return self.assay("smt", "eval", "s.smt2", "--model", "m.smt2", expect=(*RAN, 3)).stdout.split()[0]

    def test_what_holds_and_fails_is_so_for_two_solvers(self):
        solvers = {name: argv for name, argv in SOLVERS.items() if shutil.which(name)}
        if not solvers:
            self.skipTest("neither z3 nor cvc5 is installed")
        judged = dict.fromkeys(("holds", "fails"), 0)
        agreed = dict.fromkeys(solvers, 0)
        for seed in range(FORMULAS):
            declared, model, formula = Drawn(seed).script()
            said = self.said(declared, model, formula)
            if said not in judged:
                continue
            judged[said] += 1
            # What holds has no counterexample.
            asked = formula if said == "fails" else f"(not {formula})"
            text = f"(set-logic ALL)\n{model}(assert {asked})\n(check-sat)\n"
            for name, argv in solvers.items():
                done = subprocess.run(argv, input=text, capture_output=True, text=True, check=False)
                answer = done.stdout.split()[:1]
                self.assertNotEqual(answer, ["sat"], f"seed {seed}: {said}, and {name} has a model of\n{text}")
                agreed[name] += answer == ["unsat"]
        self.assertGreater(min(judged.values()), FORMULAS // 5, judged)
        for name, times in agreed.items():
            self.assertGreater(times, sum(judged.values()) // 2, name)


if __name__ == "__main__":
    unittest.main()
