#!/usr/bin/env python3
"""Finds types that two places of the sources define under one name in one namespace.

C++ allows one definition of each type (ODR). The linker does not see a second one: it takes either copy of a member or of
a template's instance, and the program with both breaks at run time, while the tests of each part pass. Types in an
unnamed namespace, or inside of another type, are left out. Exit code 0: none, 1: some.
"""

import collections
import os
import re
import sys

import cpp_source

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# A namespace; a type that is defined here (`struct Outer::Inner {` belongs to Outer); any other brace.
TOKEN = re.compile(r"namespace\s+([\w:]*)\s*\{|"
                   r"\b(?:struct|class|union|enum\s+class|enum)\s+(?:\[\[\w+\]\]\s*)?(\w+)(?!\w|::)(?:\s+final)?"
                   r"(?:\s*:(?!:)[^;{()]*)?\s*\{|\{|\}")


def definitions(text):
    """The qualified names of the types that a source defines, without types of unnamed namespaces."""
    found = []
    inside = []  # the name of a namespace, or None for any other pair of braces
    for match in TOKEN.finditer(cpp_source.without_directives(cpp_source.without_literals(text))):
        if match.group(0) == "}":
            if inside:
                inside.pop()
        elif match.group(1) is not None:
            inside.append(match.group(1))
        else:
            if match.group(2) and all(inside):
                found.append("::".join([*inside, match.group(2)]))
            inside.append(None)
    return found


def repeated(root, paths):
    """(name, files) of the types that several of the files define."""
    where = collections.defaultdict(list)
    for path in paths:
        for name in set(definitions(cpp_source.read(os.path.join(root, path)))):
            where[name].append(path)
    return sorted((name, sorted(files)) for name, files in where.items() if len(files) > 1)


def main():
    paths = cpp_source.source_files(ROOT, ("src", "include"))
    found = repeated(ROOT, paths)
    for name, files in found:
        print(f"{name} is defined in {' and in '.join(files)}: rename one, or put it into an unnamed namespace")
    print(f"check_definitions: {len(paths)} files, {len(found)} type(s) with two definitions")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
