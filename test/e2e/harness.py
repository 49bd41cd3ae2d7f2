"""Shared by the end-to-end tests: running the real command in a folder of its own, and programs that play solvers."""

import contextlib
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import tempfile
import tomllib
import unittest

ASSAY = os.environ["ASSAY_BINARY"]
# Tests share the cache of the features that a solver's version lacks. The user's cache stays unused.
os.environ["XDG_CACHE_HOME"] = os.path.join(tempfile.gettempdir(), "assay-e2e-cache")
SOURCE = os.environ["ASSAY_SOURCE_DIR"]
SEEDS = os.path.join(SOURCE, "data", "seeds", "qf_lia")  # which z3 answers at once

# Exit codes.
NOTHING, FINDINGS, USAGE, ENVIRONMENT = 0, 1, 2, 3
RAN = (NOTHING, FINDINGS)  # real solvers have bugs: a short campaign may find some or none

# The last command of a shell script that plays a solver: it answers `unsat` to every check. It also answers `echo`, with which Assay
# asks a kept process whether a script is done: without that answer, each campaign waits for its time limit.
SAYS_UNSAT = r"""exec sed -u -n 's/.*check-sat.*/unsat/p; s/^(echo "\(.*\)")$/\1/p'"""

GOOD_SEED = """(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (or (< (+ x y) 10) (= (* 2 x) y)))
(assert (=> (> x 3) (not (= y 4))))
(check-sat)
"""


def needs(program):
    """Skips, loudly, the tests that need a program that is not installed."""
    return unittest.skipUnless(shutil.which(program), f"{program} is not installed")


def processes_with(mark):
    """Process ids whose command line has the mark in it, but our own."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                if mark.encode() in file.read():
                    found.append(int(entry))
        except OSError:
            pass
    return found


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="assay-e2e-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def program(self, name, text):
        """A script that plays a solver."""
        path = self.write(name, text)
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def assay(self, *arguments, expect=None, timeout=240, env=None, stdin=subprocess.DEVNULL, cwd=None):
        result = subprocess.run([ASSAY, *arguments], cwd=cwd or self.folder, text=True, capture_output=True, timeout=timeout,
                                env={**os.environ, **(env or {})}, stdin=stdin, check=False)
        result.both = result.stdout + result.stderr
        if expect is not None:
            self.assertIn(result.returncode, expect if isinstance(expect, tuple) else (expect,), result.both)
        self.assertNotIn("internal error", result.both)
        return result

    def stored(self, out, key):
        """The value of a key in the campaign's database, parsed as TOML."""
        with contextlib.closing(sqlite3.connect(self.path(out, "campaign.sqlite"))) as database:
            return tomllib.loads(database.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()[0])

    def start(self, *arguments, env=None):
        process = subprocess.Popen([ASSAY, *arguments], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env={**os.environ, **(env or {})})
        self.addCleanup(lambda: process.poll() is None and process.kill())
        return process

    def interrupt_when(self, process, word, number=signal.SIGINT):
        """Sends the signal once the process has printed the word on standard error; returns (out, err, code)."""
        seen = ""
        for line in process.stderr:
            seen += line
            if word in line:
                break
        process.send_signal(number)
        out, err = process.communicate(timeout=120)
        return out, seen + err, process.returncode

    def good_seeds(self):
        self.write("seeds/good.smt2", GOOD_SEED)
        return "seeds"
