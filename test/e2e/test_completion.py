"""`assay completion`: the completions that real shells offer."""

import os
import re
import shutil
import subprocess
import unittest

from harness import ASSAY, NOTHING, USAGE, Case, needs

BASH = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _assay; printf "%s\\n" "${COMPREPLY[@]}"'


def flags_of(assay, *command):
    """The long flags that a command's help text names at the begin of its rows."""
    text = subprocess.run([assay, *command, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^ +(?:-\w, ?)?(--[a-z][a-z-]*)", text, re.MULTILINE))


class Completion(Case):
    def script(self, shell, name):
        return self.write(name, self.assay("completion", shell, expect=NOTHING).stdout)

    def offered(self, *words):
        """The words that bash offers for the last word; the folder is empty, so bash offers no file."""
        os.makedirs(self.path("empty"), exist_ok=True)
        script = self.script("bash", "assay.bash")
        return subprocess.run(["bash", "-c", BASH, "bash", script, *words], cwd=self.path("empty"), capture_output=True, text=True,
                              check=True).stdout.split()

    def test_bash_completes_commands(self):
        self.assertEqual(self.offered("assay", "comp"), ["completion"])
        self.assertEqual(self.offered("assay", "smt", "syn"), ["synth"])
        self.assertEqual(self.offered("assay", "smt", "nosuch"), [])

    def test_bash_completes_the_flags_of_the_command(self):
        self.assertEqual(self.offered("assay", "report", "--o"), ["--out"])
        self.assertEqual(self.offered("assay", "findings", "list", "--reduce-t"), [])
        for command in (["smt", "fuzz"], ["replay"], ["analyzer", "tune"]):
            with self.subTest(command=command):
                self.assertLessEqual(flags_of(ASSAY, *command), set(self.offered("assay", *command, "--")))

    def test_bash_completes_values(self):
        self.assertEqual(self.offered("assay", "smt", "fuzz", "--style", "pers"), ["persistent"])
        self.assertEqual(self.offered("assay", "completion", "z"), ["zsh"])

    def test_bash_completes_files(self):
        os.makedirs(self.path("empty"), exist_ok=True)
        self.write("empty/seed.smt2", "")
        self.assertEqual(self.offered("assay", "smt", "fuzz", "see"), ["seed.smt2"])

    def test_bash_itself_registers_it(self):
        script = self.script("bash", "assay.bash")
        said = subprocess.run(["bash", "-c", 'source "$1"; complete -p assay', "bash", script], capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout, "complete -o filenames -F _assay assay\n")

    def test_the_other_shells_know_the_same_words(self):
        zsh, fish = self.assay("completion", "zsh").stdout, self.assay("completion", "fish").stdout
        self.assertTrue(zsh.startswith("#compdef assay\n"))
        for flag in flags_of(ASSAY, "smt", "fuzz"):
            self.assertIn(f"'{flag}:", zsh)
            self.assertIn(f" -l {flag[2:]}", fish)
        self.assertIn("('smt fuzz --style') words_here=(auto ", zsh)
        self.assertIn("complete -c assay -n '__assay_at \\' smt\\'' -f -a 'fuzz' -d ", fish)

    @needs("zsh")
    def test_zsh_reads_its_script(self):
        subprocess.run(["zsh", "-n", self.script("zsh", "_assay")], check=True)
        said = subprocess.run(["zsh", "-f", "-c", "autoload -Uz compinit; compinit -D; source ./_assay; print $_comps[assay]"], cwd=self.folder,
                              capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout, "_assay\n")

    @needs("fish")
    def test_fish_completes(self):
        script = self.script("fish", "assay.fish")
        said = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C 'assay smt fuzz --style pers'"],
                              capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout.split()[0], "persistent")

    def test_quotes_are_balanced_without_the_shells_too(self):
        # Single quotes open and close within a line in both scripts: an odd number is a description that was not quoted.
        for shell, escape in (("zsh", "'\\''"), ("fish", "\\'")):
            for line in self.assay("completion", shell).stdout.splitlines():
                if not line.startswith("#"):
                    self.assertEqual(line.replace(escape, "").count("'") % 2, 0, line)

    def test_a_shell_that_is_none(self):
        for arguments in ([], ["tcsh"]):
            result = self.assay("completion", *arguments, expect=USAGE)
            self.assertIn("shell", result.stderr)
        self.assertIn("bash", self.assay("completion", "tcsh").stderr)


if __name__ == "__main__":
    unittest.main()
