"""Runs SQL scripts on an engine that is a Python package, each script in a new database in memory.

usage: assay-ENGINE [OPTION...] [FILE]   one script, of the file or of standard input
       assay-ENGINE [OPTION...] --serve  many, on standard input; the line "assay-end-of-program" ends each script
       assay-ENGINE --version

OPTION is a statement that runs before each script, as in "+PRAGMA automatic_index=off".

Each statement ends with ";" and a newline. A query's rows have a relation's name in the first column. The driver prints
the rows of each query, `r0(1, "a")` a line, and `end`; or nothing, and a message on standard error.
"""

import json
import re
import sys

END_OF_PROGRAM = "assay-end-of-program\n"
END_OF_ANSWER = "assay-end-of-answer\n"
MUST_FAIL = "/* must fail */"


class Apsw:
    """SQLite, by the package apsw or by Python's own sqlite3."""

    def __init__(self):
        try:
            import apsw
            self.version = apsw.sqlite_lib_version()
            self.connect = lambda: apsw.Connection(":memory:")
        except ImportError:
            import sqlite3
            self.version = sqlite3.sqlite_version
            self.connect = lambda: sqlite3.connect(":memory:", isolation_level=None)

    def execute(self, connection, statement):
        return list(connection.execute(statement))

    def close(self, connection):
        connection.close()


class DuckDb:
    def __init__(self):
        import duckdb
        self.version = duckdb.__version__
        self.module = duckdb

    def connect(self):
        return self.module.connect(":memory:", config={"threads": 1})

    def execute(self, connection, statement):
        return connection.execute(statement).fetchall()

    def close(self, connection):
        connection.close()


class Turso:
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
        cursor.execute(statement)
        return cursor.fetchall() if is_query(statement) else []

    def close(self, connection):
        connection.close()


class DataFusion:
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


class ChDb:
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


ENGINES = {"sqlite": Apsw, "duckdb": DuckDb, "turso": Turso, "datafusion": DataFusion, "clickhouse": ChDb}


def is_query(statement):
    return statement.startswith(("SELECT", "WITH"))


# A statement: a text between single quotes may contain anything.
STATEMENT = re.compile(r"(?:[^';]+|'[^']*'|;(?!\n))+")


def statements(script):
    return [found.strip() for found in STATEMENT.findall(script) if found.strip()]


def check_failure(engine, connection, statement):
    """Runs a statement that must fail and have no effect."""
    try:
        engine.execute(connection, statement)
    except Exception:  # each engine has its own classes of errors
        return
    raise ValueError("this statement must fail: " + statement)


def row_text(row):
    return f"{row[0]}({', '.join(json.dumps(field, ensure_ascii=False) for field in row[1:])})\n"


def answer(engine, script, options):
    """The answer's text and None, or None and the engine's error message."""
    connection = engine.connect()
    lines = []
    try:
        for statement in options + statements(script):
            if statement.startswith(MUST_FAIL):
                check_failure(engine, connection, statement)
                continue
            rows = engine.execute(connection, statement)
            if is_query(statement):
                lines += map(row_text, rows)
    except Exception as error:  # each engine has its own classes of errors
        return None, f"{type(error).__name__}: {error}"
    finally:
        engine.close(connection)
    return "".join(lines) + "end\n", None


def run(engine, script, options):
    """Prints the answer. Returns whether there is an answer."""
    text, problem = answer(engine, script, options)
    if text is None:
        print("error:", " ".join(problem.split()), file=sys.stderr, flush=True)
        return False
    sys.stdout.write(text)
    return True


def serve(engine, options):
    lines = []
    for line in sys.stdin:
        if line != END_OF_PROGRAM:
            lines.append(line)
            continue
        run(engine, "".join(lines), options)
        lines.clear()
        sys.stdout.write(END_OF_ANSWER)
        sys.stdout.flush()


def main(name, arguments):
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    options = [one[1:] for one in arguments if one.startswith("+")]
    rest = [one for one in arguments if not one.startswith("+")]
    if len(rest) > 1 or rest in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0 if len(rest) == 1 else 2
    engine = ENGINES[name]()
    if rest == ["--version"]:
        print(name, engine.version)
        return 0
    if rest == ["--serve"]:
        serve(engine, options)
        return 0
    if rest:
        with open(rest[0], encoding="utf-8") as file:
            return 0 if run(engine, file.read(), options) else 1
    return 0 if run(engine, sys.stdin.read(), options) else 1
