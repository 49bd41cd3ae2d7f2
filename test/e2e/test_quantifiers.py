"""Compares the judgements of `assay smt eval` on quantified formulas under a model with proofs of z3 and cvc5."""

import random
import shutil
import subprocess
import unittest

from harness import RAN, Case

FORMULAS = 60  # of each kind
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

    COMPARISONS = ("<", "<=", ">", ">=", "=", "distinct")

    def formula(self, variables, depth, quantifiers, functions=True):
        def inner():
            return self.formula(variables, depth - 1, quantifiers, functions)

        def term():
            return self.term(variables, min(depth, 2), functions)

        kinds = ["compare", "compare", "and", "or", "=>", "not", "ite", "=", "xor"] + (["p"] if functions else [])
        kind = self.draws.choice(kinds + ["forall", "exists"] * (quantifiers > 0)) if depth > 0 else "compare"
        if kind == "compare":
            return f"({self.draws.choice(self.COMPARISONS)} {term()} {term()})"
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


class DrawnProducts(Drawn):
    """The same with products of terms."""

    def term(self, variables, depth, functions=True):
        if depth > 0 and self.draws.random() < 0.3:
            return f"(* {self.term(variables, depth - 1, functions)} {self.term(variables, depth - 1, functions)})"
        return super().term(variables, depth, functions)


class DrawnBits(Drawn):
    """The same over bit-vectors of one width."""

    WIDTHS = (1, 2, 4, 7, 8, 16, 31, 32, 33, 64, 65)
    OPERATORS = ("bvadd", "bvadd", "bvsub", "bvand", "bvor", "bvxor", "bvmul")
    BY_LITERALS = ("bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvshl", "bvlshr", "bvashr", "bvand", "bvor")
    COMPARISONS = ("=", "distinct", *(f"bv{sign}{order}" for sign in "us" for order in ("lt", "le", "gt", "ge")))

    def __init__(self, seed):
        super().__init__(seed)
        self.real = False
        self.width = self.draws.choice(self.WIDTHS)
        self.sort = f"(_ BitVec {self.width})"

    def number(self, choices=None):
        greatest = 2**self.width - 1
        value = self.draws.choice(choices or (0, 1, 2, 3, 7, greatest, greatest - 1, greatest // 2, greatest // 2 + 1))
        return f"(_ bv{value & greatest} {self.width})"

    def term(self, variables, depth, functions=True):
        def inner():
            return self.term(variables, depth - 1, functions)

        kinds = ["leaf", "leaf", "two", "two", "literal", "one", "ite", "part"] + ["g"] * functions
        kind = self.draws.choice(kinds) if depth > 0 else "leaf"
        if kind == "leaf":
            return self.draws.choice(variables) if self.draws.random() < 0.7 else self.number()
        if kind == "two":
            return f"({self.draws.choice(self.OPERATORS)} {inner()} {inner()})"
        if kind == "literal":
            return f"({self.draws.choice(self.BY_LITERALS)} {inner()} {self.number()})"
        if kind == "one":
            return f"({self.draws.choice(['bvnot', 'bvneg', '(_ rotate_left 1)'])} {inner()})"
        if kind == "ite":
            return f"(ite {self.formula(variables, depth - 1, 0, functions)} {inner()} {inner()})"
        if kind == "part":
            high = self.draws.randrange(self.width)
            rest = self.width - 1 - high
            return f"((_ {self.draws.choice(['zero', 'sign'])}_extend {rest}) ((_ extract {high} 0) {inner()}))"
        return f"(g {inner()})"

    def formula(self, variables, depth, quantifiers, functions=True):
        if depth > 0 and self.draws.random() > 0.3:
            return super().formula(variables, depth, quantifiers, functions)
        left, right = (self.term(variables, min(depth, 2), functions) for _ in range(2))
        return f"({self.draws.choice(self.COMPARISONS)} {left} {right})"


class Equal:
    """Two terms that are equal for all values of their variables, by the laws that made them, under one quantifier. Three
    quarters of the scripts say so, and the others that the terms differ by 1, for which there is no model."""

    def __init__(self, seed):
        self.draws = random.Random(seed)
        self.holds = self.draws.random() < 0.75

    def leaf(self):
        text = self.draws.choice(["x", "y", "z", self.number(self.draws.choice((0, 1, 2, 5)))])
        return text, text

    def pair(self, depth):
        if depth == 0:
            return self.leaf()
        made, laws = self.draws.choice(self.LAWS)
        parts = [self.pair(depth - 1) for _ in range(3)]
        names = {"one": self.number(1), **self.names()}
        left, right = (text.format(*[part[side] for part in parts], **names) for side, text in enumerate((made, laws)))
        return (left, right) if self.draws.random() < 0.5 else (right, left)

    def script(self):
        """As Drawn.script; `g` equals a term."""
        left, right = self.pair(self.draws.choice((1, 2, 2, 3)))
        sorts = " ".join([self.sort] * 3)
        variables = " ".join(f"({name} {self.sort})" for name in "xyz")
        right = right if self.holds else f"({self.PLUS} {right} {self.number(1)})"
        return (f"(declare-fun g ({sorts}) {self.sort})\n", f"(define-fun g ({variables}) {self.sort} {left})\n",
                f"(forall ({variables}) (= (g x y z) {right}))")


class EqualBits(Equal):
    PLUS = "bvadd"
    LAWS = (("(bvadd {0} {1})", "(bvadd {1} {0})"), ("(bvsub {0} {1})", "(bvadd {0} (bvadd (bvnot {1}) {one}))"),
            ("(bvneg {0})", "(bvadd (bvnot {0}) {one})"), ("(bvnot {0})", "(bvsub (bvneg {0}) {one})"),
            ("(bvmul {0} (bvadd {1} {2}))", "(bvadd (bvmul {2} {0}) (bvmul {0} {1}))"),
            ("(bvor {0} {1})", "(bvadd {0} (bvsub {1} (bvand {1} {0})))"),
            ("(bvxor {0} {1})", "(bvsub (bvor {0} {1}) (bvand {0} {1}))"), ("(bvshl {0} {one})", "(bvadd {0} {0})"),
            ("(bvand {0} {one})", "((_ zero_extend {rest}) ((_ extract 0 0) {0}))"),
            ("(bvudiv {0} {two})", "(bvlshr {0} {one})"), ("(bvurem {0} {two})", "(bvand {0} {one})"),
            ("(ite (bvult {0} {1}) {0} {1})", "(ite (bvuge {0} {1}) {1} {0})"),
            ("(ite (bvslt {0} {1}) {2} {0})", "(ite (bvsle {1} {0}) {0} {2})"),
            ("{0}", "(concat ((_ extract {rest} {half}) {0}) ((_ extract {below} 0) {0}))"))

    def __init__(self, seed):
        super().__init__(seed)
        self.width = self.draws.choice((3, 8, 15, 16, 17, 32, 63, 64, 65))
        self.sort = f"(_ BitVec {self.width})"

    def number(self, value):
        return f"(_ bv{value} {self.width})"

    def names(self):
        half = self.width // 2
        return {"two": self.number(2), "rest": self.width - 1, "half": half, "below": half - 1}


class EqualProducts(Equal):
    PLUS = "+"
    LAWS = (("(* {0} {1})", "(* {1} {0})"), ("(* {0} (+ {1} {2}))", "(+ (* {1} {0}) (* {0} {2}))"),
            ("(* (+ {0} {1}) (- {0} {1}))", "(- (* {0} {0}) (* {1} {1}))"), ("(- {0} {1})", "(- (- {1} {0}))"),
            ("(ite (>= {0} {1}) {0} {1})", "(ite (< {0} {1}) {1} {0})"), ("(* (- {0}) {1})", "(- (* {0} {1}))"),
            ("(+ {0} {1})", "(+ {1} {0})"))

    def __init__(self, seed):
        super().__init__(seed)
        self.sort = self.draws.choice(("Int", "Real"))

    def number(self, value):
        return f"{value}.0" if self.sort == "Real" else str(value)

    def names(self):
        return {}


class Quantifiers(Case):
    def said(self, declared, model, formula):
        """`holds`, `fails` or `open`."""
        self.write("s.smt2", f"(set-logic ALL)\n{declared}(assert {formula})\n(check-sat)\n")
        self.write("m.smt2", f"(\n{model})\n")
        return self.assay("smt", "eval", "s.smt2", "--model", "m.smt2", expect=(*RAN, 3)).stdout.split()[0]

    def check_beside_solvers(self, kind):
        """No solver refutes a formula that holds, and no solver proves a formula that fails."""
        solvers = {name: argv for name, argv in SOLVERS.items() if shutil.which(name)}
        if not solvers:
            self.skipTest("neither z3 nor cvc5 is installed")
        judged = dict.fromkeys(("holds", "fails"), 0)
        agreed = dict.fromkeys(solvers, 0)
        for seed in range(FORMULAS):
            declared, model, formula = kind(seed).script()
            said = self.said(declared, model, formula)
            if said not in judged:
                continue
            judged[said] += 1
            asked = formula if said == "fails" else f"(not {formula})"
            text = f"(set-logic ALL)\n{model}(assert {asked})\n(check-sat)\n"
            for name, argv in solvers.items():
                done = subprocess.run(argv, input=text, capture_output=True, text=True, check=False)
                answer = done.stdout.split()[:1]
                self.assertNotEqual(answer, ["sat"], f"seed {seed}: {said}, and {name} has a model of\n{text}")
                agreed[name] += answer == ["unsat"]
        self.assertGreater(min(judged.values()), FORMULAS // 5, judged)
        for name, times in agreed.items():
            self.assertGreater(times, sum(judged.values()) // 3, name)

    def test_linear_arithmetic(self):
        self.check_beside_solvers(Drawn)

    def test_products(self):
        self.check_beside_solvers(DrawnProducts)

    def test_bit_vectors(self):
        self.check_beside_solvers(DrawnBits)

    def check_laws(self, kind):
        """Formulas of laws hold, formulas that break a law fail, for any answer of a solver. Most are judged."""
        judged = 0
        for seed in range(FORMULAS):
            drawn = kind(seed)
            said = self.said(*drawn.script())
            self.assertIn(said, ("open", "holds" if drawn.holds else "fails"), f"seed {seed}: {drawn.script()}")
            judged += said != "open"
        self.assertGreater(judged, FORMULAS * 4 // 5)

    def test_laws_of_bit_vectors(self):
        self.check_laws(EqualBits)

    def test_laws_of_products(self):
        self.check_laws(EqualProducts)

    def test_solutions_of_horn_clauses_over_bit_vectors(self):
        """A counter from 0 by steps of 3 up to 99: invariants that hold, and planted ones that do not."""
        for width in (8, 9, 31, 32, 33, 64):
            def number(value, width=width):
                return f"(_ bv{value} {width})"

            sort = f"(_ BitVec {width})"
            clauses = (f"(set-logic HORN)\n(declare-fun inv ({sort} {sort}) Bool)\n"
                       f"(assert (forall ((x {sort}) (n {sort})) (=> (and (= x {number(0)}) (bvule n {number(33)})) (inv x n))))\n"
                       f"(assert (forall ((x {sort}) (n {sort})) (=> (and (inv x n) (bvult x {number(99)}))"
                       f" (inv (bvadd x {number(3)}) n))))\n"
                       f"(assert (forall ((x {sort}) (n {sort})) (=> (and (inv x n) (bvugt x {number(100)})) false)))\n")
            self.write("clauses.smt2", clauses + "(check-sat)\n")
            good = f"(bvule x {number(99)}) (= (bvurem x {number(3)}) {number(0)}) (bvule n {number(33)})"
            for body, said in ((good, ["holds", "holds", "holds"]),
                               (f"(bvule x {number(99)}) (bvule n {number(33)})", ["holds", "fails", "holds"]),
                               (f"(bvule x {number(96)})", ["holds", "fails", "holds"]),
                               (f"(bvult {number(0)} x)", ["fails", "holds", "fails"])):
                self.write("model.smt2", f"(\n(define-fun inv ((x {sort}) (n {sort})) Bool (and true {body}))\n)\n")
                output = self.assay("smt", "eval", "clauses.smt2", "--model", "model.smt2", expect=RAN).stdout
                with self.subTest(width=width, body=body):
                    self.assertEqual([line.split()[0] for line in output.splitlines()[:3]], said)


if __name__ == "__main__":
    unittest.main()
