"""The output of a campaign, on standard output and standard error."""

import json
import os
import pty
import subprocess
import unittest

from harness import ASSAY, RAN, Case, needs


@needs("z3")
class Output(Case):
    def fuzz(self, out, *extra, **options):
        return self.assay("smt", "fuzz", self.good_seeds(), "--target", "z3", "--tests", "20", "--strategy", "storm", "-o", out, *extra, **options)

    def test_plain_lines_when_it_is_no_terminal(self):
        result = self.fuzz("out", expect=RAN)
        self.assertNotIn("\x1b", result.both)
        self.assertIn("verdicts", result.stdout)
        self.assertIn("target    z3", result.stderr)

    def test_a_reader_that_has_seen_enough_is_no_full_disk(self):
        for arguments in (["--help"], ["smt", "fuzz", "--help"], ["smt", "synth", "--theory", "strings", "--count-each"]):
            reader, writer = os.pipe()
            os.close(reader)
            result = subprocess.run([ASSAY, *arguments], stdout=writer, stderr=subprocess.PIPE, check=False, timeout=60)
            os.close(writer)
            self.assertNotIn(b"disk", result.stderr, arguments)

    def test_quiet(self):
        result = self.fuzz("out", "--quiet", expect=RAN)
        self.assertEqual(result.stderr, "")
        self.assertIn("verdicts", result.stdout)

    def test_json_is_one_object_per_line(self):
        result = self.fuzz("out", "--json", expect=RAN)
        events = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertIn("started", [event["event"] for event in events])
        self.assertEqual(events[-1]["event"], "finished")
        self.assertEqual(events[-1]["tests"], 20)
        self.assertTrue(any(event["event"] == "control" and event["passed"] for event in events))

    def on_terminal(self, out, env):
        leader, follower = pty.openpty()
        process = subprocess.Popen([ASSAY, "smt", "fuzz", self.good_seeds(), "--target", "z3", "--tests", "3000", "--strategy", "storm", "-o", out],
                                   cwd=self.folder, stdout=follower, stderr=follower, stdin=follower, env={**os.environ, "TERM": "xterm", **env})
        os.close(follower)
        seen = b""
        while True:
            try:
                block = os.read(leader, 4096)
            except OSError:
                break
            if not block:
                break
            seen += block
        os.close(leader)
        self.assertIn(process.wait(timeout=60), RAN)
        return seen

    def test_a_terminal_gets_a_block_that_redraws_and_colours(self):
        seen = self.on_terminal("out", {"NO_COLOR": ""})
        self.assertIn(b"\x1b[J", seen)
        self.assertRegex(seen, rb"\x1b\[\d+m")

    def test_no_color(self):
        self.assertNotRegex(self.on_terminal("out", {"NO_COLOR": "1"}), rb"\x1b\[\d+m")


if __name__ == "__main__":
    unittest.main()
