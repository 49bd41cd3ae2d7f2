#!/usr/bin/env python3
"""Checks that every #include in src/ and include/ follows the layers and the rules for third-party headers, that CMake's
targets link exactly what their files include, and that there are at most 35 public headers, and 15 files in a room.

A violation is printed with file, line, and what is allowed there. Exit code 0: none, 1: some.
"""

import argparse
import os
import re
import sys

import cmake_source
import cpp_source

SMT_FRONT_END = ["smt/term", "smt/theory", "smt/parse", "smt/truth", "smt/eval"]
SMT_GENERATOR = ["base", "core"] + SMT_FRONT_END + ["smt/draw", "smt/solver", "smt/ask", "smt/judge", "smt/reduce",
                                                    "smt/rules", "smt/checker"]
DATALOG_BASIS = ["datalog/program", "datalog/graph", "datalog/eval", "datalog/dialect"]

DOMAIN_WORDS = ["domain/kernel/element", "domain/kernel/law", "domain/kernel/program"]
DOMAIN_ADAPTER = DOMAIN_WORDS + ["domain/reproduction", "domain/libraries/plugin"]

# A part of the code -> what it may include besides itself; a module's name stands for all of its parts. `cli` sits on
# everything. Rows of parts that are not there yet say where they will stand.
PARTS = {
    "base": [],
    "core/io": ["base"],
    "core/source": ["base", "core/io"],
    "core/sarif": ["base", "core/io", "core/source"],
    "core/rng": ["base"],
    "core/proc": ["base"],
    "core/case": ["base", "core/proc"],
    "core/target": ["base", "core/io", "core/case", "core/proc"],
    "core/reduce": ["base", "core/case", "core/proc", "core/target"],
    "core/releases": ["base", "core/io", "core/proc", "core/target"],
    "core/options": ["base", "core/io", "core/proc", "core/target"],
    "core/finding": ["base", "core/io", "core/case", "core/target"],
    "core/store": ["base", "core/io", "core/case", "core/options", "core/finding"],
    "core/campaign": ["base", "core/io", "core/case", "core/proc", "core/target", "core/options", "core/finding",
                      "core/store"],
    "core/report": ["base", "core/io", "core/case", "core/target", "core/finding", "core/store"],
    "core/executor": ["base", "core/io", "core/case", "core/proc", "core/target", "core/options", "core/finding",
                      "core/store"],
    "smt/term": ["base"],
    "smt/theory": ["base", "smt/term"],
    "smt/parse": ["base", "smt/term", "smt/theory"],
    "smt/log": ["base", "smt/term", "smt/theory", "smt/parse"],
    "smt/truth": ["base", "smt/term", "smt/theory"],
    "smt/eval": ["base", "smt/term", "smt/theory", "smt/parse", "smt/truth"],
    "smt/draw": ["base", "core"] + SMT_FRONT_END,
    "smt/solver": ["base", "core"] + SMT_FRONT_END + ["smt/draw"],
    "smt/certificate": ["base", "core"] + SMT_FRONT_END + ["smt/draw", "smt/solver"],
    "smt/ask": ["base", "core"] + SMT_FRONT_END + ["smt/solver"],
    "smt/judge": ["base", "core"] + SMT_FRONT_END + ["smt/draw", "smt/solver", "smt/certificate"],
    "smt/reduce": ["base", "core"] + SMT_FRONT_END
                  + ["smt/draw", "smt/solver", "smt/certificate", "smt/ask", "smt/judge", "smt/checker"],
    "smt/rules": ["base", "core"] + SMT_FRONT_END + ["smt/solver", "smt/ask", "smt/judge", "smt/reduce"],
    "smt/fuzz": SMT_GENERATOR,
    "smt/synth": SMT_GENERATOR,
    "smt/mutant": ["base", "core"] + SMT_FRONT_END + ["smt/solver", "smt/reduce"],
    "smt/compare": ["base", "core"] + SMT_FRONT_END + ["smt/solver", "smt/judge", "smt/reduce", "smt/mutant"],
    "smt/stability": ["base", "core"] + SMT_FRONT_END
                     + ["smt/log", "smt/solver", "smt/judge", "smt/reduce", "smt/mutant", "smt/compare"],
    "horn/system": ["base", "smt"],
    "horn/make": ["base", "core", "smt", "horn/system"],
    "horn/change": ["base", "core", "smt", "horn/system", "horn/make"],
    "horn/witness": ["base", "core", "smt", "horn/system", "horn/make"],
    "smt/checker": ["base", "core"] + SMT_FRONT_END + ["smt/draw", "smt/solver"],
    "trigger/problem": ["base", "smt"],
    "trigger/prover": ["base", "core", "smt", "trigger/problem"],
    "trigger/check": ["base", "core", "smt", "trigger/problem", "trigger/prover"],
    "trigger/source": ["base", "core", "smt", "trigger/problem", "trigger/prover"],
    "trigger/proof": ["base", "core", "smt", "trigger/problem", "trigger/prover", "trigger/source"],
    "trigger/search": ["base", "core", "smt", "trigger/problem", "trigger/prover", "trigger/source"],
    "trigger/explain": ["base", "core", "smt", "trigger/problem", "trigger/prover", "trigger/proof"],
    "datalog/program": ["base"],
    "datalog/graph": ["base", "datalog/program"],
    "datalog/eval": ["base", "datalog/program", "datalog/graph"],
    "datalog/dialect": ["base", "datalog/program", "datalog/graph"],
    "datalog/transform": ["base", "core"] + DATALOG_BASIS,
    "datalog/generate": ["base", "core"] + DATALOG_BASIS,
    "datalog/engine": ["base", "core"] + DATALOG_BASIS,
    "datalog/reduce": ["base", "core"] + DATALOG_BASIS + ["datalog/transform", "datalog/engine"],
    "datalog/fuzz": ["base", "core"] + DATALOG_BASIS
                    + ["datalog/transform", "datalog/generate", "datalog/engine", "datalog/reduce"],
    "domain/kernel/element": ["base"],
    "domain/kernel/law": ["base", "domain/kernel/element"],
    "domain/kernel/program": ["base", "core", "domain/kernel/element", "domain/kernel/law"],
    "domain/kernel/reference": ["base", "domain/kernel/element"],
    "domain/kernel/run": ["base", "core", "domain/kernel/element", "domain/kernel/law", "domain/kernel/program",
                          "domain/kernel/reference"],
    "domain/kernel/exhaustive": ["base", "domain/kernel/element"],
    "domain/kernel/reduce": ["base", "core", "domain/kernel/element", "domain/kernel/law", "domain/kernel/program",
                             "domain/kernel/run"],
    "domain/reproduction": ["base", "core/target"] + DOMAIN_WORDS,
    "domain/libraries/plugin": ["base"] + DOMAIN_WORDS,
    "domain/libraries/value": ["base"],
    "domain/libraries/llvm": ["base"] + DOMAIN_WORDS + ["domain/kernel/run", "domain/reproduction",
                                                       "domain/libraries/value"],
    "domain/libraries/ppl": ["base"] + DOMAIN_ADAPTER,
    "domain/libraries/level0": ["base"] + DOMAIN_ADAPTER,
    "domain/libraries/apron": ["base"] + DOMAIN_ADAPTER + ["domain/libraries/level0"],
    "domain/libraries/elina": ["base"] + DOMAIN_ADAPTER + ["domain/libraries/level0"],
    "domain/libraries/crab": ["base"] + DOMAIN_ADAPTER,
    "domain/libraries/tnum": ["base"] + DOMAIN_ADAPTER + ["domain/libraries/value"],
    "domain/libraries/shared": ["base"] + DOMAIN_ADAPTER,
    "domain/worker": ["base", "core", "domain/kernel"],
    "domain/campaign": ["base", "core", "domain/kernel", "domain/worker"],
    "analyzer/fact": ["base", "core/io"],
    "analyzer/program": ["base", "core"],
    "analyzer/target": ["base", "core", "analyzer/fact", "analyzer/program"],
    "analyzer/command": ["base", "core", "analyzer/fact", "analyzer/program", "analyzer/target"],
    "analyzer/check": ["base", "core", "analyzer/fact", "analyzer/program", "analyzer/target"],
    "analyzer/adapters": ["base", "core", "analyzer/fact", "analyzer/program", "analyzer/target", "analyzer/check"],
    "analyzer/test": ["base", "core", "analyzer/fact", "analyzer/program", "analyzer/target", "analyzer/check",
                      "analyzer/adapters"],
    "analyzer/tune": ["base", "core", "analyzer/fact", "analyzer/program", "analyzer/target", "analyzer/command",
                      "analyzer/check", "analyzer/adapters", "analyzer/test"],
    "analyzer/recall": ["base", "core", "analyzer/fact", "analyzer/program", "analyzer/target", "analyzer/command",
                        "analyzer/check", "analyzer/adapters", "analyzer/test", "analyzer/tune"],
    "analyzer/split": ["base", "core", "analyzer/fact", "analyzer/program", "analyzer/target", "analyzer/command"],
}
# The rooms of a part, lowest first -> the part's other rooms that each may include, besides the part's own list. Files
# directly in the part's folder may include all of its rooms.
ROOMS = {
    "smt/theory": {
        "row": [],
        "number": ["row"],
        "container": ["row"],
        "text": ["row"],
    },
    "smt/fuzz": {
        "seed": [],
        "terms": ["seed"],
        "strategy": ["seed", "terms"],
        "config": ["seed", "strategy"],
        "script": ["seed", "terms", "strategy", "config"],
        "reduction": ["seed", "strategy", "script"],
    },
    "smt/checker": {
        "proof": [],
        "rule": ["proof"],
        "campaign": ["proof", "rule"],
    },
    "trigger/problem": {
        "formula": [],
    },
    "datalog/dialect": {
        "text": [],
        "print": ["text"],
        "sql": ["text"],
        "souffle/words": ["text"],
        "souffle": ["text", "souffle/words"],
        "reader": ["text"],
        "seed": ["text", "reader"],
    },
    "datalog/fuzz": {
        "case": [],
        "result": [],
        "judge": ["case", "result"],
    },
    "analyzer/check": {
        "tree": [],
        "edit": ["tree"],
        "run": ["tree"],
        "source": ["tree", "edit", "run"],
    },
    "analyzer/adapters": {
        "rows": [],
        "text": ["rows"],
        "gcc": ["rows"],
        "llvm/shown": [],
        "llvm": ["llvm/shown"],
        "clam": ["rows", "llvm"],
        "ciao/term": [],
        "ciao/instrument": ["ciao/term"],
        "ciao": ["ciao/term", "ciao/instrument"],
    },
    "analyzer/tune": {
        "space": [],
        "run": ["space"],
        "evaluate": ["space", "run"],
        "recipe": ["space", "run"],
        "search": ["space", "run", "recipe"],
        "report": ["space", "run"],
        "job": ["space", "run", "evaluate", "recipe", "report"],
    },
    "analyzer/split": {
        "source": [],
        "graph": ["source"],
        "partition": ["source"],
        "plan": ["source"],
        "report": ["source", "plan"],
        "run": ["source", "plan", "report"],
    },
}
for _part, _rooms in ROOMS.items():
    for _room, _below in _rooms.items():
        PARTS[f"{_part}/{_room}"] = PARTS[_part] + [f"{_part}/{other}" for other in _below]
    PARTS[_part] = PARTS[_part] + [f"{_part}/{room}" for room in _rooms]
ALL = sorted(PARTS)
# Files directly in a module's folder (its registry, its face) may use all parts of the module.
PARTS["smt"] = ["base", "core"] + [part for part in ALL if part.startswith("smt/")]
PARTS["trigger"] = ["base", "core", "smt"] + [part for part in ALL if part.startswith("trigger/")]
PARTS["horn"] = ["base", "core", "smt"] + [part for part in ALL if part.startswith("horn/")]
PARTS["workers"] = ["base", "core", "domain", "analyzer/fact"]
PARTS["cli"] = ALL + ["smt", "trigger", "horn"]

# Public headers that are not in a folder of their part: include/assay/smt/<name>.hpp -> part.
PUBLIC_HEADERS = {
    "smt/values.hpp": "smt/theory/row",
    "smt/operator.hpp": "smt/term",
    "smt/script.hpp": "smt/parse",
    "smt/term.hpp": "smt/term",
    "smt/value.hpp": "smt/term",
    "smt/eval.hpp": "smt/eval",
    "datalog/dialect.hpp": "datalog/dialect/text",
    "datalog/evaluate.hpp": "datalog/eval",
    "datalog/program.hpp": "datalog/program",
    "datalog/qualifiers.hpp": "datalog/program",
    "datalog/small_vector.hpp": "datalog/program",
    "datalog/tuples.hpp": "datalog/program",
    "assay_domain.h": "domain/kernel/element",
    "domain/adapt.hpp": "domain/kernel/element",
    "domain/check.hpp": "domain/kernel/reduce",
    "domain/constraint.hpp": "domain/kernel/element",
    "domain/contract.hpp": "domain/kernel/element",
    "domain/domain.hpp": "domain/kernel/element",
    "domain/small_floats.hpp": "domain/kernel/element",
    "domain/law.hpp": "domain/kernel/law",
    "domain/program.hpp": "domain/kernel/program",
    "domain/run.hpp": "domain/kernel/run",
    "domain/violation.hpp": "domain/kernel/law",
}

AREAS = ["smt", "horn", "trigger", "datalog", "domain", "analyzer"]
# Maximum number of headers in include/, which has only headers for outsiders. The other headers are in src/.
MAX_PUBLIC_HEADERS = 35
# Maximum number of C++ files directly in the folder of a part with rooms, and in each of its rooms.
MAX_ROOM_FILES = 15

# Headers inside of core or of an area that others may include, by folder. Beside these, the face of a part may be: the
# header that has the name of its folder (smt/judge/judge.hpp).
SHARED_INSIDE = {
    "src/analyzer/split/plan": ["split_job"],
    "src/analyzer/test": ["reduce_source"],
    "src/analyzer/tune/report": ["tune_job"],
    "src/core/campaign": ["observer", "replay"],
    "src/core/case": ["budget", "preferred", "reproduction", "tester", "timed_stop"],
    "src/core/finding": ["baseline", "cause_history", "triage"],
    "src/core/io": ["embedded", "folder_lock", "json_fields", "learned_file"],
    "src/core/options": ["module_options"],
    "src/core/proc": ["cpu_time", "own_memory", "unique_fd"],
    "src/core/reduce": ["file_runner", "keep_command", "kept_property", "minimize", "text_edits", "text_reduction"],
    "src/core/report": ["history_page", "live", "page", "sarif"],
    "src/core/sarif": ["alert", "diff", "match", "merge", "uri"],
    "src/core/source": ["c_names", "source_lines", "source_tokens"],
    "src/core/store": ["record", "running"],
    "src/core/target": ["builtin", "change", "definition", "ending", "installed", "known_bug",
                        "patterns", "scratch", "slow", "stability", "toml_rows", "version"],
    "src/datalog/fuzz": ["one_program"],
    "src/datalog/fuzz/case": ["fuzz"],
    "src/domain/kernel/reduce": ["domain_reduce"],
    "src/smt/eval": ["inlining"],
    "src/smt/fuzz/seed": ["fuzz"],
    "src/smt/checker": ["proof_checks"],
    "src/smt/log": ["log_profile", "log_terms", "log_words"],
    "src/smt/parse": ["check_script"],
    "src/smt/reduce": ["kept_change", "smt_reduce"],
    "src/smt/stability": ["instability"],
    "src/smt/solver": ["drawn_options", "solver_options", "target"],
    "src/smt/term": ["rebuild", "substitution", "subterms"],
    "src/smt/truth": ["validity"],
    "src/trigger": ["report"],
    "src/trigger/prover": ["opinion"],
}

# Targets that link another without including anything of it -> why. Such an edge may close a cycle.
LINK_ONLY = {
    ("assay_smt_term", "assay_smt_theory"): "terms ask the registry of operators, which is the theories'",
}

# Headers of values and interfaces, which parts may use that link nothing of the header's part -> why.
VALUES = {
    "src/core/target/builtin.hpp": "a path and a text",
    "include/assay/domain/program.hpp": "adapters and writers of reproductions read programs; they make none",
    "src/domain/libraries/plugin/plugin.hpp": "plugins implement it; the worker loads them",
}

CPP_FILES = r"\.cpp$"
# (headers, files that may include them, what to do instead). The first row that matches a header decides.
THIRD_PARTY = [
    (r"CLI/.*", r"^src/cli/", "only src/cli/ reads command lines"),
    (r"httplib\.h", r"^src/cli/serve/server\.cpp$", "only `assay serve` speaks HTTP"),
    (r"sqlite3\.h", r"^src/core/store/.*\.cpp$", "only src/core/store/ speaks SQL; go through the store"),
    (r"nlohmann/json_fwd\.hpp", r"^(include|src)/", "tests include all of it"),
    (r"nlohmann/.*", CPP_FILES, "JSON is heavy: include it in a .cpp file"),
    (r"fmt/.*", CPP_FILES + r"|^src/cli/output\.hpp$", "fmt is heavy: include it in a .cpp file"),
    (r"pugixml\.hpp", r"^src/analyzer/(adapters|command/readers)/.*\.cpp$",
     "XML is what some analyzers print: their adapters and readers read it"),
    (r"toml\+\+/.*|toml\.hpp", r"^src/.*\.cpp$", "toml++ is heavy: include it in a .cpp file"),
    (r"re2/.*", r"^src/core/target/.*\.cpp$", "patterns on what targets print are core::PatternList and matches_lines"),
    (r"regex", r"^$", "std::regex recurses for each character: use core::PatternList and matches_lines"),
    (r"gmp(xx)?\.h", r"/(smt|domain)/", "exact numbers belong to smt and domain"),
    (r"mpfr\.h", r"^$", "MPFR is what tests compare floats with: the product computes them on GMP's integers"),
    (r"z3[\w+]*\.h", r"^src/smt/solver/.*\.cpp$|^src/workers/z3_(worker\.cpp|library\.[ch]pp)$",
     "libz3 may crash: only a worker process of its own and src/smt/solver/ link it"),
    (r"llvm/.*", r"^src/(domain/libraries|workers)/llvm/",
     "only src/domain/libraries/llvm/ and the worker in src/workers/llvm/ see LLVM, whose compile flags are not ours"),
    (r"ppl\.hh", r"^src/domain/libraries/ppl/", "PPL is under the GPL: only its plugin links it"),
    (r"tnum\.h", r"^src/domain/libraries/tnum/", "the kernel's code is under the GPL: only its plugin links it"),
    (r"crab/.*", r"^src/domain/libraries/crab/",
     "CRAB reads a header for each domain and exits on errors: only its plugin links it"),
    (r"ap_\w+\.h", r"^src/domain/libraries/apron/",
     "APRON's number variants export the same symbols: only its plugins see it"),
    (r"elina_\w+\.h", r"^src/domain/libraries/elina/", "only its plugins see ELINA"),
    (r"dlfcn\.h", r"^src/domain/libraries/(plugin|shared)/", "only worker processes load shared objects"),
    (r"g(test|mock)/.*|benchmark/.*", r"^$", "tests and benchmarks have folders of their own"),
    (r"iostream", r"^src/(cli|workers)/", "the library does not print"),
    (r"random", r"^$", "the standard distributions differ between platforms: draw from assay::Rng"),
    (r"fstream|filesystem|chrono|thread|unistd\.h|sys/.*", r"^(?!(src|include/assay)/base/)",
     "base has no I/O, no clock and no threads"),
]


def part_of(path):
    """The part that a path below src/ or include/assay/ belongs to, or None."""
    if path.startswith("include/assay/"):
        inner = path[len("include/assay/"):]
    elif path.startswith("src/"):
        inner = path[len("src/"):]
    else:
        return None
    if inner in PUBLIC_HEADERS:
        return PUBLIC_HEADERS[inner]
    folders = inner.split("/")[:-1]
    for count in range(len(folders), 0, -1):
        part = "/".join(folders[:count])
        if part in PARTS:
            has_parts = any(other.startswith(part + "/") for other in PARTS)
            if has_parts and (count < len(folders) or path.startswith("include/")):
                return None  # a part, or a public header, that has no row yet
            return part
    return None


def allowed(part):
    """The parts that a part may include, with itself."""
    names = [part] + PARTS[part]
    return {other for other in PARTS for name in names if other == name or (name != part and other.startswith(name + "/"))}


def allowed_text(part):
    return "allowed here: " + ", ".join(sorted([part] + PARTS[part]))


def resolve(root, path, name):
    """The file that #include "name" in `path` means, or None."""
    candidates = [os.path.join("include", name), os.path.join("src", name),
                  os.path.normpath(os.path.join(os.path.dirname(path), name))]
    return next((c for c in candidates if os.path.exists(os.path.join(root, c))), None)


def check_edge(path, line, name, target):
    """The message about one #include "name" of the file `target` (None: there is none) in `path`, or None."""
    if target is None:
        if name.startswith("embedded/"):
            return None  # generated by assay_embed
        return f'{path}:{line}: "{name}" is in neither include/ nor src/'
    here, there = part_of(path), part_of(target)
    if there is None:
        return f"{path}:{line}: {target} belongs to no part: give it a row in {os.path.basename(__file__)}"
    if there in allowed(here):
        if is_inside_of_another_area(here, target):
            return (f"{path}:{line}: {target} is inside of {there}: include the face of the part, which has the name of its "
                    "folder, or a header that SHARED_INSIDE lists")
        return None
    return f"{path}:{line}: {here} may not include {there} ({name}); {allowed_text(here)}"


def is_inside_of_another_area(here, target):
    """Whether a file of the part `here` may not see this file, although it may use its part."""
    folder, name = os.path.split(os.path.splitext(target)[0])
    words = target.split("/")
    return words[0] == "src" and words[1] in ["core", *AREAS] and words[1] != here.split("/")[0] \
        and name != os.path.basename(folder) and name not in SHARED_INSIDE.get(folder, [])


def check_third_party(path, line, name):
    for headers, files, reason in THIRD_PARTY:
        if re.fullmatch(headers, name):
            if re.search(files, path):
                return None
            return f"{path}:{line}: <{name}> may not be included here: {reason}; allowed: {files}"
    return None


class Links:
    """The edges between CMake's targets, compared with the table and with the includes of the files."""

    def __init__(self, root, includes):
        self.includes = includes  # path -> [(line, path)] of our own files
        self.targets = cmake_source.read_targets(root, "src")
        self.parts = {}
        for name, target in self.targets.items():
            self.parts[name] = {part for part in map(part_of, target.sources) if part}
        for name, target in self.targets.items():
            if not target.sources:  # it stands for its links
                self.parts[name] = {part for link in target.links for part in self.parts.get(link.name, ())}

    def files(self, name):
        """The target's sources and the headers of its own parts that they include."""
        own = self.parts[name]
        seen, open_paths = set(), [path for path in self.targets[name].sources if path in self.includes]
        while open_paths:
            path = open_paths.pop()
            if path not in seen:
                seen.add(path)
                open_paths += [other for _, other in self.includes[path] if part_of(other) in own]
        return seen

    def used(self, name, but=()):
        """Other parts that the target's files include, headers of `but` not counted -> where, the first place."""
        places = {}
        for path in sorted(self.files(name)):
            for line, other in self.includes[path]:
                if part_of(other) not in self.parts[name] and other not in but:
                    places.setdefault(part_of(other), f"{path}:{line}")
        return places

    def check_links(self, name, used):
        for link in self.targets[name].links:
            if link.name not in self.targets or (name, link.name) in LINK_ONLY:
                continue
            own = sorted(self.parts[name])
            above = sorted(self.parts[link.name].difference(*map(allowed, own)))
            if own and above:
                yield (f"{link.path}:{link.line}: {name} ({', '.join(own)}) may not link {link.name} "
                       f"({', '.join(above)}); " + allowed_text(own[0]))
            there = self.parts[link.name]
            if there and not there & (self.parts[name] | used.keys()):
                yield f"{link.path}:{link.line}: {name} links {link.name} and includes nothing of {', '.join(sorted(there))}"

    def check_includes(self, name):
        target = self.targets[name]
        linked = {part for other in cmake_source.reachable(self.targets, name) for part in self.parts[other]}
        libraries = {part: other for other in sorted(self.targets) if self.targets[other].sources
                     for part in self.parts[other]}
        for part, place in sorted(self.used(name, but=VALUES).items()):
            if part in libraries and part not in linked:
                yield f"{target.path}:{target.line}: {name} includes {part} ({place}) and does not link {libraries[part]}"

    def check(self):
        for name in sorted(self.targets):
            if not self.targets[name].sources:
                continue
            yield from self.check_links(name, self.used(name))
            yield from self.check_includes(name)
        edges = {name: {link.name for link in target.links if (name, link.name) not in LINK_ONLY}
                 for name, target in self.targets.items()}
        cycle = cmake_source.find_cycle(edges)
        if cycle:
            yield f"{self.targets[cycle[0]].path}:1: targets that link each other: {' -> '.join(cycle)}"


def check_public_headers(files):
    count = sum(path.startswith("include/") for path in files)
    if count > MAX_PUBLIC_HEADERS:
        yield (f"include/: {count} public headers, at most {MAX_PUBLIC_HEADERS}: move those beside their code in src/ that no "
               "outsider calls or plugs in")


def check_rooms(files):
    folders = [folder for part, rooms in ROOMS.items() for folder in [part, *(f"{part}/{room}" for room in rooms)]]
    for folder in folders:
        count = sum(os.path.dirname(path) == f"src/{folder}" for path in files)
        if count > MAX_ROOM_FILES:
            yield f"src/{folder}: {count} files, at most {MAX_ROOM_FILES}: split it into rooms (ROOMS in tools/check_layers.py)"


def check(root):
    """Messages about the tree below `root`, in order, and the number of files read."""
    files = cpp_source.source_files(root, ("src", "include"))
    messages = [*check_public_headers(files), *check_rooms(files)]
    includes = {path: [] for path in files}
    for path in files:
        if part_of(path) is None:
            messages.append(f"{path}:1: this file belongs to no part: give it a row in {os.path.basename(__file__)}")
            continue
        for line, name, angle in cpp_source.includes(cpp_source.read(os.path.join(root, path))):
            message = check_third_party(path, line, name)
            if message is None and not angle:
                target = resolve(root, path, name)
                message = check_edge(path, line, name, target)
                if target in includes and part_of(target):
                    includes[path].append((line, target))
            if message:
                messages.append(message)
    messages += Links(root, includes).check()
    return messages, len(files)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    messages, count = check(parser.parse_args().root)
    for message in messages:
        print(message)
    print(f"check_layers: {count} files, {len(messages)} violation(s)")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
