#!/usr/bin/env python3
"""Runs a test program, or repeats its last result if all files that it can read are unchanged.

remembered_test.py --digest BUILD... prints a digest of what test programs can read beside themselves: the tree's data and
test files, the workers, plugins and fakes of the builds, the corpora, the packages and programs of this machine.
remembered_test.py PROGRAM ARGUMENTS... runs PROGRAM. With that digest in ASSAY_TEST_READS, a run that passed is remembered
below $XDG_CACHE_HOME/assay/tests for a week, under the digest, the program's bytes, its arguments and its environment;
the same again copies its results (GTEST_OUTPUT) and exits with 0. Without ASSAY_TEST_READS, PROGRAM always runs. What lies
elsewhere is not looked into (a library or a CiaoPP of one's own, named by a variable): after a change there, --forget.
"""

import hashlib
import os
import platform
import shutil
import site
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WEEK = 7 * 24 * 3600
COMPILED = (".cpp", ".hpp", "CMakeLists.txt", ".pyc")
TEST_PROGRAMS = ("unit_", "conformance_", "planted_", "fuzz_", "example_domain_")


def files(folder):
    """Every regular file below a folder, in order of names."""
    for here, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(here, name)
            if os.path.isfile(path):
                yield path


def is_compiled(path):
    """Whether a file of the tree is in the programs' own bytes, or belongs to end-to-end tests, which are no programs.
    Some tests compile what stands below test/double."""
    if not path.startswith("test/"):
        return False
    return path.startswith("test/e2e/") or (path.endswith(COMPILED) and not path.startswith("test/double/"))


def add_bytes(digest, path):
    with open(path, "rb") as stream:
        content = stream.read()
    digest.update(f"{path}\0{len(content)}\0".encode())
    digest.update(content)


def add_stamps(digest, paths):
    """Adds names, sizes and times of files that are too large to read whole."""
    for path in paths:
        state = os.stat(path)
        digest.update(f"{path}\0{state.st_size}\0{state.st_mtime_ns}\0".encode())


def is_read_by_tests(path):
    """Whether a test program may read or start this file of a build; the command itself is for end-to-end tests only."""
    name = os.path.basename(path)
    with open(path, "rb") as stream:
        if stream.read(4) != b"\x7fELF":
            return False
    return os.access(path, os.X_OK) and name != "assay" and not name.startswith(TEST_PROGRAMS)


def digest_of_surroundings(builds):
    digest = hashlib.sha256(f"{platform.platform()} {os.cpu_count()}".encode())
    for folder in ("data", "examples", "docs/user", "include", "test"):
        for path in files(os.path.join(ROOT, folder)):
            if not is_compiled(os.path.relpath(path, ROOT)):
                add_bytes(digest, path)
    for build in builds:
        for folder in ("src", "libexec", "test", "plugins", "examples"):
            for path in files(os.path.join(build, folder)):
                if not path.endswith((".o", ".a", ".gch", ".pch")) and is_read_by_tests(path):
                    add_bytes(digest, path)
    if os.path.exists("/var/lib/dpkg/status"):
        add_bytes(digest, "/var/lib/dpkg/status")
    data_home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    add_stamps(digest, files(os.path.join(data_home, "assay")))
    add_stamps(digest, files(os.path.join(ROOT, "..", "shared", "corpora")))
    for folder in os.environ.get("PATH", "").split(":") + site.getsitepackages():
        if os.path.isdir(folder):
            paths = (os.path.join(folder, name) for name in sorted(os.listdir(folder)))
            add_stamps(digest, (path for path in paths if os.path.exists(path)))
    return digest.hexdigest()


def key_of(command, surroundings):
    digest = hashlib.sha256(surroundings.encode())
    add_bytes(digest, command[0])
    digest.update("\0".join(command).encode())
    for name in sorted(os.environ):
        if name.startswith(("ASSAY_", "GTEST_", "TMPDIR")) or name.endswith("SAN_OPTIONS"):
            digest.update(f"{name}={os.environ[name]}\0".encode())
    return digest.hexdigest()


def memory_folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(cache, "assay", "tests")


def copy(source, target):
    """Whole or not at all, since tests run side by side."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    unfinished = f"{target}.{os.getpid()}"
    shutil.copyfile(source, unfinished)
    os.replace(unfinished, target)


def remembered(path):
    """When this run passed, or None: never, or too long ago."""
    try:
        passed = os.stat(path).st_mtime
    except OSError:
        return None
    return passed if time.time() - passed < WEEK else None


def forget_old(folder):
    for path in files(folder):
        if remembered(path) is None:
            os.unlink(path)


def run(command):
    # The tests of one build share a cache of facts about targets. The user's own cache stays untouched.
    environment = {**os.environ, "XDG_CACHE_HOME": os.path.join(os.path.dirname(command[0]), "cache")}
    surroundings = os.environ.get("ASSAY_TEST_READS")
    results = os.environ.get("GTEST_OUTPUT", "").removeprefix("xml:")
    if not surroundings or not results:
        os.execve(command[0], command, environment)
    path = os.path.join(memory_folder(), key_of(command, surroundings) + ".xml")
    passed = remembered(path)
    if passed is not None:
        copy(path, results)
        with open(results.removesuffix(".xml") + ".remembered", "w", encoding="utf-8"):
            pass  # tools/test_summary.py counts them
        print(f"remembered: it passed at {time.strftime('%Y-%m-%d %H:%M', time.localtime(passed))}; nothing that it reads has changed")
        return 0
    code = subprocess.call(command, env=environment)
    if code == 0 and os.path.exists(results):
        try:
            copy(results, path)
        except OSError as error:
            print(f"not remembered: {error}")
    return code if code >= 0 else 128 - code


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments else 2
    if arguments[0] == "--digest":
        if os.path.isdir(memory_folder()):
            forget_old(memory_folder())
        print(digest_of_surroundings(arguments[1:]))
        return 0
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
