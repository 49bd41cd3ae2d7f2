"""CMake's option ASSAY_AREAS: the targets and tests of a build. With --slow, a lean command is built; it must name the
areas that it lacks."""

import os
import re
import subprocess
import sys
import unittest

import support

SLOW = "--slow" in sys.argv


class LeanBuild(support.TreeTest):
    def configure(self, areas, expect=0, tests="ON"):
        """CMake's output."""
        self.build = os.path.join(self.root, "build")
        run = subprocess.run(["cmake", "-S", support.ROOT, "-B", self.build, "-G", "Ninja", f"-DASSAY_AREAS={areas}", f"-DASSAY_TESTS={tests}",
                              "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DCMAKE_UNITY_BUILD=ON"],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(run.returncode != 0, expect != 0, run.stdout[-4000:])
        return run.stdout

    def targets(self):
        run = subprocess.run(["ninja", "-C", self.build, "-t", "targets", "all"], capture_output=True, text=True, check=True)
        return {line.split(":")[0] for line in run.stdout.splitlines()}

    def ctests(self):
        run = subprocess.run(["ctest", "--test-dir", self.build, "-N"], capture_output=True, text=True, check=True)
        return set(re.findall(r"Test +#\d+: (\S+)", run.stdout))

    def test_a_build_of_smt_has_nothing_of_the_other_areas(self):
        said = self.configure("smt")
        self.assertRegex(said, r"left out \(ASSAY_AREAS\): horn;datalog;domain;trigger;analyzer")
        targets = self.targets()
        self.assertLessEqual({"assay_cli", "assay_smt_fuzz", "assay_z3_worker", "assay_workers", "planted_smt", "test_programs"}, targets)
        strange = {name for name in targets if re.match(r"(assay|unit|planted|example)_(cli_)?(datalog|domain|trigger|analyzer|llvm|gcc)", name)}
        self.assertEqual(strange, set())
        tests = self.ctests()
        self.assertLessEqual({"planted_smt", "e2e.campaign", "tools.layers", "golden.eval.floats"}, tests)
        self.assertEqual({name for name in tests if re.search(r"datalog|domain|trigger|analyzer", name)}, set())

    def test_an_area_brings_the_area_that_it_uses(self):
        self.assertIn("The area trigger uses the area smt: smt is built, too", self.configure("trigger", tests="OFF"))
        self.assertLessEqual({"assay_cli_trigger", "assay_cli_smt"}, self.targets())
        self.assertNotIn("assay_cli_domain", self.targets())

    def test_an_unknown_area_is_refused(self):
        said = self.configure("smt;datalgo", expect=1, tests="OFF")
        self.assertIn("names the area datalgo", said)
        self.assertRegex(" ".join(said.split()), "There are: smt;horn;datalog;domain;trigger;analyzer")

    @unittest.skipUnless(SLOW, "builds a command")
    def test_a_lean_command_knows_what_it_lacks(self):
        self.configure("smt", tests="OFF")
        subprocess.run(["cmake", "--build", self.build, "--parallel", "2", "--target", "assay_cli"], check=True, stdout=subprocess.DEVNULL)

        def assay(*words):
            return subprocess.run([os.path.join(self.build, "src/cli/assay"), *words], capture_output=True, text=True, check=False)

        self.assertIn("This assay was built without: datalog, domain, trigger, analyzer", assay("--help").stdout)
        self.assertNotRegex(assay("--help").stdout, r"(?m)^  (assay )?(datalog|analyzer)\b")
        self.assertIn("built without: datalog", assay("doctor").stdout)
        refused = assay("datalog", "fuzz")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("this assay was built without the area 'datalog'", refused.stderr)
        self.assertIn("ASSAY_AREAS=all", refused.stderr)


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--slow"])
