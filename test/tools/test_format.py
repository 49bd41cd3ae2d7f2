import os
import shutil
import subprocess
import sys
import unittest

import support
import check_format

SCRIPT = os.path.join(support.ROOT, "tools", "check_format.py")


class Format(support.TreeTest):
    def setUp(self):
        super().setUp()
        if check_format.find_tool("clang-format") is None:
            self.skipTest("clang-format-14 is not installed")
        shutil.copy(os.path.join(support.ROOT, ".clang-format"), self.root)
        self.write("src/good.cpp", "int good() { return 1; }\n")

    def run_check(self, *arguments, path=None):
        environment = dict(os.environ, PATH=path) if path is not None else None
        return subprocess.run([sys.executable, SCRIPT, "--root", self.root, *arguments], capture_output=True, text=True,
                              env=environment)

    def test_a_formatted_tree_passes(self):
        self.assertEqual(self.run_check().returncode, 0)

    def test_a_badly_formatted_file_is_named_and_can_be_fixed(self):
        bad = self.write("test/unit/bad.cpp", "int  bad( ){return 1 ;}\n")
        run = self.run_check()
        self.assertEqual(run.returncode, 1)
        self.assertIn("test/unit/bad.cpp:1:", run.stdout)
        self.assertNotIn("good.cpp", run.stdout)
        self.assertEqual(self.run_check("--fix").returncode, 0)
        self.assertEqual(self.run_check().returncode, 0)
        with open(bad, encoding="utf-8") as file:
            self.assertEqual(file.read(), "int bad() { return 1; }\n")

    def test_without_the_tool_it_says_skipped(self):
        run = self.run_check(path=self.root)
        self.assertEqual(run.returncode, check_format.SKIPPED)
        self.assertIn("apt-get install clang-format-14", run.stdout)


if __name__ == "__main__":
    unittest.main()
