"""Campaigns against abstract domains: LLVM's, PPL's where it was built, and the worked example in C with bugs put in."""

import json
import os
import shutil
import subprocess
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SOURCE, USAGE, Case, needs
from pasted import run_script

# Code that ends or hangs the process, in place of the join of the worked example.
BROKEN = {
    "aborts": "abort();",
    "loops": "for (;;) {}",
    "exits": "exit(0);",
}


class Domain(Case):
    def example(self, name, *flags, join="", before="", text=""):
        """The example's shared object; `join` stands at the beginning of its function join, and `text` behind `before`."""
        with open(os.path.join(SOURCE, "examples", "signs.c"), encoding="utf-8") as file:
            example = file.read()
        for place, more in (("  assay_domain_element* both = copy(self, left);\n", join), (before, text)):
            self.assertIn(place, example)
            example = example.replace(place, place + more, 1)
        source = self.write(f"{name}.c", example)
        shared = self.path(f"lib{name}.so")
        include = os.path.join(SOURCE, "include")
        subprocess.run(["cc", "-shared", "-fPIC", f"-I{include}", *flags, source, "-o", shared], check=True)
        return shared

    def campaign(self, *flags, expect=None, out="out"):
        return self.assay("domain", "test", "--out", out, *flags, expect=expect)

    def test_the_laws(self):
        shown = self.assay("domain", "laws", expect=NOTHING).stdout
        self.assertIn(" 17 [P] meet-top", shown)

    def test_what_is_there(self):
        shown = self.assay("domain", "targets", expect=NOTHING).stdout
        for name in ("llvm:KnownBits@8", "ppl:Octagonal_Shape"):
            with self.subTest(name):
                if name not in shown:
                    self.skipTest(f"{name} was not built: it is not tried")
                self.campaign("--target", name, "--tests", "30", out=name.replace(":", "-"), expect=NOTHING)

    @needs("cc")
    def test_a_domain_in_c(self):
        result = self.campaign("--load", self.example("signs"), "--tests", "40", "-j", "2", expect=NOTHING)
        self.assertIn("example:Signs", result.both)

    @needs("cc")
    def test_fewer_dimensions_than_asked_for_are_told(self):
        shared = self.example("signs")
        asked = self.campaign("--load", shared, "--dimensions", "40", "--tests", "2", expect=NOTHING)
        self.assertIn("dimensions: at most 8, not 40", asked.both)
        usual = self.campaign("--load", shared, "--tests", "2", out="usual", expect=NOTHING)
        self.assertNotIn("at most 8", usual.both)

    @needs("cc")
    def test_shards_of_machines_with_other_paths_merge(self):
        shared = self.example("signs")
        for shard, folder in enumerate(("one", "two")):
            os.makedirs(self.path(folder))
            shutil.copy(shared, self.path(folder))
            known = self.write(f"{folder}/known.toml", "")
            self.campaign("--load", f"{folder}/{os.path.basename(shared)}", "--known", known, "--tests", "16", "--shard",
                          f"{shard}/2", out=f"out-{folder}", expect=NOTHING)
        self.assay("campaign", "merge", "all", "out-one", "out-two", expect=NOTHING)
        self.assertIn("48 in", self.assay("campaign", "resume", "all", "--tests", "48", expect=NOTHING).stdout)

    @needs("cc")
    def test_a_bug_is_found_reduced_and_replayed(self):
        shared = self.example("bug", "-DWITH_BUG")
        self.campaign("--load", shared, "--tests", "20", expect=FINDINGS)
        shown = self.assay("findings", "list", "out", expect=FINDINGS).stdout
        self.assertIn("unsound", shown)
        finding = sorted(os.listdir(self.path("out", "findings")))[0]
        with open(self.path("out", "findings", finding, "reduced", "program.txt"), encoding="utf-8") as file:
            self.assertLessEqual(len(file.readlines()), 8)
        self.assay("replay", self.path("out", "findings", finding), expect=FINDINGS)

    @needs("cc")
    def test_a_report_shows_the_bug_until_the_library_is_mended(self):
        shared = self.example("bug", "-DWITH_BUG")
        result = self.campaign("--load", shared, "--tests", "10", "--findings", "1", expect=FINDINGS)
        self.assertNotIn("NEVER", result.stdout)  # ten programs say nothing of a law that was not checked
        folder = self.path("out", "findings", os.listdir(self.path("out", "findings"))[0])
        variables = {"CPATH": os.path.join(SOURCE, "include", "assay"), "LIBRARY_PATH": self.folder, "LD_LIBRARY_PATH": self.folder}
        for library, code in ((shared, 1), (self.example("fine"), 0)):
            with self.subTest(library=library):
                os.replace(library, shared)
                status, output = run_script(folder, os.environ["PATH"], variables)
                self.assertEqual(status, code, output)

    @needs("cc")
    def test_a_crash_inside_of_a_law_names_its_operation(self):
        """Only laws ask for joins here: for any law that did, the cause is the same, and its program needs no law."""
        shared = self.example("aborts", join="  abort();\n")
        flags = ["--skip-controls", "--preset", "C4", "--law", "10,12", "--tests", "20", "--reduce-time", "5s"]
        self.campaign("--load", shared, *flags, expect=FINDINGS)
        shown = self.assay("findings", "export", "out", "-f", "json").stdout
        findings = json.loads(shown)["findings"]
        self.assertEqual([finding["reason"].partition(" in ")[2] for finding in findings], ["join"])
        self.assertEqual(findings[0]["signature"], "example:Signs crash signal 6 in join [join; top]")

    @needs("cc")
    def test_the_way_past_an_operation_that_ends_many_programs(self):
        shared = self.example("aborts", join="  abort();\n")
        known = self.write("known.toml", '[[known]]\ncause = "join aborts"\nkind = "crash"\noperation = ["join", "widen"]\n')
        flags = ["--skip-controls", "--known", known, "--tests", "40", "--timeout", "5s"]
        result = self.campaign("--load", shared, *flags, expect=NOTHING)
        self.assertRegex(result.stdout, r"advice +\d+ of 40 programs of example:Signs end in join: "
                                        r"--without-operation join looks past it")
        past = self.campaign("--load", shared, *flags, "--without-operation", "join,widen", out="past", expect=NOTHING)
        self.assertNotIn("advice", past.stdout)

    @needs("cc")
    def test_a_library_that_breaks_its_process(self):
        for name, join in BROKEN.items():
            with self.subTest(name):
                shared = self.example(name, join=f"  {join}\n")
                flags = ["--skip-controls", "--tests", "3", "--findings", "1", "--timeout", "1s", "--memory", "256"]
                self.campaign("--load", shared, *flags, "--confirmations", "1", "--reduce-runs", "3", out=f"out-{name}", expect=FINDINGS)
                shown = self.assay("findings", "list", f"out-{name}", expect=FINDINGS).stdout
                self.assertRegex(shown, r" in (join|widen|law \d+)")  # the operation that was running

    @needs("cc")
    def test_our_limit_of_memory_is_no_fault_of_a_library(self):
        shared = self.example("eats", join="  for (;;) memset(malloc(1 << 20), 1, 1 << 20);\n")
        flags = ["--skip-controls", "--tests", "3", "--memory", "256"]
        result = self.campaign("--load", shared, *flags, expect=ENVIRONMENT)
        self.assertRegex(result.stdout, r"skipped +[123] +out of memory")

    @needs("cc")
    def test_memory_that_an_operation_keeps(self):
        kept = "  static void* all;\n  void** more = malloc(64);\n  *more = all;\n  all = more;\n"
        shared = self.example("keeps", join=kept)
        self.campaign("--load", shared, "--tests", "200", "--reduce-time", "5s", expect=FINDINGS)
        shown = self.assay("findings", "list", "out", expect=FINDINGS).stdout
        self.assertRegex(shown, r"diverges .* leaks join")
        self.assertNotRegex(shown, r"leaks (?!join|widen)")  # widening is the same function

    @needs("cc")
    def test_known_causes_are_counted_and_not_reported(self):
        shared = self.example("bug", "-DWITH_BUG")
        flags = ["--load", shared, "--tests", "30", "--reduce-time", "3s"]
        row = '[[known]]\ncause = "the zero of join"\ntarget = "example:Signs"\n'
        known = self.write("points.toml", row + 'oracle = ["points", "law 9"]\n')
        self.campaign(*flags, "--known", known, expect=FINDINGS)
        shown = self.assay("findings", "list", "out", expect=FINDINGS).stdout
        self.assertRegex(shown, r"(?m) law \d+ [a-z-]+$")
        self.assertNotRegex(shown, r" (points|law 9) ")
        known = self.write("all.toml", row)
        result = self.campaign(*flags, "--known", known, out="masked", expect=NOTHING)
        self.assertRegex(result.both, r"skip [1-9]")
        bad = self.write("bad.toml", '[[known]]\ncause = "all"\n')
        result = self.campaign(*flags, "--known", bad, out="bad", expect=ENVIRONMENT)
        self.assertIn("bad.toml:1: this row would hide every finding", result.stderr)

    def assume_findings(self, name, text, *flags):
        """Findings in a campaign against the example whose function assume begins with the text."""
        shared = self.example(name, before="  assay_domain_element *half, *result;\n", text=text)
        laws = ["--law", "17", "--dimensions", "1"]  # the test is about lost points
        self.campaign("--load", shared, "--tests", "60", "--reduce-time", "10s", *laws, *flags, out=name, expect=(NOTHING, FINDINGS))
        shown = self.assay("findings", "export", name, "-f", "json").stdout
        return [finding for finding in json.loads(shown)["findings"] if finding["reason"] == "points assume"]

    @needs("cc")
    def test_two_causes_in_one_operation_are_two_findings(self):
        """An equality with any number except 0 is empty: one cause. An upper bound is empty, too: another cause."""
        number = "  if (constraint->relation == ASSAY_EQUAL && strcmp(constraint->expression.constant, \"0\")) return bottom(self, element->dimensions);\n"
        upper = "  if (constraint->relation == ASSAY_GREATER_EQUAL && constraint->expression.coefficients[0][0] == '-') return bottom(self, element->dimensions);\n"
        one = self.assume_findings("one", number)
        self.assertEqual([finding["signature"] for finding in one],
                         ["example:Signs unsound assume [assume x = 0; top]"])
        self.assertGreater(one[0]["duplicates"], 0)  # other numbers
        two = self.assume_findings("two", number + upper)
        self.assertEqual(sorted(finding["signature"].partition(" [")[2] for finding in two),
                         ["assume x = 0; top]", "assume x >= 0; top]"])
        known = self.write("known.toml", '[[known]]\ncause = "numbers"\noracle = "points"\nshape = "^assume .* = 0$"\n')
        masked = self.assume_findings("masked", number + upper, "--known", known)
        self.assertEqual([finding["signature"].partition(" [")[2] for finding in masked], ["assume x >= 0; top]"])

    @needs("cc")
    def test_looking_past_an_operation(self):
        shared = self.example("bug", "-DWITH_BUG")
        flags = ["--load", shared, "--tests", "30", "--reduce-time", "3s"]
        self.campaign(*flags, "--without-operation", "join,widen", expect=NOTHING)
        for word, said in [("jion", "there is no operation 'jion'"), ("leq", "every result is asked for 'leq'")]:
            result = self.campaign(*flags, "--without-operation", word, out=word, expect=ENVIRONMENT)
            self.assertIn(said, result.stderr)

    def test_variants_of_one_domain(self):
        if "ppl:BD_Shape" not in self.assay("domain", "targets", expect=NOTHING).stdout:
            self.skipTest("PPL was not built: its domains are not tried")
        against = ["--target", "ppl:BD_Shape", "--against"]
        self.campaign(*against, "ppl:BD_Shape:H79", "--tests", "30", out="same", expect=NOTHING)
        result = self.campaign(*against, "ppl:Octagonal_Shape", "--tests", "1", out="other", expect=ENVIRONMENT)
        self.assertIn("do not have the same elements", result.stderr)

    @needs("llvm-config-14")
    @needs("g++")
    def test_findings_in_llvm_carry_a_program(self):
        """At one bit LLVM 14 loses a value of a region without overflow, and divides by zero. Both are known."""
        target = "llvm:ConstantRange@1"
        if "llvm:ConstantRange@4" not in self.assay("domain", "targets", expect=NOTHING).stdout:
            self.skipTest("LLVM was not built: its domains are not tried")
        self.campaign("--target", target, "--tests", "300", "--reduce-time", "2s", "--findings", "3", expect=FINDINGS)
        kinds = set()
        for finding in sorted(os.listdir(self.path("out", "findings"))):
            folder = self.path("out", "findings", finding, "reproduce")
            with open(os.path.join(folder, "reproduction.cpp"), encoding="utf-8") as file:
                self.assertNotIn("assay/", file.read())
            tried = subprocess.run(["sh", os.path.join(folder, "run.sh")], capture_output=True, text=True, check=False)
            self.assertEqual(tried.returncode, 1, tried.stdout + tried.stderr)
            kinds.add("unsound" if "WRONG" in tried.stdout else "crash")
        self.assertEqual(kinds, {"unsound", "crash"})

    def test_every_result_of_a_small_domain(self):
        if "llvm:KnownBits@4" not in self.assay("domain", "targets", expect=NOTHING).stdout:
            self.skipTest("LLVM was not built: its domains are not tried")
        shown = self.assay("domain", "exhaustive", "llvm:KnownBits@3", expect=NOTHING).stdout
        self.assertIn("join", shown)
        wide = self.assay("domain", "exhaustive", "llvm:KnownBits@32", expect=ENVIRONMENT)
        self.assertIn("llvm:KnownBits@32", wide.stderr)

    def test_bad_targets_say_what_is_wrong(self):
        result = self.campaign("--target", "nobody:Box", expect=ENVIRONMENT)
        self.assertIn("there is no domain 'nobody:Box'", result.stderr)
        result = self.campaign("--load", self.path("gone.so"), expect=ENVIRONMENT)
        self.assertIn("cannot load", result.stderr)
        text = self.write("text.so", "no shared object\n")
        self.assertIn("cannot load", self.campaign("--load", text, expect=ENVIRONMENT).stderr)

    def test_a_domain_of_values_needs_elements_to_start_from(self):
        result = self.campaign("--target", "llvm:KnownBits@3", "--without-operation", "abstract", expect=ENVIRONMENT)
        self.assertIn("without the operation 'abstract'", result.stderr)

    def test_bad_flags(self):
        self.assertIn("there is no law '999'", self.campaign("--law", "999", expect=ENVIRONMENT).stderr)
        self.campaign("--preset", "C9", expect=USAGE)
        self.campaign("--dimensions", "1000000", expect=USAGE)


if __name__ == "__main__":
    unittest.main()
