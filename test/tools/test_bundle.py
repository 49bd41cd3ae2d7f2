"""The tarball's bin/assay: it starts the program of its own folder, and reports a system that is too old."""

import os
import subprocess
import unittest

import support

NEEDED = {"@CMAKE_SYSTEM_PROCESSOR@": "x86_64", "@ASSAY_GLIBC@": "2.36"}


class Launcher(support.TreeTest):
    def setUp(self):
        super().setUp()
        with open(os.path.join(support.ROOT, "cmake", "bundle", "assay.sh.in"), encoding="utf-8") as file:
            text = file.read()
        for name, value in NEEDED.items():
            text = text.replace(name, value)
        self.assertNotIn("@A", text)
        self.launcher = self.script("a folder/bin/assay", text)
        self.script("a folder/libexec/assay/assay", '#!/bin/sh\necho "started:" "$@"\nexit 7\n')

    def script(self, path, text):
        full = self.write(path, text)
        os.chmod(full, 0o755)
        return full

    def start(self, *arguments, glibc="echo glibc 2.36", machine="x86_64", program=None):
        self.script("system/getconf", f"#!/bin/sh\n{glibc}\n")
        self.script("system/uname", f"#!/bin/sh\necho {machine}\n")
        return subprocess.run([program or self.launcher, *arguments], capture_output=True, text=True, check=False,
                              env={"PATH": os.path.join(self.root, "system") + ":/usr/bin:/bin"})

    def test_starts_the_program_with_its_words_and_exit_code(self):
        for glibc in ("2.36", "2.40", "2.41.1", "3.0"):
            done = self.start("smt", "two words", glibc=f"echo glibc {glibc}")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (7, "started: smt two words\n", ""), glibc)

    def test_starts_through_a_link(self):
        link = os.path.join(self.root, "assay")
        os.symlink(self.launcher, link)
        self.assertEqual(self.start("x", program=link).stdout, "started: x\n")

    def test_says_what_an_old_system_lacks(self):
        for glibc in ("2.31", "2.4", "1.99", "2.35.9"):
            done = self.start("doctor", glibc=f"echo glibc {glibc}")
            self.assertEqual((done.returncode, done.stdout), (3, ""), glibc)
            self.assertIn("with glibc 2.36 or later", done.stderr)
            self.assertIn(f"this system has glibc {glibc}", done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 2)

    def test_says_so_without_glibc(self):
        for glibc in ("exit 1", "echo", "echo musl"):
            done = self.start(glibc=glibc)
            self.assertEqual(done.returncode, 3, glibc)
            self.assertIn("this system has no glibc", done.stderr)

    def test_says_so_on_another_processor(self):
        done = self.start(machine="aarch64")
        self.assertEqual(done.returncode, 3)
        self.assertIn("this system is for aarch64", done.stderr)


if __name__ == "__main__":
    unittest.main()
