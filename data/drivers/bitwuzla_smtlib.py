"""Gives the Bitwuzla library SMT-LIB scripts, as the program bitwuzla takes them.

usage: bitwuzla [OPTION...] [FILE]   one script of the file, or of standard input
       bitwuzla --version

OPTION is an option of the library, as in --seed=7. --lang smt2 is accepted, too. The library's parser takes whole scripts, so an answer
comes when a script has ended: at (reset), (exit) or the end of the input. One process can answer many scripts with (reset)
between them. Like the program, it ends at the first error, with exit code 1.
"""

import ctypes
import os
import sys

import bitwuzla
import smtlib_commands


def flush():
    """Flushes C's streams, into which the library writes. Python does not flush their buffers."""
    sys.stdout.flush()
    ctypes.CDLL(None).fflush(None)


def answer(script, options):
    configured = bitwuzla.Options()
    if options:
        configured.set_args(*options)
    bitwuzla.Parser(bitwuzla.TermManager(), configured).parse(script, False, False)
    flush()


def run(options, stream):
    script = []
    for text in smtlib_commands.commands(stream):
        name = smtlib_commands.name(text)
        if name == "reset":
            answer("\n".join(script), options)
            script.clear()
            continue
        script.append(text)
        if name == "exit" or (name == "echo" and len(script) == 1):
            answer("\n".join(script), options)
            script.clear()
        if name == "exit":
            return
    if script:
        answer("\n".join(script), options)


def read_options(arguments):
    """(options of the library, the file or None)."""
    options, file = [], None
    words = iter(arguments)
    for word in words:
        if word in ("--lang", "-L"):
            next(words, None)
        elif word.startswith("-"):
            options.append(word)
        elif file is None:
            file = word
        else:
            sys.exit(f"bitwuzla: '{word}' is not understood; --help says what is")
    return options, file


def main(arguments):
    if arguments in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if arguments == ["--version"]:
        print(bitwuzla.version())
        return 0
    options, file = read_options(arguments)
    try:
        with open(file if file is not None else 0, encoding="utf-8", errors="surrogateescape", newline="\n") as stream:
            run(options, stream)
        return 0
    except bitwuzla.BitwuzlaException as problem:
        flush()
        sys.stdout.write(smtlib_commands.error(problem))
        return 1


if __name__ == "__main__":
    code = main(sys.argv[1:])
    flush()
    os._exit(code)  # like the program, the driver does not destroy the library's objects
