#!/usr/bin/env python3
"""Makes man pages from the help texts of the assay command, and has it print its shell completions: nothing is written twice.

Writes man/*.1, bash-completion/assay, zsh/_assay and fish/assay.fish below --out.
"""

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field

COMPLETIONS = (("bash-completion/assay", "bash"), ("zsh/_assay", "zsh"), ("fish/assay.fish", "fish"))


@dataclass
class Row:
    """A flag, an argument or a subcommand of a help text."""
    name: str  # "-o, --out DIR"
    text: str


@dataclass
class Help:
    command: tuple  # ("smt", "fuzz")
    summary: str = ""
    usage: str = ""
    sections: list = field(default_factory=list)  # (heading, rows)
    footer: str = ""

    @property
    def subcommands(self):
        return [row for heading, rows in self.sections if heading == "Subcommands" for row in rows]


def read_help(command, text):
    """Takes a help text apart."""
    head, _, body = text.partition("\n\n")
    summary, _, usage = " ".join(map(str.strip, head.splitlines())).partition(" Usage: ")
    help_text = Help(command, summary=summary, usage=usage)
    rows = None
    lines = body.splitlines()
    for at, line in enumerate(lines):
        if re.match(r"[A-Z][A-Za-z ]*:$", line) and at + 1 < len(lines) and re.match(r"  (    )?\S", lines[at + 1]) \
                and not help_text.footer and line != "Start here:" and line != "Examples:":
            rows = []
            help_text.sections.append((line[:-1], rows))
        elif rows is not None and not help_text.footer and re.match(r"  (    )?\S", line):
            name, _, said = line.strip().partition("  ")
            rows.append(Row(name, said.strip()))
        elif rows is not None and not help_text.footer and re.match(r" {20,}\S", line) and rows:
            rows[-1].text = (rows[-1].text + " " + line.strip()).strip()
        elif line.strip() or help_text.footer:
            help_text.footer += line + "\n"
    return help_text


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def read_all(assay, command=()):
    """The help texts of a command and all below it, by command."""
    text = output(assay, *command, "--help")
    if "--help-all" in text:  # it leaves flags out that few people need
        text = output(assay, *command, "--help-all")
    found = {command: read_help(command, text)}
    for row in found[command].subcommands:
        found.update(read_all(assay, (*command, row.name.split(" ")[0])))
    return found


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def man_page(page, version, everything):
    name = "-".join(("assay", *page.command))
    out = [f'.TH "{name.upper()}" 1 "" "Assay {version}" "Assay"', ".SH NAME", f"{roff(name)} \\- {roff(page.summary.rstrip('.'))}",
           ".SH SYNOPSIS", roff(page.usage)]
    for heading, rows in page.sections:
        out.append(f".SH {heading.upper()}")
        for row in rows:
            out += [".TP", f".B {roff(row.name)}", roff(row.text) or "\\&"]
    if page.footer.strip():
        out += [".SH NOTES", ".nf", roff(page.footer.strip()), ".fi"]
    below = [command for command in everything if command[:-1] == page.command and command]
    others = ([page.command[:-1]] if page.command else []) + below
    out += [".SH SEE ALSO", ", ".join(roff("-".join(("assay", *other))) + "(1)" for other in others)] if others else []
    return "\n".join(out) + "\n"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--assay", required=True, help="the command")
    parser.add_argument("--out", required=True, help="the folder to write to")
    arguments = parser.parse_args()
    everything = read_all(arguments.assay)
    version = output(arguments.assay, "--version").split()[1]
    for command, page in everything.items():
        write(os.path.join(arguments.out, "man", "-".join(("assay", *command)) + ".1"), man_page(page, version, everything))
    for path, shell in COMPLETIONS:
        write(os.path.join(arguments.out, path), output(arguments.assay, "completion", shell))
    return 0


if __name__ == "__main__":
    sys.exit(main())
