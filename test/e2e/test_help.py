"""Help texts: narrow, without the parser's types, short for campaigns; --help-all has the rest."""

import re
import unittest

from harness import NOTHING, Case

CAMPAIGNS = (("smt", "fuzz"), ("smt", "synth"), ("datalog", "fuzz"), ("domain", "test"), ("analyzer", "test"))
# As the parser writes types, lists, ranges and requirements.
NOISE = re.compile(r"\b(TEXT|UINT|INT|FLOAT|BOOLEAN|REQUIRED|Excludes|Needs):|=\[|\bREQUIRED\b|\bUINT\b|\bFLOAT\b|\bin \[")
ADVANCED = re.compile(r"--(executor|shards|partition|at-once|scratch|max-case-bytes|pool-constants|reduce-runs|result-tuples|dimensions)\b")


def flags_of(text):
    return set(re.findall(r"(?m)^  (?:-\w, |    )(--[a-z0-9-]+)", text))


class Help(Case):
    def commands(self, command=()):
        """Every command that has a help text, with it and with all of it."""
        short = self.assay(*command, "--help", expect=NOTHING).stdout
        yield command, short, self.assay(*command, "--help-all", expect=NOTHING).stdout
        section = re.search(r"^Subcommands:\n((?:  .*\n)+)", short, re.MULTILINE)
        for name in re.findall(r"^  (\S+)  ", section.group(1), re.MULTILINE) if section else []:
            yield from self.commands((*command, name))

    def test_every_text_fits_a_terminal_and_has_no_noise(self):
        seen = 0
        for command, short, whole in self.commands():
            seen += 1
            for text in (short, whole):
                with self.subTest(command=command, whole=text is whole):
                    self.assertLessEqual(max(map(len, text.splitlines())), 80, max(text.splitlines(), key=len))
                    self.assertIsNone(NOISE.search(text), text)
                    self.assertIn(f"Usage: {' '.join(('assay', *command))} [flags]", text)
                    self.assertIn("--help", text)
            self.assertLessEqual(flags_of(short), flags_of(whole), command)
        self.assertGreater(seen, 40)

    def test_a_campaign_shows_the_flags_that_people_use(self):
        for command in CAMPAIGNS:
            with self.subTest(command=command):
                short = self.assay(*command, "--help", expect=NOTHING).stdout
                whole = self.assay(*command, "--help-all", expect=NOTHING).stdout
                self.assertLessEqual(len(short.splitlines()), 40, short)
                self.assertLessEqual({"--target", "--time", "--tests", "--jobs", "--seed", "--out", "--baseline", "--help-all"}, flags_of(short))
                self.assertIsNone(ADVANCED.search(short), short)
                self.assertIsNotNone(ADVANCED.search(whole))
                self.assertLessEqual({"--executor", "--memory", "--reduce-runs"}, flags_of(whole))
                self.assertIn("from 1 to 1024", whole)

    def test_only_commands_with_more_flags_offer_them(self):
        self.assertNotIn("--help-all", flags_of(self.assay("smt", "eval", "--help", expect=NOTHING).stdout))
        self.assertIn("--help-all", flags_of(self.assay("campaign", "resume", "--help", expect=NOTHING).stdout))


if __name__ == "__main__":
    unittest.main()
