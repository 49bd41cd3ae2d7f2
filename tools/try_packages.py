#!/usr/bin/env python3
"""Makes the packages of the last commit, and tries them where nothing else is installed: on bare systems made by debootstrap.

A .deb is built in each system, the tarball in the oldest one. Each system then gets its .deb from apt, and the tarball in two folders;
a fresh copy of it runs `assay doctor`, a campaign and `assay report`, and has the same files as before when Assay is removed. A system that
is too old must say so. What is done stands in --work and is not done again for the same commit.
Needs root, debootstrap and the network; without them it says which, and ends with exit code 77.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile

import bare_root
from bare_root import SYSTEMS, TOO_OLD, Missing, Root, run

SKIPPED = 77
SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FUZZ = ["smt", "fuzz", "--target", "z3", "--time", "20s", "--timeout", "1s", "--seed", "1", "--jobs", "1"]
INSTALL_COMPILER = ". scripts/lib.sh && install_packages build && install_packages areas && apt_install ccache python3 dpkg-dev file"


def say(text):
    print(f"== {text}", flush=True)


class Work:
    """The folder with the bare systems, the packages, and the finished attempts by commit."""

    def __init__(self, folder, commit):
        self.folder, self.commit = os.path.abspath(folder), commit
        self.out = os.path.join(self.folder, "out")
        os.makedirs(self.out, exist_ok=True)

    def root(self, system, purpose, binds=()):
        archive = os.path.join(self.folder, f"{system.codename}.tar")
        bare_root.make_archive(system, archive)
        downloads = os.path.join(self.folder, f"{system.codename}-apt")  # fetched packages
        os.makedirs(downloads, exist_ok=True)
        return Root(archive, os.path.join(self.folder, f"{system.codename}-{purpose}"), [(downloads, "/var/cache/apt/archives"), *binds])

    def once(self, step, action):
        """Runs the step unless it is done for this commit."""
        mark = os.path.join(self.folder, f"done-{step}")
        if os.path.exists(mark):
            with open(mark, encoding="utf-8") as file:
                if file.read() == self.commit:
                    say(f"{step}: done before")
                    return
            os.remove(mark)
        say(step)
        action()
        with open(mark, "w", encoding="utf-8") as file:
            file.write(self.commit)

    def package(self, end):
        found = [name for name in os.listdir(self.out) if name.endswith(end)]
        if len(found) != 1:
            raise SystemExit(f"cpack made {found} with names that end in {end}")
        return os.path.join(self.out, found[0])


def compiler_cache():
    """The folder of this machine's compiler cache, for the builds inside; none without ccache."""
    if not shutil.which("ccache"):
        return []
    folder = run("ccache", "--get-config", "cache_dir").strip()
    os.makedirs(folder, exist_ok=True)
    return [(folder, "/root/.cache/ccache")]


def build(work, system, arguments):
    """The packages that are built in this system."""
    kinds = [("DEB", "OFF")] + ([("TGZ", "ON")] if system == SYSTEMS[0] else [])
    for name in os.listdir(work.out):
        if f"~{system.name}_" in name or (len(kinds) > 1 and name.endswith(".tar.gz")):
            os.remove(os.path.join(work.out, name))
    with work.root(system, "build", [(work.out, "/out"), *compiler_cache()]) as root:
        run("git", "clone", "--quiet", "--depth=1", f"file://{SOURCE}", root.path("src"))
        inside = ["bash", "-ec", 'cd /src && eval "$0"']
        root.run(*inside, INSTALL_COMPILER)
        for generator, bundle in kinds:
            root.run(*inside, f"cmake --preset release -DASSAY_TESTS=OFF -DASSAY_PAGES=ON -DASSAY_BUNDLE={bundle} {arguments.cmake}")
            root.run(*inside, f"cmake --build build/release --parallel {arguments.jobs}")
            root.run(*inside, f"cd build/release && cpack -G {generator} -B /out")
    shutil.rmtree(os.path.join(work.out, "_CPack_Packages"), ignore_errors=True)


def same_files(before, after):
    for what, difference in (("left behind by", after - before), ("lost with", before - after)):
        if difference:
            raise SystemExit(f"{what} the removed package:\n" + "\n".join(sorted(difference)))
    print(f"the same {len(after)} files and folders as before")


def try_command(root, prefix, kind, version):
    """Runs a user's first commands; `prefix` is where the installation has its commands, pages and seeds."""
    assay = f"{prefix}/bin/assay"
    said = root.run(assay, "--version")
    print(said, end="")
    if not said.startswith(f"assay {version} ({kind}, commit "):
        raise SystemExit(f"{assay} does not say that it comes from a package ({kind}): {said}")
    doctor = root.run(assay, "doctor")
    if "Assay sees planted bugs" not in doctor or "z3 " not in doctor:
        raise SystemExit(f"{assay} doctor: {doctor}")
    print(doctor.strip().splitlines()[-1])
    fuzz = root.run(assay, *FUZZ, f"{prefix}/share/assay/seeds", "--out", "/tmp/campaign", accept=(0, 1))
    tests = re.search(r"^tests +([\d,]+) ", fuzz, re.MULTILINE)
    if not tests or tests.group(1) == "0":
        raise SystemExit(f"{assay} smt fuzz: {fuzz}")
    print(tests.group(), re.search(r"^verdicts.*", fuzz, re.MULTILINE).group(), sep="\n")
    root.run(assay, "report", "/tmp/campaign", "--out", "/tmp/campaign/again.html")
    with open(root.path("tmp/campaign/again.html"), encoding="utf-8") as file:
        if "</html>" not in file.read():
            raise SystemExit(f"{assay} report wrote no page")
    with open(root.path(f"{prefix}/share/bash-completion/completions/assay"), encoding="utf-8") as file:
        if file.read() != root.run(assay, "completion", "bash"):
            raise SystemExit(f"{assay} completion bash prints something else than the package has")
    page = root.run("man", "-P", "cat", f"{prefix}/share/man/man1/assay-smt-fuzz.1")
    if "ASSAY-SMT-FUZZ(1)" not in page:
        raise SystemExit(f"man assay-smt-fuzz: {page}")
    shutil.rmtree(root.path("tmp/campaign"))


def try_deb(work, system, version):
    with work.root(system, "deb") as root:
        root.install("man-db", "z3")
        root.run("sh", "-c", "! command -v cc && ! command -v gcc && ! command -v clang")  # bare
        before = root.files()
        shutil.copy(work.package(f"~{system.name}_amd64.deb"), root.path("tmp/assay.deb"))
        root.install("/tmp/assay.deb")
        print(f"{len(root.files() - before)} files and folders more")
        try_command(root, "/usr", "deb", version)
        root.run("apt-get", "purge", "-y", "-qq", "--auto-remove", "assay")
        same_files(before, root.files())


def unpack(work, root, place):
    """The folder inside that the tarball made."""
    with tarfile.open(work.package(".tar.gz")) as archive:
        archive.extractall(root.path(place))
    return "/" + os.path.join(place, os.listdir(root.path(place))[0])


def try_tarball(work, system, version):
    with work.root(system, "tarball") as root:
        root.install("man-db", "z3")
        before = root.files()
        for place in ("opt/first", "srv/a folder/second"):
            try_command(root, unpack(work, root, place), "tarball", version)
            shutil.rmtree(root.path(*place.split("/")[:2]))
        same_files(before, root.files())


def try_too_old(work):
    """A system older than the oldest: each package reports it, and nothing is installed."""
    with work.root(TOO_OLD, "old") as root:
        before = root.files()
        said = root.run(unpack(work, root, "opt") + "/bin/assay", "doctor", accept=(3,))
        if "glibc" not in said or len(said.splitlines()) > 2:
            raise SystemExit(f"the tarball on {TOO_OLD.title}: {said}")
        print(said, end="")
        shutil.rmtree(root.path("opt"))
        os.mkdir(root.path("opt"))
        shutil.copy(work.package(f"~{SYSTEMS[0].name}_amd64.deb"), root.path("tmp/assay.deb"))
        said = root.run("apt-get", "install", "-y", "/tmp/assay.deb", accept=(100,))  # -qq would not say why
        if "assay : Depends:" not in said:
            raise SystemExit(f"the .deb on {TOO_OLD.title}: {said}")
        print(next(line for line in said.splitlines() if "assay : Depends:" in line))
        same_files(before, root.files())


def try_all(arguments):
    bare_root.require("git")
    commit = run("git", "-C", SOURCE, "rev-parse", "HEAD").strip()
    if run("git", "-C", SOURCE, "status", "--porcelain", "--untracked-files=no"):
        say("Changes that are not committed are no part of the packages")
    with open(os.path.join(SOURCE, "CMakeLists.txt"), encoding="utf-8") as file:
        version = re.search(r"project\(assay VERSION (\S+)", file.read()).group(1)
    work = Work(arguments.work, commit)
    chosen = [system for system in SYSTEMS if system.name in arguments.system]
    for system in chosen:
        work.once(f"build-{system.name}", lambda system=system: build(work, system, arguments))
        work.once(f"try-deb-{system.name}", lambda system=system: try_deb(work, system, version))
    for system in chosen:
        work.once(f"try-tarball-{system.name}", lambda system=system: try_tarball(work, system, version))
    work.once(f"try-{TOO_OLD.name}", lambda: try_too_old(work))
    for name in sorted(os.listdir(work.out)):
        print(f"{name}: {os.path.getsize(os.path.join(work.out, name)) / 1e6:.1f} MB")
    say(f"The packages work on {', '.join(system.title for system in chosen)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", default=os.path.join(SOURCE, "build", "packages"), help="bare systems, packages and what is done (default: build/packages)")
    parser.add_argument("--system", action="append", choices=[system.name for system in SYSTEMS], help="only this one; may be repeated (default: all)")
    parser.add_argument("--cmake", default="", help="more arguments for cmake, as one word")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at a time (default: the number of processors)")
    arguments = parser.parse_args()
    arguments.system = arguments.system or [system.name for system in SYSTEMS]
    try:
        try_all(arguments)
    except Missing as missing:
        print(f"SKIPPED: the packages are not tried: {missing}", file=sys.stderr)
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
