"""Every command on a page for users is understood by Assay; commands that end soon are run.

The output below a command with a prompt is the command's real output. `python3 test_docs.py --update` (with the
environment that CMakeLists.txt sets) writes the present output of the commands into the pages: read the difference
before you commit it.
"""

import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import unittest

from harness import ASSAY, ENVIRONMENT, FINDINGS, GOOD_SEED, NOTHING, SAYS_UNSAT, SEEDS, SOURCE, Case, needs

# These commands run until they are stopped, or need the network: their options are read and shown instead of a run.
READ_ONLY = ("smt fuzz", "smt synth", "smt compare", "smt stability", "smt checker", "horn fuzz", "datalog fuzz", "domain test", "domain exhaustive", "analyzer test", "analyzer tune",
             "campaign resume", "--config assay.toml config show")
# Commands of pages that no test can run, with the reason.
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
    r"assay analyzer recall ": "asks four analyzers for minutes: test_analyzer_recall has one of its own",
    r"tnum@": "needs the kernel's tnums",
    r"assay smt rules *(#|$)": "checks every rule on thousands of inputs: unit tests do",
    r"z3str3-|first/findings/z3-": "needs a finding of that one campaign",
    r"<\(|completion .* > ": "needs a shell",
    r"assay smt check-certificate ": "needs a script that asks for certificates: test_certificates has some",
    r"--(z3|prover) z3@": "needs releases",
    r"assay horn check ": "needs a script of Horn clauses: test_horn has some",
    r"assay smt check-proof ": "needs a checker: test_smt_proofs has one",
    r"assay doctor *$": "tries every target of the machine, for minutes",
    r"\bbroken\b": "needs a program that breaks a fact: test_analyzer has one",
}
# Placeholders of pages, and the values that the tests use.
STAND_INS = {"ID": "FINDING", "4711": "3", "new:z3=/opt/z3": "z3", "STATE": "reported", "URL": "https://example.org/1", "TEXT": "text", "TARGET": "cppcheck", "SEEDS": "seeds", "MODEL": "model.smt2",
             "LOG.smt2": "formula.smt2", "SCRIPT": "formula.smt2", "SCRIPT.smt2": "formula.smt2", "R": "r", "night/merged": "night"}
LIAR = f"#!/bin/sh\n[ \"$1\" = --version ] && exec echo liar 1\n{SAYS_UNSAT}\n"


def shown_commands():
    """The page's name and the command's words, for each line of a page that begins with the program's name."""
    for path in [os.path.join(SOURCE, "README.md"), *sorted(glob.glob(os.path.join(SOURCE, "docs", "user", "*.md")))]:
        with open(path, encoding="utf-8") as file:
            text = file.read().replace("\\\n", " ")
        for line in re.findall(r"(?m)^(?: *|\$ )(assay .*)$", text):
            yield os.path.basename(path), line


PAGES = ["README.md", *sorted("docs/user/" + os.path.basename(path) for path in glob.glob(os.path.join(SOURCE, "docs", "user", "*.md")))]


def lines_of(page):
    with open(os.path.join(SOURCE, *page.split("/")), encoding="utf-8") as file:
        return file.read().splitlines()


def sessions_of(lines):
    """For each command that a page shows with a prompt: the command, and the first and the last but one line that it printed."""
    found = []
    inside = continues = False
    for at, line in enumerate(lines):
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and (continues or line.startswith("$ ")):
            if continues:
                found[-1][0] += line.strip()
            else:
                found.append([line[2:], at + 1, at + 1])
            continues = line.endswith("\\")
            found[-1][0] = found[-1][0].removesuffix("\\")
            found[-1][1:] = [at + 1, at + 1]
        elif inside:
            found[-1][2] = at + 1
    return [tuple(one) for one in found]


# Times, rates, and shares of CPU time differ in every run.
TIMES = [(r"^cpu .*", "cpu"), (r"\d+:\d\d(:\d\d)?", "T"), (r"\([\d,]+ a second in this session\)", "(R)"), (r"\d+\.\d+ s\b", "T")]
# A slow machine also prints how long the preparation took.
PROGRESS = re.compile(r" +\d+:\d\d   [\d,]+ tests|prepared +in ")


def normal(line):
    """A line without times, and with one blank between words."""
    for pattern, stands_for in TIMES:
        line = re.sub(pattern, stands_for, line)
    return " ".join(line.split())


def shape(line):
    """A line up to numbers and to white space between words."""
    return " ".join(re.sub(r"[\d,]*\d(\.\d+)?", "N", line).split())


def words_of(line):
    """The words of the command, without comments and without the brackets around optional parts."""
    words = [word if " " in word or "(" in word else re.sub(r"[\[\]]|\.\.\.", "", word) for word in shlex.split(line, comments=True)]
    return [word for word in words[1:] if word]


class Pipelines(Case):
    """Lines that feed one program's output to another one work as they stand."""

    def pipelines(self):
        help_text = self.assay("smt", "eval", "--help", expect=NOTHING).stdout
        texts = [help_text, *("\n".join(lines_of(page)) for page in PAGES)]
        return [line.strip() for text in texts for line in re.findall(r"(?m)^ *([a-z0-9]+ .*\| *assay smt eval .*)$", text)]

    def test_models_of_solvers_are_read(self):
        lines = self.pipelines()
        self.assertGreaterEqual(len(lines), 3)
        self.assertTrue(any(line.startswith("z3 -model ") for line in lines))
        for line in lines:
            self.write(re.search(r"\S+\.smt2", line).group(), "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n")
            solver = line.split()[0]
            with self.subTest(line=line):
                if not shutil.which(solver):
                    self.skipTest(f"{solver} is not installed")
                command = line.replace("| assay ", f"| {shlex.quote(ASSAY)} ")
                ran = subprocess.run(["sh", "-c", command], cwd=self.folder, text=True, capture_output=True, timeout=60, check=False)
                self.assertEqual(ran.returncode, NOTHING, ran.stdout + ran.stderr)
                self.assertIn("1 hold, 0 fail, 0 open", ran.stdout)


@needs("z3")
class Pages(Case):
    def setUp(self):
        super().setUp()
        self.write("seeds/good.smt2", GOOD_SEED)
        self.write("clauses/good.smt2", "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (p 0))\n(assert (=> (p 1) false))\n(check-sat)\n")
        self.program("interesting.sh", "#!/bin/sh\ngrep -qE 'check-sat|r\\(x|main|a1 = ' \"$1\"\n")
        self.write("program.txt", "dimensions 1\na0 = top\na1 = assume a0, x0 >= 0\ncheck 17 a1\n")
        liar = "liar=" + self.program("liar", LIAR)
        campaign = ("smt", "fuzz", "--tests", "4", "--seed", "7", "--strategy", "storm", "--reduce-runs", "5", "--confirmations", "1",
                    "--skip-controls", "--no-report")
        self.assay(*campaign, "seeds", "--target", liar, "--out", "DIR", expect=FINDINGS)
        for part in ("a", "b"):
            self.assay(*campaign, "seeds", "--target", liar, "--shard", f"{'ab'.index(part)}/2", "--out", part, expect=(NOTHING, FINDINGS))
        for name in ("OLD", "NEW", "out", "first", "assay-out", "CAMPAIGN", "strings", "night"):
            os.symlink("DIR", self.path(name))
        self.finding = sorted(os.listdir(self.path("DIR", "findings")))[0]
        for name in ("formula.smt2", "list.smt2", "axioms.smt2", "log-01.smt2", "query.smt2"):
            self.write(name, "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n")
        self.write("z3.log", "[tool-version] Z3 4.8.12\n[mk-app] #1 true\n[eof]\n")
        self.write("model.smt2", "((define-fun x () Int 4))\n")
        self.write("mine.rules", "(equality mine :theory ints :vars ((x Int)) :term (+ x 0) :equals x)\n")
        self.write("assay.toml", "[smt.fuzz]\nseeds = ['seeds']\ntarget = ['z3']\n")
        self.write("build/solver", "")
        for name in ("prog.c", "main.c", "src/one.c", "FILE.c"):
            self.write(name, "int main(int argc, char **argv) { int two = 1 + (argc > 0); return two > 3; }\n")
        self.write("FILE.pl", ":- module(_, [p/2]).\np(X, Y) :- Y = X.\n")
        self.write("FILE.dl", ".decl e(x:number)\n.decl r(x:number)\ne(1).\nr(x) :- e(x).\n.output r\n")
        for name in ("old", "new", "one", "two", "more/one"):
            self.write(f"{name}.sarif", '{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "t"}}, "results": []}]}')
        self.write("main/a.c", "int a;\n")
        self.write("branch/a.c", "int a;\n")
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
    """The output below a command on a page is the command's real output, except times and lines of progress."""

    update = False
    # Sessions that need programs which the test machines lack, or that take minutes.
    ELSEWHERE = ("assay analyzer tune", "assay analyzer split luigi")
    # The sessions are this release's; another one has other bugs, and prints the same up to numbers and reasons.
    Z3 = "4.8.12"

    def setUp(self):
        super().setUp()
        os.symlink(os.path.join(SOURCE, "data"), self.path("data"))
        self.exact = self.Z3 in subprocess.run(["z3", "--version"], capture_output=True, text=True, check=True).stdout
        self.is_here = lambda line: "cvc5" not in line or shutil.which("cvc5")

    def printed(self, command):
        ran = subprocess.run([ASSAY, *shlex.split(command)[1:]], cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             stdin=subprocess.DEVNULL, timeout=300, check=False)
        # A finding that a page names does not exist with another release's bugs.
        self.assertIn(ran.returncode, (NOTHING, FINDINGS) if self.exact else (NOTHING, FINDINGS, ENVIRONMENT), ran.stdout)
        return ran.stdout.rstrip("\n").splitlines()

    def assert_prints(self, command, shown, printed):
        """The shown lines are in the output, in their order; `...` stands for any lines."""
        kept = lambda lines: [normal(line) for line in lines if line.strip() and self.is_here(line) and not PROGRESS.match(line)]
        if "..." not in shown:
            return self.assertEqual(kept(shown), kept(printed), command)
        rest = kept(printed)
        for line in kept(line for line in shown if line != "..."):
            self.assertIn(line, rest, f"{command} does not print: {line}")
            rest = rest[rest.index(line) + 1:]

    @staticmethod
    def renewed(shown, printed):
        """The shown lines with the present output."""
        if "..." not in shown:
            return printed
        lines = []
        for line in shown:
            fits = [at for at, now in enumerate(printed) if shape(now) == shape(line)]
            lines.append(printed[fits[0]] if fits else line)
            printed = printed[fits[0] + 1:] if fits else printed
        return lines

    def run_sessions(self, page):
        lines = lines_of(page)
        changes = []
        for command, begin, end in sessions_of(lines):
            shown = lines[begin:end]
            if command.startswith("cat ") and not os.path.exists(self.path(command[4:])):
                self.write(command[4:], "\n".join(shown) + "\n")
            if not command.startswith("assay ") or command.startswith(self.ELSEWHERE):
                continue
            printed = self.printed(command)
            changes.append((begin, end, self.renewed(shown, printed)))
            with self.subTest(page=page, command=command):
                if not self.update and self.exact:
                    self.assert_prints(command, shown, printed)
        for begin, end, now in reversed(changes):
            lines[begin:end] = now
        if self.update:
            with open(os.path.join(SOURCE, *page.split("/")), "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        return len(changes)

    def test_what_a_page_shows_is_what_the_commands_print(self):
        self.assertGreaterEqual(sum(self.run_sessions(page) for page in PAGES), 8)
        if not self.exact:
            self.skipTest(f"z3 is not {self.Z3}: the commands were run, and what they print was not compared")


if __name__ == "__main__":
    Sessions.update = "--update" in sys.argv
    unittest.main(argv=[word for word in sys.argv if word != "--update"])
