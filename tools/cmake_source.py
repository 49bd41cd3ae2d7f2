"""Reads CMakeLists.txt far enough for conventions: the targets, their sources, and their links."""

import dataclasses
import glob
import os
import re

_TOKEN = re.compile(r'#[^\n]*|"(?:\\.|[^"\\])*"|[()]|[^\s()"#]+')
_KEYWORD = re.compile(r"[A-Z][A-Z_]+")
SCOPES = ("PUBLIC", "PRIVATE", "INTERFACE")
BODIES = {"function": "endfunction", "macro": "endmacro"}


@dataclasses.dataclass
class Link:
    name: str
    scope: str  # a word of SCOPES
    path: str
    line: int


@dataclasses.dataclass
class Target:
    name: str
    path: str
    line: int
    sources: list = dataclasses.field(default_factory=list)  # relative to the root
    links: list = dataclasses.field(default_factory=list)


def commands(text):
    """(line, name in lower case, arguments without quotes) of every command, in order; nested parentheses are dropped."""
    line, position, name, depth, arguments, start = 1, 0, None, 0, [], 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        token = match.group()
        if token.startswith("#"):
            continue
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
            if depth == 0:
                yield start, name, arguments
                arguments = []
        elif depth == 0:
            name, start = token.lower(), line
        else:
            arguments.append(token.strip('"'))


def _apart(text):
    """The commands outside of functions, and the functions: name -> (parameters, commands)."""
    outside, functions, inside = [], {}, None
    for line, name, arguments in commands(text):
        if inside is None and name in BODIES:
            inside = BODIES[name]
            body = functions[arguments[0].lower()] = (arguments[1:], [])
        elif name == inside:
            inside = None
        elif inside is None:
            outside.append((line, name, arguments))
        else:
            body[1].append((name, arguments))
    return outside, functions


def _by_keyword(arguments, first):
    lists = {first: []}
    keyword = first
    for argument in arguments:
        if _KEYWORD.fullmatch(argument):
            keyword = argument
        else:
            lists.setdefault(keyword, []).append(argument)
    return lists


def _sources(words, folder, root):
    paths = []
    for word in words:
        word = word.replace("${PROJECT_SOURCE_DIR}/", "/").replace("${CMAKE_CURRENT_SOURCE_DIR}/", "")
        if "$" in word or not word.endswith((".cpp", ".c")):
            continue
        path = word[1:] if word.startswith("/") else os.path.normpath(os.path.join(folder, word))
        paths += sorted(glob.glob(path, root_dir=root)) if "*" in path else [path]
    return paths


def _add_links(target, lists, path, line):
    for scope in SCOPES:
        target.links += [Link(name, scope, path, line) for name in lists.get(scope, []) if "$" not in name]


def _expanded(arguments, values):
    """Arguments with the values of variables: a list where one stands alone, text inside of a word."""
    words = []
    for argument in arguments:
        if argument[:2] == "${" and argument[2:-1] in values:
            words += values[argument[2:-1]]
        else:
            words.append(re.sub(r"\$\{(\w+)\}", lambda m: ";".join(values.get(m[1], [m[0]])), argument))
    return words


class _Reader:
    def __init__(self, files, root):
        self.root = root
        self.targets = {}
        self.functions = {}
        apart = {}
        for path, text in files.items():
            apart[path], functions = _apart(text)
            self.functions.update(functions)
        for path, outside in apart.items():
            for line, command, arguments in outside:
                self.read(path, line, command, arguments)

    def read(self, path, line, command, arguments):
        if not arguments or "$" in arguments[0]:
            return
        name, folder = arguments[0], os.path.dirname(path)
        if command in ("add_library", "add_executable"):
            self.targets[name] = Target(name, path, line, _sources(arguments[1:], folder, self.root))
        elif command == "target_link_libraries" and name in self.targets:
            _add_links(self.targets[name], _by_keyword(arguments[1:], "PUBLIC"), path, line)
        elif command in self.functions:
            self.call(path, line, command, arguments)
        elif command == "assay_library":
            lists = _by_keyword(arguments[1:], "SOURCES")
            self.targets[name] = Target(name, path, line, _sources(lists["SOURCES"], folder, self.root))
            _add_links(self.targets[name], lists, path, line)

    def call(self, path, line, command, arguments):
        """A function of our own: its commands, with the arguments of the call and, of those, the lists by keyword."""
        parameters, body = self.functions[command]
        values = {name: [word] for name, word in zip(parameters, arguments)}
        for name, words in body:
            if name == "cmake_parse_arguments":
                lists = _by_keyword(arguments[len(parameters):], "")
                values.update({f"{words[0]}_{keyword}": one for keyword, one in lists.items()})
            elif name != command:
                self.read(path, line, name, _expanded(words, values))


def read_targets(root, folder):
    """The targets that the CMakeLists.txt below `folder` define, by name; links to targets anywhere count."""
    files = {}
    for where, names, found in os.walk(os.path.join(root, folder)):
        names.sort()
        if "CMakeLists.txt" in found:
            path = os.path.relpath(os.path.join(where, "CMakeLists.txt"), root)
            with open(os.path.join(root, path), encoding="utf-8") as file:
                files[path] = file.read()
    return _Reader(files, root).targets


def reachable(targets, name):
    """Names of the targets whose headers and symbols `name` has: its links, and the public links of these."""
    seen = set()
    open_names = [link.name for link in targets[name].links]
    while open_names:
        one = open_names.pop()
        if one in seen or one not in targets:
            continue
        seen.add(one)
        open_names += [link.name for link in targets[one].links if link.scope != "PRIVATE"]
    return seen


def find_cycle(edges):
    """The nodes of one cycle of a graph {node: nodes}, the first one again at its end; or an empty list."""
    done = set()
    for start in sorted(edges):
        path, stack = [], [(start, iter(sorted(edges[start])))]
        path.append(start)
        while stack and start not in done:
            node, below = stack[-1]
            following = next((other for other in below if other not in done and other in edges), None)
            if following is None:
                done.add(node)
                path.pop()
                stack.pop()
            elif following in path:
                return path[path.index(following):] + [following]
            else:
                path.append(following)
                stack.append((following, iter(sorted(edges[following]))))
    return []
