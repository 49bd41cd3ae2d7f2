#!/usr/bin/env python3
"""Runs tests that carry their expectations: inputs with comments that say what to run and what it prints.

    ; RUN: smt eval in.smt2 --model model     the command's arguments; it runs in a folder of its own
    ; EXIT: 0                                 what it ends with
    ; EXPECT: holds    in.smt2:2:1  (> x 0)   its standard output, then its standard error, line by line
    (the input, saved as in.smt2)
    ; FILE: model                             what follows is saved under this name; a "program" may be run
    ...

With --update, the expectations of the files are made what the command prints now: read the difference before you commit it.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile

DIRECTIVE = re.compile(r"^; (RUN|EXIT|EXPECT): ?(.*)$")


def sections(text):
    """(arguments, exit code, expected lines, {file name: content})."""
    run, code, expected, files = None, 0, [], {}
    name, lines = "in.smt2", []
    for line in text.splitlines():
        directive = DIRECTIVE.match(line)
        if directive and directive[1] == "RUN":
            run = directive[2].split()
        elif directive and directive[1] == "EXIT":
            code = int(directive[2])
        elif directive:
            expected.append(directive[2])
        elif line.startswith("; FILE: "):
            files[name] = "".join(lines)
            name, lines = line[len("; FILE: "):], []
        else:
            lines.append(line + "\n")
    files[name] = "".join(lines)
    return run, code, expected, files


def printed(assay, run, files):
    """(exit code, lines) of the command in a fresh folder; the folder's path reads as nothing."""
    with tempfile.TemporaryDirectory(prefix="assay-golden-") as folder:
        for name, content in files.items():
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
            os.chmod(path, 0o755 if content.startswith("#!") else 0o644)
        environment = dict(os.environ, NO_COLOR="1", LC_ALL="C")
        result = subprocess.run([os.path.abspath(assay), *run], cwd=folder, capture_output=True, text=True, env=environment, timeout=100,
                                stdin=subprocess.DEVNULL)
        return result.returncode, (result.stdout + result.stderr).replace(folder + "/", "").splitlines()


def updated(text, code, lines):
    """The file's text with the expectations that are true now, where the old ones stood."""
    out = []
    for line in text.splitlines():
        directive = DIRECTIVE.match(line)
        if directive is None:
            out.append(line)
        elif directive[1] == "RUN":
            out.append(line)
            out.append(f"; EXIT: {code}")
            out.extend(f"; EXPECT: {expected}".rstrip() for expected in lines)
    return "\n".join(out) + "\n"


def check(assay, path, update):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    run, code, expected, files = sections(text)
    if not run:
        print(f"{path}: there is no line '; RUN: ...'")
        return False
    now_code, now = printed(assay, run, files)
    if update:
        with open(path, "w", encoding="utf-8") as file:
            file.write(updated(text, now_code, now))
        return True
    now = [line.rstrip() for line in now]
    if (now_code, now) == (code, [line.rstrip() for line in expected]):
        return True
    print(f"{path}: exit code {now_code}, expected {code}; if that is right: {sys.argv[0]} --update")
    print("\n".join(difflib.unified_diff(expected, now, "expected", "printed", lineterm="")))
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True, help="the program")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    good = [check(arguments.assay, path, arguments.update) for path in arguments.files]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
