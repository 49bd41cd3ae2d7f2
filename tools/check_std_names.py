#!/usr/bin/env python3
"""Finds functions of ours that an unqualified call may lose to a function of the standard library.

The compiler looks a function's name up in the namespaces of the argument types, too (argument-dependent lookup). A call
`quoted(text)` with a std::string_view therefore also finds std::quoted. Whether std has such a function, and whether it fits better
than ours, depends on the standard library's version: the call is ambiguous on one system and compiles on another.

The rule: a free function whose name stands in tools/std_functions.txt has only parameters of our own types and is no template.
Types count as the standard library's if they are written with `std::` or by an alias from the same file. Members are free in their names.
Exit code 0: no such function, 1: some.
"""

import argparse
import os
import re
import sys

import check_sizes
import cpp_source

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "std_functions.txt")
# Arithmetic types have no namespace to look in.
ARITHMETIC = re.compile(r"\bstd::(?:u?int\w*_t|u?intptr_t|size_t|ptrdiff_t)\b")
ALIAS = re.compile(r"\busing\s+(\w+)\s*=\s*([^;]*);")


def std_functions():
    with open(TABLE, encoding="utf-8") as file:
        return {name for line in file if not line.startswith("#") for name in line.split()}


def free_functions(text):
    """(head, line) of each function that `text`, without literals and directives, declares or defines in a namespace."""
    in_namespace, head, line = [True], [], 1
    for c in text:
        line += c == "\n"
        if c not in "{};":
            head.append(c)
            continue
        if c == "}":
            if len(in_namespace) > 1:
                in_namespace.pop()
        elif in_namespace[-1]:
            words = "".join(head)
            is_namespace = c == "{" and re.search(r"\bnamespace\b[\w:\s]*$|\bextern\s*\"\s*\"\s*$", words)
            if not is_namespace and check_sizes.classify(words) == "function":
                yield words, line
            if c == "{":
                in_namespace.append(bool(is_namespace))
        elif c == "{":
            in_namespace.append(False)
        head.clear()


def from_std(head, aliases):
    """True if namespace std may be an associated namespace of a parameter's type."""
    parameters = ARITHMETIC.sub("", head[head.index("("):])
    words = set(re.findall(r"\w+", parameters))
    return "std::" in parameters or "auto" in words or bool(words & aliases)


def violations(text, names):
    """(line, name) of the functions in `text` that break the rule."""
    text = cpp_source.without_directives(cpp_source.without_literals(text))
    aliases = {alias for alias, meaning in ALIAS.findall(text) if "std::" in ARITHMETIC.sub("", meaning)}
    for head, line in free_functions(text):
        found = re.search(r"([\w:~]*?)\s*\($", check_sizes._name(head) + "(")
        name = found.group(1) if found else ""
        start = re.search(rf"\b{re.escape(name)}\s*\(", head) if name in names else None
        if start and ("template" in head[:start.start()] or from_std(head[start.start():], aliases)):
            yield line, name


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=ROOT)
    root = parser.parse_args().root
    paths, names, count = cpp_source.source_files(root), std_functions(), 0
    for path in paths:
        for line, name in violations(cpp_source.read(os.path.join(root, path)), names):
            count += 1
            print(f"{path}:{line}: std has a function {name}, too, and an unqualified call of this one may find it: choose another name")
    print(f"check_std_names: {len(paths)} files, {count} function(s) that std's may hide")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
