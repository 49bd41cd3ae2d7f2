"""Reads C++ far enough for conventions: files, includes, and text without comments and literals."""

import os
import re

SOURCE_FOLDERS = ("src", "include", "plugins", "test", "bench")
EXTENSIONS = (".cpp", ".hpp")


def source_files(root, folders=SOURCE_FOLDERS, extensions=EXTENSIONS):
    """Paths of the C++ files (or of `extensions`) below `folders`, relative to `root`, sorted. Test inputs under a `data`
    folder are not ours."""
    found = []
    for folder in folders:
        for where, names, files in os.walk(os.path.join(root, folder)):
            names[:] = sorted(n for n in names if n not in ("data", "build"))
            found += [os.path.relpath(os.path.join(where, f), root) for f in files if f.endswith(extensions)]
    return sorted(found)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


_TOKEN = re.compile(
    r"""(?P<line_comment>//(?:\\\n|[^\n])*)
      | (?P<comment>/\*.*?(?:\*/|\Z))
      | (?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)")
      | (?P<string>"(?:\\.|[^"\\\n])*")
      | (?P<number>\b[0-9](?:'?[0-9a-zA-Z_.])*)
      | (?P<char>'(?:\\.|[^'\\\n])+')""",
    re.DOTALL | re.VERBOSE,
)


def _blank(text, keep=""):
    inner = "".join("\n" if c == "\n" else " " for c in text)
    return keep + inner[len(keep) * 2:] + keep if keep else inner


def without_comments(text):
    """`text` with its comments blanked: the same offsets and lines."""
    return _TOKEN.sub(lambda m: _blank(m.group()) if m.group().startswith(("//", "/*")) else m.group(), text)


def without_literals(text):
    """`text` with comments and the insides of literals blanked: the same offsets and lines."""

    def replace(match):
        if match.group("number"):
            return match.group()
        if match.group("raw") or match.group("string"):
            return _blank(match.group(), '"')
        return _blank(match.group())

    return _TOKEN.sub(replace, text)


def without_directives(text):
    """Blanks preprocessor lines, and all branches but the first of a conditional, so that braces balance."""
    out = []
    conditionals = []  # one bool for each open #if: are its lines kept?
    in_directive = False
    for line in text.split("\n"):
        directive = in_directive or line.lstrip().startswith("#")
        if directive and not in_directive:
            word = re.match(r"\s*#\s*(\w*)", line).group(1)
            if word in ("if", "ifdef", "ifndef"):
                conditionals.append(True)
            elif word in ("else", "elif") and conditionals:
                conditionals[-1] = False
            elif word == "endif" and conditionals:
                conditionals.pop()
        in_directive = directive and line.endswith("\\")
        out.append(line if not directive and all(conditionals) else " " * len(line))
    return "\n".join(out)


def includes(text):
    """(line number, name, quoted with angle brackets?) of each #include."""
    found = []
    for number, line in enumerate(without_comments(text).split("\n"), 1):
        match = re.match(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', line)
        if match:
            found.append((number, match.group(1) or match.group(2), match.group(2) is not None))
    return found
