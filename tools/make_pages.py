#!/usr/bin/env python3
"""Makes man pages and shell completions from the help texts of the assay command: nothing is written twice.

Writes man/*.1, bash-completion/assay, zsh/_assay and fish/assay.fish below --out.
"""

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field

FLAG = re.compile(r"-[A-Za-z0-9]\b|--[a-z][a-z0-9-]*")


@dataclass
class Row:
    """A flag, an argument or a subcommand of a help text."""
    name: str  # "-o,--out TEXT"
    text: str

    @property
    def flags(self):
        return FLAG.findall(self.name.split(" ")[0]) if self.name.startswith("-") else []

    @property
    def takes_value(self):
        return " " in self.name

    @property
    def choices(self):
        found = re.search(r"\{([^}]*)\}", self.name)
        return found.group(1).split(",") if found else []


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

    @property
    def options(self):
        return [row for _, rows in self.sections for row in rows if row.flags]


def read_help(command, text):
    """Takes a help text of CLI11's apart."""
    lines = text.splitlines()
    help_text = Help(command, summary=lines[0])
    rows = None
    for at, line in enumerate(lines[1:], 1):
        if line.startswith("Usage: "):
            help_text.usage = line[len("Usage: "):]
        elif re.match(r"[A-Z][A-Za-z ]*:$", line) and at + 1 < len(lines) and re.match(r"  \S.*", lines[at + 1]) \
                and not help_text.footer and line != "Start here:" and line != "Examples:":
            rows = []
            help_text.sections.append((line[:-1], rows))
        elif rows is not None and not help_text.footer and re.match(r"  \S", line):
            name, _, said = line.strip().partition("  ")
            rows.append(Row(name, said.strip()))
        elif rows is not None and not help_text.footer and re.match(r" {20,}\S", line) and rows:
            rows[-1].text = (rows[-1].text + " " + line.strip()).strip()
        elif line.strip() or help_text.footer:
            help_text.footer += line + "\n"
    return help_text


def read_all(assay, command=()):
    """The help texts of a command and all below it, by command."""
    text = subprocess.run([assay, *command, "--help"], capture_output=True, text=True, check=True).stdout
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


def bash(everything):
    cases = []
    for command, page in everything.items():
        words = [row.name.split(" ")[0] for row in page.subcommands] + [flag for row in page.options for flag in row.flags]
        cases.append(f'    "{" ".join(command)}") words="{" ".join(words)}" ;;')
    choices = {flag: row.choices for page in everything.values() for row in page.options for flag in row.flags if row.choices}
    chosen = [f'    {flag}) words="{" ".join(values)}" ;;' for flag, values in sorted(choices.items())]
    commands = "|".join(f'"{" ".join(command)}"' for command in everything if command)
    return f"""# Completion of assay's commands and flags; made from its help texts.
_assay() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command="" word words=""
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "${{command:+$command }}$word" in
    {commands}) command="${{command:+$command }}$word" ;;
    esac
  done
  case $command in
{chr(10).join(cases)}
  esac
  case $previous in
{chr(10).join(chosen)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}}
complete -o filenames -F _assay assay
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(everything):
    cases = []
    for command, page in everything.items():
        rows = [(row.name.split(" ")[0], row.text) for row in page.subcommands]
        rows += [(flag, row.text) for row in page.options for flag in row.flags]
        words = " ".join(quoted(name.replace(":", "\\:") + ":" + text) for name, text in rows)
        cases.append(f"    {quoted(' '.join(command))}) words_here=({words}) ;;")
    commands = "|".join(quoted(" ".join(command)) for command in everything if command)
    return f"""#compdef assay
# Completion of assay's commands and flags; made from its help texts.
_assay() {{
  local command="" word
  local -a words_here
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    case "${{command:+$command }}$word" in
    ({commands}) command="${{command:+$command }}$word" ;;
    esac
  done
  case $command in
{chr(10).join(cases)}
  esac
  _describe -t commands 'assay' words_here
  _files
}}
_assay "$@"
"""


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish(everything):
    lines = ["# Completion of assay's commands and flags; made from its help texts.", "function __assay_at",
             "  set -l words (commandline -opc)", "  set -l command", "  for word in $words[2..-1]", "    switch \"$command $word\"",
             "      case " + " ".join(fish_text(" " + " ".join(command)) for command in everything if command),
             "        set command \"$command $word\"", "    end", "  end", "  test \"$command\" = \"$argv[1]\"", "end"]
    for command, page in everything.items():
        here = fish_text("__assay_at " + fish_text("".join(" " + word for word in command)))
        for row in page.subcommands:
            lines.append(f"complete -c assay -n {here} -f -a {fish_text(row.name.split(' ')[0])} -d {fish_text(row.text)}")
        for row in page.options:
            names = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in row.flags)
            value = f" -x -a {fish_text(' '.join(row.choices))}" if row.choices else " -r" if row.takes_value else ""
            lines.append(f"complete -c assay -n {here} {names}{value} -d {fish_text(row.text)}")
    return "\n".join(lines) + "\n"


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
    said = subprocess.run([arguments.assay, "--version"], capture_output=True, text=True, check=True).stdout
    version = said.split()[1]
    for command, page in everything.items():
        write(os.path.join(arguments.out, "man", "-".join(("assay", *command)) + ".1"), man_page(page, version, everything))
    for path, text in (("bash-completion/assay", bash), ("zsh/_assay", zsh), ("fish/assay.fish", fish)):
        write(os.path.join(arguments.out, path), text(everything))
    return 0


if __name__ == "__main__":
    sys.exit(main())
