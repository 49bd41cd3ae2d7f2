"""tools/try_packages.py without roots: attempts that are made once, and messages about left files."""

import contextlib
import io
import unittest

import support
import bare_root
import try_packages


class TryPackages(support.TreeTest):
    def steps(self, commit, *names, fails=()):
        """The steps that ran for a commit."""
        ran = []

        def step(name):
            if name in fails:
                raise SystemExit(name)
            ran.append(name)

        work = try_packages.Work(self.root, commit)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            for name in names:
                work.once(name, lambda name=name: step(name))
        return ran

    def test_a_run_goes_on_where_the_last_one_ended(self):
        self.assertEqual(self.steps("abc", "build", "try", fails=["try"]), ["build"])
        self.assertEqual(self.steps("abc", "build", "try"), ["try"])
        self.assertEqual(self.steps("abc", "build", "try"), [])
        self.assertEqual(self.steps("abd", "build", "try"), ["build", "try"])

    def test_files_that_are_left_or_lost_are_named(self):
        with contextlib.redirect_stdout(io.StringIO()):
            try_packages.same_files({"a", "b"}, {"a", "b"})
        with self.assertRaisesRegex(SystemExit, "(?s)left behind.*\nc$"):
            try_packages.same_files({"a"}, {"a", "c"})
        with self.assertRaisesRegex(SystemExit, "(?s)lost.*\na$"):
            try_packages.same_files({"a"}, set())

    def test_packages_are_found_by_their_system(self):
        work = try_packages.Work(self.root, "abc")
        for system in bare_root.SYSTEMS:
            self.write(f"out/assay_1.0.0-1~{system.name}_amd64.deb", "")
            self.assertIn(system.name, work.package(f"~{system.name}_amd64.deb"))
        with self.assertRaisesRegex(SystemExit, "tar.gz"):
            work.package(".tar.gz")

    def test_the_oldest_system_comes_first(self):
        # The tarball is built there.
        self.assertEqual(bare_root.SYSTEMS[0].name, "debian12")


if __name__ == "__main__":
    unittest.main()
