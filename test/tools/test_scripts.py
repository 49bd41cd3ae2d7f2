"""scripts/lib.sh against a fake apt: its installations, its silence if nothing is missing, and its error messages."""

import os
import subprocess
import unittest

import support

FAKES = {
    # Installed packages are lines of $STATE/installed, known ones lines of $STATE/archive.
    "dpkg-query": 'grep -qx "${@: -1}" "$STATE/installed" && printf installed',
    "apt-cache": """
        echo "apt-cache $*" >>"$STATE/cache"
        for p in "$@"; do if grep -qx -- "$p" "$STATE/archive"; then echo "Package: $p"; fi; done""",
    "apt-get": """
        echo "apt-get $*" >>"$STATE/log"
        case "$*" in
          *update*) [ ! -e "$STATE/offline" ] && { cp "$STATE/newer" "$STATE/archive" 2>/dev/null || true; } ;;
          *install*)
            for p in "$@"; do if grep -qx -- "$p" "$STATE/broken"; then exit 100; fi; done
            for p in "$@"; do case $p in -* | install) ;; *) echo "$p" >>"$STATE/installed" ;; esac; done ;;
        esac""",
    "sudo": 'exec "$@"',
}


class Packages(support.TreeTest):
    def setUp(self):
        super().setUp()
        for name, body in FAKES.items():
            os.chmod(self.write(f"bin/{name}", f"#!/bin/bash\n{body}\n"), 0o755)
        self.lists = self.write("packages.txt", "# one\n[build]\ng++\ncmake\n\n[run]\nz3\n?cvc9\n[test]\nlibgtest-dev\n")
        self.state(installed="g++\ncmake\nz3\n", archive="g++\ncmake\nz3\nlibgtest-dev\ncvc9\n", broken="", log="")

    def state(self, **files):
        for name, text in files.items():
            self.write(f"state/{name}", text)

    def log(self):
        with open(os.path.join(self.root, "state/log"), encoding="utf-8") as file:
            return file.read().splitlines()

    def shell(self, command):
        environment = dict(os.environ, PATH=f"{self.root}/bin:{os.environ['PATH']}", STATE=f"{self.root}/state",
                           ASSAY_PACKAGES_FILE=self.lists)
        return subprocess.run(["bash", "-c", f". {support.ROOT}/scripts/lib.sh\n{command}"], capture_output=True, text=True,
                              env=environment, cwd=self.root)

    def test_sections(self):
        self.assertEqual(self.shell("packages_in build").stdout.split(), ["g++", "cmake"])
        self.assertEqual(self.shell("packages_in run test").stdout.split(), ["z3", "?cvc9", "libgtest-dev"])

    def test_a_package_for_another_gcc_is_left_out(self):
        self.write("packages.txt", "[areas]\nlibx\n?gcc-12-plugin gcc=12\n")
        for version, found in (("12", ["libx", "?gcc-12-plugin"]), ("13.2", ["libx"])):
            os.chmod(self.write("bin/gcc", f"#!/bin/sh\necho {version}\n"), 0o755)
            self.assertEqual(self.shell("packages_in areas").stdout.split(), found)

    def test_the_archive_is_asked_once_for_all_packages(self):
        self.state(installed="", cache="")
        self.shell("install_packages build")
        with open(os.path.join(self.root, "state/cache"), encoding="utf-8") as file:
            shows = [line for line in file if " show " in line]
        self.assertEqual(len([line for line in shows if "g++ cmake" in line]), len(shows))
        self.assertLessEqual(len(shows), 2)

    def test_a_system_that_is_not_in_the_table_is_noted(self):
        run = self.shell("root=$PWD/none; mkdir -p $root/docs/dev; cp " + support.ROOT + "/docs/dev/build.md $root/docs/dev/; tried_systems")
        self.assertEqual(run.stderr, "")
        for system in run.stdout.split():
            self.assertRegex(system, r"^[a-z]+:[0-9.]+$")

    def test_nothing_missing_means_no_apt(self):
        self.state(installed="g++\ncmake\nz3\ncvc9\n")
        run = self.shell("install_packages build run")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.log(), [])

    def test_only_what_is_missing_is_installed_and_the_lists_are_not_read_for_it(self):
        run = self.shell("install_packages build test")
        self.assertEqual(run.returncode, 0, run.stderr)
        (line,) = self.log()
        self.assertTrue(line.endswith("install libgtest-dev"), line)

    def test_lists_are_read_once_where_they_lack_a_package(self):
        self.state(installed="", archive="", newer="g++\ncmake\nz3\ncvc9\n")
        run = self.shell("install_packages build run")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(sum("update" in line for line in self.log()), 1)
        self.assertIn("update", self.log()[0])

    def test_an_unknown_package_is_named_with_advice(self):
        self.state(installed="", archive="g++\n", newer="g++\n")
        run = self.shell("install_packages build")
        self.assertEqual(run.returncode, 3)
        self.assertIn("FAILED: the package cmake is not in this system's package lists", run.stderr)
        self.assertIn("archive", run.stderr)

    def test_an_install_that_fails_names_the_packages_and_the_command(self):
        self.state(installed="g++\n", broken="cmake\n")
        run = self.shell("install_packages build")
        self.assertEqual(run.returncode, 3)
        self.assertIn("FAILED: Installing cmake", run.stderr)
        self.assertIn("apt-get install cmake", run.stderr)

    def test_a_failed_update_says_to_check_the_network(self):
        self.state(installed="", archive="", offline="")
        run = self.shell("install_packages build")
        self.assertEqual(run.returncode, 3)
        self.assertIn("check the network", run.stderr)

    def test_an_optional_package_may_be_absent_or_fail(self):
        for state in ({"archive": "z3\n", "newer": "z3\n"}, {"archive": "cvc9\n", "broken": "cvc9\n"}):
            self.state(**state)
            run = self.shell("install_packages run")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("cvc9", run.stdout)
            self.assertIn("skipped", run.stdout)

    def test_optional_packages_are_installed_in_one_run(self):
        self.write("packages.txt", "[run]\nz3\n?cvc9\n?gringo9\n?absent\n")
        self.state(archive="z3\ncvc9\ngringo9\n", newer="z3\ncvc9\ngringo9\n")
        run = self.shell("install_packages run")
        self.assertEqual(run.returncode, 0, run.stderr)
        (line,) = (line for line in self.log() if " install " in line)
        self.assertTrue(line.endswith("install cvc9 gringo9"), line)

    def test_one_that_fails_does_not_keep_the_others_out(self):
        self.write("packages.txt", "[run]\nz3\n?cvc9\n?gringo9\n")
        self.state(archive="z3\ncvc9\ngringo9\n", broken="cvc9\n")
        run = self.shell("install_packages run; installed gringo9 && echo gringo9 is there")
        self.assertIn("the package cvc9 could not be installed", run.stdout)
        self.assertIn("gringo9 is there", run.stdout)
        self.assertNotIn("the package gringo9", run.stdout)

    def test_a_failing_step_is_named(self):
        run = self.shell("step 'Building it' 'look above' sh -c 'exit 7'")
        self.assertEqual(run.returncode, 3)
        self.assertIn("FAILED: Building it", run.stderr)
        self.assertIn("exit code 7", run.stderr)
        self.assertIn("look above", run.stderr)

    def test_without_apt_it_says_what_to_do(self):
        run = self.shell("PATH=/nonexistent; install_packages build")
        self.assertEqual(run.returncode, 3)
        self.assertIn("packages.txt", run.stderr)


class Scripts(unittest.TestCase):
    def test_help_and_usage(self):
        for name in ("test", "quickstart"):
            path = os.path.join(support.ROOT, "scripts", name)
            run = subprocess.run([path, "--help"], capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn(f"usage: scripts/{name}", run.stdout)
            run = subprocess.run([path, "--no-such-option"], capture_output=True, text=True)
            self.assertEqual(run.returncode, 2)

    def test_every_package_of_the_lists_is_explained(self):
        with open(os.path.join(support.ROOT, "docs/dev/dependencies.md"), encoding="utf-8") as file:
            explained = file.read()
        lib = os.path.join(support.ROOT, "scripts/lib.sh")
        run = subprocess.run(["bash", "-c", f". {lib}; packages_in build areas run test slow"], capture_output=True, text=True)
        for package in run.stdout.split():
            self.assertIn(f"`{package.lstrip('?')}`", explained)


if __name__ == "__main__":
    unittest.main()
