"""Bare systems in folders, made by debootstrap, in which Assay is built and tried without other packages."""

import os
import shutil
import subprocess
import urllib.error
import urllib.request
from dataclasses import dataclass

DEBIAN, UBUNTU = "http://deb.debian.org/debian", "http://archive.ubuntu.com/ubuntu"
# Files that a package manager writes for itself.
BOOKKEEPING = ("var/lib/dpkg", "var/lib/apt", "var/cache", "var/log", "etc/ld.so.cache", "tmp", "root")


@dataclass(frozen=True)
class System:
    name: str  # ID and VERSION_ID of its /etc/os-release, as file names of packages have it
    title: str
    codename: str
    mirror: str
    components: str = "main"

    @property
    def script(self):
        """debootstrap's script: that of the distribution, since an older debootstrap does not know newer releases."""
        return "gutsy" if self.mirror == UBUNTU else "sid"


SYSTEMS = (System("debian12", "Debian 12", "bookworm", DEBIAN),
           System("debian13", "Debian 13", "trixie", DEBIAN),
           System("ubuntu24.04", "Ubuntu 24.04", "noble", UBUNTU, "main,universe"))
TOO_OLD = System("debian11", "Debian 11", "bullseye", DEBIAN)


class Missing(Exception):
    """A program is missing that is needed to make bare systems."""


def require(*programs):
    for program in ("debootstrap", "setpriv", "unshare", *programs):
        if not shutil.which(program):
            raise Missing(f"{program} is not installed")
    if os.geteuid() != 0:
        raise Missing("only root can make a bare system")


def run(*command, accept=(0,), **more):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False, **more)
    if done.returncode not in accept:
        raise SystemExit(f"{' '.join(map(str, command))} ended with exit code {done.returncode}:\n{done.stdout[-6000:]}")
    return done.stdout


def make_archive(system, path):
    """A tar file of the bare system, unless it is there already."""
    if os.path.exists(path):
        return
    address = f"{system.mirror}/dists/{system.codename}/Release"
    try:
        urllib.request.urlopen(address, timeout=60).close()
    except (urllib.error.URLError, TimeoutError) as error:
        raise Missing(f"{address} cannot be read: {error}") from error
    folder = path + ".root"
    shutil.rmtree(folder, ignore_errors=True)
    run("debootstrap", "--variant=minbase", f"--components={system.components}", system.codename, folder, system.mirror, system.script)
    run("tar", "-C", folder, "-cf", path + ".part", ".")
    os.rename(path + ".part", path)
    shutil.rmtree(folder)


class Root:
    """A fresh copy of a bare system, in a folder that is removed at the end of a `with`."""

    def __init__(self, archive, folder, binds=()):
        """`binds`: (folder outside, folder inside) that the programs inside share with this machine."""
        self.folder, self.binds = folder, binds
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        run("tar", "-C", folder, "-xf", archive)
        # An installation must start nothing.
        self.write("usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", 0o755)
        for _, inside in binds:
            os.makedirs(self.path(inside), exist_ok=True)
        self.run("apt-get", "update", "-qq")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, *inside):
        return os.path.join(self.folder, *(part.lstrip("/") for part in inside))

    def write(self, inside, text, mode=0o644):
        os.makedirs(os.path.dirname(self.path(inside)), exist_ok=True)
        with open(self.path(inside), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(file.name, mode)

    def run(self, *command, env=(), **more):
        """Runs a command inside, in name spaces of its own: nothing stays mounted, and no process stays, also when this one is killed."""
        mounts = "".join(f"mount --bind '{outside}' '{self.path(inside)}' && " for outside, inside in self.binds)
        script = f"{mounts}mount -t proc proc '{self.path('proc')}' && exec chroot '{self.folder}' /usr/bin/env -i \"$@\""
        return run("setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script, "sh",
                   "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", *env, *command, **more)

    def install(self, *packages, **more):
        return self.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, **more)

    def files(self):
        """All paths except the package manager's own files."""
        found = set()
        for folder, folders, names in os.walk(self.folder):
            inside = os.path.relpath(folder, self.folder)
            folders[:] = [name for name in folders
                          if os.path.normpath(os.path.join(inside, name)) not in (*BOOKKEEPING, "proc", "sys", "dev")]
            found.update(path for name in folders + names
                         if (path := os.path.normpath(os.path.join(inside, name))) not in BOOKKEEPING)
        return found
