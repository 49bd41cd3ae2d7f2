"""The library from outside: what `cmake --install` puts somewhere is enough to build and run the examples."""

import ctypes
import os
import shutil
import subprocess
import tempfile
import unittest

SOURCE = os.environ["ASSAY_SOURCE_DIR"]
BUILD = os.environ["ASSAY_BUILD"]
EXAMPLES = os.path.join(SOURCE, "examples")

PROJECT = """cmake_minimum_required(VERSION 3.22)
project(outside LANGUAGES CXX)
find_package(Assay REQUIRED COMPONENTS domain)
add_executable(outside ${EXAMPLES}/domain_main/main.cpp)
target_include_directories(outside PRIVATE ${EXAMPLES})
target_link_libraries(outside PRIVATE Assay::domain)
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
        # Moved afterwards: nothing in it may say where it was.
        run("cmake", "--install", BUILD, "--component", "dev", "--prefix", os.path.join(cls.folder, "first"))
        cls.prefix = os.path.join(cls.folder, "prefix")
        os.rename(os.path.join(cls.folder, "first"), cls.prefix)
        found = [folder for folder, _, files in os.walk(cls.prefix) if "assay-c.pc" in files]
        cls.pkg_config = {**os.environ, "PKG_CONFIG_PATH": found[0]}

    def flags(self, package, *which):
        return run("pkg-config", *which, package, env=self.pkg_config).split()

    def test_a_domain_in_c_and_its_interface_from_python(self):
        library = os.path.join(self.folder, "libsigns.so")
        run("cc", "-shared", "-fPIC", "-Wall", "-Werror", *self.flags("assay-c", "--cflags"), os.path.join(EXAMPLES, "signs.c"), "-o", library)
        tables = ctypes.CDLL(library).assay_domain_tables_1
        tables.restype = ctypes.POINTER(ctypes.c_void_p)
        self.assertTrue(tables()[0])
        self.assertIsNone(tables()[1])


@unittest.skipUnless(os.environ.get("ASSAY_SLOW"), "compiles C++: runs with the label slow")
class InstalledForCpp(Installed):
    def check(self, program):
        self.assertIn("all laws hold", run(program))
        broken = subprocess.run([program, "bug"], capture_output=True, text=True, check=False)
        self.assertEqual(broken.returncode, 1, broken.stderr)
        self.assertIn("a law is broken", broken.stdout)

    def test_a_domains_laws_by_the_cmake_package(self):
        project = os.path.join(self.folder, "project")
        os.mkdir(project)
        with open(os.path.join(project, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(PROJECT)
        run("cmake", "-S", project, "-B", os.path.join(project, "build"), f"-DEXAMPLES={EXAMPLES}", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            "-DCMAKE_BUILD_TYPE=Debug")
        run("cmake", "--build", os.path.join(project, "build"))
        self.check(os.path.join(project, "build", "outside"))

    def test_a_domains_laws_by_pkg_config(self):
        program = os.path.join(self.folder, "by-pkg-config")
        run("c++", os.path.join(EXAMPLES, "domain_main", "main.cpp"), f"-I{EXAMPLES}", *self.flags("assay-domain", "--cflags", "--libs"), "-o",
            program)
        self.check(program)


if __name__ == "__main__":
    unittest.main()
