"""Targets that Assay does not know, as somebody would add them: one TOML file each, in a folder outside of the tree (test/change)."""

import os
import shutil
import unittest

from harness import ENVIRONMENT, NOTHING, SEEDS, SOURCE, Case, needs


class Added(Case):
    def add(self, kind, program):
        """The path of a copy of the kind's example, which runs the program."""
        target = self.path("example.toml")
        shutil.copy(os.path.join(SOURCE, "test", "change", kind, "example.toml"), target)
        shutil.copy(program, self.path(f"example-{kind}"))
        controls = self.assay("doctor", "--target", target, expect=NOTHING, cwd="/").stdout
        self.assertIn("ok", controls)
        self.assertNotIn("read as the definition", controls)  # the file states its kind
        return target

    def test_a_solver(self):
        fake = os.path.join(os.environ["ASSAY_BUILD"], "test", "planted", "fake_solver", "fake_solver")
        target = self.add("solver", fake)
        self.assay("smt", "fuzz", SEEDS, "--target", target, "--tests", "40", "-o", "out", expect=NOTHING)

    @needs("z3")
    def test_an_engine(self):
        target = self.add("engine", shutil.which("z3"))
        self.assay("datalog", "fuzz", "--target", target, "--tests", "10", "-o", "out", expect=NOTHING)

    @needs("gcc")
    @needs("clang-14")
    def test_an_analyzer(self):
        target = self.add("analyzer", os.path.join(SOURCE, "test", "change", "analyzer", "example-analyzer"))
        campaign = ("analyzer", "test", "--target", target, "--tests", "10", "-o")
        self.assay(*campaign, "out", expect=NOTHING)
        refused = self.assay(*campaign, "lies", expect=ENVIRONMENT, env={"EXAMPLE_LIES": "1"})
        self.assertIn("clean: facts that hold FAILED: expected pass, got bug: unsound", refused.both)


if __name__ == "__main__":
    unittest.main()
