"""`assay versions`: releases from wheels made here (no network), and names with a version."""

import json
import os
import re
import subprocess
import sys
import unittest
import zipfile

from harness import ENVIRONMENT, FINDINGS, NOTHING, SOURCE, USAGE, Case, needs

SOLVER = """#!/bin/sh
if [ "$1" = --version ]; then echo "Z3 version VERSION - 64 bit"; exit; fi
exec z3 "$@"
"""


# Chooses the newest crates of the family, as cargo does, and builds nothing.
CARGO = """#!/bin/sh
case $1 in
  info) echo "version: 0.8.1" ;;
  generate-lockfile)
    lock=$(dirname "$4")/Cargo.lock
    for crate in ascent:0.1.0 ascent_base:0.1.3 ascent_macro:0.1.3 ascetic:0.9.9; do
      printf '[[package]]\\nname = "%s"\\nversion = "%s"\\n\\n' "${crate%:*}" "${crate#*:}"
    done >"$lock" ;;
  update)
    [ "$3" = ascent_base ] && { echo "no such version" >&2; exit 101; }
    sed -i "/\\"$3\\"/{n;s/\\".*/\\"$5\\"/}" "$(dirname "$8")/Cargo.lock" ;;
  build)
    mkdir -p "$7/debug"
    printf '#!/bin/sh\\necho dbsp %s\\n' "$(sed -n 's/^version = "\\(.*\\)"/\\1/p' "$5")" >"$7/debug/assay-dbsp"
    chmod +x "$7/debug/assay-dbsp" ;;
esac
"""


# apt, with packages that a test makes: versions 14.0.6 and 19.1.7 of clang. `download` puts them into the current folder.
APT_CACHE = """#!/bin/sh
case $1 in
  search) echo "clang-14 - a compiler"; echo "clang-19 - a compiler" ;;
  madison) shift
    for name; do
      case $name in
        clang-14) echo "clang-14 | 1:14.0.6-12 | a mirror" ;;
        clang-19) echo "clang-19 | 1:19.1.7-3~deb12u1 | a mirror"; echo "clang-19 | 1:19.1.7-2 | a mirror" ;;
      esac
    done ;;
esac
"""
APT_GET = """#!/bin/sh
[ "$1 $2" = "--quiet=2 download" ] || exit 9
shift 2
for name; do cp "DEBS/${name%%=*}.deb" . || exit 100; done
"""


class Versions(Case):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("wheels"))
        self.offline = {"XDG_DATA_HOME": self.path("data"), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": self.path("wheels"),
                        "PIP_CONFIG_FILE": os.devnull, "PIP_CERT": "", "PIP_DEFAULT_TIMEOUT": "1", "HOME": self.folder}

    def wheel(self, version, program=SOLVER, tag="py3-none-any", name="z3_solver", module=None):
        """A package: with a module of this text, or else with a program called z3 in its bin."""
        if subprocess.run(["python3", "-m", "pip", "--version"], capture_output=True, check=False).returncode != 0:
            self.skipTest("python3 has no pip")
        information = f"{name}-{version}.dist-info"
        content = {f"{name}-{version}.data/data/bin/z3": program.replace("VERSION", version)}
        files = {**({f"{name}.py": module} if module else content),
                 f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n",
                 f"{information}/WHEEL": f"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: {tag}\n"}
        with zipfile.ZipFile(self.path("wheels", f"{name}-{version}-{tag}.whl"), "w") as archive:
            for path, text in files.items():
                entry = zipfile.ZipInfo(path)
                entry.external_attr = 0o100755 << 16
                archive.writestr(entry, text)
            archive.writestr(f"{information}/RECORD", "".join(f"{path},,\n" for path in files))

    def versions(self, *arguments, expect=NOTHING, **environment):
        return self.assay("versions", *arguments, expect=expect, env={**self.offline, **environment})

    def tree(self):
        """All files in the folder of releases."""
        found = []
        for folder, _, files in os.walk(self.path("data")):
            found += [os.path.relpath(os.path.join(folder, file), self.path("data")) for file in files]
        return sorted(found)

    def test_a_release_is_listed_installed_used_and_removed(self):
        self.wheel("4.8.17.0")
        self.wheel("4.13.0.0")
        listed = json.loads(self.versions("list", "z3", "--json").stdout)
        self.assertEqual([row["version"] for row in listed], ["4.8.17", "4.13.0"])
        self.versions("install", "z3@4.8.17", "z3@latest")
        self.assertIn("z3@4.8.17  installed", self.versions("list", "z3").stdout)
        self.assertRegex(self.versions("list").stdout, r"(?m)^z3 .* 4\.8\.17, 4\.13\.0$")
        self.assertIn("is there", self.versions("install", "z3@4.8.17.0", PATH="/nowhere").stdout)
        self.assertIn("z3-4.8.17.txt", " ".join(self.tree()))
        self.versions("remove", "z3@4.8.17")
        self.assertNotIn("z3@4.8.17  installed", self.versions("list", "z3").stdout)
        missing = self.versions("remove", "z3@4.8.17", expect=USAGE)
        self.assertIn("installed: 4.13.0", missing.stderr)

    def test_what_cannot_be_installed_leaves_nothing(self):
        self.wheel("4.8.17.0")
        unknown = self.versions("install", "z3@4.8.16", expect=ENVIRONMENT)
        self.assertIn("near it: 4.8.17", unknown.stderr)
        self.assertIn("there are: z3, cvc5", self.versions("install", "nosuch@1", expect=USAGE).stderr)
        self.assertIn("names no release", self.versions("install", "z3@../../x", expect=ENVIRONMENT).stderr)
        self.wheel("4.9.0.0", program="no program")
        self.assertIn("does not run", self.versions("install", "z3@4.9.0", expect=ENVIRONMENT).stderr)
        self.wheel("4.10.0.0", tag="py3-none-win32")
        self.assertIn("near it: 4.8.17, 4.9.0", self.versions("install", "z3@4.10.0", expect=ENVIRONMENT).stderr)
        self.assertIn("no release of z3-solver" if os.path.exists("/none") else "cvc5", self.versions(
            "install", "cvc5", expect=ENVIRONMENT).stderr)
        self.assertEqual([path for path in self.tree() if "locks" not in path], [])

    def test_drivers_are_replaced_and_take_old_packages(self):
        old = "import sqlite3\nConnection = sqlite3.connect\ndef sqlitelibversion():\n    return '3.39.4'\n"
        self.wheel("3.39.4.0", name="apsw", module=old)
        self.versions("install", "sqlite@3.39.4")
        driver = self.path("data", "assay", "targets", "sqlite", "3.39.4", "driver", "sql.py")
        with open(driver, encoding="utf-8") as file:
            text = file.read()
        with open(driver, "w", encoding="utf-8") as file:
            file.write("an earlier Assay's driver")
        self.versions("install", "sqlite@3.39.4")
        with open(driver, encoding="utf-8") as file:
            self.assertEqual(file.read(), text)
        self.wheel("3.39.5.0", name="apsw", module="raise ValueError('the last line')\n")
        failed = self.versions("install", "sqlite@3.39.5", expect=ENVIRONMENT).stderr
        self.assertIn("does not run: ValueError: the last line", failed)

    def test_the_same_files_or_none_another_time(self):
        self.wheel("4.8.17.0")
        self.versions("install", "z3@4.8.17")
        self.versions("remove", "z3@4.8.17")
        self.versions("install", "z3@4.8.17")
        self.versions("remove", "z3@4.8.17")
        self.wheel("4.8.17.0", program=SOLVER + "# changed\n")
        changed = self.versions("install", "z3@4.8.17", expect=ENVIRONMENT)
        self.assertIn("cannot download z3-solver 4.8.17.0", changed.stderr)
        self.assertIn("DO NOT MATCH", changed.stderr.upper())

    def test_crates_of_one_family_have_one_version(self):
        os.mkdir(self.path("bin"))
        with open(self.path("bin", "cargo"), "w", encoding="utf-8") as file:
            file.write(CARGO)
        os.chmod(self.path("bin", "cargo"), 0o755)
        self.versions("install", "ascent@0.1.0", PATH=self.path("bin") + ":" + os.environ["PATH"])
        with open(self.path("data", "assay", "targets", "ascent", "0.1.0", "ascent", "Cargo.lock"), encoding="utf-8") as file:
            lock = dict(re.findall('name = "(.*)"\nversion = "(.*)"', file.read()))
        self.assertEqual(lock, {"ascent": "0.1.0", "ascent_base": "0.1.3", "ascent_macro": "0.1.0", "ascetic": "0.9.9"})

    def test_a_driver_in_rust_is_compiled_with_its_crate(self):
        self.program("bin/cargo", CARGO)
        self.versions("install", "dbsp@0.349.0", PATH=self.path("bin") + ":" + os.environ["PATH"])
        folder = self.path("data", "assay", "targets", "dbsp", "0.349.0")
        self.assertTrue(os.path.exists(folder + "/dbsp/src/main.rs"))
        with open(folder + "/dbsp/Cargo.toml", encoding="utf-8") as file:
            self.assertIn("default-features = true", file.read())
        ran = subprocess.run([folder + "/bin/assay-dbsp", "--version"], capture_output=True, text=True, check=True)
        self.assertEqual(ran.stdout, "dbsp 0.349.0\n")

    def debs(self, lies=False):
        """An environment in which apt has clang-14 and clang-19, whose program is gcc. With lies, -O2 of 19 is a wrong compiler."""
        for name, text in (("apt-cache", APT_CACHE), ("apt-get", APT_GET.replace("DEBS", self.path("debs")))):
            self.program(f"bin/{name}", text)
        self.write("wrong.h", "#include <stdio.h>\n#define printf(...) puts(\"wrong\")\n")
        for version, number in (("14", "14.0.6"), ("19", "19.1.7")):
            wrong = lies and version == "19"
            lie = f"case \" $* \" in *' -O2 '*) set -- -include {self.path('wrong.h')} \"$@\" ;; esac\n" if wrong else ""
            self.program(f"clang-{version}/usr/bin/clang-{version}", f"#!/bin/sh\n[ \"$1\" = --version ] && exec cat \"${{0%/bin/*}}"
                         f"/lib/x-linux-gnu/version\"\n{lie}exec gcc \"$@\"\n")
            self.write(f"libllvm{version}/usr/lib/x-linux-gnu/version", f"clang version {number}\n")
            self.write(f"libclang-cpp{version}/usr/share/x", "")
            self.write(f"libclang-common-{version}-dev/usr/share/y", "")
            for package in (f"clang-{version}", f"libllvm{version}", f"libclang-cpp{version}", f"libclang-common-{version}-dev"):
                self.write(f"{package}/DEBIAN/control", f"Package: {package}\nVersion: 1:{number}-3\nArchitecture: all\n"
                           "Maintainer: nobody <n@example.org>\nDescription: a test\n")
                os.makedirs(self.path("debs"), exist_ok=True)
                subprocess.run(["dpkg-deb", "--build", "--root-owner-group", self.path(package), self.path("debs", package + ".deb")],
                               check=True, capture_output=True)
        return {"PATH": self.path("bin") + ":" + os.environ["PATH"]}

    @needs("dpkg-deb")
    def test_compilers_come_from_debians_packages(self):
        environment = self.debs()
        listed = json.loads(self.versions("list", "clang", "--json", **environment).stdout)
        self.assertEqual([row["version"] for row in listed], ["14.0.6", "19.1.7"])
        installed = json.loads(self.versions("install", "clang@19", "--json", **environment).stdout)
        self.assertEqual((installed["version"], installed["new"]), ("19.1.7", True))
        said = subprocess.run([installed["program"], "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(said, "clang version 19.1.7\n")
        self.assertIn("is there", self.versions("install", "clang@19.1.7", **environment).stdout)
        self.assertIn("near it: 14.0.6", self.versions("install", "clang@15", expect=ENVIRONMENT, **environment).stderr)
        self.assertIn("clang-19", " ".join(self.tree()))
        # Other files under the same version are refused.
        self.versions("remove", "clang@19")
        self.write("clang-19/usr/bin/more", "changed")
        subprocess.run(["dpkg-deb", "--build", self.path("clang-19"), self.path("debs", "clang-19.deb")], check=True, capture_output=True)
        changed = self.versions("install", "clang@19", expect=ENVIRONMENT, **environment)
        self.assertIn("differ from those of an earlier installation", changed.stderr)
        os.unlink(self.path("debs", "libllvm14.deb"))
        self.assertIn("cannot download clang-14", self.versions("install", "clang@14", expect=ENVIRONMENT, **environment).stderr)
        self.assertEqual([path for path in self.tree() if "locks" not in path], [])

    @needs("dpkg-deb")
    @needs("gcc")
    @needs("clang-14")
    def test_builds_of_compilers_are_compared_and_their_releases_too(self):
        environment = self.debs(lies=True)
        self.versions("install", "clang@14", "clang@19", **environment)
        self.write("a.c", "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", 7); return 0; }\n")
        out = self.assay("analyzer", "test", "a.c", "--target", "clang@14", "--target", "clang@19", "--skip-controls", "--out", "out",
                         "--confirmations", "1", "--reduce-time", "1s", env={**self.offline, **environment}, expect=FINDINGS)
        findings = json.loads(self.assay("findings", "list", "out", "--json", expect=FINDINGS).stdout)
        self.assertEqual({(one["target"], one["kind"]) for one in findings}, {("clang@19.1.7", "miscompiled")}, out.both)
        self.assay("findings", "history", "out", "--versions", "clang:all", env={**self.offline, **environment}, expect=(0, 1))
        with open(self.path("out", "findings", findings[0]["id"], "versions.json"), encoding="utf-8") as file:
            text = file.read()
        self.assertRegex(text, r'"14\.0\.6"[^}]*right|right[^}]*"14\.0\.6"')

    def test_other_names_of_a_release_come_later_too(self):
        self.wheel("4.8.17.0")
        self.versions("install", "z3@4.8.17")
        link = self.path("data", "assay", "targets", "bddbddb")
        self.assertEqual(os.readlink(link), "z3")
        os.unlink(link)
        self.assertIn("is there", self.versions("install", "bddbddb@4.8.17").stdout)
        self.assertEqual(os.readlink(link), "z3")

    def test_a_missing_client_and_no_home(self):
        os.mkdir(self.path("bin"))
        gone = self.versions("install", "z3@4.8.17", expect=ENVIRONMENT, PATH=self.path("bin"))
        self.assertIn("there is no python3 on the PATH", gone.stderr)
        self.assertIn("there is no cargo", self.versions("list", "ascent", expect=ENVIRONMENT, PATH=self.path("bin")).stderr)
        homeless = self.versions("install", "z3", expect=ENVIRONMENT, XDG_DATA_HOME="", HOME="")
        self.assertIn("XDG_DATA_HOME", homeless.stderr)

    @needs("z3")
    def test_a_name_with_a_version_is_a_target_everywhere(self):
        self.wheel("4.8.17.0")
        self.wheel("4.13.0.0")
        self.versions("install", "z3@4.8.17", "z3@4.13.0")
        self.good_seeds()
        out = self.assay("smt", "fuzz", "seeds", "--target", "z3@latest", "--target", "z3@4.8.17", "--tests", "16", "--out", "out",
                         "--skip-controls", env=self.offline, expect=(0, 1))
        self.assertIn("z3@4.13.0", out.both)
        self.assertEqual(self.stored("out", "configuration")["target"], ["z3@4.13.0", "z3@4.8.17"])
        gone = self.assay("smt", "fuzz", "seeds", "--target", "z3@4.8.16", "--tests", "1", env=self.offline)
        self.assertIn("installed: 4.8.17, 4.13.0", gone.stderr)
        doctor = self.assay("doctor", "--target", "z3@4.8.17", env=self.offline, expect=NOTHING)
        self.assertIn("Z3 version 4.8.17.0", doctor.stdout)

    def test_the_script_of_targets(self):
        self.wheel("4.13.0.0")
        script = os.path.join(SOURCE, "scripts", "install-targets")
        environment = {**os.environ, **self.offline, "ASSAY_TARGETS": self.path("targets")}
        done = subprocess.run([script, "z3@4.13.0"], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = subprocess.run([self.path("targets", "bin", "z3"), "--version"], capture_output=True, text=True, check=True)
        self.assertIn("4.13.0.0", said.stdout)


class Drivers(unittest.TestCase):
    def commands(self, text):
        code = ("import sys, smtlib_commands as s\n"
                "for one in s.commands(sys.stdin): print(repr(one), s.name(one), flush=True)")
        return subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True,
                              env={**os.environ, "PYTHONPATH": os.path.join(SOURCE, "data", "drivers")}).stdout.splitlines()

    def test_scripts_are_taken_apart_into_commands(self):
        self.assertEqual(self.commands('; (\n(assert ; )\n p)(echo "a "" ) (")\n(check-sat)'),
                         ["'(assert ; )\\n p)' assert", "'(echo \"a \"\" ) (\")' echo", "'(check-sat)' check-sat"])
        self.assertEqual(self.commands("(declare-const |a ( \" ;\n b| Bool)\n(reset)"),
                         ["'(declare-const |a ( \" ;\\n b| Bool)' declare-const", "'(reset)' reset"])
        self.assertEqual(self.commands("(assert (and\n x"), ["'(assert (and\\n x' assert"])


if __name__ == "__main__":
    unittest.main()
