"""tools/make_pages.py on a command whose help texts look like assay's: man pages from them, and the completions that it prints."""

import os
import shutil
import subprocess
import sys
import unittest

from support import ROOT, TreeTest

COMMAND = r"""#!/bin/sh
case "$*" in
--version) echo "assay 1.2.3 (abc)" ;;
--help) cat <<'END'
Tests
tools.
Usage: assay [flags]
  SUBCOMMAND

Options:
  -h, --help              print this text

Subcommands:
  fuzz                    Fuzz 'em: all of them
  findings                List findings

Start here:
  assay fuzz DIR
Exit code: 0 nothing found.
END
;;
"fuzz --help") printf 'Fuzz\nUsage: assay fuzz\n\nOptions:\n      --help-all          all flags\n' ;;
"fuzz --help-all") cat <<'END'
Fuzz 'em: all of them
Usage: assay fuzz [flags] seeds...

Arguments:
  seeds...                scripts

Cases:
      --style WORD        a process each;
                          or one for all (one of: process, persistent; default:
                          process)

Limits:
  -j, --jobs N            workers (default: 1)

Options:
  -h, --help              print this text

.starts with a dot
END
;;
"findings --help") printf 'List findings\nUsage: assay findings\n\nOptions:\n  -h, --help              print this text\n' ;;
"completion bash" | "completion zsh" | "completion fish") echo "for $2" ;;
*) exit 2 ;;
esac
"""


class Pages(TreeTest):
    def setUp(self):
        super().setUp()
        self.assay = os.path.join(self.root, "assay")
        self.write("assay", COMMAND)
        os.chmod(self.assay, 0o755)
        self.out = os.path.join(self.root, "out")
        subprocess.run([sys.executable, os.path.join(ROOT, "tools", "make_pages.py"), "--assay", self.assay, "--out", self.out], check=True)

    def read(self, *path):
        with open(os.path.join(self.out, *path), encoding="utf-8") as file:
            return file.read()

    def test_man_pages_have_every_command_and_flag(self):
        self.assertEqual(sorted(os.listdir(os.path.join(self.out, "man"))), ["assay-findings.1", "assay-fuzz.1", "assay.1"])
        page = self.read("man", "assay-fuzz.1")
        for text in ('.TH "ASSAY-FUZZ" 1 "" "Assay 1.2.3"', "\\-\\-style WORD", "a process each; or one for all (one of: process, persistent; default: process)",
                     ".SH LIMITS", "\\&.starts with a dot", "assay(1)"):
            self.assertIn(text, page)
        self.assertIn(".SH SYNOPSIS\nassay [flags] SUBCOMMAND\n", self.read("man", "assay.1"))
        self.assertIn("assay\\-fuzz(1), assay\\-findings(1)", self.read("man", "assay.1"))
        if shutil.which("groff"):
            checked = subprocess.run(["groff", "-man", "-Tascii", "-ww", os.path.join(self.out, "man", "assay-fuzz.1")],
                                     capture_output=True, text=True, check=True)
            self.assertEqual(checked.stderr, "")

    def test_the_command_prints_the_completions(self):
        for path in (("bash-completion", "assay"), ("zsh", "_assay"), ("fish", "assay.fish")):
            self.assertRegex(self.read(*path), "^for (bash|zsh|fish)\n$")


if __name__ == "__main__":
    unittest.main()
