"""tools/remembered_test.py on a tree and a program of its own: the changes after which a test runs again."""

import os
import shutil
import subprocess
import sys

import support

PROGRAM = """#!/bin/sh
echo ran >>"$RUNS"
printf '<testsuites/>' >"${GTEST_OUTPUT#xml:}"
exit "${ENDS:-0}"
"""


class Remembered(support.TreeTest):
    def setUp(self):
        super().setUp()
        self.script = os.path.join(self.root, "tools", "remembered_test.py")
        os.mkdir(os.path.dirname(self.script))
        shutil.copy(os.path.join(support.ROOT, "tools", "remembered_test.py"), self.script)
        self.program = self.write("build/unit_a", PROGRAM)
        os.chmod(self.program, 0o755)
        self.runs = self.write("runs", "")
        self.results = self.write("build/test-results/unit_a.xml", "")
        self.write("data/seed.smt2", "(check-sat)")
        self.write("test/double/lib.hpp", "int a;")
        self.write("test/unit/a_test.cpp", "int b;")

    def environment(self, **more):
        return {"PATH": "/usr/bin:/bin", "HOME": self.root, "RUNS": self.runs, "GTEST_OUTPUT": f"xml:{self.results}", **more}

    def digest(self):
        run = subprocess.run([sys.executable, self.script, "--digest", os.path.join(self.root, "build")], capture_output=True,
                             text=True, check=True, env=self.environment())
        return run.stdout.strip()

    def run_test(self, **more):
        """The exit code of one run, how often the program ran until now, and whether its results are there."""
        for path in (self.results, self.results.removesuffix("xml") + "remembered"):
            if os.path.exists(path):
                os.unlink(path)
        more.setdefault("ASSAY_TEST_READS", self.digest())
        run = subprocess.run([sys.executable, self.script, self.program], capture_output=True, text=True,
                             env=self.environment(**more))
        with open(self.runs, encoding="utf-8") as file:
            return run.returncode, len(file.read().split()), os.path.exists(self.results)

    def test_what_passed_is_not_run_again(self):
        self.assertEqual(self.run_test(), (0, 1, True))
        self.assertEqual(self.run_test(), (0, 1, True))
        self.assertTrue(os.path.exists(os.path.join(self.root, "build/test-results/unit_a.remembered")))

    def test_what_failed_is_run_again(self):
        self.assertEqual(self.run_test(ENDS="1"), (1, 1, True))
        self.assertEqual(self.run_test(), (0, 2, True))

    def test_without_the_digest_it_always_runs(self):
        self.run_test()
        self.assertEqual(self.run_test(ASSAY_TEST_READS=""), (0, 2, True))

    def test_whatever_it_reads_makes_it_run_again(self):
        changes = (("data/seed.smt2", "(exit)"), ("test/double/lib.hpp", "int c;"), ("test/golden/new.json", "{}"),
                   ("build/libexec/worker", "\x7fELF"))
        self.run_test()
        for runs, (path, text) in enumerate(changes, 2):
            os.chmod(self.write(path, text), 0o755)
            self.assertEqual(self.run_test(), (0, runs, True), path)

    def test_its_own_bytes_arguments_and_environment_make_it_run_again(self):
        self.run_test()
        self.write("build/unit_a", PROGRAM + "# another\n")
        self.assertEqual(self.run_test()[1], 2)
        self.assertEqual(self.run_test(ASSAY_SLOW="1")[1], 3)
        self.assertEqual(self.run_test(GTEST_SHARD_INDEX="1")[1], 4)

    def test_sources_that_are_compiled_do_not(self):
        self.run_test()
        self.write("test/unit/a_test.cpp", "int d;")
        self.write("test/e2e/test_x.py", "pass")
        self.assertEqual(self.run_test()[1], 1)

    def test_a_pass_is_forgotten_after_a_week(self):
        self.run_test()
        memory = os.path.join(self.root, ".cache", "assay", "tests")
        for name in os.listdir(memory):
            os.utime(os.path.join(memory, name), (0, 0))
        self.assertEqual(self.run_test()[1], 2)


if __name__ == "__main__":
    support.unittest.main()
