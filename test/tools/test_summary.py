"""tools/test_summary.py on results as GoogleTest writes them."""

import os
import subprocess
import sys
import unittest

import support

SCRIPT = os.path.join(support.ROOT, "tools", "test_summary.py")


def test(name, inside="", status="run"):
    return f'<testcase name="{name}" status="{status}" result="completed" classname="Suite">{inside}</testcase>'


class Summary(support.TreeTest):
    def result(self, program, *tests):
        self.write(f"build/test-results/{program}.xml",
                   f'<?xml version="1.0"?><testsuites><testsuite name="Suite">{"".join(tests)}</testsuite></testsuites>')

    def run_summary(self, *arguments):
        return subprocess.run([sys.executable, SCRIPT, *arguments, os.path.join(self.root, "build")], capture_output=True,
                              text=True)

    def test_what_was_skipped_is_told_with_its_reason(self):
        self.result("unit_a", test("One"), test("Two", '<skipped message="a.cpp:3&#x0A;no corpus here&#x0A;"/>'))
        run = self.run_summary()
        self.assertEqual(run.stdout, "skipped  unit_a.Suite.Two: no corpus here\n1 passed, 0 failed, 1 skipped\n")
        self.assertEqual(run.returncode, 0)

    def test_failures_count_over_all_programs(self):
        self.result("unit_a.0", test("One"), test("Other", status="notrun"))
        self.result("unit_a.1", test("Two", '<failure message="x"/>'))
        run = self.run_summary()
        self.assertEqual(run.stdout, "failed   unit_a.1.Suite.Two\n1 passed, 1 failed, 0 skipped\n")
        self.assertEqual(run.returncode, 1)

    def test_programs_that_were_remembered_are_counted(self):
        self.result("unit_a", test("One"))
        self.write("build/test-results/unit_a.remembered", "")
        self.assertRegex(self.run_summary().stdout, "1 programs were not run again.*\n1 passed, 0 failed, 0 skipped\n$")

    def test_no_result_at_all_is_no_success(self):
        self.assertEqual(self.run_summary().returncode, 1)

    def test_the_list_names_every_test_that_ran(self):
        self.result("unit_a", test("Two"), test("One"))
        self.assertEqual(self.run_summary("--list").stdout, "unit_a.Suite.One\nunit_a.Suite.Two\n")


if __name__ == "__main__":
    unittest.main()
