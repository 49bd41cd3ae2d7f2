"""Progress on terminals of several widths, and output whose reader is gone, whose device is full, or that is closed."""

import fcntl
import glob
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import unittest

from harness import ASSAY, ENVIRONMENT, FINDINGS, RAN, SAYS_UNSAT, SOURCE, Case
from screen import Screen

LIAR = f"""#!/bin/sh
if [ "$1" = --version ]; then echo 1.0; exit; fi
{SAYS_UNSAT}
"""
HEADER = re.compile(r"^target +tests +pass", re.MULTILINE)


class Campaign(Case):
    def words(self, *more):
        self.program("solver", LIAR)
        self.good_seeds()
        return ["smt", "fuzz", "seeds", "--target", f"a-liar-with-a-long-name:smtlib={self.path('solver')}", "--reduce-runs", "5", "--confirmations",
                "1", "--skip-controls", "--no-report", "--out", "out", *more]


class Progress(Campaign):
    def watch(self, columns, later=None):
        """Runs a campaign on a terminal that is resized once the block is there, and ends it when the block has been drawn three times more;
        gives the screen, and the most blocks that it ever had."""
        ours, theirs = pty.openpty()
        size = lambda width: fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        size(columns)
        process = subprocess.Popen([ASSAY, *self.words("--time", "100s")], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=theirs, env={**os.environ, "TERM": "xterm"})
        screen, most, rest, stopped, drawn = Screen(columns, 24), 0, "", False, 0
        while process.poll() is None or select.select([ours], [], [], 0)[0]:
            if select.select([ours], [], [], 0 if stopped else 0.2)[0]:
                text = rest + os.read(ours, 1 << 16).decode()
                whole = text.rfind("\n") + 1  # the rest may be half an escape sequence
                screen.feed(text[:whole])
                rest = text[whole:]
                blocks = len(HEADER.findall("\n".join(screen.lines)))
                most = max(most, blocks)
                if later and blocks and not stopped:
                    stopped = self.stop(process)
                elif not later and blocks:
                    drawn += 1
                    if drawn == 3:
                        process.send_signal(signal.SIGINT)
            elif stopped:  # all that was written for the old width is on the screen
                if blocks and not rest:
                    size(later)
                    screen.resize(later)
                    later = None
                stopped = False
                process.send_signal(signal.SIGCONT)
        screen.feed(rest)
        os.close(theirs)
        os.close(ours)
        self.assertIsNone(later, "the terminal was never resized")
        return screen, most

    @staticmethod
    def stop(process):
        """Stops a program and waits until it has stopped. On continuing, it draws for the terminal's new size."""
        process.send_signal(signal.SIGSTOP)
        return os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT).si_code == os.CLD_STOPPED

    def assert_clean(self, screen, most):
        self.assertEqual(most, 1)
        text = "\n".join(screen.lines)
        self.assertNotRegex(text, HEADER)
        for word in ("Ctrl-C", "tests (", "skips:", "findings:"):
            self.assertNotIn(word, text)
        self.assertEqual(text.count("starting smt-fuzz"), 1)
        self.assertEqual(text.count("stopped   "), 1)

    def test_narrow_terminals_have_no_stale_lines(self):
        for columns in (80, 60, 33):
            with self.subTest(columns=columns):
                self.assert_clean(*self.watch(columns))
                subprocess.run(["rm", "-r", self.path("out")], check=True)

    def test_a_terminal_that_becomes_narrower_has_none_either(self):
        self.assert_clean(*self.watch(100, 50))

    def test_a_terminal_that_becomes_wider_has_none_either(self):
        self.assert_clean(*self.watch(60, 120))


class Output(Campaign):
    def test_a_campaign_whose_reader_is_gone_ends_quietly_and_keeps_what_it_has(self):
        for flags in ((), ("--json",)):
            with self.subTest(flags=flags):
                process = subprocess.Popen([ASSAY, *self.words("--time", "100s", *flags)], cwd=self.folder, text=True, stdin=subprocess.DEVNULL,
                                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                for _ in range(2):
                    self.assertTrue(process.stdout.readline())
                process.stdout.close()
                self.assertIn(process.wait(timeout=60), RAN)
                self.assertTrue(os.path.exists(self.path("out", "campaign.sqlite")))
                self.assay("findings", "list", "out", expect=RAN)
                subprocess.run(["rm", "-r", self.path("out")], check=True)

    def test_head_of_lists_and_helps(self):
        for words in ("domain laws", "domain laws --json", "smt fuzz --help", "smt fuzz --help-all", "--version", "config show smt synth"):
            with self.subTest(words=words):
                piped = subprocess.run(f"{{ '{ASSAY}' {words}; echo $? >&3; }} 3>code | true; cat code", shell=True, cwd=self.folder,
                                       capture_output=True, text=True, check=False)
                self.assertEqual((piped.stdout, piped.stderr), ("0\n", ""))

    def test_lost_output_is_an_error(self):
        for where, reason in ((">/dev/full", "No space left"), (">&-", "Bad file descriptor")):
            for words in ("domain laws", "smt fuzz --help", "--version", "config show smt synth"):
                with self.subTest(where=where, words=words):
                    lost = subprocess.run(f"'{ASSAY}' {words} {where}", shell=True, capture_output=True, text=True, check=False)
                    self.assertEqual(lost.returncode, ENVIRONMENT)
                    self.assertIn(reason, lost.stderr)
                    self.assertEqual(lost.stderr.count("assay: "), 1)

    def test_a_campaign_with_closed_streams_keeps_what_it_found(self):
        for streams in ("<&- >&- 2>&-", ">/dev/full", ">/dev/full 2>&1"):
            with self.subTest(streams=streams):
                words = " ".join(f"'{word}'" for word in self.words("--tests", "4"))
                lost = subprocess.run(f"'{ASSAY}' {words} {streams}", shell=True, cwd=self.folder, capture_output=True, text=True, check=False)
                self.assertEqual(lost.returncode, ENVIRONMENT)
                self.assay("findings", "list", "out", expect=FINDINGS)
                subprocess.run(["rm", "-r", self.path("out")], check=True)

    def test_no_command_prints_by_a_function_that_throws(self):
        for path in glob.glob(os.path.join(SOURCE, "src", "cli", "**", "*.cpp"), recursive=True):
            with self.subTest(path=path), open(path, encoding="utf-8") as file:
                self.assertNotRegex(file.read(), r"fmt::print\(|std::cout <<|std::cerr <<")

    def test_what_prints_nothing_needs_no_standard_output(self):
        quiet = subprocess.run(f"'{ASSAY}' campaign merge one two >&-", shell=True, cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(quiet.returncode, ENVIRONMENT)
        self.assertNotIn("standard output", quiet.stderr)


if __name__ == "__main__":
    unittest.main()
