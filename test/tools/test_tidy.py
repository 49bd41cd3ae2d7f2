import json
import os
import shutil
import subprocess
import sys
import unittest

import support
import check_format
import run_tidy

SCRIPT = os.path.join(support.ROOT, "tools", "run_tidy.py")


class CacheKey(support.TreeTest):
    def setUp(self):
        super().setUp()
        self.write(".clang-tidy", "Checks: '-*'\n")
        self.write("include/assay/b.hpp", "int b();\n")
        self.write("src/a.hpp", '#include "assay/b.hpp"\n')
        source = self.write("src/a.cpp", '#include "a.hpp"\n')
        self.entry = {"file": source, "command": "c++ -c a.cpp"}

    def key(self, version="14"):
        return run_tidy.cache_key(self.root, self.entry, version)

    def test_the_same_inputs_have_the_same_key(self):
        self.assertEqual(self.key(), self.key())

    def test_an_unrelated_file_does_not_matter(self):
        before = self.key()
        self.write("src/other.hpp", "int other();\n")
        self.assertEqual(self.key(), before)

    def test_everything_that_the_verdict_depends_on_changes_the_key(self):
        keys = [self.key(), self.key("15")]
        for path in ("src/a.cpp", "src/a.hpp", "include/assay/b.hpp", ".clang-tidy"):
            with open(os.path.join(self.root, path), "a", encoding="utf-8") as file:
                file.write("\n")
            keys.append(self.key())
        self.entry["command"] += " -DX"
        keys.append(self.key())
        self.assertEqual(len(set(keys)), len(keys))


class Run(support.TreeTest):
    def setUp(self):
        super().setUp()
        if check_format.find_tool("clang-tidy") is None:
            self.skipTest("clang-tidy-14 is not installed")
        shutil.copy(os.path.join(support.ROOT, ".clang-tidy"), self.root)

    def run_on(self, code):
        source = self.write("src/a.cpp", code)
        command = {"file": source, "directory": self.root, "command": f"c++ -std=c++20 -c {source}"}
        build = os.path.dirname(self.write("build/compile_commands.json", json.dumps([command])))
        return subprocess.run([sys.executable, SCRIPT, "--root", self.root, "--build", build], capture_output=True,
                              text=True)

    def test_a_finding_fails_until_it_is_mended(self):
        for _ in range(2):  # a failure is not cached
            run = self.run_on("int BadName(int x) { return x; }\n")
            self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
            self.assertIn("== src/a.cpp", run.stdout)
            self.assertIn("readability-identifier-naming", run.stdout)
        run = self.run_on("int good_name(int x) { return x; }\n")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(len(os.listdir(os.path.join(self.root, "build", "tidy-cache"))), 1)


if __name__ == "__main__":
    unittest.main()
