"""Campaigns against a small double of APRON's interface, in worker processes: findings with programs in C that show them
alone, and two variants of one domain."""

import os
import subprocess
import unittest

from harness import FINDINGS, NOTHING, Case, needs

PLUGINS = os.environ.get("ASSAY_PLUGINS", "")
DOUBLE = os.environ.get("ASSAY_DOUBLE", "")  # the folder of its header and its source
ROUNDED, EXACT = "apron:box-D", "apron:box-MPQ"


def plugin(numbers):
    return os.path.join(PLUGINS, f"box-{numbers}.so")


@unittest.skipUnless(os.path.exists(plugin("D")), "the plugins were not built")
class Doubles(Case):
    def campaign(self, *flags, bug, expect):
        load = [word for numbers in ("D", "MPQ") for word in ("--load", plugin(numbers))]
        return self.assay("domain", "test", *load, "--out", "out", "--reduce-time", "5s", *flags, env=bug, expect=expect)

    def listed(self):
        return self.assay("findings", "list", "out", expect=FINDINGS).stdout

    def programs(self):
        """The folders of the findings and their programs in C."""
        for finding in sorted(os.listdir(self.path("out", "findings"))):
            yield finding, self.path("out", "findings", finding, "reproduce", "reproduction.c")

    def built(self, source, name):
        """The program with the double, which is compiled once."""
        double = self.path("double.o")
        if not os.path.exists(double):
            subprocess.run(["g++", "-std=c++20", "-c", f"-I{DOUBLE}", os.path.join(DOUBLE, "box.cpp"), "-o", double],
                           check=True)
        program = self.path(name)
        subprocess.run(["cc", "-Wall", "-Werror", f"-I{DOUBLE}", source, double, "-o", program, "-lstdc++", "-lgmpxx",
                        "-lgmp", "-lm"], check=True)
        return program

    def code(self, program, bug=""):
        return subprocess.run([program], env={**os.environ, **({"ASSAY_DOUBLE_BUG": bug} if bug else {})},
                              capture_output=True, check=False).returncode

    @needs("cc")
    @needs("g++")
    def test_findings_carry_a_program_in_c(self):
        bug = "join-keeps-left"
        self.campaign("--target", EXACT, "--tests", "60", bug={"ASSAY_DOUBLE_BUG_MPQ": bug}, expect=FINDINGS)
        # The reduction decides which of the three comes first; each shows by itself that join is wrong.
        self.assertRegex(self.listed(), r"(points|reference|wrong) join")
        for finding, source in self.programs():
            with self.subTest(finding):
                with open(source, encoding="utf-8") as file:
                    self.assertNotIn("assay/", file.read())
                program = self.built(source, f"{finding}-program")
                self.assertEqual(self.code(program, bug), 1)
                self.assertEqual(self.code(program), 0)

    @needs("cc")
    @needs("g++")
    def test_crashes_carry_one_too(self):
        bug = "join-aborts"
        flags = ["--skip-controls", "--target", EXACT, "--tests", "20", "--findings", "1"]
        self.campaign(*flags, bug={"ASSAY_DOUBLE_BUG_MPQ": bug}, expect=FINDINGS)
        for finding, source in self.programs():
            program = self.built(source, "crash")
            self.assertLess(self.code(program, bug), 0, finding)
            self.assertEqual(self.code(program), 0)

    @needs("cc")
    @needs("g++")
    def test_a_variant_that_loses_points_is_found_against_the_exact_one(self):
        """Conditions of the variant of doubles are rounded inward: no points are asked of it, and no law needs them."""
        flags = ["--target", ROUNDED, "--against", EXACT, "--law", "1", "--tests", "60"]
        self.campaign(*flags, bug={"ASSAY_DOUBLE_BUG_D": "rounds-inward"}, expect=FINDINGS)
        shown = self.listed()
        self.assertRegex(shown, r"unsound .* against assume")
        self.assertNotRegex(shown, r" against (?!assume|substitute)")  # a substitution is made of conditions
        finding = sorted(os.listdir(self.path("out", "findings")))[0]
        self.assay("replay", self.path("out", "findings", finding), env={"ASSAY_DOUBLE_BUG_D": "rounds-inward"},
                   expect=FINDINGS)
        self.assay("replay", self.path("out", "findings", finding), expect=NOTHING)
        program = self.built(self.path("out", "findings", finding, "reproduce", "reproduction.c"), "lost")
        self.assertEqual(self.code(program, "rounds-inward"), 1)
        self.assertEqual(self.code(program, "rounds-outward"), 0)

    def test_a_variant_that_rounds_outward_is_right(self):
        flags = ["--target", ROUNDED, "--against", EXACT, "--law", "1", "--tests", "150"]
        self.campaign(*flags, bug={"ASSAY_DOUBLE_BUG_D": "rounds-outward"}, expect=NOTHING)

    def test_variants_that_are_the_same_are_right(self):
        flags = ["--target", ROUNDED, "--against", EXACT, "--law", "1", "--tests", "100"]
        self.campaign(*flags, bug={}, expect=NOTHING)


if __name__ == "__main__":
    unittest.main()
