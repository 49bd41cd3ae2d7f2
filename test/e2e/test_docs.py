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
    r"analyzer run .*--executor slurm": "needs Slurm",
    r"--shard 0/2 --out part0|analyzer merge part0": "needs partitions for two shards",
    r"assay analyzer (recipes|run main\.c)": "needs a tuning's folder",
    r"tnum@": "needs the kernel's tnums",
    r"assay smt rules *(#|$)": "checks every rule on thousands of inputs: unit tests do",
    r"z3str3-|z3-662|z3-530": "needs a finding of that one campaign",
    r"<\(": "needs bash",
    r"\bbroken\b": "needs a program that breaks a fact: test_analyzer has one",
}
# What stands in a page for something of the user's.
STAND_INS = {"ID": "FINDING", "4711": "3", "new=/opt/z3": "z3", "TARGET": "cppcheck", "SEEDS": "seeds", "MODEL": "model.smt2",
             "LOG.smt2": "formula.smt2", "SCRIPT": "formula.smt2", "SCRIPT.smt2": "formula.smt2", "R": "r", "night/merged": "night"}
LIAR = "#!/bin/sh\n[ \"$1\" = --version ] && exec echo liar 1\nwhile read -r line; do case $line in *check-sat*) echo unsat ;; esac; done\n"


def shown_commands():
    """The page's name and the command's words, for each line of a page that begins with the program's name."""
    for path in [os.path.join(SOURCE, "README.md"), *sorted(glob.glob(os.path.join(SOURCE, "docs", "user", "*.md")))]:
        with open(path, encoding="utf-8") as file:
            text = file.read().replace("\\\n", " ")
        for line in re.findall(r"(?m)^(?: *|\$ )(assay .*)$", text):
            yield os.path.basename(path), line


PAGES = ["README.md", *sorted("docs/user/" + os.path.basename(path) for path in glob.glob(os.path.join(SOURCE, "docs", "user", "*.md")))]


def blocks_of(page):
    """The fenced blocks of a page, each as its language and its lines."""
    with open(os.path.join(SOURCE, *page.split("/")), encoding="utf-8") as file:
        text = file.read()
    return [(language, body.splitlines()) for language, body in re.findall(r"(?ms)^```(\w*)\n(.*?)^```$", text)]


def sessions_of(page):
    """For each command that a page shows with a prompt: the command, and the lines that it printed."""
    found = []
    for language, lines in blocks_of(page):
        for line in lines if language == "console" else []:
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found[-1][0].endswith("\\"):
                found[-1] = (found[-1][0][:-1] + line.strip(), [])
            else:
                found[-1][1].append(line)
    return found


def shape(line):
    """A line up to numbers and to white space between words."""
    return " ".join(re.sub(r"[\d,]*\d(\.\d+)?", "N", line).split())


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
        for name in ("formula.smt2", "list.smt2", "axioms.smt2", "log-01.smt2"):
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


@needs("z3")
class Sessions(Case):
    """What a page shows below a command is what the command prints, up to numbers."""

    # What goes on for as long as it is let, and what it prints depends on the machine.
    TIMED = ("assay smt fuzz", "assay smt synth --target", "assay findings causes", "assay analyzer tune", "assay analyzer split luigi",
             "assay replay")

    def setUp(self):
        super().setUp()
        for page in PAGES:
            for command, printed in sessions_of(page):  # files that the pages show
                if command.startswith("cat "):
                    self.write(command[4:], "\n".join(printed) + "\n")

    def assert_prints(self, command, printed):
        """Its lines stand in the output, in their order; `...` stands for any."""
        rest = [shape(line) for line in self.assay(*shlex.split(command)[1:], expect=(NOTHING, FINDINGS)).both.splitlines()]
        for line in printed:
            if line.strip() in ("", "..."):
                continue
            if "cvc5" in line and shutil.which("cvc5") is None:
                continue
            self.assertIn(shape(line), rest, f"{command} does not print: {line}")
            rest = rest[rest.index(shape(line)) + 1:]

    def test_what_ends_prints_what_its_page_says(self):
        seen = 0
        for page in PAGES:
            for command, printed in sessions_of(page):
                if command.startswith(self.TIMED) or not command.startswith("assay "):
                    continue
                seen += 1
                with self.subTest(page=page, command=command):
                    self.assert_prints(command, printed)
        self.assertGreaterEqual(seen, 4)

    def test_a_campaign_prints_the_lines_that_the_readme_shows(self):
        """Its labels in their order of first appearance; a campaign against a liar finds something."""
        command, printed = sessions_of("README.md")[0]
        self.assertTrue(command.startswith("assay smt fuzz "))
        self.good_seeds()
        ran = self.assay("smt", "fuzz", "seeds", "--target", "liar=" + self.program("liar", LIAR), "--tests", "48", "--seed", "7", "--skip-controls",
                         "--reduce-runs", "5", "--confirmations", "1", "--out", "first", expect=FINDINGS).both
        control = self.assay("smt", "fuzz", "seeds", "--target", "z3", "--tests", "2", "--out", "second", expect=(NOTHING, FINDINGS)).both
        label = lambda line: line.split()[0] if re.match(r"[a-z]", line) and line.strip() else ""
        there = {label(line) for line in (ran + control).splitlines()} | {"not", "skipped"}
        for line in printed:
            with self.subTest(line=line):
                self.assertIn(label(line), there)


if __name__ == "__main__":
    unittest.main()
