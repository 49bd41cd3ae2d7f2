#!/usr/bin/env python3
"""Makes the packages with cpack and tries them where nothing else is installed: on a bare Debian, made by debootstrap.

The .deb is installed by apt, its command runs, and after its removal the files are those of before. The tarball runs from two folders.
Needs root, debootstrap, and the mirror of an apt that knows the release; without them it says which, and ends with exit code 77.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

SKIPPED = 77
RELEASE = "bookworm"
# What a package manager writes for itself.
BOOKKEEPING = ("var/lib/dpkg", "var/lib/apt", "var/cache", "var/log", "etc/ld.so.cache", "tmp", "root")
FUZZ = ["smt", "fuzz", "--target", "z3", "--tests", "64", "--timeout", "1s", "--seed", "1"]


class Skip(Exception):
    """What is missing here."""


def say(text):
    print(f"== {text}", flush=True)


def run(*command, accept=(0,), **more):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False, **more)
    if done.returncode not in accept:
        raise SystemExit(f"{' '.join(map(str, command))} ended with exit code {done.returncode}:\n{done.stdout[-6000:]}")
    return done.stdout


def mirror():
    """Where the apt of this machine finds the release."""
    if not shutil.which("apt-get"):
        raise Skip("there is no apt here, so no mirror is known: name one with --mirror")
    for line in run("apt-get", "indextargets", "--format", "$(RELEASE) $(CODENAME) $(REPO_URI)", "Created-By: Packages").splitlines():
        release, codename, address = line.split(" ", 2)
        if RELEASE in (release, codename):
            return address
    raise Skip(f"no source of this machine's apt has Debian's {RELEASE}: name a mirror with --mirror")


def make_packages(build, out):
    """The .deb and the tarball."""
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
        if "ASSAY_PAGES:BOOL=ON\n" not in cache:
            raise Skip(f"{build} makes no man pages: cmake {build} -DASSAY_PAGES=ON, and build it")
    say("Making the packages")
    run("cpack", "-B", out, cwd=build)
    made = sorted(name for name in os.listdir(out) if name.endswith((".deb", ".tar.gz")))
    if sorted(os.path.splitext(name)[1] for name in made) != [".deb", ".gz"]:
        raise SystemExit(f"cpack made {made}")
    for name in made:
        print(f"{name}: {os.path.getsize(os.path.join(out, name)) / 1e6:.1f} MB")
    return [os.path.join(out, next(name for name in made if name.endswith(end))) for end in (".deb", ".tar.gz")]


class Root:
    """A bare system in a folder."""

    def __init__(self, folder, address):
        self.folder = folder
        if not os.path.isdir(folder):
            say(f"Making a bare Debian ({RELEASE})")
            run("debootstrap", "--variant=minbase", RELEASE, folder, address)
        # An installation must start nothing.
        with open(os.path.join(folder, "usr/sbin/policy-rc.d"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexit 101\n")
        os.chmod(file.name, 0o755)
        self.run("apt-get", "update", "-qq")

    def run(self, *command, **more):
        """In the root, with /proc in a name space of its own: nothing stays mounted."""
        return run("unshare", "--mount", "--pid", "--fork", f"--mount-proc={self.folder}/proc", "chroot", self.folder, "/usr/bin/env", "-i",
                   "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", *command, **more)

    def apt(self, *arguments):
        return self.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *arguments)

    def files(self):
        """All names but a package manager's own books."""
        found = set()
        for folder, folders, names in os.walk(self.folder):
            inside = os.path.relpath(folder, self.folder)
            folders[:] = [name for name in folders
                          if os.path.normpath(os.path.join(inside, name)) not in (*BOOKKEEPING, "proc", "sys", "dev")]
            found.update(path for name in folders + names
                         if (path := os.path.normpath(os.path.join(inside, name))) not in BOOKKEEPING)
        return found


def try_command(root, assay, share, kind, version):
    """What a user does first; `share` is where the installation has its pages and seeds."""
    said = root.run(assay, "--version")
    print(said, end="")
    if not said.startswith(f"assay {version} ({kind}, commit "):
        raise SystemExit(f"{assay} does not say that it comes from a package ({kind}): {said}")
    doctor = root.run(assay, "doctor")
    if "Assay sees planted bugs" not in doctor or "z3 " not in doctor:
        raise SystemExit(f"{assay} doctor: {doctor}")
    print(doctor.strip().splitlines()[-1])
    fuzz = root.run(assay, *FUZZ, f"{share}/share/assay/seeds", "--out", f"/tmp/campaign-{kind}", accept=(0, 1))
    if not re.search(r"^tests +64 ", fuzz, re.MULTILINE):
        raise SystemExit(f"{assay} smt fuzz: {fuzz}")
    print(re.search(r"^verdicts.*", fuzz, re.MULTILINE).group())
    shutil.rmtree(root.folder + f"/tmp/campaign-{kind}")


def try_deb(root, deb, version):
    say("Installing the .deb, without what it recommends, and z3")
    root.apt("man-db", "z3")
    before = root.files()
    shutil.copy(deb, os.path.join(root.folder, "tmp", "assay.deb"))
    root.apt("/tmp/assay.deb")
    print(f"{len(root.files() - before)} files and folders more")
    say("Running what it installed")
    try_command(root, "assay", "/usr", "deb", version)
    page = root.run("man", "-P", "cat", "assay-smt-fuzz")
    if "ASSAY-SMT-FUZZ(1)" not in page:
        raise SystemExit(f"man assay-smt-fuzz: {page}")
    root.run("/usr/bin/man", "-w", "assay")
    say("Removing it, and what came with it")
    root.run("apt-get", "purge", "-y", "-qq", "--auto-remove", "assay")
    after = root.files()
    if after - before:
        raise SystemExit("left behind by the removed package:\n" + "\n".join(sorted(after - before)))
    if before - after:
        raise SystemExit("lost with the removed package:\n" + "\n".join(sorted(before - after)))
    print(f"the same {len(after)} files and folders as before")


def try_tarball(root, deb, tarball, version):
    say("Running the tarball from two folders, with the libraries that the .deb asks for")
    needed = run("dpkg-deb", "--field", deb, "Depends").replace("\n", "").split(", ")
    root.apt(*(dependency.split(" ")[0] for dependency in needed))
    for place in ("opt/first", "srv/a folder/second"):
        with tarfile.open(tarball) as archive:
            archive.extractall(os.path.join(root.folder, place))
        prefix = "/" + os.path.join(place, os.listdir(os.path.join(root.folder, place))[0])
        try_command(root, f"{prefix}/bin/assay", prefix, "tarball", version)
        page = root.run("man", "-P", "cat", f"{prefix}/share/man/man1/assay.1")
        if "ASSAY(1)" not in page:
            raise SystemExit(f"man {prefix}/share/man/man1/assay.1: {page}")
        shutil.rmtree(os.path.join(root.folder, place.split("/")[0], place.split("/")[1]))


def try_all(arguments):
    for program in ("debootstrap", "unshare", "cpack", "dpkg-shlibdeps"):
        if not shutil.which(program):
            raise Skip(f"{program} is not installed")
    if os.geteuid() != 0:
        raise Skip("only root can make a bare Debian")
    address = arguments.mirror or mirror()
    with tempfile.TemporaryDirectory(prefix="assay-packages-") as folder:
        deb, tarball = make_packages(os.path.abspath(arguments.build), folder)
        version = os.path.basename(deb).split("_")[1].split("-")[0]
        root = Root(os.path.abspath(arguments.root) if arguments.root else os.path.join(folder, "root"), address)
        try_deb(root, deb, version)
        try_tarball(root, deb, tarball, version)
    say("Both packages work on a bare Debian")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build/release", help="the folder of a build with ASSAY_PAGES (default: %(default)s)")
    parser.add_argument("--root", help="a bare Debian to install into, made before if it is not there, and kept")
    parser.add_argument("--mirror", help="of Debian; default: what apt is configured with")
    arguments = parser.parse_args()
    try:
        try_all(arguments)
    except Skip as skip:
        print(f"SKIPPED: the packages are not tried: {skip}", file=sys.stderr)
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
