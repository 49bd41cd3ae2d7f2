"""Static analyzers: real ones where they are installed, and programs that play analyzers."""

import ctypes
import json
import os
import re
import signal
import subprocess
import unittest

from harness import ASSAY, ENVIRONMENT, FINDINGS, NOTHING, RAN, USAGE, Case, needs, processes_with

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

def landlock():
    """Whether the kernel has Landlock: landlock_create_ruleset, asked for its version."""
    return ctypes.CDLL(None).syscall(444, None, 0, 1) > 0


MARK = "98761.3"  # seconds that only this test sleeps for

FACT = '{{"line":3,"column":13,"subject":"a + 1","operation":"+","type":"int","property":"interval","low":{low},"high":{high}}}'


class Reproduced(Case):
    def run_script(self, script, expect):
        environment = {**os.environ, "PATH": self.folder + os.pathsep + os.environ["PATH"]}  # our targets are there
        result = subprocess.run(["sh", script], cwd="/", env=environment, text=True, capture_output=True, timeout=240, check=False)
        self.assertEqual(result.returncode, expect, result.stdout + result.stderr)
        return result


@needs("gcc")
@needs("clang-14")
class PlayedAnalyzers(Reproduced):
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

    def test_slow_strategies_are_used_only_by_name(self):
        strategies = re.findall(r"\bc-[a-z-]+", self.assay("analyzer", "test", "--help").stdout)
        self.assertIn("c-values", strategies)
        target = self.analyzer("", more=f"slow_strategies = {json.dumps(strategies)}")
        words = ("analyzer", "test", "--target", target, "--tests", "1", "--skip-controls")
        self.assertIn("no strategy makes programs", self.assay(*words, expect=ENVIRONMENT).stderr)
        made = self.assay(*words, "--strategy", "c-values", expect=ENVIRONMENT)  # the program is made; nothing is claimed of it
        self.assertIn("no fact was reached", made.stdout + made.stderr)

    def test_one_class_can_be_asked_for(self):
        source = self.write("a.c", PROGRAM)
        target = self.analyzer(f"echo '{FACT.format(low=1, high=100)}'")
        words = ("analyzer", "check", source, "--target", target, "--input", self.write("in", "x"), "--class")
        self.assertIn("first by value 121", self.assay(*words, "interval of + as int", expect=FINDINGS).stdout)
        self.assertIn("is broken", self.assay(*words, "interval of - as int", expect=NOTHING).stdout)

    def test_a_broken_fact_is_shown_with_the_run_that_breaks_it(self):
        source = self.write("a.c", PROGRAM)
        target = self.analyzer(f"echo '{FACT.format(low=1, high=100)}'")
        result = self.assay("analyzer", "check", source, "--target", target, "--input", self.write("in", "x"), "--", "1", "--two",
                            expect=FINDINGS)
        self.assertIn("BROKEN    a.c:3:13: a + 1 in [1, 100]", result.stdout)
        self.assertIn("first by value 121", result.stdout)

    def test_what_broke_in_a_check_is_stored(self):
        lying = f"""for file do case $file in
control.c) echo '{{"line":6,"column":7,"subject":"y","operation":"variable","property":"interval","low":0,"high":99}}' ;;
a.c) line=$(grep -n 'a + 1' $file | cut -d: -f1); [ -n "$line" ] && col=$(grep 'a + 1' $file | awk '{{print index($0, "+ 1")}}') &&
  echo "{{\\"line\\":$line,\\"column\\":$col,\\"operation\\":\\"+\\",\\"property\\":\\"interval\\",\\"low\\":5,\\"high\\":99}}" ;;
esac; done"""
        target = self.analyzer(lying, "lying")
        main = PROGRAM.replace("argc == 3", "argc == length(argv[1])").replace("static", "int length(const char*);\nstatic", 1)
        source = self.write("a.c", main)
        other = self.write("b.c", "int length(const char* text) { return text[0] == 0 ? 0 : 1; }\n")
        words = ("analyzer", "check", source, other, "--target", target)
        result = self.assay(*words, "--input", self.write("in", "x"), "--out", "stored", "--confirmations", "1", "--reduce-runs", "4", "--", "one",
                            expect=FINDINGS)
        self.assertIn("BROKEN    a.c:4:13: what stands here in [5, 99]", result.stdout)
        (finding,) = os.listdir(self.path("stored", "findings"))
        self.assertIn("interval of +", self.assay("findings", "list", "stored", expect=FINDINGS).stdout)
        folder = self.path("stored", "findings", finding)
        self.assertEqual(sorted(os.listdir(os.path.join(folder, "original"))), ["a.c", "b.c"])
        self.assertIn("still fails", self.assay("replay", folder, "--times", "1", expect=FINDINGS).both)
        self.assertIn("still fails", self.assay("replay", folder, "--original", "--times", "1", expect=FINDINGS).both)
        # The case is made again from the files, with its argument and its input.
        self.assertIn("still fails", self.assay("replay", "stored", "0", "--times", "1", expect=FINDINGS).both)
        # Without a broken fact, nothing is stored. Inputs of a stored case must be files that can be read again.
        self.assay(*words, "--out", "none", "--input", self.write("low", "\x07"), "--", "one", expect=NOTHING)
        self.assertFalse(os.path.exists(self.path("none")))
        self.assertIn("standard input cannot be read twice", self.assay(*words, "--out", "none", "--input", "-", expect=USAGE).both)

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
        result = self.assay("analyzer", "test", "src", "--target", target, "--out", "out2", "--reduce-runs", "8", expect=FINDINGS)
        self.assertIn("interval of +", result.both)
        (finding,) = os.listdir(self.path("out2", "findings"))
        reduced = self.path("out2", "findings", finding, "reduced", "a.c")
        with open(reduced, encoding="utf-8") as file:
            self.assertLess(len(file.read()), len(PROGRAM))
        replayed = self.assay("replay", self.path("out2", "findings", finding), expect=FINDINGS)
        self.assertIn("still fails: 3 of 3 runs", replayed.both)
        self.assertIn("interval of +", self.assay("findings", "list", "out2", expect=FINDINGS).stdout)
        script = self.path("out2", "findings", finding, "reproduce", "run.sh")
        shown = self.run_script(script, expect=1)
        self.assertIn('"low":5,"high":9', shown.stdout)
        self.assertRegex(shown.stdout, r"contradicted: a \+ 1 is \d+")
        # An analyzer that no longer makes the claim; then no analyzer at all.
        with open(os.path.join(self.folder, "lying"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n")
        self.run_script(script, expect=0)
        os.remove(os.path.join(self.folder, "lying"))
        self.assertIn("is not installed", self.run_script(script, expect=2).stderr)

    @unittest.skipUnless(landlock(), "this kernel has no Landlock, which keeps writes within a folder")
    def test_a_checked_program_writes_nothing_elsewhere(self):
        mine = self.write("mine", "kept")
        program = PROGRAM.replace("int main", f"""#include <stdio.h>
static void spoil(const char* name) {{ FILE* f = fopen(name, "w"); if (f) {{ fputs("spoilt", f); fclose(f); }} }}
__attribute__((constructor)) static void first(void) {{ spoil("{mine}"); spoil("here"); remove("{mine}"); }}
int main""")
        target = self.analyzer(f"echo '{FACT.format(low=1, high=256)}'")
        self.assay("analyzer", "check", self.write("a.c", program), "--target", target,
                   "--input", self.write("in", "x"), expect=NOTHING)
        with open(mine, encoding="utf-8") as file:
            self.assertEqual(file.read(), "kept")

    def test_a_checked_program_reaches_no_other_process(self):
        program = PROGRAM.replace("int main", """#include <signal.h>
#include <unistd.h>
__attribute__((constructor)) static void first(void) { kill(getppid(), SIGKILL); kill(-1, SIGKILL); }
int main""")
        target = self.analyzer(f"echo '{FACT.format(low=1, high=256)}'")
        result = self.assay("analyzer", "check", self.write("a.c", program), "--target", target,
                            "--input", self.write("in", "x"), expect=NOTHING)
        self.assertIn("0 broken", result.stdout)

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
        self.assertIn("1 no such place", self.assay("analyzer", "check", source, "--target", nowhere, expect=ENVIRONMENT).stdout)
        self.assertEqual(processes_with(MARK), [])

    def test_bad_input_says_what_to_do(self):
        source = self.write("a.c", PROGRAM)
        broken = self.write("broken.c", "int main(void) { return x; }")
        cases = [
            (("check", "nobody.c"), "nobody.c", ENVIRONMENT),
            (("check", self.write("a.txt", "x")), "its extension is one of", ENVIRONMENT),
            (("check", source, "--target", "nobody"), "unknown target 'nobody'", ENVIRONMENT),
            (("check", source, "--target", "mine=/opt/nobody"), "there is no program '/opt/nobody'", ENVIRONMENT),
            (("check", source, self.write("sub/a.c", PROGRAM)), "two files are called 'a.c'", ENVIRONMENT),
            (("test", "nowhere/", "--tests", "1"), "there is no file or folder", ENVIRONMENT),
            (("test", "--strategy", "nonsense"), "nonsense", USAGE),
            (("facts",), "files", USAGE),
        ]
        for words, message, code in cases:
            with self.subTest(words=words):
                self.assertIn(message, self.assay("analyzer", *words, expect=code).both)
        target = self.analyzer("true")
        full = self.assay("analyzer", "check", source, "--target", target, expect=ENVIRONMENT,
                          env={"TMPDIR": "/proc/no-such-folder"})
        self.assertRegex(full.both, "no space for the program(.|\\n)*TMPDIR")
        nothing = self.assay("analyzer", "check", source, "--target", target, expect=ENVIRONMENT).stdout
        self.assertIn("0 facts", nothing)
        self.assertNotIn("not judged", nothing)
        self.assertIn("does not compile", self.assay("analyzer", "check", broken, "--target", target, expect=ENVIRONMENT).both)
        slow = self.assay("analyzer", "facts", source, "--target", self.analyzer(f"sleep {MARK}", "hangs"),
                          "--timeout", "1s", expect=ENVIRONMENT)
        self.assertIn("raise --timeout", slow.both)


@needs("llc-14")
@needs("gcc")
class Compilers(Reproduced):
    # LLVM 14: a step of -128 wraps; IndVarSimplify makes wrong code of it.
    RECURRENCE = """define i32 @f() {
entry:
  br label %loop
loop:
  %i = phi i8 [ 1, %entry ], [ %n, %loop ]
  %n = sub i8 %i, 1
  %v = mul i8 %i, -128
  %s = sext i8 %v to i32
  %c = icmp sle i8 %i, 0
  br i1 %c, label %exit, label %loop
exit:
  ret i32 %s
}
"""
    # GCC 12: the point of %#.E is not counted. At -O1 and above the comparison is gone.
    PRINTF = """#include <stdio.h>
static char b[1024];
__attribute__((noipa)) static double get(void) { return -1e300; }
int main(void) { int n = sprintf(b, "%#.E", get()); if (n > 7) return 1; return 0; }
"""
    LOOP = """#include <stdio.h>
__attribute__((noinline)) static int f(unsigned char a) { int b = a + 1; if (b > 3) return b & 31; return 0; }
int main(void) { int s = 0; for (int i = 0; i < 20; ++i) s += f((unsigned char)i); return s == 0; }
"""

    # Eva 25: -1 shifted right by an interval is divided towards zero.
    SHIFT = """static int f(int n, int v) { if (n >= 16 && n <= 31) { if ((v >> n) != 0) { return 4; } } return 0; }
int main(void) { int s = 0; for (int i = 0; i < 40; ++i) { s |= f(i, -1 - (i & 1)); } return s; }
"""

    # Undefined in C: a null pointer is written through. -O1 may do anything with it.
    NULL_WRITE = "int main(void) { int n = 5; int *p = 0; if (n > 4) n = 7; *p = n; return n; }\n"

    def test_undefined_behaviour_clears_a_compiler(self):
        source = self.write("null.c", self.NULL_WRITE)
        for target in ("llvm-c", "gcc"):
            with self.subTest(target=target):
                result = self.assay("analyzer", "check", source, "--target", target, expect=(NOTHING, ENVIRONMENT))
                if "needs" in result.stderr or "not beside assay" in result.stderr:
                    self.skipTest(f"{target} cannot be asked here: {result.both}")
                self.assertNotIn("MISCOMPILED", result.both)

    # f returns no value, and its value is used: no sanitizer of C sees it.
    NO_VALUE = """int printf(const char *, ...);
volatile int zero;
int f(int x) { if (x) return 1; }
int main(void) { printf("%d\\n", f(zero) & 4096); return 0; }
"""

    def test_undefined_behaviour_is_named_where_nothing_is_broken(self):
        source = self.write("novalue.c", self.NO_VALUE)
        for target in ("llvm-c", "gcc", "cppcheck"):
            with self.subTest(target=target):
                result = self.assay("analyzer", "check", source, "--target", target, expect=(NOTHING, ENVIRONMENT))
                if "needs" in result.stderr or "not beside assay" in result.stderr:
                    self.skipTest(f"{target} cannot be asked here: {result.both}")
                self.assertIn("-Wreturn-type", result.both)

    def test_a_compilers_message_is_shown(self):
        broken = self.write("broken.c", "int main(void) { return x; }\n")
        for target in ("llvm-c", "eva", "gcc", "cppcheck"):
            with self.subTest(target=target):
                result = self.assay("analyzer", "check", broken, "--target", target, expect=ENVIRONMENT)
                if "not compile" not in result.both:
                    self.skipTest(f"{target} cannot be asked here: {result.both}")
                self.assertIn("undeclared", result.both)
                self.assertIn("--flag", result.both)

    def test_their_findings_are_reproduced_without_assay(self):
        liar = self.write("liar.toml", 'name = "liar"\ninherits = "llvm-c"\n[settings]\nlie = "high-off-by-one"\n')
        cases = [("llvm", "a.ll", self.RECURRENCE, "contradicted: ", 1), ("gcc", "b.c", self.PRINTF, "0 contradictions", 1),
                 (liar, "c.c", self.LOOP, "", 2), ("eva", "d.c", self.SHIFT, "contradicted: ", 1)]
        for number, (target, name, text, shown, code) in enumerate(cases):
            with self.subTest(target=target):
                out = f"out{number}"
                result = self.assay("analyzer", "test", self.write(f"src{number}/{name}", text), "--target", target, "--out", out,
                                    "--confirmations", "1", "--reduce-runs", "1", "--skip-controls", expect=(*RAN, ENVIRONMENT))
                if result.returncode == ENVIRONMENT:
                    self.skipTest(f"{target} cannot be asked here: {result.both}")
                if not os.path.isdir(self.path(out, "findings")) or not os.listdir(self.path(out, "findings")):
                    self.skipTest(f"this version of {target} has the bug no more")
                codes = set()
                for finding in os.listdir(self.path(out, "findings")):
                    with open(self.path(out, "findings", finding, "report.md"), encoding="utf-8") as file:
                        report = file.read()
                    # For claims that only our worker prints, the report says that no command of LLVM prints them.
                    ends = 2 if "No command of the target prints this claim" in report else 1
                    ran = self.run_script(self.path(out, "findings", finding, "reproduce", "run.sh"), expect=ends)
                    if ends == code:
                        self.assertIn(shown, ran.stdout)
                    codes.add(ends)
                    self.assertNotIn(self.folder, report)
                    self.assertNotIn(os.path.dirname(ASSAY), report.split("<details>", maxsplit=1)[0])
                self.assertIn(code, codes)


@needs("cvise")
@needs("cppcheck")
@needs("clang-14")
class Cvise(Case):
    SOURCE = """#include <stdio.h>
struct unused { int a; int b; };
static int helper(int x) { return x * 3 + 1; }
static int f(int p) {
  int sum = helper(p);
  if (p >= 0) { if (~p < 0) { sum += 4; } }
  return sum;
}
int main(void) { printf("%d\\n", f(3)); return 0; }
"""

    def test_the_users_sources_are_made_smaller_by_it(self):
        self.write("src/a.c", self.SOURCE)
        # A cvise that records its call and then runs the real cvise. The tree's reducer continues with its result.
        self.program("bin/cvise", '#!/bin/sh\necho "$@" > ' + self.path("asked") + '\nexec /usr/bin/cvise "$@"\n')
        env = {"PATH": self.path("bin") + ":" + os.environ["PATH"]}
        self.assay("analyzer", "test", "src", "--out", "out", "--findings", "1", "--confirmations", "1", "--reduce-runs", "60", "--reduce-time", "300s",
                   expect=FINDINGS, env=env)
        self.assertTrue(os.path.exists(self.path("asked")))
        (finding,) = os.listdir(self.path("out", "findings"))
        with open(self.path("out", "findings", finding, "reduced", "a.c"), encoding="utf-8") as file:
            text = file.read()
        self.assertLess(len(text), len(self.SOURCE))
        self.assertNotIn("struct unused", text)

    def test_it_ends_with_the_time_and_with_a_signal(self):
        self.write("src/a.c", self.SOURCE)
        self.program("bin/cvise", f"#!/bin/sh\n(setsid sleep {MARK} &)\nsleep {MARK}\n")
        env = {"PATH": self.path("bin") + ":" + os.environ["PATH"]}
        words = ("analyzer", "test", "src", "--findings", "1", "--confirmations", "1", "--reduce-runs", "3")
        self.assay(*words, "--out", "out", "--reduce-time", "1s", expect=FINDINGS, env=env)
        self.assertEqual(processes_with(MARK), [])
        process = self.start(*words, "--out", "out2", "--reduce-time", "600s", env=env)
        _, err, code = self.interrupt_when(process, "found", signal.SIGTERM)
        self.assertIn(code, (FINDINGS, 128 + signal.SIGTERM), err)
        self.assertEqual(processes_with(MARK), [])


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
        result = self.assay("analyzer", "test", "--tests", "1", "--reduce-runs", "2", "--out", "out", expect=RAN)
        self.assertIn("tests     1", result.both)
        self.assertTrue(os.path.exists(self.path("out", "report.html")))

    def test_a_finding_is_reproduced_without_assay(self):
        self.write("src/a.c", "static int f(int p) { if (p >= 0) { if (~p < 0) return 1; return 0; } return 0; }\n"
                              "int main(void) { return f(3); }\n")
        self.assay("analyzer", "test", "src", "--out", "out", "--findings", "1", "--confirmations", "1", "--reduce-runs", "3",
                   expect=FINDINGS)
        for finding in os.listdir(self.path("out", "findings")):
            script = self.path("out", "findings", finding, "reproduce", "run.sh")
            shown = subprocess.run([script], cwd="/", text=True, capture_output=True, timeout=120, check=False)
            self.assertEqual(shown.returncode, 1, shown.stdout + shown.stderr)
            self.assertIn("The bug shows.", shown.stdout)

    @needs("csmith")
    def test_programs_of_csmith_are_taken(self):
        with open(self.write("csmith/1.c", ""), "w", encoding="utf-8") as file:
            subprocess.run(["csmith", "--seed", "1", "--max-funcs", "1", "--max-block-depth", "1", "--max-expr-complexity", "2",
                            "--no-structs", "--no-unions", "--no-arrays"], stdout=file, cwd=self.folder, check=True)
        result = self.assay("analyzer", "test", "csmith", "--flag=-I/usr/include/csmith", "--out", "out",
                            "--confirmations", "1", "--reduce-runs", "1", expect=RAN)
        self.assertNotIn("does not compile", result.both)
        self.assertRegex(result.both, r"verdicts +pass 1|bugs 1")

    def test_the_doctor_sees_its_controls(self):
        result = self.assay("doctor", "--target", "cppcheck", expect=NOTHING)
        self.assertIn("planted", result.both)
