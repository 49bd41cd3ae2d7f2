"""docs/dev/add-an-area.md, followed to the letter: the area of examples/area is put into a copy of the tree, and so are the
lines that the page names. With --slow it is built as a whole, and has to find a bug.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest

import support
import check_format
import cpp_source

PAGE = "docs/dev/add-an-area.md"
MOST_LINES = 3
SLOW = "--slow" in sys.argv
LIAR = """#!/bin/sh
# An expr that is wrong by one from 1000 on.
sum=$(( $1 + $3 ))
[ "$sum" -lt 1000 ] || sum=$(( sum + 1 ))
echo "$sum"
"""


def edits(page):
    """The hunks of the page's diff: (file, old lines, new lines)."""
    (diff,) = re.findall(r"```diff\n(.*?)```", page, re.DOTALL)
    found = []
    for line in diff.splitlines():
        if line.startswith("--- "):
            found.append((line[4:], [], []))
        else:
            _, old, new = found[-1]
            if line[0] in " -":
                old.append(line[1:])
            if line[0] in " +":
                new.append(line[1:])
    return found


class AddAnArea(support.TreeTest):
    def setUp(self):
        super().setUp()
        for name in (".clang-format", "CMakeLists.txt", "CMakePresets.json", "README.md", "CONTRIBUTING.md", "CHANGELOG.md",
                     "LICENSE"):
            shutil.copy(os.path.join(support.ROOT, name), self.root)
        for name in ("bench", "cmake", "data", "docs", "examples", "include", "plugins", "scripts", "src", "test",
                     "tools"):
            shutil.copytree(os.path.join(support.ROOT, name), os.path.join(self.root, name))
        shutil.copytree(os.path.join(self.root, "examples/area"), self.root, dirs_exist_ok=True)
        with open(os.path.join(support.ROOT, PAGE), encoding="utf-8") as file:
            self.edits = edits(file.read())

    def follow_the_page(self):
        for path, old, new in self.edits:
            full = os.path.join(self.root, path)
            with open(full, encoding="utf-8") as file:
                text = file.read()
            before = "".join(line + "\n" for line in old)
            self.assertEqual(text.count(before), 1, f"{PAGE}: {path} does not have these lines once:\n{before}")
            with open(full, "w", encoding="utf-8") as file:
                file.write(text.replace(before, "".join(line + "\n" for line in new)))

    def run_checked(self, *command, expect=0, **more):
        run = subprocess.run(command, capture_output=True, text=True, **more)
        self.assertEqual(run.returncode, expect, f"{command}\n{run.stdout[-4000:]}\n{run.stderr[-4000:]}")
        return run.stdout

    def configure(self, *options):
        self.build = os.path.join(self.root, "build")
        self.run_checked("cmake", "-S", self.root, "-B", self.build, "-G", "Ninja", "-DASSAY_TEST_GROUPS=unit",
                         "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", *options)

    def ninja(self, *targets):
        return self.run_checked("cmake", "--build", self.build, "--parallel", "2", "--target", *targets)

    def check(self, name, expect=0):
        tool = os.path.join(self.root, "tools", f"check_{name}.py")  # the page adds a row to one
        return self.run_checked(sys.executable, "-B", tool, "--root", self.root, expect=expect)

    def test_an_area_is_its_own_folders_and_few_lines(self):
        own = re.compile(r"(src|src/cli|test/unit)/sums/|docs/user/sums\.md")
        area = os.path.join(support.ROOT, "examples/area")
        for folder, _, files in os.walk(area):
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), area)
                self.assertRegex(path, own)
        lines = sum(1 for _, old, new in self.edits for line in new if line not in old)
        self.assertGreater(lines, 0)
        self.assertLessEqual(lines, MOST_LINES)

    def test_with_the_lines_the_checks_of_the_tree_pass(self):
        self.assertIn("src/sums/sums_module.cpp:1: this file belongs to no part", self.check("layers", expect=1))
        self.follow_the_page()
        for name in ("layers", "sizes", "links"):
            self.check(name)
        tool = check_format.find_tool("clang-format")
        if tool:
            own = [path for path in cpp_source.source_files(self.root) if "/sums/" in path]
            self.assertEqual(check_format.badly_formatted(self.root, tool, own), [])

    def test_it_configures_and_what_is_new_compiles(self):
        self.follow_the_page()
        self.configure("-DCMAKE_UNITY_BUILD=OFF")
        self.assertIn("unit_sums:", self.run_checked("ninja", "-C", self.build, "-t", "targets", "all"))
        with open(os.path.join(self.build, "compile_commands.json"), encoding="utf-8") as file:
            commands = {os.path.relpath(entry["file"], self.root): entry for entry in json.load(file)}
        new = [path for path in commands if re.match(r"src/(cli/)?sums/", path)]
        self.assertEqual(len(new), 5, new)
        for path in new + ["build/src/cli/areas.cpp"]:  # not by ninja, which would make the libraries first
            self.run_checked("sh", "-c", commands[path]["command"] + " -fsyntax-only", cwd=commands[path]["directory"])

    @unittest.skipUnless(SLOW, "builds the whole command")
    def test_it_finds_a_bug(self):
        self.follow_the_page()
        self.configure("-DCMAKE_UNITY_BUILD=ON")
        self.ninja("assay_cli", "unit_sums")
        self.run_checked(os.path.join(self.build, "test/unit/sums/unit_sums"))
        assay = os.path.join(self.build, "src/cli/assay")
        self.assertIn("sums test --target expr", self.run_checked(assay, "--help"))
        self.assertIn("planted: 2 + 2 = 5", self.run_checked(assay, "doctor", "--target", "expr"))
        campaign = os.path.join(self.root, "campaign")
        self.run_checked(assay, "sums", "test", "--target", "expr", "--tests", "50", "--out", campaign + "-clean")
        liar = self.write("liar", LIAR)
        os.chmod(liar, 0o755)
        self.run_checked(assay, "sums", "test", "--target", liar, "--tests", "50", "--out", campaign, expect=1)
        found = json.loads(self.run_checked(assay, "findings", "export", campaign, "--format", "json"))
        self.assertEqual({finding["kind"] for finding in found["findings"]}, {"wrong-result"})
        self.run_checked(assay, "replay", found["findings"][0]["folder"], expect=1)
        self.run_checked(assay, "replay", campaign, "0", "--target", "expr")
        with open(os.path.join(campaign, "report.html"), encoding="utf-8") as file:
            self.assertIn("By program", file.read())


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--slow"])
