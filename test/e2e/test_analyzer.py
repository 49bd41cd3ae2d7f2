"""Static analyzers: real ones where they are installed, and programs that play analyzers."""

import json
import os

from harness import ENVIRONMENT, FINDINGS, NOTHING, RAN, USAGE, Case, needs, processes_with

PROGRAM = """#include <stdio.h>
static int f(unsigned char a) {
  int b = a + 1;
  if (b > 0) { return b; }
  return 0;
}
int main(int argc, char** argv) {
  int c = getchar();
  (void)argv;
  return f((unsigned char)c) + argc == 3;
}
"""

PLAYED = """name = "{name}"
adapter = "{adapter}"
language = "c"
argv = ["{program}", "{{input}}"]
assumptions = ["no undefined behaviour so far"]
{more}
"""

MARK = "98761.3"  # seconds that only this test sleeps for

FACT = '{{"line":3,"column":13,"subject":"a + 1","operation":"+","type":"int","property":"interval","low":{low},"high":{high}}}'


@needs("gcc")
@needs("clang-14")
class PlayedAnalyzers(Case):
    def analyzer(self, script, name="played", adapter="json", more=""):
        """A target file for a script that plays an analyzer."""
        program = self.program(name, "#!/bin/sh\n" + script)
        return self.write(f"{name}.toml", PLAYED.format(name=name, adapter=adapter, program=program, more=more))

    def test_facts_of_all_three_kinds_of_text_are_read(self):
        source = self.write("a.c", PROGRAM)
        json_lines = self.analyzer(f"echo noise; echo '{FACT.format(low=1, high=256)}'")
        sarif = {"runs": [{"results": [{"ruleId": "ranges", "message": {"text": "said"}, "properties": {
            "property": "interval", "low": 1, "high": "256", "subject": "a + 1", "operation": "+", "type": "int"},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": "/x/a.c"},
                                                "region": {"startLine": 3, "startColumn": 13}}}]}]}]}
        sarif_file = self.analyzer(f"cat <<'END'\n{json.dumps(sarif)}\nEND\n", "sarif", "sarif")
        pattern = ("[[fact]]\npattern = '^(?P<file>[^:]+):(?P<line>\\d+):(?P<column>\\d+): in \\[(?P<low>-?\\d+), "
                   "(?P<high>-?\\d+)\\]'\nproperty = \"interval\"\nsource = \"text\"")
        text = self.analyzer("echo 'a.c:3:13: in [1, 256]'", "text", "text", pattern)
        for target in (json_lines, sarif_file, text):
            facts = self.assay("analyzer", "facts", source, "--target", target, "--json", expect=NOTHING).stdout
            fact = json.loads(facts)
            self.assertEqual((fact["file"], fact["line"], fact["low"], fact["high"]), ("a.c", 3, 1, 256))
            checked = self.assay("analyzer", "check", source, "--target", target, "--input", self.write("in", "x"),
                                 expect=NOTHING)
            self.assertIn("1 facts, 1 judged in 1 checks, 0 never reached, 0 broken", checked.stdout)

    def test_a_broken_fact_is_shown_with_the_run_that_breaks_it(self):
        source = self.write("a.c", PROGRAM)
        target = self.analyzer(f"echo '{FACT.format(low=1, high=100)}'")
        result = self.assay("analyzer", "check", source, "--target", target, "--input", self.write("in", "x"), "--", "1", "--two",
                            expect=FINDINGS)
        self.assertIn("BROKEN    a.c:3:13: a + 1 in [1, 100]", result.stdout)
        self.assertIn("first by value 121", result.stdout)

    def test_a_program_whose_object_file_is_large_is_checked(self):
        source = self.write("a.c", "char many[80000000] = {1};\n" + PROGRAM)
        target = self.analyzer(f"echo '{FACT.format(low=1, high=256).replace('3', '4', 1)}'")
        checked = self.assay("analyzer", "check", source, "--target", target, "--input", self.write("in", "x"), expect=NOTHING)
        self.assertIn("1 facts, 1 judged in 1 checks", checked.stdout)

    def test_a_campaign_finds_reduces_and_replays(self):
        self.write("src/a.c", PROGRAM)
        target = self.analyzer(f"grep -q 'a + 1' $1 && echo '{FACT.format(low=5, high=9)}'")
        self.assay("analyzer", "test", "src", "--target", target, "--out", "out", expect=ENVIRONMENT)  # blind: no control
        lying = f"""case $1 in
control.c) echo '{{"line":6,"column":7,"subject":"y","operation":"variable","property":"interval","low":0,"high":99}}' ;;
*) line=$(grep -n 'a + 1' $1 | cut -d: -f1); [ -n "$line" ] && col=$(grep 'a + 1' $1 | awk '{{print index($0, "+ 1")}}') &&
  echo "{{\\"line\\":$line,\\"column\\":$col,\\"operation\\":\\"+\\",\\"property\\":\\"interval\\",\\"low\\":5,\\"high\\":9}}" ;;
esac"""
        target = self.analyzer(lying, "lying")
        result = self.assay("analyzer", "test", "src", "--target", target, "--out", "out2", expect=FINDINGS)
        self.assertIn("interval of +", result.both)
        (finding,) = os.listdir(self.path("out2", "findings"))
        reduced = self.path("out2", "findings", finding, "reduced", "a.c")
        with open(reduced, encoding="utf-8") as file:
            self.assertLess(len(file.read()), len(PROGRAM))
        replayed = self.assay("replay", self.path("out2", "findings", finding), expect=FINDINGS)
        self.assertIn("still fails: 3 of 3 runs", replayed.both)
        self.assertIn("interval of +", self.assay("findings", "list", "out2", expect=FINDINGS).stdout)

    def test_what_an_analyzer_does_wrong_is_said(self):
        source = self.write("a.c", PROGRAM)
        cases = {
            "hangs": (f"sleep {MARK}", "cannot judge: timeout", ENVIRONMENT),
            "crashes": ("kill -SEGV $$", "the analyzer crashes: signal 11", FINDINGS),
            "nonsense": ("echo '{\"property\": \"colour\"}'", "1 more that Assay does not check", NOTHING),
        }
        for name, (script, message, code) in cases.items():
            target = self.analyzer(script, name)
            result = self.assay("analyzer", "facts", source, "--target", target, "--timeout", "1s", expect=code)
            self.assertIn(message, result.both)
        nowhere = self.analyzer('echo \'{"line":900,"column":1,"property":"truth","value":true}\'', "nowhere")
        self.assertIn("1 no such place", self.assay("analyzer", "check", source, "--target", nowhere, expect=NOTHING).stdout)
        self.assertEqual(processes_with(MARK), [])

    def test_bad_input_says_what_to_do(self):
        source = self.write("a.c", PROGRAM)
        broken = self.write("broken.c", "int main(void) { return x; }")
        cases = [
            (("check", "nobody.c"), "nobody.c", ENVIRONMENT),
            (("check", self.write("a.txt", "x")), "its extension is one of", ENVIRONMENT),
            (("check", source, "--target", "nobody"), "unknown target 'nobody'", ENVIRONMENT),
            (("check", source, self.write("sub/a.c", PROGRAM)), "two files are called 'a.c'", ENVIRONMENT),
            (("test", "nowhere/", "--tests", "1"), "there is no file or folder", ENVIRONMENT),
            (("test", "--strategy", "nonsense"), "nonsense", USAGE),
            (("facts",), "files", USAGE),
        ]
        for words, message, code in cases:
            with self.subTest(words=words):
                self.assertIn(message, self.assay("analyzer", *words, expect=code).both)
        target = self.analyzer("true")
        self.assertIn("does not compile", self.assay("analyzer", "check", broken, "--target", target, expect=ENVIRONMENT).both)


@needs("cppcheck")
@needs("clang-14")
class Cppcheck(Case):
    def test_facts_are_claimed_and_hold(self):
        source = self.write("a.c", PROGRAM)
        facts = self.assay("analyzer", "facts", source, expect=NOTHING)
        self.assertIn("a.c:3:13: a + 1 in [1, inf)", facts.stdout)
        checked = self.assay("analyzer", "check", source, "--all", "--input", self.write("in", "q"), expect=NOTHING)
        self.assertIn("holds     a.c:3:13", checked.stdout)

    def test_a_campaign_runs_from_nothing(self):
        result = self.assay("analyzer", "test", "--tests", "1", "--reduce-runs", "5", "--out", "out", expect=RAN)
        self.assertIn("tests     1", result.both)
        self.assertTrue(os.path.exists(self.path("out", "report.html")))

    def test_the_doctor_sees_its_controls(self):
        result = self.assay("doctor", "--target", "cppcheck", expect=NOTHING)
        self.assertIn("planted", result.both)
