"""Runs CozoScript programs on Cozo, each in a new database in memory.

usage: assay-cozo [OPTION...] [FILE]   one program, of the file or of standard input
       assay-cozo [OPTION...] --serve  many, on standard input; the line "assay-end-of-program" ends each program
       assay-cozo --version

OPTION is a query option of CozoScript, as in ":disable_magic_rewrite true", added to each program.

A program's answer has a relation's name in the first column, then the relation's columns, then null.
The driver prints its rows, `r0(1, "a")` a line, and `end`; or nothing, and a message on standard error.
"""

import json
import sys
from importlib import metadata

from cozo_embedded import CozoDbPy

END_OF_PROGRAM = "assay-end-of-program\n"
END_OF_ANSWER = "assay-end-of-answer\n"


def answer(script):
    """The answer's text and None, or None and Cozo's error message."""
    database = CozoDbPy("mem", "", "{}")
    try:
        result = database.run_script(script, {}, True)
    except Exception as error:  # the binding raises nothing narrower
        said = error.args[0] if error.args else error
        return None, str(said["message"]) if isinstance(said, dict) and "message" in said else str(said)
    finally:
        database.close()
    lines = []
    for name, *fields in result["rows"]:
        shown = ", ".join(json.dumps(field, ensure_ascii=False) for field in fields if field is not None)
        lines.append(f"{name}({shown})\n")
    return "".join(lines) + "end\n", None


def run(script):
    """Prints the answer. Returns whether there is an answer."""
    text, problem = answer(script)
    if text is None:
        print("error:", " ".join(problem.split()), file=sys.stderr, flush=True)
        return False
    sys.stdout.write(text)
    return True


def serve(options):
    lines = []
    for line in sys.stdin:
        if line != END_OF_PROGRAM:
            lines.append(line)
            continue
        run("".join(lines) + options)
        lines.clear()
        sys.stdout.write(END_OF_ANSWER)
        sys.stdout.flush()


def main(arguments):
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    options = "".join(f"\n{one}" for one in arguments if one.startswith(":"))
    rest = [one for one in arguments if not one.startswith(":")]
    if len(rest) > 1 or rest in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0 if len(rest) == 1 else 2
    if rest == ["--version"]:
        print("cozo", metadata.version("cozo-embedded"))
        return 0
    if rest == ["--serve"]:
        serve(options)
        return 0
    if rest:
        with open(rest[0], encoding="utf-8") as file:
            return 0 if run(file.read() + options) else 1
    return 0 if run(sys.stdin.read() + options) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
