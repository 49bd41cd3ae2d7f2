"""Campaigns against SQL engines: Python's own SQLite, honest and with planted lies, and private servers."""

import os
import signal
import sys
import unittest

from harness import FINDINGS, NOTHING, Case, needs, processes_with

SOURCE = os.environ["ASSAY_SOURCE_DIR"]
DRIVERS = os.path.join(SOURCE, "data", "drivers")

HEAD = f"""#!{sys.executable}
import re, sqlite3, sys
sys.dont_write_bytecode = True
sys.path.insert(0, {DRIVERS!r})
import sql

class Engine(sql.Apsw):
    def __init__(self):
        self.version = sqlite3.sqlite_version
        self.connect = lambda: sqlite3.connect(":memory:", isolation_level=None)
"""
TAIL = """
sql.ENGINES["sqlite"] = Engine
sys.exit(sql.main("sqlite", sys.argv[1:]))
"""

# Each lie changes a statement before SQLite runs it, or its rows.
STATEMENT = """
    def execute(self, connection, statement):
        return super().execute(connection, {lie})
"""
ROWS = """
    def execute(self, connection, statement):
        rows = super().execute(connection, statement)
        return {lie}
"""
LIES = {
    "duplicates are kept": STATEMENT.format(lie="statement if 'RECURSIVE' in statement else statement.replace(' UNION SELECT', "
                                                "' UNION ALL SELECT')"),
    "DISTINCT is lost": STATEMENT.format(lie="statement.replace('SELECT DISTINCT', 'SELECT')"),
    "the last level is lost": ROWS.format(lie="rows[:-1] if 'WITH RECURSIVE' in statement and len(rows) > 3 else rows"),
    "NOT IN is IN": STATEMENT.format(lie="statement.replace('NOT IN (', 'IN (')"),
    "LEFT JOIN is JOIN": STATEMENT.format(lie="statement.replace(' LEFT JOIN ', ' JOIN ')"),
    "an empty count is one": STATEMENT.format(lie="statement.replace(') = 0', ') = 1')"),
    "EXISTS always holds": STATEMENT.format(lie="re.sub(r'(?<!NOT )EXISTS [(]SELECT 1', 'EXISTS (SELECT 1 UNION ALL SELECT 1', "
                                                "statement)"),
    "a group is lost": STATEMENT.format(lie="re.sub(r' GROUP BY ([^)]*)', r' GROUP BY \\1 HAVING COUNT(*) > 1', statement) "
                                            "if statement.startswith('WITH') else statement"),
    "a stale view": STATEMENT.format(lie="'SELECT 1' if 'AFTER DELETE' in statement else statement"),
    "an update is no change": STATEMENT.format(lie="'SELECT 1' if statement.startswith('UPDATE') else statement"),
    "a rollback commits": STATEMENT.format(lie="'COMMIT' if statement == 'ROLLBACK' else statement"),
    "a shadowed name is refused": STATEMENT.format(lie="'SELECT circular' if 'AS (WITH r_' in statement else statement"),
    "the condition of a join is lost": STATEMENT.format(lie="re.sub(r' JOIN (r_[a-z0-9]+ AS t[0-9]+) ON t[0-9]+[.]c[0-9]+ = "
                                                            "t[0-9]+[.]c[0-9]+', r' CROSS JOIN \\1', statement)"),
    "the smallest of nothing is a value": STATEMENT.format(lie="re.sub(r'SELECT (MIN|MAX)[(]([^)]*)[)]', "
                                                               "r'SELECT COALESCE(\\1(\\2), 7)', statement)"),
}


class SqlDialects(Case):
    def campaign(self, text, *more):
        os.makedirs(self.path("bin"), exist_ok=True)
        self.program("bin/assay-sqlite", text)
        path = self.path("bin") + os.pathsep + os.environ["PATH"]
        return self.assay("datalog", "fuzz", "--target", "sqlite", "--style", "persistent", "-q", "--reduce-runs", "3",
                          *more, env={"PATH": path})

    def test_an_honest_engine_is_never_accused(self):
        result = self.campaign(HEAD + TAIL, "--tests", "400", "--out", "out")
        self.assertEqual(result.returncode, NOTHING, result.both)
        self.assertIn("findings  none", result.both)

    def test_planted_lies_are_found(self):
        for number, (lie, text) in enumerate(LIES.items()):
            with self.subTest(lie=lie):
                result = self.campaign(HEAD + text + TAIL, "--tests", "2500", "--findings", "1", "--skip-controls",
                                       "--out", f"out{number}")
                self.assertEqual(result.returncode, FINDINGS, result.both)

    def test_an_engine_that_does_not_start_is_one_clear_line(self):
        result = self.campaign("#!/bin/sh\necho 'no module named apsw' >&2\nexit 1\n", "--tests", "5", "--out", "out")
        self.assertEqual(result.returncode, 3, result.both)


class Servers(Case):
    def ends_with(self, target, program, number):
        """Starts a campaign with a private server, interrupts it, and looks for what is left of the server."""
        os.makedirs(self.path("tmp"))
        process = self.start("datalog", "fuzz", "--target", target, "--style", "persistent", "--time", "120s", "--out", "out",
                             env={"TMPDIR": self.path("tmp"), "PATH": os.environ["PATH"] + ":/usr/sbin:/usr/lib/postgresql/15/bin"})
        _, _, _ = self.interrupt_when(process, "starting", number)
        self.assertEqual([pid for pid in processes_with(self.path("tmp"))], [])
        if number == signal.SIGINT:
            self.assertEqual(os.listdir(self.path("tmp")), [])

    @needs("postgres")
    def test_postgresql_ends_with_the_campaign(self):
        self.ends_with("postgresql", "postgres", signal.SIGINT)

    @needs("mariadb-install-db")
    def test_mariadb_ends_with_the_campaign(self):
        self.ends_with("mariadb", "mariadbd", signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
