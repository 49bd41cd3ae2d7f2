"""Programs are analyzed in batches; what fails in a batch is found in its one program. The analyzer is made up: it claims one
fact of each program, and crashes or lies about a program by a number that only this program has."""

import glob
import os
import re
import unittest

from harness import FINDINGS, NOTHING, Case, needs

# Keeps each program that it sees. Its facts: the product in each program's checksum is at least 0 (at most 5: a lie).
ANALYZER = r"""#!/bin/sh
[ "$1" = --version ] && echo fake 1 && exit
number=$(ls {seen} | wc -l)
cp "$1" {seen}/$(printf %04d "$number").c
[ -n "{crash}" ] && grep -qw "{crash}" "$1" && kill -SEGV $$
awk -v lie="{lie}" '
  lie != "" && $0 ~ "(^|[^0-9])" lie "([^0-9]|$)" {{ lies = 1 }}
  /^ *checksum[_a-z0-9]* = checksum/ {{
    high = lies ? ",\"high\":5" : ""
    lies = 0
    printf "{{\"line\":%d,\"column\":%d,\"subject\":\"product\",\"operation\":\"*\",", NR, index($0, "*")
    printf "\"type\":\"unsigned long long\",\"property\":\"interval\",\"low\":0%s}}\n", high
  }}' "$1"
"""
DEFINITION = """name = "fake"
language = "c"
adapter = "json"
argv = ["{program}", "{{input}}"]
version = ["{program}", "--version"]
"""
TESTS = 6


@needs("gcc")
@needs("clang-14")
class Batches(Case):
    def campaign(self, out, batch, expect, crash="", lie=""):
        seen = self.path(out + "-seen")
        os.makedirs(seen)
        program = self.program(out + "-fake", ANALYZER.format(seen=seen, crash=crash, lie=lie))
        self.write("fake.toml", DEFINITION.format(program=program))
        result = self.assay("analyzer", "test", "--target", "fake.toml", "--strategy", "c-values", "--statements", "3", "--functions", "1",
                            "--tests", str(TESTS), "--batch", str(batch), "--seed", "1", "-j1", "--skip-controls", "--reduce-runs", "1", "--out", out,
                            expect=expect)
        texts = []
        for path in sorted(glob.glob(os.path.join(seen, "*.c"))):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            if text not in texts:
                texts.append(text)
        return result, texts

    def own_number(self):
        """A case and a number that only its program has."""
        _, texts = self.campaign("alone", 1, NOTHING)
        self.assertEqual(len(texts), TESTS)
        # In front of the checksum, which the analyzer lies about.
        bodies = [text.split("checksum", maxsplit=1)[0] for text in texts]
        numbers = [set(re.findall(r"(?<![0-9A-Za-z_.])[0-9]{3,}(?![0-9A-Za-z_.])", text)) for text in texts]
        for case in range(1, TESTS):
            rest = texts[case][len(bodies[case]):]
            own = {number for number in numbers[case] if not re.search(rf"\b{number}\b", rest)} - set.union(*(other for at, other in enumerate(numbers) if at != case))
            if own:
                return case, sorted(own)[0]
        return self.fail("no program has a number of its own")

    def test_an_honest_analyzer_sees_one_program_and_passes(self):
        result, texts = self.campaign("honest", TESTS, NOTHING)
        self.assertLess(len(texts), TESTS / 2)  # a chunk of cases is a batch
        self.assertEqual(sum(len(set(re.findall(r"\bmain_u\d+\(void\)", text))) for text in texts), TESTS)
        self.assertIn(f"pass {TESTS} (100.0 %)", result.both)

    def test_a_crash_and_a_lie_are_found_in_their_one_program(self):
        case, number = self.own_number()
        for kind, kinds in (("crash", "crash"), ("lie", "unsound")):
            with self.subTest(kind=kind):
                result, texts = self.campaign(kind, TESTS, FINDINGS, **{kind: number})
                self.assertIn("main_u1(void)", texts[0])
                self.assertRegex(result.both, rf"fake-{case} +{kinds}")
                self.assertIn(f"pass {TESTS - 1} ", result.both)
                self.assertIn("findings  1 ", result.both)


if __name__ == "__main__":
    unittest.main()
