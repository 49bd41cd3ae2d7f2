#!/usr/bin/env python3
"""Checks that every #include in src/ and include/ follows the layers and the rules for third-party headers.

A violation is printed with file, line, and what is allowed there. Exit code 0: none, 1: some.
"""

import argparse
import os
import re
import sys

import cpp_source

SMT_FRONT_END = ["smt/term", "smt/theory", "smt/parse", "smt/truth", "smt/eval"]
DATALOG_BASIS = ["datalog/program", "datalog/graph", "datalog/eval", "datalog/dialect"]

# A part of the code -> what it may include besides itself. `cli` sits on everything.
PARTS = {
    "base": [],
    "core": ["base"],
    "smt/term": ["base"],
    "smt/theory": ["base", "smt/term"],
    "smt/parse": ["base", "smt/term", "smt/theory"],
    "smt/truth": ["base", "smt/term", "smt/theory"],
    "smt/eval": ["base", "smt/term", "smt/theory", "smt/parse"],
    "smt/draw": ["base", "core"] + SMT_FRONT_END,
    "smt/solver": ["base", "core"] + SMT_FRONT_END,
    "smt/reduce": ["base", "core"] + SMT_FRONT_END + ["smt/solver"],
    "smt/fuzz": ["base", "core"] + SMT_FRONT_END + ["smt/draw", "smt/solver", "smt/reduce"],
    "smt/synth": ["base", "core"] + SMT_FRONT_END + ["smt/draw", "smt/solver", "smt/reduce"],
    "trigger": ["base", "core", "smt"],
    "datalog/program": ["base"],
    "datalog/graph": ["base", "datalog/program"],
    "datalog/eval": ["base", "datalog/program", "datalog/graph"],
    "datalog/dialect": ["base", "datalog/program"],
    "datalog/transform": ["base", "core"] + DATALOG_BASIS,
    "datalog/generate": ["base", "core"] + DATALOG_BASIS,
    "datalog/engine": ["base", "core"] + DATALOG_BASIS,
    "datalog/reduce": ["base", "core"] + DATALOG_BASIS + ["datalog/transform", "datalog/engine"],
    "datalog/fuzz": ["base", "core"] + DATALOG_BASIS
                    + ["datalog/transform", "datalog/generate", "datalog/engine", "datalog/reduce"],
    "domain": ["base", "core"],
}
ALL = sorted(PARTS)
PARTS["smt"] = ["base", "core"] + [part for part in ALL if part.startswith("smt/")]  # registry.cpp and the module's face
PARTS["workers"] = ["base", "domain"]
PARTS["cli"] = ALL + ["smt"]

# Public headers that are not in a folder of their part: include/assay/smt/<name>.hpp -> part.
PUBLIC_HEADERS = {
    "smt/active.hpp": "smt/solver",
    "smt/features.hpp": "smt/solver",
    "smt/foreign.hpp": "smt/reduce",
    "smt/values.hpp": "smt/theory",
    "smt/ids.hpp": "smt/term",
    "smt/operator.hpp": "smt/term",
    "smt/printer.hpp": "smt/term",
    "smt/script.hpp": "smt/term",
    "smt/sort.hpp": "smt/term",
    "smt/term.hpp": "smt/term",
    "smt/value.hpp": "smt/term",
    "smt/parse.hpp": "smt/parse",
    "smt/parser.hpp": "smt/parse",
    "smt/eval.hpp": "smt/eval",
    "smt/model.hpp": "smt/eval",
    "smt/truth.hpp": "smt/truth",
    "smt/regex_value.hpp": "smt/term",
    "smt/solver.hpp": "smt/solver",
    "smt/target.hpp": "smt/solver",
    "smt/target.hpp": "smt/solver",
    "smt/reduce.hpp": "smt/reduce",
    "smt/fuzz.hpp": "smt/fuzz",
    "smt/synth.hpp": "smt/synth",
    "smt/registry.hpp": "smt",
    "datalog/dialect.hpp": "datalog/dialect",
    "datalog/evaluate.hpp": "datalog/eval",
    "datalog/graph.hpp": "datalog/graph",
    "datalog/program.hpp": "datalog/program",
    "datalog/transform.hpp": "datalog/transform",
    "datalog/small_vector.hpp": "datalog/program",
    "datalog/tuples.hpp": "datalog/program",
    "datalog/generate.hpp": "datalog/generate",
    "datalog/engine.hpp": "datalog/engine",
    "datalog/reduce.hpp": "datalog/reduce",
    "datalog/fuzz.hpp": "datalog/fuzz",
    "assay_domain.h": "domain",
}

CPP_FILES = r"\.cpp$"
# (headers, files that may include them, what to do instead). The first row that matches a header decides.
THIRD_PARTY = [
    (r"CLI/.*", r"^src/cli/", "only src/cli/ reads command lines"),
    (r"sqlite3\.h", r"^src/core/store/.*\.cpp$", "only src/core/store/ speaks SQL; go through the store"),
    (r"nlohmann/.*", CPP_FILES, "JSON is heavy: include it in a .cpp file"),
    (r"fmt/.*", CPP_FILES, "fmt is heavy: include it in a .cpp file"),
    (r"toml\+\+/.*|toml\.hpp", r"^src/.*\.cpp$", "toml++ is heavy: include it in a .cpp file"),
    (r"gmp(xx)?\.h", r"/(smt|domain)/", "exact numbers belong to smt and domain"),
    (r"mpfr\.h", r"^src/smt/(eval|theory)/", "exact floats belong to src/smt/theory/ and src/smt/eval/"),
    (r"z3[\w+]*\.h", r"^src/(smt/solver|trigger)/.*\.cpp$|^src/workers/z3_(worker\.cpp|library\.[ch]pp)$",
     "libz3 may crash: only a worker process of its own, src/smt/solver/ and src/trigger/ link it"),
    (r"llvm/.*", r"^src/domain/llvm/", "only src/domain/llvm/ sees LLVM, whose compile flags are not ours"),
    (r"ppl\.hh", r"^src/domain/ppl/", "PPL is under the GPL: only its plugin, src/domain/ppl/, links it"),
    (r"tnum\.h", r"^src/domain/tnum/", "the kernel's code is under the GPL: only its plugin, src/domain/tnum/, links it"),
    (r"crab/.*", r"^src/domain/crab/", "CRAB reads a header for each domain and exits on errors: only its plugin links it"),
    (r"ap_\w+\.h", r"^src/domain/apron/", "APRON's number variants export the same symbols: only its plugins see it"),
    (r"elina_\w+\.h", r"^src/domain/elina/", "only its plugins see ELINA"),
    (r"dlfcn\.h", r"^src/domain/(ppl|shared)/", "only worker processes load shared objects"),
    (r"g(test|mock)/.*|benchmark/.*", r"^$", "tests and benchmarks have folders of their own"),
    (r"iostream", r"^src/cli/", "the library does not print"),
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
    if len(folders) >= 2 and "/".join(folders[:2]) in PARTS:
        return "/".join(folders[:2])
    if not folders or folders[0] not in PARTS:
        return None
    if folders[0] == "smt" and (len(folders) > 1 or path.startswith("include/")):
        return None  # a part, or a public header, that has no row yet
    return folders[0]


def allowed(part):
    return [part] + PARTS[part]


def check_edge(root, path, line, name):
    """The message about one #include "name" in `path`, or None."""
    here = part_of(path)
    candidates = [os.path.join("include", name), os.path.join("src", name),
                  os.path.normpath(os.path.join(os.path.dirname(path), name))]
    target = next((c for c in candidates if os.path.exists(os.path.join(root, c))), None)
    if target is None:
        if name.startswith("embedded/"):
            return None  # generated by assay_embed
        return f'{path}:{line}: "{name}" is in neither include/ nor src/'
    there = part_of(target)
    if there is None:
        return f"{path}:{line}: {target} belongs to no part: give it a row in {os.path.basename(__file__)}"
    reachable = allowed(here)
    if there in reachable or (there.startswith("smt/") and here == "trigger"):
        return None
    return f"{path}:{line}: {here} may not include {there} ({name}); allowed here: {', '.join(sorted(reachable))}"


def check_third_party(path, line, name):
    for headers, files, reason in THIRD_PARTY:
        if re.fullmatch(headers, name):
            if re.search(files, path):
                return None
            return f"{path}:{line}: <{name}> may not be included here: {reason}; allowed: {files}"
    return None


def check(root):
    """Messages about the tree below `root`, in order, and the number of files read."""
    messages = []
    files = cpp_source.source_files(root, ("src", "include"))
    for path in files:
        if part_of(path) is None:
            messages.append(f"{path}:1: this file belongs to no part: give it a row in {os.path.basename(__file__)}")
            continue
        for line, name, angle in cpp_source.includes(cpp_source.read(os.path.join(root, path))):
            message = check_third_party(path, line, name)
            if message is None and not angle:
                message = check_edge(root, path, line, name)
            if message:
                messages.append(message)
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
