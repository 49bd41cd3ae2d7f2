#!/usr/bin/env python3
"""Checks the sizes of files and functions.

A file above 500 lines or a function above 40 is listed; above 800 and 80 the check fails. A function's lines are those
from its opening to its closing brace; lambdas inside a function count as part of it. Tables (braces after "=" or "return")
are data and do not count, but a lambda in a table counts as a function of its own.

Why not clang-tidy's readability-function-size: on five parts (datalog/dialect, smt/theory, domain/kernel/law, analyzer/tune,
core/options) both found the same 26 functions of more than 26 lines in source files, with the same sizes (clang-tidy says one
less), except four that hold a table: clang-tidy counts its rows (bit_vectors.cpp's make_rows: 51 lines, but 7 of code)
and has no option that leaves them out. Its other count, statements, says nothing about length. And it judges only what one
build compiles with clang, in minutes; this tool reads every source file, tests, benchmarks and plugins included, in a second.
"""

import argparse
import os
import re
import sys

import cpp_source

FILE_LISTED, FILE_LIMIT = 500, 800
FUNCTION_LISTED, FUNCTION_LIMIT = 40, 80

_SPECIFIERS = r"(?:\s*(?:const|volatile|noexcept|override|final|mutable|try|constexpr|&&?|\(\)))*"
_LAMBDA = re.compile(
    r"(?:^|[^\w\])\s>]|\breturn|\bco_return)\s*\[\]\s*(?:<[^{}]*>\s*)?(?:\(\)\s*)?"
    r"(?:\s*(?:mutable|constexpr|consteval|static|noexcept|\(\)))*\s*(?:->[^;{}=]*)?$")
_CONSTRUCTOR_INITIALIZERS = re.compile(r"\)" + _SPECIFIERS + r"\s*:(?!:)(.*)$", re.DOTALL)


def _collapse(head):
    """`head` without the insides of balanced parentheses and brackets, and with one space for white space."""
    out = []
    opened = []
    closing = {")": "(", "]": "["}
    for c in head:
        if c in closing and opened and out[opened[-1]] == closing[c]:
            del out[opened.pop() + 1:]
            out.append(c)
        elif c in "([":
            opened.append(len(out))
            out.append(c)
        else:
            out.append(c)
    return re.sub(r"\s+", " ", "".join(out)).strip()


def _without_templates(head):
    while True:
        start = re.search(r"\btemplate\s*<", head)
        if not start:
            return head
        depth, end = 1, start.end()
        while end < len(head) and depth:
            depth += {"<": 1, ">": -1}.get(head[end], 0)
            end += 1
        head = head[:start.start()] + head[end:]


def classify(head):
    """The kind of block that a brace after `head`, outside of functions, opens: scope, function, lambda or table."""
    head = _without_templates(_collapse(re.sub(r"\boperator\s*\(\s*\)", "operator_", head))).strip()
    head = re.sub(r"^\s*(?:(?:public|private|protected)\s*:\s*)+", "", head)
    if re.search(r"^(?:inline )?namespace\b|^extern \"\s*\"$|^export$", head) or head == "":
        return "scope" if head else "table"
    if _LAMBDA.search(head):
        return "lambda"
    if head.count("(") > head.count(")"):
        return "table"
    plain = re.sub(r"\boperator\s*(?:[-+*/%^&|~!=<>,]+|\[\])", "operator_", head)
    plain = re.sub(r"[=!<>]=", "", plain)  # comparisons in a requires clause
    if "=" in plain:
        return "table"
    if re.match(r"(?:typedef |static |const |constexpr |\[\] ?)*(?:class|struct|union|enum)\b", plain) and "()" not in (
            re.sub(r"\balignas ?\(\)", "", plain).split(":")[0]):
        return "scope"
    if "()" not in plain:
        return "table"
    initializers = _CONSTRUCTOR_INITIALIZERS.search(plain)
    if initializers and re.search(r"[\w>]$", initializers.group(1)):
        return "table"  # the braces of a member, not the body
    return "function"


def _name(head):
    head = re.sub(r"\brequires\s*\([^()]*(?:\([^()]*\)[^()]*)*\)", "", _without_templates(head))
    head = re.sub(r"\s+", " ", head).strip()
    match = re.match(r"(?:[^()]*[\s*&])?([\w:<>,~]*?\boperator\s*(?:\(\)|[^\s\w(]+)|[\w:<>,~]+)\s*\(", head)
    if not match:
        return head[:60] or "lambda"
    if match.group(1).startswith("TEST"):
        return head[match.start(1):head.find(")") + 1]
    return match.group(1)


class _Frame:
    """An open brace: its kind, the text since its last statement, its line, its name, and its lines of tables."""

    def __init__(self, kind, line=0, name=""):
        self.kind, self.line, self.name = kind, line, name
        self.head = []
        self.table_lines = 0

    def in_code(self):
        return self.kind in ("function", "lambda", "block")

    def opens(self, line):
        """The frame that a brace on `line` opens here."""
        head = "".join(self.head)
        if self.in_code():
            return _Frame("table" if re.search(r"(=|\breturn)\s*$", head) else "block", line)
        kind = classify(head)
        return _Frame(kind, line, "lambda" if kind == "lambda" else _name(head))


def functions(text):
    """(name, first line, number of lines) of each function, and of each lambda outside of functions or in a table."""
    text = cpp_source.without_directives(cpp_source.without_literals(text))
    found = []
    frames = [_Frame("scope")]
    line = 1
    for c in text:
        frame = frames[-1]
        if c == "\n":
            line += 1
        if c == "{":
            frames.append(frame.opens(line))
        elif c == "}" and len(frames) == 1:
            frame.head.clear()
        elif c == "}":
            frames.pop()
            outer = frames[-1]
            if frame.kind in ("function", "lambda"):
                found.append((frame.name, frame.line, line - frame.line + 1 - frame.table_lines))
            elif frame.kind == "block" or (frame.kind == "table" and outer.kind == "table"):
                outer.table_lines += frame.table_lines
            if frame.kind == "table" and outer.in_code():
                outer.table_lines += line - frame.line  # data may have any length
            if frame.kind in ("table", "lambda"):
                outer.head.append("()" if frame.kind == "lambda" else " @ ")
            else:
                outer.head.clear()
        elif c == ";":
            frame.head.clear()
        elif c == "," and frame.kind == "table":
            frame.head[:] = "="  # the next element is a value: `[](` there opens a lambda, `f(x) {` does not occur
        else:
            frame.head.append(c)
    return sorted(found, key=lambda f: f[1])


def check(root):
    """(listed, failed): messages about files and functions below `root`."""
    listed, failed = [], []

    def judge(message, size, soft, hard):
        if size > hard:
            failed.append(f"{message}, the limit is {hard}: split it")
        elif size > soft:
            listed.append(f"{message}, aim at {soft}")

    for path in cpp_source.source_files(root):
        text = cpp_source.read(os.path.join(root, path))
        judge(f"{path}:1: file of {text.count(chr(10))} lines", text.count("\n"), FILE_LISTED, FILE_LIMIT)
        for name, first, size in functions(text):
            judge(f"{path}:{first}: function {name} of {size} lines", size, FUNCTION_LISTED, FUNCTION_LIMIT)
    return listed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("--all", action="store_true", help="print every function with its size")
    arguments = parser.parse_args()
    if arguments.all:
        for path in cpp_source.source_files(arguments.root):
            for name, first, size in functions(cpp_source.read(os.path.join(arguments.root, path))):
                print(f"{path}:{first}: {size} {name}")
        return 0
    listed, failed = check(arguments.root)
    for message in listed:
        print("listed:", message)
    for message in failed:
        print("FAILED:", message)
    print(f"check_sizes: {len(listed)} listed, {len(failed)} too large")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
