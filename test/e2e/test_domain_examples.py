"""The worked examples of examples/: an author's domain under GoogleTest, Catch2, a plain main function, libFuzzer and
AFL++. Each is clean on the honest domain, and finds the bug of the other and prints the counterexample."""

import os
import shutil
import subprocess
import unittest

from harness import Case

EXAMPLES = os.environ["ASSAY_EXAMPLES"]
SECONDS = 60  # far more than needed

# AFL++ would rather change the machine's settings than run on it as it is.
AFL = {"AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_NO_UI": "1", "AFL_NO_AFFINITY": "1",
       "AFL_BENCH_UNTIL_CRASH": "1"}


def example(name):
    path = os.path.join(EXAMPLES, name)
    if not os.access(path, os.X_OK):
        raise unittest.SkipTest(f"{path} was not built: its tools are not installed")
    return path


class Examples(Case):
    def run_example(self, name, *arguments, env=None, stdin=None):
        result = subprocess.run([example(name), *arguments], cwd=self.folder, capture_output=True, timeout=2 * SECONDS,
                                env={**os.environ, **(env or {})}, input=stdin, check=False)
        return result.returncode, (result.stdout + result.stderr).decode(errors="replace")

    def assert_counterexample(self, text):
        """As in Figure 2.4: the program, and the widening that lost a point or broke a law."""
        self.assertIn("dimensions 1", text)
        self.assertRegex(text, r"a\d = widen a\d a\d|check \d+ a\d a\d\n.* W ")
        self.assertRegex(text, r"lost the point|does not hold for")

    def assert_honest_and_bug(self, name, honest, bug, failure=(1,)):
        code, text = self.run_example(name, *honest)
        self.assertEqual(code, 0, text)
        code, text = self.run_example(name, *bug)
        self.assertIn(code, failure, text)
        self.assert_counterexample(text)

    def test_main(self):
        self.assert_honest_and_bug("example_domain_main", [], ["bug"])

    def test_floats(self):
        self.assertEqual(self.run_example("example_domain_floats")[0], 0)
        code, text = self.run_example("example_domain_floats", "bug")
        self.assertEqual(code, 1, text)
        self.assertIn("fsub", text)

    def test_googletest(self):
        self.assert_honest_and_bug("example_domain_googletest", ["--gtest_filter=Interval.*"],
                                   ["--gtest_filter=IntervalWithBug.*"])

    def test_catch2(self):
        self.assert_honest_and_bug("example_domain_catch2", ["[honest]"], ["[bug]"], failure=(1, 42))  # the latter by newer releases of Catch2

    def test_libfuzzer(self):
        code, text = self.run_example("domain_libfuzzer", "-runs=500")
        self.assertEqual(code, 0, text)
        code, text = self.run_example("domain_libfuzzer_bug", f"-max_total_time={SECONDS}")
        self.assertNotEqual(code, 0, text)
        self.assert_counterexample(text)
        crashes = [name for name in os.listdir(self.folder) if name.startswith("crash-")]
        self.assertEqual(len(crashes), 1, text)
        code, text = self.run_example("domain_libfuzzer_bug", crashes[0])  # alone
        self.assertNotEqual(code, 0, text)
        self.assert_counterexample(text)
        code, text = self.run_example("domain_libfuzzer", crashes[0])
        self.assertEqual(code, 0, text)

    def afl(self, name, out, *limit):
        if shutil.which("afl-fuzz") is None:
            self.skipTest("afl-fuzz is not installed")
        self.write("in/seed", "seed")
        result = subprocess.run(["afl-fuzz", *limit, "-i", "in", "-o", out, example(name)], cwd=self.folder, text=True,
                                capture_output=True, timeout=2 * SECONDS, env={**os.environ, **AFL}, check=False)
        folder = self.path(out, "default", "crashes")
        self.assertTrue(os.path.isdir(folder), result.stdout + result.stderr)
        return [os.path.join(folder, file) for file in sorted(os.listdir(folder)) if file.startswith("id")]

    def test_afl(self):
        self.assertEqual(self.afl("domain_afl", "clean", "-E", "200"), [])
        crashes = self.afl("domain_afl_bug", "out", "-V", str(SECONDS))
        self.assertTrue(crashes)
        with open(crashes[0], "rb") as file:
            content = file.read()
        code, text = self.run_example("domain_afl_bug", stdin=content)
        self.assertLess(code, 0, text)
        self.assert_counterexample(text)
        code, text = self.run_example("domain_libfuzzer_bug", crashes[0])  # the same bytes are the same program
        self.assert_counterexample(text)


if __name__ == "__main__":
    unittest.main()
