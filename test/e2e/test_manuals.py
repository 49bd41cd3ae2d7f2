"""The manuals name the commands and flags that there are, and no others."""

import glob
import os
import re

from harness import NOTHING, SOURCE, Case

FLAG = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
# Flags of other programs that the manuals show: add yours here.
OF_OTHER_PROGRAMS = {
    "--arrays-exp", "--boogie", "--build", "--check-level", "--compiler", "--crab-check", "--crab-dom", "--crab-lower-unsigned-icmp", "--crab-opt",
    "--crab-opt-add-invariants", "--debug", "--dump", "--dump-models", "--enable", "--enable-python",
    "--fp-exp", "--log", "--log-all", "--log-dir", "--magic-transform",
    "--max-block-depth", "--max-funcs", "--number", "--platform", "--prover", "--simplification", "--solver-log", "--souffle",
    "--split", "--std", "--use", "--xml"}
NOT_IN_MANUALS = {"--help"}


def manuals():
    return [os.path.join(SOURCE, "README.md"), *sorted(glob.glob(os.path.join(SOURCE, "docs", "user", "*.md")))]


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Manuals(Case):
    def helps(self, command=()):
        """Help texts by command: "smt fuzz"."""
        text = self.assay(*command, "--help-all", expect=NOTHING).stdout
        found = {" ".join(command): text}
        section = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.MULTILINE)
        for name in re.findall(r"^  (\S+)  ", section.group(1), re.MULTILINE) if section else []:
            found.update(self.helps((*command, name)))
        return found

    def test_the_page_of_commands_lists_every_command(self):
        helps = self.helps()
        self.assertIn("campaign merge", helps)
        page = text_of(os.path.join(SOURCE, "docs", "user", "commands.md"))
        for command in helps:
            if not any(other.startswith(command + " ") for other in helps) and command:
                with self.subTest(command=command):
                    self.assertRegex(page, rf"\| `assay {command}[ `]")

    def test_the_index_lists_every_page(self):
        index = text_of(os.path.join(SOURCE, "docs", "README.md"))
        for folder in ("user", "dev", "adr"):
            for page in sorted(os.listdir(os.path.join(SOURCE, "docs", folder))):
                with self.subTest(page=page):
                    self.assertIn(f"]({folder}/{page})", index)

    def test_every_flag_is_explained_and_none_is_made_up(self):
        there = set().union(*(FLAG.findall(text) for text in self.helps().values()))
        self.assertIn("--baseline", there)
        explained = set()
        for path in manuals():
            named = set(FLAG.findall(text_of(path)))
            explained |= named
            self.assertEqual(named - there - OF_OTHER_PROGRAMS, set(), f"no command has these flags of {path}")
        self.assertEqual(there - explained - NOT_IN_MANUALS, set(), "docs/user/*.md does not say what these flags are for")
