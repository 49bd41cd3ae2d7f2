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

    def test_where_the_tree_stands_does_not_matter(self):
        unity = f'#include "{self.root}/src/a.cpp"\n'
        entry = {"file": self.write("build/unity_0_cxx.cxx", unity), "command": f"c++ -I{self.root}/include"}
        before = run_tidy.cache_key(self.root, entry, "14")
        moved = self.root + ".moved"
        shutil.copytree(self.root, moved)
        self.addCleanup(shutil.rmtree, moved)
        with open(os.path.join(moved, "build/unity_0_cxx.cxx"), "w", encoding="utf-8") as file:
            file.write(unity.replace(self.root, moved))
        entry = {"file": os.path.join(moved, "build/unity_0_cxx.cxx"), "command": f"c++ -I{moved}/include"}
        self.assertEqual(run_tidy.cache_key(moved, entry, "14"), before)

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
        tool = check_format.find_tool("clang-tidy")
        if tool is None or not run_tidy.reads_standard_library(tool):
            self.skipTest("clang-tidy-14 is not installed, or does not read this machine's standard library")
        shutil.copy(os.path.join(support.ROOT, ".clang-tidy"), self.root)

    def run_on(self, code):
        source = self.write("src/a.cpp", code)
        command = {"file": source, "directory": self.root, "command": f"c++ -std=c++20 -c {source}"}
        build = os.path.dirname(self.write("build/compile_commands.json", json.dumps([command])))
        return self.tidy(build)

    def tidy(self, build):
        return subprocess.run([sys.executable, SCRIPT, "--root", self.root, "--build", build, "--cache",
                               os.path.join(self.root, "cache")], capture_output=True, text=True)

    def test_a_finding_fails_until_it_is_mended(self):
        for _ in range(2):  # a failure is not cached
            run = self.run_on("int BadName(int x) { return x; }\n")
            self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
            self.assertIn("== src/a.cpp", run.stdout)
            self.assertIn("readability-identifier-naming", run.stdout)
        run = self.run_on("int good_name(int x) { return x; }\n")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(len(os.listdir(os.path.join(self.root, "cache"))), 1)

    def test_sources_inside_of_a_unity_file_are_looked_at(self):
        bad = self.write("src/a.cpp", "int BadName(int x) { return x; }\n")
        good = self.write("src/b.cpp", "int good_name(int x) { return x; }\n")
        unity = self.write("build/Unity/unity_0_cxx.cxx", f'#include "{bad}"\n#include "{good}"\n')
        command = {"file": unity, "directory": self.root, "command": f"c++ -std=c++20 -c {unity}"}
        build = os.path.dirname(self.write("build/compile_commands.json", json.dumps([command])))
        run = self.tidy(build)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn("BadName", run.stdout)
        self.assertIn("2 sources in 1 files, 1 files with findings", run.stdout)


class Changed(support.TreeTest):
    def git(self, *arguments, date=None):
        environment = dict(os.environ, GIT_AUTHOR_DATE=date or "", GIT_COMMITTER_DATE=date or "") if date else None
        subprocess.run(["git", "-C", self.root, "-c", "user.name=a", "-c", "user.email=a@b", *arguments], check=True,
                       capture_output=True, env=environment)

    def test_what_the_last_day_before_the_newest_commit_changed(self):
        self.git("init", "-q")
        for day, name in (("01", "src/old.cpp"), ("05", "src/a.cpp"), ("05", "src/b.cpp")):
            self.write(name, "int x;\n")
            self.git("add", "-A")
            self.git("commit", "-qm", name, date=f"2026-01-{day}T12:00:00Z")
        self.write("src/b.cpp", "int y;\n")
        names = {os.path.relpath(path, self.root) for path in run_tidy.changed_files(self.root)}
        self.assertEqual(names, {"src/a.cpp", "src/b.cpp"})

    def test_changed_headers_are_looked_at_in_one_source_each(self):
        self.write("include/assay/a.hpp", "")
        self.write("include/assay/b.hpp", "")
        texts = {"one": '#include "assay/a.hpp"\n', "two": '#include "assay/a.hpp"\n', "three": '#include "assay/b.hpp"\n', "four": ""}
        entries = [{"file": self.write(f"src/{name}.cpp", text)} for name, text in texts.items()]
        chosen = lambda *names: [os.path.basename(entry["file"])[:-4] for entry in run_tidy.entries_for(
            self.root, entries, {os.path.join(self.root, name) for name in names})]
        self.assertEqual(chosen("include/assay/a.hpp"), ["one"])
        self.assertEqual(chosen("include/assay/a.hpp", "src/two.cpp"), ["two"])
        self.assertEqual(chosen("include/assay/a.hpp", "include/assay/b.hpp", "src/four.cpp"), ["four", "one", "three"])
        self.assertEqual(chosen("docs/a.md"), [])

    def test_everything_where_git_does_not_tell(self):
        self.assertIsNone(run_tidy.changed_files(self.root))
        self.git("init", "-q")
        self.write("src/a.cpp", "int x;\n")
        self.git("add", "-A")
        self.git("commit", "-qm", "first")
        self.assertIsNone(run_tidy.changed_files(self.root), "there is no commit of a day before")


if __name__ == "__main__":
    unittest.main()
