"""Every command that a page for users shows is one that Assay understands; those that end soon are run."""

import glob
import os
import re
import shlex
import shutil
import unittest

from harness import ENVIRONMENT, FINDINGS, GOOD_SEED, NOTHING, SEEDS, SOURCE, Case, needs

# They go on for as long as they are let, or need the network: their options are read, and shown in place of a run.
READ_ONLY = ("smt fuzz", "smt synth", "datalog fuzz", "domain test", "domain exhaustive", "analyzer test", "analyzer tune",
             "campaign resume", "--config assay.toml config show")
# What a page needs and no test can stage, with the reason.
ELSEWHERE = {
    r"assay serve ": "serves until it is stopped",
    r"assay versions (list z3|install|remove)": "needs the registry",
    r"--versions ": "needs the registry",
    r"--moved ": "needs a campaign from another machine",
    r"--checkout ": "needs the sources of a solver",
    r"assay campaign (status|collect) night": "needs a run of shards",
    r"assay analyzer (recipes|run main\.c)": "needs a tuning's folder",
    r"tnum@": "needs the kernel's tnums",
    r"assay smt rules *(#|$)": "checks every rule on thousands of inputs: unit tests do",
    r"z3str3-|z3-663|z3-12": "needs a finding of that one campaign",
    r"<\(": "needs bash",
    r"\bbroken\b": "needs a program that breaks a fact: test_analyzer has one",
}
# What stands in a page for something of the user's.
STAND_INS = {"ID": "FINDING", "4711": "3", "new=/opt/z3": "z3", "TARGET": "cppcheck", "SEEDS": "seeds", "MODEL": "model.smt2",
             "SCRIPT": "formula.smt2", "SCRIPT.smt2": "formula.smt2", "R": "r", "night/merged": "night"}
LIAR = "#!/bin/sh\n[ \"$1\" = --version ] && exec echo liar 1\nwhile read -r line; do case $line in *check-sat*) echo unsat ;; esac; done\n"


def shown_commands():
    """The page's name and the command's words, for each line of a page that begins with the program's name."""
    for path in [os.path.join(SOURCE, "README.md"), *sorted(glob.glob(os.path.join(SOURCE, "docs", "user", "*.md")))]:
        with open(path, encoding="utf-8") as file:
            text = file.read().replace("\\\n", " ")
        for line in re.findall(r"(?m)^(?: *|\$ )(assay .*)$", text):
            yield os.path.basename(path), line


def words_of(line):
    """Without comments, and with all that brackets say may be left out."""
    words = [word if " " in word or "(" in word else re.sub(r"[\[\]]|\.\.\.", "", word) for word in shlex.split(line, comments=True)]
    return [word for word in words[1:] if word]


@needs("z3")
class Pages(Case):
    def setUp(self):
        super().setUp()
        self.write("seeds/good.smt2", GOOD_SEED)
        liar = "liar=" + self.program("liar", LIAR)
        campaign = ("smt", "fuzz", "--tests", "4", "--seed", "7", "--strategy", "storm", "--reduce-runs", "5", "--confirmations", "1",
                    "--skip-controls", "--no-report")
        self.assay(*campaign, "seeds", "--target", liar, "--out", "DIR", expect=FINDINGS)
        for part in ("a", "b"):
            self.assay(*campaign, "seeds", "--target", liar, "--shard", f"{'ab'.index(part)}/2", "--out", part, expect=(NOTHING, FINDINGS))
        for name in ("OLD", "NEW", "out", "first", "assay-out", "CAMPAIGN", "cs", "night"):
            os.symlink("DIR", self.path(name))
        self.finding = sorted(os.listdir(self.path("DIR", "findings")))[0]
        for name in ("formula.smt2", "list.smt2", "axioms.smt2"):
            self.write(name, "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n")
        self.write("model.smt2", "((define-fun x () Int 4))\n")
        self.write("mine.rules", "(equality mine :theory ints :vars ((x Int)) :term (+ x 0) :equals x)\n")
        self.write("assay.toml", "[smt.fuzz]\nseeds = ['seeds']\ntarget = ['z3']\n")
        self.write("build/solver", "")
        for name in ("prog.c", "main.c", "src/one.c", "FILE.c"):
            self.write(name, "int main(int argc, char **argv) { return argc > 3; }\n")
        self.write("FILE.pl", ":- module(_, [p/2]).\np(X, Y) :- Y = X.\n")
        self.write("FILE.dl", ".decl e(x:number)\n.decl r(x:number)\ne(1).\nr(x) :- e(x).\n.output r\n")
        for folder in ("PROJECT", "luigi"):
            self.write(f"{folder}/one.py", "x: int = 1\n")

    def words(self, page, line):
        stand_ins = {**STAND_INS, "ID": self.finding, "FILE": "FILE.dl" if page == "datalog-fuzz.md" else "FILE.c",
                     "data/seeds": SEEDS}
        if page == "reduce.md":
            stand_ins["z3"] = "liar=" + self.path("liar")
        return [stand_ins.get(word, word.replace("/ID", "/" + self.finding)) for word in words_of(line)]

    def test_every_command_is_understood(self):
        seen = 0
        for page, line in shown_commands():
            if any(re.search(pattern, line) for pattern in ELSEWHERE):
                continue
            seen += 1
            words = self.words(page, line)
            is_long = " ".join(words).startswith(READ_ONLY)
            with self.subTest(page=page, line=line):
                result = self.assay(*(["config", "show"] if is_long and "show" not in words else []), *words)
                if result.returncode == ENVIRONMENT and self.is_not_installed(words, result.stderr):
                    continue
                self.assertIn(result.returncode, (NOTHING, FINDINGS), result.both)
        self.assertGreater(seen, 60)

    @staticmethod
    def is_not_installed(words, message):
        programs = {"eva": "frama-c", "clam": "clam", "ciaopp": "ciaopp", "cppcheck": "cppcheck", "mypy": "mypy", "cvc5": "cvc5"}
        missing = [program for name, program in programs.items() if name in words and shutil.which(program) is None]
        return bool(missing) and any(program in message for program in missing)


if __name__ == "__main__":
    unittest.main()
