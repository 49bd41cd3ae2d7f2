"""Facts beyond numbers: nullness, aliasing and reachability by the Clang Static Analyzer and by Eva. The analyzers are honest
first; then a wrapper changes one answer, which a run must contradict."""

import json
import unittest

from harness import FINDINGS, NOTHING, Case, needs

PROGRAM = """int first = 1, second = 2;
static int choose(int x, int *p) {
  int *q = &first;
  int sum = 0;
  if (x > 3) {
    q = &second;
  }
  if (p != 0) {
    sum = *p;
  }
  int *r = q;
  sum += *r;
  if (x > 5) {
    sum += 1;
  }
  return sum;
}
int main(void) {
  int own = 7;
  int all = choose(1, 0);
  all += choose(4, &own);
  all += choose(9, &own);
  return all == 0;
}
"""

FLOATS = """static double half(double x) {
  double y = x * 0.5;
  if (y > 1.5) {
    y = 1.5;
  }
  return y;
}
int main(void) {
  double all = half(1.0);
  all += half(8.0);
  return all < 1.0;
}
"""

# Changes one answer of the analyzer: $1 is a sed script.
CLANG = """#!/bin/sh
clang "$@" 2> messages
code=$?
sed -e '{script}' messages >&2
exit $code
"""
EVA = """#!/bin/sh
frama-c "$@" > messages
code=$?
sed -e '{script}' messages
exit $code
"""


class Facts(Case):
    def check(self, family, wrapper, script, expect, text=PROGRAM):
        program = self.program("wrapped", wrapper.format(script=script))
        self.write("prog.c", text)
        return self.assay("analyzer", "check", "prog.c", "--target", f"mine:{family}={program}", "--all", expect=expect)

    def facts(self, target):
        self.write("prog.c", PROGRAM)
        lines = self.assay("analyzer", "facts", "prog.c", "--target", target, "--json", expect=NOTHING).stdout
        facts = [json.loads(line) for line in lines.splitlines()]
        return {(fact["line"], fact.get("subject", ""), fact.get("name", fact["property"])) for fact in facts}


@needs("clang")
@needs("gcc")
class ClangAnalyzer(Facts):
    def test_its_answers_become_facts(self):
        has = self.facts("clang-sa")
        self.assertIn((9, "p", "excluded-values"), has)  # behind the test, the pointer is not null
        self.assertIn((12, "q", "alias"), has)           # r and q are the same
        self.assertNotIn((8, "p", "excluded-values"), has)

    def test_an_honest_analyzer_is_never_accused(self):
        self.check("clang-sa", CLANG, "", NOTHING)

    def test_nullness_that_is_a_lie_is_found(self):
        result = self.check("clang-sa", CLANG, "s/warning: UNKNOWN/warning: FALSE/; /warning: TRUE/d", FINDINGS)
        self.assertRegex(result.stdout, r"BROKEN +prog.c:3:3 before: p is not 0")

    def test_aliasing_that_is_a_lie_is_found(self):
        result = self.check("clang-sa", CLANG, "s/warning: FALSE/warning: TRUE/", FINDINGS)
        self.assertRegex(result.stdout, r"BROKEN +prog.c:5:3 before: q points-to\(second\)")

    def test_reachability_that_is_a_lie_is_found(self):
        result = self.check("clang-sa", CLANG, "/warning: REACHABLE/d", FINDINGS)
        self.assertIn("never reached", result.stdout)

    def test_a_function_whose_paths_were_not_all_explored_claims_nothing(self):
        self.write("prog.c", "int main(void) {\n  int *p = 0;\n  int n = 0;\n  for (int i = 0; i < 100; ++i) {\n    n += i;\n"
                   "    if (n > 4000) {\n      p = &n;\n    }\n  }\n  return p == 0;\n}\n")
        result = self.assay("analyzer", "facts", "prog.c", "--target", "clang-sa", expect=NOTHING)
        self.assertIn("not all paths were explored", result.stderr)
        self.assertEqual(result.stdout, "")


CLASSES = """#include <cstdio>
struct Base {
  virtual int get() const { return 1; }
  virtual ~Base() { std::printf("end\\n"); }
};
struct Derived : Base {
  int get() const override { return %s; }
};
int main() {
  Derived one;
  const Base &base = one;
  std::printf("%%d\\n", base.get());
}
"""


@needs("g++")
class Classes(Case):
    def builds(self, value, expect):
        self.write("prog.cpp", CLASSES % value)
        return self.assay("analyzer", "check", "prog.cpp", "--target", "gcc-builds", expect=expect)

    def test_builds_of_cpp_that_differ_are_found(self):
        self.builds("2", NOTHING)
        result = self.builds("\n#ifdef __OPTIMIZE__\n2\n#else\n3\n#endif\n", FINDINGS)
        self.assertIn("-O0: ", result.both)


@needs("frama-c")
@needs("gcc")
class Eva(Facts):
    def test_its_values_become_facts(self):
        has = self.facts("eva")
        self.assertIn((9, "p", "excluded-values"), has)
        self.assertIn((12, "r", "points-to"), has)

    def test_an_honest_analyzer_is_never_accused(self):
        self.check("eva", EVA, "", NOTHING)

    def test_a_range_of_floating_point_numbers_that_is_a_lie_is_found(self):
        self.check("eva", EVA, "", NOTHING, FLOATS)
        result = self.check("eva", EVA, "s/{0x1.8000000000000p0}/{0x1.7000000000000p0}/", FINDINGS, FLOATS)
        self.assertRegex(result.stdout, r"BROKEN +prog.c:6:3 before: y float-interval\(0x1p-1, 0x1.7p\+0\)")
        self.assertIn("value 0x1.8p+0", result.stdout)

    def test_nullness_that_is_a_lie_is_found(self):
        result = self.check("eva", EVA, r"s/show_each_0: {0}/show_each_0: {{ \&own }}/", FINDINGS)
        self.assertRegex(result.stdout, r"BROKEN +prog.c:3:3 before: p is not 0")

    def test_aliasing_that_is_a_lie_is_found(self):
        result = self.check("eva", EVA, r"s/&second/\&first/g", FINDINGS)
        self.assertRegex(result.stdout, r"BROKEN +prog.c:9:5 before: q points-to\(first\)")

    def test_reachability_that_is_a_lie_is_found(self):
        result = self.check("eva", EVA, "/Frama_C_show_each_/d", FINDINGS)
        self.assertIn("never reached", result.stdout)


if __name__ == "__main__":
    unittest.main()
