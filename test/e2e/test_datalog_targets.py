"""Campaigns against the engines that scripts/install-targets installs, and that script itself."""

import os
import subprocess
import unittest

from harness import NOTHING, Case, needs

SOURCE = os.environ["ASSAY_SOURCE_DIR"]
TARGETS = os.environ.get("ASSAY_TARGETS", os.path.join(SOURCE, "build", "targets"))
# Installed, but not on the PATH of the person who runs the tests.
os.environ["PATH"] += os.pathsep + os.path.join(TARGETS, "bin")


def install_targets(*arguments, **environment):
    return subprocess.run([os.path.join(SOURCE, "scripts", "install-targets"), *arguments], capture_output=True, text=True,
                          check=False, timeout=60, env={**os.environ, **environment})


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
