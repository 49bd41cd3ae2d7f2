"""Runs SQL scripts on a private server: ENGINE [+STATEMENT...] [--serve]. Scripts come on standard input.

The server ends with this process, and its folder is removed. With --serve, the line "assay-end-of-program" ends each
script. Each script has a schema of its own. A query's first column has a relation's name. Other columns have names that
begin with n (numbers), s (texts) or t (texts with a t in front, where NULL is possible, because MariaDB's client prints
NULL and the text NULL alike).
"""
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import time

END_OF_PROGRAM = "assay-end-of-program\n"
END_OF_ANSWER = "assay-end-of-answer\n"
START_SECONDS = 60
NULL = "\x02"
CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1


class Problem(Exception):
    pass


def program(name):
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if found is None:
        raise Problem("there is no program " + name)
    return found


def confine():
    """In the child: ends with the driver, and does not run as root."""
    libc = ctypes.CDLL(None, use_errno=True)
    if os.getuid() == 0:
        if libc.unshare(CLONE_NEWUSER) != 0:
            raise OSError("this machine has no user namespaces: run Assay as another user than root")
        for name, text in (("uid_map", "1000 0 1"), ("setgroups", "deny"), ("gid_map", "1000 0 1")):
            with open("/proc/self/" + name, "w") as file:
                file.write(text)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class PostgreSql:
    @staticmethod
    def shown(kind, field):
        if field == NULL:
            return "null"
        return json.dumps(field, ensure_ascii=False) if kind == "s" else field

    prologue = ("SET client_min_messages = error;\nDROP SCHEMA IF EXISTS assay CASCADE;\nCREATE SCHEMA assay;\n"
                "SET search_path = assay;\n")

    def __init__(self, folder):
        self.folder = folder
        initdb = [program("initdb"), "-D", folder + "/data", "-A", "trust", "-U", "assay", "-E", "UTF8", "--locale=C", "-N"]
        done = subprocess.run(initdb, preexec_fn=confine, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise Problem("initdb failed: " + done.stdout[-500:])
        self.server = [program("postgres"), "-D", folder + "/data", "-k", folder]
        for setting in ("listen_addresses=", "jit=off", "fsync=off", "autovacuum=off", "full_page_writes=off",
                        "max_parallel_workers_per_gather=0"):
            self.server += ["-c", setting]
        self.client = [program("psql"), "-X", "-q", "-h", folder, "-U", "assay", "-d", "postgres", "-A", "-P", "footer=off", "-P", "null=" + NULL,
                       "-F", "\x1f", "-R", "\x1e", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=terse", "-f", "-"]

    def rows(self, printed):
        for row in printed.replace("\n" + "relation", "\x1e" + "relation").split("\x1e"):
            yield row.rstrip("\n").split("\x1f")


class MariaDb:
    @staticmethod
    def shown(kind, field):
        if field == "NULL" and kind != "s":
            return "null"
        return field if kind == "n" else json.dumps(field[1:] if kind == "t" else field, ensure_ascii=False)

    prologue = ("DROP DATABASE IF EXISTS assay;\nCREATE DATABASE assay CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;\n"
                "USE assay;\nSET sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES';\n")

    def __init__(self, folder):
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


ENGINES = {"postgresql": PostgreSql, "mariadb": MariaDb}


def ask(engine, script):
    return subprocess.run(engine.client, input=script, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          encoding="utf-8", errors="surrogateescape")


def start(engine, folder):
    with open(folder + "/log", "wb") as log:
        server = subprocess.Popen(engine.server, preexec_fn=confine, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    end = time.monotonic() + START_SECONDS
    while ask(engine, "SELECT 1;\n").returncode != 0:
        if server.poll() is not None or time.monotonic() > end:
            with open(folder + "/log", errors="replace") as log:
                raise Problem("the server does not start: " + log.read()[-500:])
        time.sleep(0.05)
    return server


def answer(engine, script, options):
    """Prints the answer. Returns whether there is an answer."""
    done = ask(engine, engine.prologue + options + script)
    if done.returncode != 0 or done.stderr:
        lines = [line for line in done.stderr.splitlines() if "error" in line.lower()] or done.stderr.splitlines()
        print(" ".join(lines[:1] or ["error: the client ended with %d" % done.returncode]), file=sys.stderr, flush=True)
        return False
    kinds = []
    for name, *fields in engine.rows(done.stdout):
        if name == "relation":
            kinds = [field[:1] for field in fields]
        elif name:
            sys.stdout.write(name + "(" + ", ".join(map(engine.shown, kinds, fields)) + ")\n")
    sys.stdout.write("end\n")
    return True


def serve(engine, options):
    lines = []
    for line in sys.stdin:
        if line != END_OF_PROGRAM:
            lines.append(line)
            continue
        answer(engine, "".join(lines), options)
        lines.clear()
        sys.stdout.write(END_OF_ANSWER)
        sys.stdout.flush()
    return True


def main(name, arguments):
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    options = "".join(one[1:] + ";\n" for one in arguments if one.startswith("+"))
    folder = os.path.join(os.getcwd(), "server")
    server = None
    try:
        os.mkdir(folder, 0o700)
        engine = ENGINES[name](folder)
        server = start(engine, folder)
        good = serve(engine, options) if "--serve" in arguments else answer(engine, sys.stdin.read(), options)
        return 0 if good else 1
    except (Problem, OSError, subprocess.SubprocessError) as problem:
        print("assay: cannot start " + name + ": " + " ".join(str(problem).split()), file=sys.stderr)
        return 1
    finally:
        if server is not None:
            server.kill()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


WORDS = [one for one in sys.argv[1:] if not one.startswith(("+", "-"))]
sys.exit(main(WORDS[0], sys.argv[1:]))
