"""SMT-LIB scripts, the same ones each time, for compare.py's comparisons of reducers. SHAPES: ten large scripts, each of a shape that some
reducers find hard. WRONG: scripts of known truth in three sizes. Each has an assertion with the two `mod` terms on which the planted bugs depend."""

import os
import random

CULPRIT = "(assert (and (< {0} (mod {1} 17)) (= (mod {0} 5) 3)))"


def term(draw, names, depth):
    if depth == 0:
        return draw.choice(names)
    return f"({draw.choice('+-*')} {term(draw, names, depth - 1)} {draw.choice([term(draw, names, depth - 1), str(draw.randrange(99))])})"


def comparison(draw, names, depth=3):
    return f"({draw.choice(['<', '<=', '=', 'distinct'])} {term(draw, names, depth)} {term(draw, names, depth - 1)})"


def constants(count):
    return [f"v{i}" for i in range(count)], [f"(declare-fun v{i} () Int)" for i in range(count)]


def assertions(draw):
    names, lines = constants(4000)
    body = [f"(assert {comparison(draw, names)})" for _ in range(9000)]
    body.insert(7000, CULPRIT.format("v77", "v78"))
    return lines + body


def axioms(draw):
    """Quantified axioms with patterns, as Boogie writes them: 1 MB."""
    lines = ["(declare-sort T 0)"] + [f"(declare-fun f{i} (T Int) Int)\n(declare-fun p{i} (T) Bool)" for i in range(900)]
    body = []
    for i in range(6000):
        f, g, p = (draw.randrange(900) for _ in range(3))
        body.append(f"(assert (! (forall ((t T) (i Int) (j Int)) (! (=> (and (p{p} t) (<= 0 i) (< i j)) (<= (f{f} t i) (+ (f{g} t j) {i}))) "
                    f":pattern ((f{f} t i) (f{g} t j)) :qid |axiom.{i}| :skolemid |{i}|)) :named ax{i}))")
    body.insert(3000, "(assert (forall ((t T) (i Int)) (! (and (< (f7 t i) (mod i 17)) (= (mod (f7 t i) 5) 3)) :pattern ((f7 t i)))))")
    return lines + body


def definitions(draw):
    """A chain of functions: each function calls its predecessor."""
    lines = ["(define-fun g0 ((x Int)) Int x)"]
    for i in range(1, 3000):
        step = f"(+ (g{i - 1} x) {draw.randrange(99)})" if i != 1500 else "(+ (mod (g1499 x) 17) (mod x 5))"
        lines.append(f"(define-fun g{i} ((x Int)) Int {step})")
    return ["(declare-const a Int)"] + lines + ["(assert (> (g2999 a) 3))"]


def levels(draw):
    names, lines = constants(50)
    for i in range(1500):
        lines += ["(push 1)", f"(assert {comparison(draw, names, 2)})"]
        if i == 700:
            lines.append(CULPRIT.format("v7", "v8"))
    return lines + ["(check-sat)"] + ["(pop 1)"] * 1500


def checks(draw):
    """An incremental session: levels that are opened, checked and closed one after the other."""
    names, lines = constants(200)
    for i in range(1200):
        lines += ["(push 1)", f"(assert {comparison(draw, names)})", f"(assert {comparison(draw, names)})"]
        if i in (300, 900):
            lines.append(CULPRIT.format("v7", "v8"))
        lines += ["(check-sat)", "(pop 1)"]
    return lines


def lets(draw):
    names, lines = constants(20)
    text = "(and (< y1999 (mod y1000 17)) (= (mod y999 5) 3))"
    for i in reversed(range(2000)):
        text = f"(let ((y{i} (+ {f'y{i - 1}' if i else 'v0'} {draw.choice(names)}))) {text})"
    return lines + [f"(assert {text})"]


def deep_term(draw):
    names, lines = constants(20)
    text = "(mod v1 17)"
    for i in range(4000):
        text = f"(+ {text} {draw.choice(names)})" if i != 2000 else f"(mod {text} 5)"
    return lines + [f"(assert (< {text} 7))"]


def connectives(draw):
    """One assertion: a tree of connectives over 8,192 comparisons."""
    names, lines = constants(100)

    def formula(depth, culprit):
        if depth == 0:
            return "(and (< v1 (mod v2 17)) (= (mod v1 5) 3))" if culprit else comparison(draw, names, 2)
        left = draw.randrange(2)
        return f"({draw.choice(['and', 'or', '=>', 'xor'])} {formula(depth - 1, culprit and left)} {formula(depth - 1, culprit and not left)})"

    return lines + [f"(assert {formula(13, True)})"]


def wide(draw):
    """One assertion whose conjunction has 12,000 operands."""
    names, lines = constants(3000)
    operands = [comparison(draw, names, 2) for _ in range(12000)]
    operands.insert(9000, "(and (< v1 (mod v2 17)) (= (mod v1 5) 3))")
    return lines + [f"(assert (and {' '.join(operands)}))"]


def datatypes(draw):
    """Many datatypes, and terms over their constructors and selectors."""
    lines = [f"(declare-datatypes ((D{i} 0)) (((nil{i}) (cons{i} (head{i} Int) (tail{i} D{i})))))\n(declare-const d{i} D{i})" for i in range(1500)]
    body = []
    for _ in range(4000):
        i, j = draw.randrange(1500), draw.randrange(1500)
        body.append(f"(assert (=> ((_ is cons{i}) d{i}) (< (head{i} d{i}) (+ (head{j} (tail{j} d{j})) {draw.randrange(99)}))))")
    body.insert(2500, "(assert (and (< (head3 d3) (mod (head4 d4) 17)) (= (mod (head3 d3) 5) 3)))")
    return lines + body


SHAPES = {"assertions": assertions, "axioms": axioms, "define-fun chain": definitions, "push levels": levels, "checks": checks, "let chain": lets,
          "deep term": deep_term, "connectives": connectives, "wide conjunction": wide, "datatypes": datatypes}


def differences(draw, count, is_satisfiable):
    """`count` assertions over differences of constants, all true under one assignment. The others of the unsatisfiable script are up to six
    strict inequalities in a circle, far from each other."""
    values = [draw.randrange(1000) for _ in range(max(6, count // 3))]
    values[0], values[1] = 3, 16

    def plus(name, number):
        return f"({'+' if number >= 0 else '-'} {name} {abs(number)})"

    def relation(sign, i, j, slack):
        return f"({sign} v{i} {plus(f'v{j}', values[i] - values[j] + slack)})"

    body = [f"(assert {relation('=', i, draw.randrange(i), 0)})" for i in range(min(len(values) // 2, 40), len(values))]
    while len(body) < count:
        a, b, c, d = (draw.randrange(len(values)) for _ in range(4))
        below, above = relation("<", a, b, draw.randrange(1, 50)), relation(">", c, d, -draw.randrange(1, 50))
        body.append(draw.choice([f"(assert (or (= v{c} v{d}) {below}))", f"(assert (and {below} {above}))", f"(assert (=> (< v{c} v{d}) {below}))"]))
    draw.shuffle(body)
    body.insert(len(body) * 7 // 9, CULPRIT.format("v0", "v1"))
    if not is_satisfiable:
        circle = draw.sample(range(2, len(values)), min(6, len(values) - 2))
        for i, name in enumerate(circle):
            body.insert((2 * i + 1) * len(body) // (2 * len(circle)), f"(assert (< v{name} v{circle[(i + 1) % len(circle)]}))")
    return [f"(declare-fun v{i} () Int)" for i in range(len(values))] + body


WRONG = {f"wrong-{answer} {size}": (lambda draw, count=count, answer=answer: differences(draw, count, answer == "unsat"))
         for answer in ("sat", "unsat") for size, count in (("1 kB", 16), ("200 kB", 3600), ("1 MB", 17500))}


def written(folder, shapes):
    """Writes the scripts into a new folder, one file a shape, and returns the folder."""
    os.makedirs(folder)
    for name, lines in shapes.items():
        with open(os.path.join(folder, name.replace(" ", "-") + ".smt2"), "w", encoding="utf-8") as file:
            file.write("\n".join(["(set-logic ALL)", *lines(random.Random(1)), "(check-sat)"]) + "\n")
    return folder
