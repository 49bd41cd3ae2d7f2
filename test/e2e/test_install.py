"""The library from outside: the files that `cmake --install` installs are enough to build and run the examples."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.environ["ASSAY_SOURCE_DIR"]
BUILD = os.environ["ASSAY_BUILD"]
EXAMPLES = os.path.join(SOURCE, "examples")

PROJECT = """cmake_minimum_required(VERSION 3.22)
project(outside LANGUAGES C CXX)
find_package(Assay REQUIRED COMPONENTS %s)
"""
PROGRAM = """add_executable({name} ${{EXAMPLES}}/{source})
target_include_directories({name} PRIVATE ${{EXAMPLES}})
target_link_libraries({name} PRIVATE Assay::{component})
"""
# The source of each component's example.
CPP = {"domain": "domain_main/main.cpp", "smt": "smt_values/main.cpp", "datalog": "datalog_values/main.cpp"}
C_DOMAIN = """add_library(signs MODULE ${EXAMPLES}/signs.c)
target_link_libraries(signs PRIVATE Assay::c)
"""
SCRIPT = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(assert (< (* 2 x) %d))\n(check-sat)\n"
PATHS = """.decl edge(a:number, b:number)
edge(1, 2). edge(2, 3). edge(3, 4).
.decl path(a:number, b:number)
.output path
path(a, b) :- edge(a, b).
path(a, c) :- path(a, b), edge(b, c).
"""


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="assay-install-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        # The installation is moved afterwards: no file may contain its old path.
        run("cmake", "--install", BUILD, "--component", "dev", "--prefix", os.path.join(cls.folder, "first"))
        cls.prefix = os.path.join(cls.folder, "prefix")
        os.rename(os.path.join(cls.folder, "first"), cls.prefix)
        found = [folder for folder, _, files in os.walk(cls.prefix) if "assay-c.pc" in files]
        cls.pkg_config = {**os.environ, "PKG_CONFIG_PATH": found[0]}

    def flags(self, package, *which):
        return run("pkg-config", *which, package, env=self.pkg_config).split()

    def headers(self):
        return sorted(os.path.relpath(os.path.join(folder, name), os.path.join(self.prefix, "include"))
                      for folder, _, names in os.walk(os.path.join(self.prefix, "include")) for name in names)

    def try_signs(self, library):
        said = run(sys.executable, os.path.join(EXAMPLES, "signs.py"), library)
        self.assertIn("bottom <= top: 1 top <= bottom: 0 top <= top join bottom: 1", said)

    def test_a_domain_in_c_and_its_interface_from_python(self):
        library = os.path.join(self.folder, "libsigns.so")
        run("cc", "-shared", "-fPIC", "-Wall", "-Werror", *self.flags("assay-c", "--cflags"), os.path.join(EXAMPLES, "signs.c"), "-o", library)
        self.try_signs(library)

    def test_the_headers_are_those_that_a_component_needs_and_what_they_include(self):
        headers = self.headers()
        for entry in ("assay/assay_domain.h", "assay/domain/check.hpp", "assay/smt/eval.hpp", "assay/datalog/evaluate.hpp"):
            self.assertIn(entry, headers)
        for internal in ("core/store/store.hpp", "smt/fuzz/seed/fuzz.hpp", "analyzer/tune/space/tune.hpp", "core/executor/executor.hpp"):
            self.assertNotIn(internal, headers)
        for header in headers:
            with open(os.path.join(self.prefix, "include", header), encoding="utf-8") as file:
                for included in re.findall(r'^#include "(assay/[^"]*)"', file.read(), re.MULTILINE):
                    self.assertIn(included, headers, header)

    def test_a_component_that_is_not_there_is_named(self):
        project = os.path.join(self.folder, "unknown")
        os.mkdir(project)
        with open(os.path.join(project, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(PROJECT % "smt nosuch")
        done = subprocess.run(["cmake", "-S", project, "-B", os.path.join(project, "build"), f"-DCMAKE_PREFIX_PATH={self.prefix}"],
                              capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("nosuch", done.stderr)


@unittest.skipUnless(os.environ.get("ASSAY_SLOW"), "compiles C++: runs with the label slow")
class InstalledForCpp(Installed):
    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def check_domain(self, program):
        self.assertIn("all laws hold", run(program))
        broken = subprocess.run([program, "bug"], capture_output=True, text=True, check=False)
        self.assertEqual(broken.returncode, 1, broken.stderr)
        self.assertIn("a law is broken", broken.stdout)

    def check_smt(self, program):
        model = self.write("model", "((define-fun x () Int 4))")
        self.assertEqual(run(program, self.write("good.smt2", SCRIPT % 9), model), "true   (> x 3)\ntrue   (< (* 2 x) 9)\n")
        bad = subprocess.run([program, self.write("bad.smt2", SCRIPT % 8), model], capture_output=True, text=True, check=False)
        self.assertEqual((bad.returncode, bad.stdout), (1, "true   (> x 3)\nfalse  (< (* 2 x) 8)\n"))

    def check_datalog(self, program):
        self.assertEqual(run(program, self.write("paths.dl", PATHS)), "edge 3\npath 6\n")

    def check(self, component, program):
        {"domain": self.check_domain, "smt": self.check_smt, "datalog": self.check_datalog}[component](program)

    def test_each_component_by_the_cmake_package(self):
        project = os.path.join(self.folder, "project")
        os.mkdir(project)
        programs = [PROGRAM.format(name=f"by-cmake-{component}", source=source, component=component) for component, source in CPP.items()]
        with open(os.path.join(project, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(PROJECT % " ".join((*CPP, "c")) + "".join(programs) + C_DOMAIN)
        build = os.path.join(project, "build")
        run("cmake", "-S", project, "-B", build, f"-DEXAMPLES={EXAMPLES}", f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_BUILD_TYPE=Debug")
        run("cmake", "--build", build)
        for component in CPP:
            with self.subTest(component=component):
                self.check(component, os.path.join(build, f"by-cmake-{component}"))
        self.try_signs(os.path.join(build, "libsigns.so"))

    def test_each_component_by_pkg_config(self):
        for component, source in CPP.items():
            with self.subTest(component=component):
                program = os.path.join(self.folder, f"by-pkg-config-{component}")
                run("c++", os.path.join(EXAMPLES, source), f"-I{EXAMPLES}", *self.flags(f"assay-{component}", "--cflags", "--libs"), "-o", program)
                self.check(component, program)


if __name__ == "__main__":
    unittest.main()
