"""Campaigns against SQL engines: Python's own SQLite, honest and with planted lies, and private servers."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
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
    "NOT IN passes over NULL": STATEMENT.format(lie="re.sub(r'NOT IN [(]SELECT (t[0-9]+[.]c[0-9]+) FROM', r'NOT IN (SELECT "
                                                    "COALESCE(\\1, 12345) FROM', statement)"),
    "NULL joins with NULL": STATEMENT.format(lie="re.sub(r'(t[0-9]*[.]c[0-9]+) = (t[0-9]*[.]c[0-9]+)', r'\\1 IS \\2', statement)"),
    "COUNT(*) skips NULL": STATEMENT.format(lie="re.sub(r'COUNT[(][*][)] FROM (r_[a-z0-9]+) AS (t[0-9]+)', "
                                                "r'COUNT(\\2.c0) FROM \\1 AS \\2', statement)"),
    "a sum of NULL is 0": STATEMENT.format(lie="re.sub(r'CAST[(]SUM[(]([^)]*)[)]', r'CAST(COALESCE(SUM(\\1), 0)', statement)"),
    "UNION ALL is UNION": STATEMENT.format(lie="statement if 'AS u' in statement else statement.replace(' UNION ALL ', ' UNION ')"),
    "a bag loses copies": ROWS.format(lie="list(dict.fromkeys(map(tuple, rows)))"),
    "a commit rolls back": STATEMENT.format(lie="'ROLLBACK' if statement == 'COMMIT' else statement"),
    "recursive triggers are off": STATEMENT.format(lie="'SELECT 1' if statement.startswith('PRAGMA recursive') else statement"),
    "equal rows have one number": STATEMENT.format(lie="statement.replace('WHERE place = 1', 'WHERE place < 3')"),
    "LIMIT loses rows": STATEMENT.format(lie="statement.replace('LIMIT 1000000', 'LIMIT 1')"),
    "a correlated query sees no rows": STATEMENT.format(lie="re.sub(r'WHERE b[.](c[0-9]+) = t', r'WHERE b.\\1 <> t', statement)"),
    "an empty blob is NULL": STATEMENT.format(lie="statement.replace(\"x''\", 'NULL') if 'INSERT' not in statement else statement"),
    "a stored TRUE is FALSE": STATEMENT.format(lie="statement.replace('TRUE', 'FALSE') if statement.startswith('INSERT') else "
                                                   "statement"),
    "a failed query answers the next one": """
    failed = False
    def execute(self, connection, statement):
        stale, self.failed = self.failed, statement.startswith(sql.MUST_FAIL + " WITH")
        rows = super().execute(connection, statement)
        return rows + rows[:1] if stale else rows
""",
    "a failed statement keeps a row": """
    def execute(self, connection, statement):
        if not statement.startswith(sql.MUST_FAIL):
            return super().execute(connection, statement)
        super().execute(connection, statement.split(" UNION ALL ")[0])
        raise ValueError("it failed")
""",
    "a result is stale until the next change": """
    deleted = False
    def execute(self, connection, statement):
        rows = super().execute(connection, statement)
        stale, self.deleted = self.deleted, statement.startswith("DELETE")
        return rows[:-1] if stale else rows
""",
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


class Standard(unittest.TestCase):
    """The facts of the SQL standard that the reference relies on (sql_meaning_test.cpp), on two engines."""

    TABLES = ("CREATE TABLE t(a INTEGER)", "INSERT INTO t VALUES (1), (2), (NULL)", "CREATE TABLE u(a INTEGER, b INTEGER)",
              "INSERT INTO u VALUES (1, 10), (NULL, 20), (3, NULL)")
    FACTS = {
        "SELECT a FROM t WHERE a = a": [(1,), (2,)],
        "SELECT a FROM t WHERE a <> 1": [(2,)],
        "SELECT t.a, u.b FROM t JOIN u ON t.a = u.a": [(1, 10)],
        "SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.a = t.a)": [(2,), (None,)],
        "SELECT a FROM t WHERE a NOT IN (SELECT u.a FROM u)": [],
        "SELECT a FROM t WHERE a NOT IN (SELECT u.a FROM u WHERE u.b = 99)": [(1,), (2,), (None,)],
        "SELECT a FROM t WHERE a NOT IN (SELECT u.a FROM u WHERE u.b = 10)": [(2,)],
        "SELECT a FROM t UNION SELECT a FROM u": [(1,), (2,), (3,), (None,)],
        "SELECT a FROM t INTERSECT SELECT a FROM u": [(1,), (None,)],
        "SELECT a FROM t EXCEPT SELECT a FROM u": [(2,)],
        "SELECT a + 1 FROM t": [(2,), (3,), (None,)],
        "SELECT CASE WHEN b <= 5 THEN b ELSE 5 END FROM u WHERE a = 3": [(5,)],
        "SELECT COUNT(*), COUNT(a), SUM(a), MIN(a) FROM t": [(3, 2, 3, 1)],
        "SELECT COUNT(*), SUM(b), MAX(b) FROM u WHERE a = 99": [(0, None, None)],
        "SELECT a, COUNT(*) FROM u GROUP BY a": [(1, 1), (3, 1), (None, 1)],
        "WITH RECURSIVE r(a) AS (SELECT a FROM t UNION SELECT NULL FROM r) SELECT a FROM r": [(1,), (2,), (None,)],
        "WITH RECURSIVE r(a, n) AS (SELECT a, 1 FROM t UNION ALL SELECT r.a, 2 FROM r, u WHERE n = 1 AND u.a = r.a) "
        "SELECT a FROM r": [(1,), (1,), (2,), (None,)],
    }

    def agrees(self, execute):
        for statement in self.TABLES:
            execute(statement)
        for query, expected in self.FACTS.items():
            with self.subTest(query=query):
                rows = [tuple(map(lambda value: value if value is None else int(value), row)) for row in execute(query)]
                self.assertEqual(sorted(rows, key=str), sorted(expected, key=str))

    def test_sqlite(self):
        self.agrees(sqlite3.connect(":memory:").execute)

    def test_duckdb(self):
        try:
            import duckdb
        except ImportError:
            self.skipTest("there is no package duckdb")
        connection = duckdb.connect(":memory:")
        self.agrees(lambda statement: connection.execute(statement).fetchall())


class Servers(Case):
    def env(self):
        return {"TMPDIR": self.path("tmp"), "PATH": os.environ["PATH"] + ":/usr/sbin:/usr/lib/postgresql/15/bin"}

    def nothing_is_left(self):
        """Whether the processes end: a killed campaign does not wait for its children."""
        for _ in range(300):
            if not processes_with(self.path("tmp")):
                return True
            time.sleep(0.1)
        return False

    def ends_with(self, target, program, number):
        """Starts a campaign with a private server, interrupts it, and looks for what is left of the server."""
        os.makedirs(self.path("tmp"))
        process = self.start("datalog", "fuzz", "--target", target, "--style", "persistent", "--time", "120s", "--out", "out",
                             env=self.env())
        self.interrupt_when(process, "starting", number)
        self.assertTrue(self.nothing_is_left(), program)
        if number == signal.SIGINT:
            self.assertEqual(os.listdir(self.path("tmp")), [])
        sockets = [name for folder, _, names in os.walk(self.path("tmp")) for name in names
                   if stat.S_ISSOCK(os.lstat(os.path.join(folder, name)).st_mode)]
        self.assertEqual(sockets, [])

    def cannot_start(self, program):
        os.makedirs(self.path("tmp"))
        self.program("bin/" + program, "#!/bin/sh\necho 'could not write the file: No space left on device' >&2\nexit 1\n")
        env = self.env()
        env["PATH"] = self.path("bin") + os.pathsep + env["PATH"]
        target = "postgresql" if program == "initdb" else "mariadb"
        result = self.assay("datalog", "fuzz", "--target", target, "--style", "persistent", "-q", "--tests", "3",
                            "--skip-controls", "--out", "out", env=env)
        self.assertEqual(result.returncode, 3, result.both)  # no case was judged
        self.assertIn("the disk is full", result.both)
        self.assertTrue(self.nothing_is_left())

    @needs("postgres")
    def test_postgresql_ends_with_the_campaign(self):
        self.ends_with("postgresql", "postgres", signal.SIGINT)

    @needs("mariadb-install-db")
    def test_mariadb_ends_with_the_campaign(self):
        self.ends_with("mariadb", "mariadbd", signal.SIGINT)

    @needs("postgres")
    def test_postgresql_ends_with_a_killed_campaign(self):
        self.ends_with("postgresql", "postgres", signal.SIGKILL)

    @needs("mariadb-install-db")
    def test_mariadb_ends_with_a_killed_campaign(self):
        self.ends_with("mariadb", "mariadbd", signal.SIGKILL)

    @needs("postgres")
    def test_memory_that_postgresql_shares_ends_with_it(self):
        os.makedirs(self.path("tmp"))
        driver = subprocess.Popen([sys.executable, os.path.join(DRIVERS, "sql.py"), "postgresql", "--serve"], text=True,
                                  cwd=self.path("tmp"), env={**os.environ, **self.env()}, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE)
        self.addCleanup(driver.communicate)
        print("SELECT 'r' AS relation, 1 AS n0;\nassay-end-of-program", file=driver.stdin, flush=True)
        self.assertEqual(driver.stdout.readline(), "r(1)\n")
        servers = processes_with(self.path("tmp/server/data"))
        self.assertEqual(len(servers), 1)
        with open(f"/proc/{servers[0]}/maps") as maps:
            self.assertNotIn("/dev/shm", maps.read())  # a killed server leaves files there
        if os.getuid() == 0:  # others may not be allowed to have their own segments
            self.assertNotEqual(os.readlink(f"/proc/{servers[0]}/ns/ipc"), os.readlink("/proc/self/ns/ipc"))

    @needs("postgres")
    def test_settings_of_postgresql_reach_the_server(self):
        os.makedirs(self.path("tmp"))
        result = self.assay("datalog", "fuzz", "--target", "postgresql", "--style", "persistent", "-q", "--tests", "2",
                            "--strategy", "options", "--skip-controls", "--out", "out", env=self.env())
        self.assertEqual(result.returncode, NOTHING, result.both)
        self.assertIn("pass 2 ", result.both)

    @needs("postgres")
    def test_a_server_that_cannot_start_is_one_clear_line(self):
        self.cannot_start("initdb")


if __name__ == "__main__":
    unittest.main()
