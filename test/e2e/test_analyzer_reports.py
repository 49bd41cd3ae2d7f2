"""Reports about analyzers work when they are pasted: each kind of bug, on programs that play analyzers, and a user's project with headers.
The test runs a report's commands in an empty folder, with the analyzer and a C compiler on the PATH (pasted.py)."""

import os
import unittest

from harness import FINDINGS, Case, needs
from pasted import Report, try_finding

COMPILER = ["cc", "as", "ld"]
# The first lines find the claim's place in any version of the program.
CLAIM = """line=$(grep -n 'a + 1;' "$1" | cut -d: -f1)
col=$(grep 'a + 1;' "$1" | awk '{{print index($0, "+ 1;")}}')
[ -z "$line" ] || echo "{{\\"line\\":$line,\\"column\\":$col,\\"operation\\":\\"+\\",\\"property\\":\\"interval\\",\\"low\\":{low},\\"high\\":{high}}}"
"""
PROGRAM = """int getchar(void);
static int f(unsigned char a) {
  int b = a + 1;
  return b;
}
int main(void) { return f((unsigned char)getchar()) == 3; }
"""
KINDS = {
    "unsound": CLAIM.format(low=300, high=400),
    "crash": "kill -SEGV $$\n",
    # Each second run makes another true claim.
    "nondeterministic": 'if [ -e "$0.seen" ]; then rm "$0.seen"; high=500; else : > "$0.seen"; high=400; fi\n' +
                        CLAIM.format(low=1, high="$high"),
}


@needs("gcc")
@needs("clang-14")
class AnalyzerReports(Case):
    def campaign(self, kind, script, sources, *more):
        program = self.program(kind, "#!/bin/sh\n" + script)
        target = self.write(f"{kind}.toml", f'name = "{kind}"\nadapter = "json"\nlanguage = "c"\nargv = ["{program}", "{{input}}"]\n'
                            'assumptions = ["no undefined behaviour so far"]\n')
        self.assay("analyzer", "test", *sources, "--target", target, "--jobs", "1", "--tests", "1", "--confirmations", "1",
                   "--reduce-runs", "3", "--skip-controls", "--no-report", "-o", kind + "-out", *more, expect=FINDINGS)
        findings = sorted(os.listdir(self.path(kind + "-out", "findings")))
        self.assertTrue(findings)
        return [self.path(kind + "-out", "findings", finding) for finding in findings], program

    def test_of_every_kind(self):
        source = self.write("a.c", PROGRAM)
        for kind, script in KINDS.items():
            with self.subTest(kind=kind):
                findings, program = self.campaign(kind, script, [source])
                for finding in findings:
                    self.assertEqual(try_finding(finding, self.path("scratch-" + kind), [program, *COMPILER]), "")

    def test_of_a_project_with_headers(self):
        self.write("own.h", "#ifndef OWN\n#define OWN\n#define ONE 1\nint getchar(void);\n#endif\n")
        source = self.write("a.c", '#include "own.h"\n' + PROGRAM.replace("== 3", "== 3 * ONE"))
        findings, program = self.campaign("headers", KINDS["unsound"], [source])
        for finding in findings:
            self.assertEqual(try_finding(finding, self.path("scratch"), [program, *COMPILER]), "")
            with open(os.path.join(finding, "report.md"), encoding="utf-8") as file:
                text = file.read()
            self.assertNotIn("own.h", "".join(Report(text).files.values()))
            self.assertNotIn(self.folder, text)


if __name__ == "__main__":
    unittest.main()
