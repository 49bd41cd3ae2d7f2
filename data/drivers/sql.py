"""Runs SQL scripts, each in a new database or schema, on a Python package or on a private server.

usage: assay-ENGINE [OPTION...] [FILE]   one script, of the file or of standard input
       assay-ENGINE [OPTION...] --serve  many, on standard input; the line "assay-end-of-program" ends each script
       assay-ENGINE --version

OPTION is a statement that runs before each script, as in "+PRAGMA automatic_index=off".

Each statement ends with ";" and a newline. A query's rows have a relation's name in the first column. The driver prints
the rows of each query, `r0(1, "a")` a line, and `end`; or nothing, and a message on standard error. A server ends with
the driver, and its folder is removed.
"""

import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

END_OF_PROGRAM = "assay-end-of-program\n"
END_OF_ANSWER = "assay-end-of-answer\n"
MUST_FAIL = "/* must fail */"
START_SECONDS = 60
NULL = "\x02"
CLONE_NEWUSER = 0x10000000
CLONE_NEWIPC = 0x08000000
PR_SET_PDEATHSIG = 1
M_TRIM_THRESHOLD = -1
M_TOP_PAD = -2


class Problem(Exception):
    """An engine's message, or the reason why there is no engine."""


class Package:
    """An engine that is a Python package. Classes have connect, and more where the package differs from sqlite3."""

    def execute(self, connection, statement):
        return connection.execute(statement).fetchall()

    def close(self, connection):
        connection.close()

    def end(self):
        pass

    def answer(self, script, options):
        """The rows of the script's queries."""
        connection = self.connect()
        rows = []
        try:
            for statement in options + statements(script):
                if statement.startswith(MUST_FAIL):
                    self.check_failure(connection, statement)
                    continue
                found = self.execute(connection, statement)
                if is_query(statement):
                    rows += found
        except Exception as error:  # each engine has its own classes of errors
            raise Problem(f"{type(error).__name__}: {str(error).partition('Stack Trace:')[0]}") from error
        finally:
            self.close(connection)
        return rows

    def check_failure(self, connection, statement):
        """Runs a statement that must fail and have no effect."""
        try:
            self.execute(connection, statement)
        except Exception:  # each engine has its own classes of errors
            return
        raise ValueError("this statement must fail: " + statement)


class Apsw(Package):
    """SQLite, by the package apsw or by Python's own sqlite3."""

    def __init__(self):
        try:
            import apsw
            self.version = getattr(apsw, "sqlite_lib_version", getattr(apsw, "sqlitelibversion", None))()  # renamed in 3.43
            self.connect = lambda: apsw.Connection(":memory:")
        except ImportError:
            import sqlite3
            self.version = sqlite3.sqlite_version
            self.connect = lambda: sqlite3.connect(":memory:", isolation_level=None)

    def execute(self, connection, statement):
        return list(connection.execute(statement))


class DuckDb(Package):
    def __init__(self):
        import duckdb
        self.version = duckdb.__version__
        self.module = duckdb

    def connect(self):
        return self.module.connect(":memory:", config={"threads": 1})


class Turso(Package):
    def __init__(self):
        from importlib import metadata
        import turso
        self.version = metadata.version("pyturso")
        self.module = turso

    def connect(self):
        try:
            return self.module.connect(":memory:", experimental_features="views", isolation_level=None)
        except TypeError:
            return self.module.connect(":memory:")

    def execute(self, connection, statement):
        cursor = connection.cursor()
        cursor.execute(statement.removeprefix(MUST_FAIL).lstrip())  # it evaluates no query behind a comment
        return cursor.fetchall() if is_query(statement) else []


class DataFusion(Package):
    def __init__(self):
        from importlib import metadata
        import datafusion
        self.version = metadata.version("datafusion")
        self.module = datafusion

    def connect(self):
        return self.module.SessionContext(self.module.SessionConfig().with_target_partitions(1))

    def execute(self, connection, statement):
        frame = connection.sql(statement)
        rows = []
        for batch in frame.collect():
            rows += zip(*(column.to_pylist() for column in batch.columns))
        return rows

    def close(self, connection):
        pass


class ChDb(Package):
    """ClickHouse. All scripts share one session, each with a database of its own."""

    SETTINGS = {
        "default_table_engine": "'Memory'", "data_type_default_nullable": "1", "cast_keep_nullable": "1",
        "union_default_mode": "'DISTINCT'", "join_use_nulls": "1", "aggregate_functions_null_for_empty": "1",
        "output_format_json_quote_64bit_integers": "0", "max_threads": "1",
        # A recursive query has UNION ALL only, so it has no end on cyclic data.
        "max_recursive_cte_evaluation_depth": "40", "max_execution_time": "1",
    }

    def __init__(self):
        from importlib import metadata
        import chdb.session
        self.version = metadata.version("chdb")
        self.session = chdb.session.Session()
        for name, value in self.SETTINGS.items():
            self.session.query(f"SET {name} = {value}")

    def connect(self):
        for statement in ("DROP DATABASE IF EXISTS assay", "CREATE DATABASE assay ENGINE=Memory", "USE assay"):
            self.session.query(statement)
        return self.session

    def execute(self, connection, statement):
        printed = connection.query(statement, "JSONCompactEachRow").bytes().decode()
        return list(map(json.loads, printed.splitlines())) if is_query(statement) else []

    def close(self, connection):
        pass


def number(field):
    return int(field) if re.fullmatch("-?[0-9]+", field) else field


def program(name):
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if found is None:
        raise Problem("there is no program " + name)
    return found


def beside(server, name):
    """The program of the server's own folder. The one on the PATH may be a script that chooses among versions."""
    path = os.path.join(os.path.dirname(os.path.realpath(server)), name)
    return path if os.access(path, os.X_OK) else program(name)


def enter_namespaces():
    """From here on, shared memory ends with the process, and root is another user. OSError: it is not allowed."""
    user, group = os.getuid(), os.getgid()
    if ctypes.CDLL(None).unshare(CLONE_NEWUSER | CLONE_NEWIPC) != 0:
        raise OSError("no user namespaces")
    for name, text in (("uid_map", f"{user or 1000} {user} 1"), ("setgroups", "deny"),
                       ("gid_map", f"{group or 1000} {group} 1")):
        with open("/proc/self/" + name, "w") as file:
            file.write(text)


def may_enter_namespaces():
    """Tried in a child: Ubuntu 24.04 lets other users than root make namespaces that they cannot use."""
    child = os.fork()
    if child == 0:
        try:
            enter_namespaces()
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


class Server:
    """A private server on a socket, in the folder `server` of the working folder.

    Queries' columns have names that begin with n (numbers), s (texts) or t (texts with a t in front, where NULL is
    possible, because MariaDB's client prints NULL and the text NULL alike).
    """

    def __init__(self):
        self.process = None
        self.has_namespaces = may_enter_namespaces()
        if os.getuid() == 0 and not self.has_namespaces:
            raise Problem("this machine has no user namespaces: run Assay as another user than root")
        self.folder = os.path.join(os.getcwd(), "server")
        os.mkdir(self.folder, 0o700)
        try:
            self.prepare(self.folder)
            self.start()
        except BaseException:
            self.end()
            raise

    def confine(self):
        """In the child: ends with the driver, and does not run as root."""
        if self.has_namespaces:
            enter_namespaces()
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

    def start(self):
        with open(self.folder + "/log", "wb") as log:
            self.process = subprocess.Popen(self.server, preexec_fn=self.confine, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + START_SECONDS
        while self.ask("SELECT 1;\n").returncode != 0:
            if self.process.poll() is not None or time.monotonic() > end:
                with open(self.folder + "/log", errors="replace") as log:
                    raise Problem("the server does not start: " + log.read()[-500:])
            time.sleep(0.05)

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, script):
        return subprocess.run(self.client, input=script, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              encoding="utf-8", errors="surrogateescape")

    def answer(self, script, options):
        """The rows of the script's queries."""
        done = self.ask(self.prologue + "".join(one + ";\n" for one in options) + script)
        if done.returncode != 0 or done.stderr:
            lines = [line for line in done.stderr.splitlines() if "error" in line.lower()] or done.stderr.splitlines()
            problem = (lines or ["the client ended with %d" % done.returncode])[0]
            if self.process.poll() is not None:
                sys.exit("error: the server has ended: " + problem)
            raise Problem(problem)
        rows = []
        kinds = []
        for name, *fields in self.rows(done.stdout):
            if name == "relation":
                kinds = [field[:1] for field in fields]
            elif name:
                rows.append([name, *map(self.value, kinds, fields)])
        return rows


class PostgreSql(Server):
    def value(self, kind, field):
        if field == NULL:
            return None
        return field if kind == "s" else number(field)

    prologue = ("SET client_min_messages = error;\nDROP SCHEMA IF EXISTS assay CASCADE;\nCREATE SCHEMA assay;\n"
                "SET search_path = assay;\n")

    def prepare(self, folder):
        server = program("postgres")
        initdb = [program("initdb"), "-D", folder + "/data", "-A", "trust", "-U", "assay", "-E", "UTF8", "--locale=C", "-N"]
        done = subprocess.run(initdb, preexec_fn=self.confine, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise Problem("initdb failed: " + done.stdout[-500:])
        self.server = [server, "-D", folder + "/data", "-k", folder]
        for setting in ("listen_addresses=", "jit=off", "fsync=off", "autovacuum=off", "full_page_writes=off",
                        "max_parallel_workers_per_gather=0", "dynamic_shared_memory_type=mmap"):
            self.server += ["-c", setting]
        self.client = [beside(server, "psql"), "-X", "-q", "-h", folder, "-U", "assay", "-d", "postgres", "-A", "-P", "footer=off", "-P", "null=" + NULL,
                       "-F", "\x1f", "-R", "\x1e", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=terse", "-f", "-"]

    def rows(self, printed):
        for row in printed.replace("\n" + "relation", "\x1e" + "relation").split("\x1e"):
            yield row.rstrip("\n").split("\x1f")


class MariaDb(Server):
    def value(self, kind, field):
        if field == "NULL" and kind != "s":
            return None
        return number(field) if kind == "n" else field[1:] if kind == "t" else field

    prologue = ("DROP DATABASE IF EXISTS assay;\nCREATE DATABASE assay CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;\n"
                "USE assay;\nSET sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES';\n")

    def prepare(self, folder):
        os.mkdir(folder + "/data")
        socket = folder + "/s"
        self.server = [program("mariadbd"), "--no-defaults", "--datadir=" + folder + "/data", "--socket=" + socket,
                       "--pid-file=" + folder + "/pid", "--skip-networking", "--skip-grant-tables",
                       "--innodb-buffer-pool-size=16M", "--innodb-log-file-size=8M",
                       "--innodb-flush-log-at-trx-commit=0", "--tmpdir=" + folder]
        self.client = [program("mariadb"), "--no-defaults", "--batch", "--socket=" + socket,
                       "--default-character-set=utf8mb4"]

    def rows(self, printed):
        escapes = {"n": "\n", "t": "\t", "0": "\0", "\\": "\\"}
        for line in printed.splitlines():
            fields = []
            for field in line.split("\t"):
                parts = field.split("\\")
                text = parts[0]
                at = 1
                while at < len(parts):
                    if parts[at] == "" and at + 1 < len(parts):  # an escaped backslash
                        text += "\\" + parts[at + 1]
                        at += 2
                    else:
                        text += escapes.get(parts[at][:1], parts[at][:1]) + parts[at][1:]
                        at += 1
                fields.append(text)
            yield fields


ENGINES = {"sqlite": Apsw, "duckdb": DuckDb, "turso": Turso, "datafusion": DataFusion, "clickhouse": ChDb,
           "postgresql": PostgreSql, "mariadb": MariaDb}


def is_query(statement):
    return statement.removeprefix(MUST_FAIL).lstrip().startswith(("SELECT", "WITH"))


# A statement: a text between single quotes may contain anything.
STATEMENT = re.compile(r"(?:[^';]+|'[^']*'|;(?!\n))+")


def statements(script):
    return [found.strip() for found in STATEMENT.findall(script) if found.strip()]


def row_text(row):
    return f"{row[0]}({', '.join(json.dumps(field, ensure_ascii=False) for field in row[1:])})\n"


def run(engine, script, options):
    """Prints the answer. Returns whether there is an answer."""
    try:
        rows = engine.answer(script, options)
    except Problem as problem:
        text = " ".join(str(problem).split())
        print(text if "error" in text.lower() else "error: " + text, file=sys.stderr, flush=True)
        return False
    sys.stdout.write("".join(map(row_text, rows)) + "end\n")
    return True


def keep_memory():
    """Lets malloc keep 64 MiB: a small script in a new SQLite database takes 40 % longer if each one asks the kernel."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_TRIM_THRESHOLD, 256 << 20)
        mallopt(M_TOP_PAD, 64 << 20)


def serve(engine, options):
    keep_memory()
    lines = []
    for line in sys.stdin:
        if line != END_OF_PROGRAM:
            lines.append(line)
            continue
        run(engine, "".join(lines), options)
        lines.clear()
        sys.stdout.write(END_OF_ANSWER)
        sys.stdout.flush()
    return True


def start(name):
    """The engine, or None and a message on standard error."""
    try:
        return ENGINES[name]()
    except (Problem, OSError, ImportError, subprocess.SubprocessError) as problem:
        print("assay: cannot start " + name + ": " + " ".join(str(problem).split()), file=sys.stderr)
        return None


def main(name, arguments):
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    options = [one[1:] for one in arguments if one.startswith("+")]
    rest = [one for one in arguments if not one.startswith("+")]
    if len(rest) > 1 or rest in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0 if len(rest) == 1 else 2
    engine = start(name)
    if engine is None:
        return 1
    try:
        if rest == ["--version"]:
            print(name, engine.version)
            return 0
        if rest == ["--serve"]:
            return 0 if serve(engine, options) else 1
        if rest:
            with open(rest[0], encoding="utf-8") as file:
                return 0 if run(engine, file.read(), options) else 1
        return 0 if run(engine, sys.stdin.read(), options) else 1
    finally:
        engine.end()


if __name__ == "__main__":
    words = sys.argv[1:]
    engine_name = next((word for word in words if word in ENGINES), "")  # statements may stand in front of it
    if not engine_name:
        sys.exit("usage: sql.py ENGINE [OPTION...] [FILE]; engines: " + ", ".join(ENGINES))
    words.remove(engine_name)
    sys.exit(main(engine_name, words))
