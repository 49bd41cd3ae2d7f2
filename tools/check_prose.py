#!/usr/bin/env python3
"""Checks that paragraphs and lists of the Markdown files have lines of at most 120 characters; --fix breaks them anew.
Tables, code, headings and quotations may have longer lines, and so may a line without a place to break it.

Checks, too, that comments of the code get no more of the words that make them riddles: the number of lines with each of
them may only fall (RIDDLES).
"""

import argparse
import os
import re
import sys

import check_links
import cpp_source

WIDTH = 120

# A pattern in comments (COMMENTS, FOLDERS), or in a name of C++ -> the number of lines that have it. Write the noun
# instead of a pronoun, the person or part that acts, and the number. A comment begins with its subject. Limits are
# kMaxThings and kMinThings. Lower a number when you repair comments; never raise a number.
RIDDLES = {
    r"\bso many\b": 0,
    r"\bof (which|whose)\b": 0,
    r"\bone that\b": 0,
    r"\bones? of\b": 1,
    r"\bthose (that|of)\b": 0,
    r"\bwhatever\b": 0,
    r"\bthe same of\b": 0,
    r"\b(is|are) to be\b": 0,
    r"\bnobody\b": 0,
    r"\bas good as\b": 0,
    r"\bnone where\b": 0,
    r"(//[/!]?<?|/\*|#|\"\"\") *(What|Of|Where|None)\b": 0,
    r"\bk(Most|Least)([A-Z]\w*)?\b": 0,
}
FOLDERS = ("bench", "cmake", "data", "examples", "include", "plugins", "scripts", "src", "test", "tools")
_C, _SCRIPT = re.compile(r"(?:^|\s)(?://|/\*).*"), re.compile(r"(?:^|\s)#.*|^\s*\"\"\".*")
# The end of a file's name -> its comments. The check reads the first line of a docstring or of /* ... */.
COMMENTS = {**dict.fromkeys((".cpp", ".hpp", ".c", ".cc", ".h"), _C),
            **dict.fromkeys((".py", ".sh", ".cmake", "CMakeLists.txt"), _SCRIPT)}
_FENCE = re.compile(r"\s*(```|~~~)")
_ITEM = re.compile(r"( *)([-*+]|\d+[.)])( +)(?=\S)")
_NO_PROSE = re.compile(r"\s*(\||#|>|<|$)|\[[^]]+\]: ")
_LOOKS_LIKE_A_MARK = re.compile(r"([-*+#>|]+|\d+[.)])$")  # at the begin of a line it would be one


def _blocks(lines):
    """(first line, line after, indent of the first, indent of the others) of each paragraph or item of a list."""
    at, item_indent = 0, None
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line)
        if fence:
            at = next((i for i in range(at + 1, len(lines)) if lines[i].strip().startswith(fence.group(1))), len(lines)) + 1
            continue
        indent = len(line) - len(line.lstrip(" "))
        item = _ITEM.match(line) if item_indent is not None or indent < 4 else None
        if item:
            item_indent = len(item.group(0))
        elif line.strip() and indent == 0:
            item_indent = None
        is_code = not item and indent >= (4 if item_indent is None else item_indent + 4)
        if _NO_PROSE.match(line) or is_code:
            at += 1
            continue
        end = at + 1
        while end < len(lines) and not (_NO_PROSE.match(lines[end]) or _FENCE.match(lines[end]) or _ITEM.match(lines[end])
                                        or lines[end - 1].endswith(("  ", "\\"))):
            end += 1
        yield at, end, item.group(0) if item else " " * indent, " " * (item_indent if item else indent)
        at = end


def _words(text):
    """Split at blanks, but not inside of `code`."""
    return re.findall(r"(?:`[^`]*`|[^\s`])+|`", text)


def _broken(first, others, text):
    lines, line = [], first
    for word in _words(text):
        if line.strip() == "" or line == first:
            line += word
        elif len(line) + 1 + len(word) <= WIDTH or _LOOKS_LIKE_A_MARK.match(word):
            line += " " + word
        else:
            lines.append(line)
            line = others + word
    return [*lines, line]


def long_lines(text):
    """Numbers of the lines of prose that are too long and can be broken."""
    lines = text.split("\n")
    found = []
    for begin, end, first, others in _blocks(lines):
        for number in range(begin, end):
            lead = first if number == begin else others
            too_long = len(lines[number]) > WIDTH
            if too_long and len(_broken(lead, others, lines[number][len(lead):])) > 1:
                found.append(number + 1)
    return found


def fixed(text):
    """The text with the blocks broken anew that have such a line."""
    lines = text.split("\n")
    result, copied = [], 0
    bad = set(long_lines(text))
    for begin, end, first, others in _blocks(lines):
        if not bad.intersection(range(begin + 1, end + 1)):
            continue
        result += lines[copied:begin]
        result += _broken(first, others, " ".join([lines[begin][len(first):], *(line.strip() for line in lines[begin + 1:end])]))
        copied = end
    return "\n".join([*result, *lines[copied:]])


def riddles(text, path="a.cpp"):
    """For each pattern of RIDDLES the numbers of the lines that have it."""
    found = {pattern: [] for pattern in RIDDLES}
    comments = next(regex for end, regex in COMMENTS.items() if path.endswith(end))
    for number, line in enumerate(text.split("\n"), 1):
        comment = comments.search(line)
        for pattern in RIDDLES:
            where = line if pattern.startswith(r"\bk") and comments is _C else comment.group(0) if comment else ""
            if re.search(pattern, where):
                found[pattern].append(number)
    return found


def check_riddles(root, allowed=None):
    """A message with all places for each pattern that more lines have than `allowed` says."""
    places = {pattern: [] for pattern in RIDDLES}
    for path in cpp_source.source_files(root, FOLDERS, tuple(COMMENTS)):
        for pattern, numbers in riddles(cpp_source.read(os.path.join(root, path)), path).items():
            places[pattern] += [f"{path}:{number}" for number in numbers]
    for pattern, limit in (RIDDLES if allowed is None else allowed).items():
        if len(places[pattern]) > limit:
            yield (f"'{pattern}' is in {len(places[pattern])} lines, at most {limit} are allowed: write it plainly (RIDDLES "
                   f"in tools/check_prose.py): {', '.join(places[pattern])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("--fix", action="store_true")
    arguments = parser.parse_args()
    count, files = 0, list(check_links.markdown_files(arguments.root))
    for path in files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        bad = long_lines(text)
        count += len(bad)
        if bad and arguments.fix:
            with open(path, "w", encoding="utf-8") as file:
                file.write(fixed(text))
        for number in [] if arguments.fix else bad:
            print(f"{os.path.relpath(path, arguments.root)}:{number}: more than {WIDTH} characters")
    print(f"check_prose: {len(files)} files, {count} long lines" + (" broken anew" if arguments.fix else ""))
    if count and not arguments.fix:
        print("check_prose: tools/check_prose.py --fix breaks them")
    messages = list(check_riddles(arguments.root))
    for message in messages:
        print(message)
    return 1 if messages or (count and not arguments.fix) else 0


if __name__ == "__main__":
    sys.exit(main())
