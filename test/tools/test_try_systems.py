"""tools/try_systems.py without roots: stored attempts, attempts that run again, and the table of the page."""

import argparse
import contextlib
import io
import os
import subprocess
import unittest

import support
import bare_root
import try_systems

PAGE = f"before\n{try_systems.BEGIN}\nold rows\n{try_systems.END}\nafter\n"
LOG = "0 == Reading the package lists\n151 == Fuzzing Z3 version 4.8.12 for 60s\n152 tests 16\n"


class TrySystems(support.TreeTest):
    def setUp(self):
        super().setUp()
        self.ran = []
        self.page = self.write("build.md", PAGE)

    def run_all(self, endings, systems=bare_root.SYSTEMS[:2], commands=("quickstart",), commit="abc", again=False):
        """The number of failures. `endings`: (system, command) -> exit code, or an exception that interrupts the tool."""

        def attempt(system, command, state):
            self.assertEqual(state, self.root)
            self.ran.append((system.name, command.name))
            code = endings.get((system.name, command.name), 0)
            if isinstance(code, BaseException):
                raise code
            return code, 421, 900, LOG if code == 0 else LOG + "200 src/a.cpp:1:2: error: no | such name\n"

        arguments = argparse.Namespace(state=self.root, commit=commit, again=again, page=self.page)
        with contextlib.redirect_stdout(io.StringIO()):
            return try_systems.attempt_all(systems, [try_systems.COMMANDS[name] for name in commands], arguments, attempt)

    def table(self):
        with open(self.page, encoding="utf-8") as file:
            return file.read()

    def test_the_table_says_what_was_tried_and_how_it_ended(self):
        self.assertEqual(self.run_all({("debian13", "scripts/quickstart"): 3}), 1)
        page = self.table()
        self.assertTrue(page.startswith("before\n") and page.endswith(f"{try_systems.END}\nafter\n"))
        self.assertNotIn("old rows", page)
        self.assertRegex(page, r"\| Debian 12 \(`debian:12`\) \| `scripts/quickstart` \| [\d-]{10} \| abc \| "
                               r"works; campaign began after 2:31 \| 7:01 \| 15:00 \|")
        self.assertIn("fails (exit code 3); campaign began after 2:31; src/a.cpp:1:2: error: no \\| such name |", page)

    def test_what_is_finished_for_the_commit_is_not_run_again(self):
        self.run_all({})
        self.run_all({}, systems=bare_root.SYSTEMS[:3])
        self.assertEqual([name for name, _ in self.ran], ["debian12", "debian13", "ubuntu24.04"])
        self.run_all({}, commit="def")
        self.assertEqual(len(self.ran), 5)
        self.run_all({}, commit="def", again=True)
        self.assertEqual(len(self.ran), 7)
        self.assertEqual(self.table().count("`scripts/quickstart`"), 3)
        self.assertEqual(self.table().count("| def |"), 2)

    def test_an_interrupted_attempt_is_run_again_and_the_finished_ones_are_kept(self):
        with self.assertRaises(KeyboardInterrupt):
            self.run_all({("debian13", "scripts/quickstart"): KeyboardInterrupt()})
        self.assertIn("debian:12", self.table())
        self.assertEqual(self.run_all({}), 0)
        self.assertEqual([name for name, _ in self.ran], ["debian12", "debian13", "debian13"])

    def test_a_page_without_a_place_for_the_table_is_refused(self):
        self.page = self.write("build.md", "nothing\n")
        with self.assertRaises(SystemExit):
            self.run_all({})

    def test_the_scripts_name_the_systems_on_which_quickstart_works(self):
        self.run_all({("debian13", "scripts/quickstart"): 1}, systems=bare_root.SYSTEMS, commands=("quickstart", "test"))
        self.write("docs/dev/build.md", self.table())
        shell = f'. {support.ROOT}/scripts/lib.sh; root={self.root}; tried_systems'
        named = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=True).stdout.split()
        self.assertEqual(named, ["debian:12", "ubuntu:24.04"])

    def test_bash_counts_the_seconds_of_what_it_ran(self):
        self.assertEqual(try_systems.cpu_seconds("10m1.500s 0m30.250s"), 632)
        log, cpu, ended = (os.path.join(self.root, name) for name in ("log", "cpu", "ended"))
        script = try_systems.SCRIPT.format(command="echo one; (exit 7)").replace("/root/assay", self.root).replace("/root/", self.root + "/")
        subprocess.run(["bash", "-c", script], check=True)
        with open(log, encoding="utf-8") as said, open(ended, encoding="utf-8") as end, open(cpu, encoding="utf-8") as times:
            self.assertRegex(said.read(), r"^\d+ one\n$")  # seconds since the start: a busy machine may take some
            self.assertEqual(end.read().split()[0], "7")
            self.assertLess(try_systems.cpu_seconds(times.read()), 60)

    def test_the_page_of_the_tree_has_a_place_for_the_table(self):
        with open(try_systems.PAGE, encoding="utf-8") as file:
            try_systems.with_table(file.read(), [])


if __name__ == "__main__":
    unittest.main()
