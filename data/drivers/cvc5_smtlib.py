"""Gives the cvc5 library SMT-LIB scripts, as the program cvc5 takes them.

usage: cvc5 [OPTION...] [FILE]   one script of the file, or of standard input
       cvc5 --version

OPTION is an option of the library: --name, --no-name or --name=value. -q, -i (incremental) and --lang=smt2 are accepted;
--lang=sygus2 reads SyGuS-IF. Each command is answered as soon as it is complete, so one process can answer many scripts, with (reset) between them. Like the program, it
ends at the first error, with exit code 1.
"""

import os
import sys
from importlib import metadata

import cvc5
import smtlib_commands


class Session:
    """A solver with the options of the command line; (reset) makes another one."""

    def __init__(self, options):
        self.options = options
        is_sygus = ("sygus", "true") in options
        self.language = cvc5.InputLanguage.SYGUS_2_1 if is_sygus else cvc5.InputLanguage.SMT_LIB_2_6
        self.reset()

    def reset(self):
        self.terms = cvc5.TermManager() if hasattr(cvc5, "TermManager") else None  # since 1.2.0
        self.solver = cvc5.Solver(self.terms) if self.terms is not None else cvc5.Solver()
        for name, value in self.options:
            self.solver.setOption(name, value)
        self.symbols = cvc5.SymbolManager(self.terms if self.terms is not None else self.solver)
        self.parser = cvc5.InputParser(self.solver, self.symbols)

    def answer(self, text):
        self.parser.setStringInput(self.language, text + "\n", "script")
        while not (command := self.parser.nextCommand()).isNull():
            said = command.invoke(self.solver, self.symbols)
            yield said.decode() if isinstance(said, bytes) else said


def read_options(arguments):
    """(options of the library, the file or None)."""
    # The program's default; the library's is true, which is another engine and refuses some options.
    options, file = [("incremental", "false")], None
    short = {"-i": ("incremental", "true")}
    for word in arguments:
        if word in ("-q", "--quiet", "--lang=smt2"):
            continue
        if word == "--lang=sygus2":
            options.append(("sygus", "true"))
            continue
        if word in short:
            options.append(short[word])
        elif word.startswith("--no-"):
            options.append((word[len("--no-"):], "false"))
        elif word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            options.append((name, value if equals else "true"))
        elif word.startswith("-") or file is not None:
            sys.exit(f"cvc5: '{word}' is not understood; --help says what is")
        else:
            file = word
    return options, file


def run(options, stream):
    session = Session(options)
    for text in smtlib_commands.commands(stream):
        name = smtlib_commands.name(text)
        if name == "exit":
            return 0
        if name == "reset":
            session.reset()
            continue
        for said in session.answer(text):
            sys.stdout.write(said)
            sys.stdout.flush()
            if said.startswith("(error"):
                return 1
    return 0


def main(arguments):
    if arguments in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if arguments == ["--version"]:
        print("This is cvc5 version", metadata.version("cvc5"))
        return 0
    options, file = read_options(arguments)
    try:
        with open(file if file is not None else 0, encoding="utf-8", errors="surrogateescape", newline="\n") as stream:
            return run(options, stream)
    except RuntimeError as problem:  # the binding's form of the library's exceptions
        sys.stdout.write(smtlib_commands.error(problem))
        return 1


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)  # like the program, the driver does not destroy the library's objects
