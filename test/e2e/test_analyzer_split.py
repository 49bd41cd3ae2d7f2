"""Runs of analyzers on parts of a project: a made-up one, and real ones where they are installed."""

import json
import os
import subprocess
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SOURCE, USAGE, Case, needs


class Splitting(Case):
    def setUp(self):
        super().setUp()
        os.symlink(os.path.join(SOURCE, "test", "double", "split", "cubic-analyzer"), self.path("my-analyzer"))
        with open(os.path.join(SOURCE, "examples", "analyzers", "partitions.toml"), encoding="utf-8") as file:
            self.definition = self.write("mine.toml", file.read())
        self.environment = {"PATH": self.folder + ":" + os.environ["PATH"], "XDG_CACHE_HOME": self.path("cache")}
        for number in range(6):
            self.write(f"project/a{number}.py", f"import z{number}\n# sink x{number}\n")
            self.write(f"project/z{number}.py", f"# source x{number}\n")

    def run_parts(self, *words, expect=FINDINGS):
        return self.assay("analyzer", "run", "project", "--target", self.definition, *words, expect=expect,
                          env=self.environment)

    def test_a_plan_says_what_goes_where(self):
        told = self.assay("analyzer", "split", "project", "--max-size", "4", expect=NOTHING, env=self.environment)
        self.assertIn("python: 12 units, 6 dependencies", told.stderr)
        self.assertIn("3 partitions, largest 4, 12 in all of 12", told.stderr)
        self.assertIn("partition 1 of size 4\n  a0.py\n", told.stdout)
        plan = json.loads(self.assay("analyzer", "split", "project", "--max-size", "3", "--strategy", "size-limiting",
                                     "--json", expect=NOTHING, env=self.environment).stdout)
        self.assertEqual(len(plan["partitions"]), 4)
        self.assertEqual(len(plan["lost_dependencies"]), 6)

    def test_findings_of_parts_become_one_report(self):
        told = self.run_parts("--partition", "union-growth", "--max-size", "4", "-j", "2", "--compare-with", "whole",
                              "--summary", "summary.json", "--out", "all.sarif")
        self.assertIn("6 kept of 6, 0 lost, 0 spurious, 0 moved", told.stderr)
        with open(self.path("all.sarif"), encoding="utf-8") as file:
            run = json.load(file)["runs"][0]
        self.assertEqual(len(run["results"]), 6)
        self.assertEqual(len(run["invocations"]), 3)
        with open(self.path("summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
        self.assertEqual(summary["compared_with_whole"]["kept"], 6)
        again = self.run_parts("--partition", "union-growth", "--max-size", "4", "--against", "all.sarif", expect=NOTHING)
        self.assertIn("6 old ones left out", again.stderr)

    def test_auto_says_that_parts_cannot_pay(self):
        told = self.run_parts("--partition", "auto")
        self.assertIn("splitting cannot pay", told.stderr)
        self.assertIn("1 partition,", told.stderr)

    def test_auto_learns_in_a_file_of_your_choice(self):
        first = self.run_parts("--partition", "auto", "--learned", "learned.json")
        self.assertNotIn("learned from", first.stderr)
        second = self.run_parts("--partition", "auto", "--learned", "learned.json")
        self.assertIn("(learned from 1 analysis)", second.stderr)
        self.run_parts("--partition", "size-limiting", "--max-size", "4", "--learned", "learned.json", expect=NOTHING)
        with open(self.path("learned.json"), encoding="utf-8") as file:
            learned = json.load(file)
        self.assertEqual(learned["target"], "mine")
        self.assertEqual([len(one["alerts"]) for one in learned["analyses"]], [6, 6, 0])
        # A strategy that loses alerts is not chosen, however fast it is.
        self.assertIn("findings  6\n", self.run_parts("--partition", "auto", "--learned", "learned.json").stderr)
        os.unlink(self.path("learned.json"))
        self.assertNotIn("learned from", self.run_parts("--partition", "auto", "--learned", "learned.json").stderr)

    def test_a_bad_file_of_what_was_learned_is_said(self):
        self.write("learned.json", '{"assay-learned": 1, "target": ')
        told = self.run_parts("--partition", "auto", "--learned", "learned.json")
        self.assertIn("learned.json' is no table of learned costs: it is no JSON; learning starts anew", told.stderr)
        with open(self.path("learned.json.bad"), encoding="utf-8") as file:
            self.assertEqual(file.read(), '{"assay-learned": 1, "target": ')
        self.assertIn("(learned from 1 analysis)", self.run_parts("--partition", "auto", "--learned", "learned.json").stderr)
        with open(self.path("learned.json"), encoding="utf-8") as file:
            text = file.read()
        self.write("learned.json", text.replace('"target":"mine"', '"target":"other"'))
        told = self.run_parts("--partition", "auto", "--learned", "learned.json", expect=USAGE)
        self.assertIn("learned.json' has the costs of other, not of mine", told.stderr)
        self.assertIn("--learned", told.stderr)

    def test_a_partition_that_timed_out_is_split_smaller_next_time(self):
        with open(self.definition, encoding="utf-8") as file:
            text = file.read()
        self.write("mine.toml", text.replace('"--root"', '"--hang-on", "z3.py", "--root"'))
        words = ("--partition", "auto", "--learned", "learned.json", "--budget", "2s")
        first = self.run_parts(*words, expect=ENVIRONMENT)
        self.assertIn("plan      1 partition,", first.stderr)
        self.assertIn("12 units", first.stderr)
        second = self.run_parts(*words, expect=ENVIRONMENT)
        self.assertNotIn("12 units of size", second.stderr)
        self.assertNotIn("plan      1 partition,", second.stderr)
        self.assertLess(second.stderr.count("split again"), first.stderr.count("split again"))

    def test_files_without_a_result_are_said(self):
        with open(self.definition, encoding="utf-8") as file:
            text = file.read()
        self.write("mine.toml", text.replace('"--root"', '"--crash-on", "z3.py", "--root"'))
        told = self.run_parts("--partition", "union-growth", "--max-size", "4", expect=ENVIRONMENT)
        self.assertIn("split again", told.stderr)
        self.assertIn("missing   1 file that no run could analyze: z3.py", told.stderr)

    def test_ctrl_c_keeps_what_is_finished(self):
        with open(self.definition, encoding="utf-8") as file:
            text = file.read()
        self.write("mine.toml", text.replace('"--root"', '"--hang-on", "z3.py", "--root"'))
        process = self.start("analyzer", "run", "project", "--target", self.definition, "--partition", "union-growth",
                             "--max-size", "4", "--out", "all.sarif", env=self.environment)
        _, told, code = self.interrupt_when(process, "4 units")
        self.assertEqual(code, ENVIRONMENT, told)
        self.assertIn("stopped   the report has the results of 1 finished run\n", told)
        self.assertIn("missing   8 files", told)
        with open(self.path("all.sarif"), encoding="utf-8") as file:
            run = json.load(file)["runs"][0]
        self.assertEqual(len(run["results"]), 2)
        self.assertFalse(run["invocations"][-1]["executionSuccessful"])

    def test_what_is_wrong_is_said(self):
        os.symlink("/etc/hostname", self.path("project", "out.py"))
        told = self.assay("analyzer", "split", "project", expect=NOTHING, env=self.environment)
        self.assertIn("symbolic links out of the project: out.py", told.stderr)
        self.assertIn("there is no strategy", self.run_parts("--partition", "best", expect=USAGE).stderr)
        self.assertIn("neither a recipe nor a partition", self.run_parts(expect=USAGE).stderr)
        self.assertIn("needs an analyzer", self.assay("analyzer", "run", "project", "--partition", "auto", expect=USAGE).stderr)
        self.write("empty/readme", "")
        told = self.assay("analyzer", "split", "empty", expect=ENVIRONMENT)
        self.assertIn("no reader can read the dependencies", told.stderr)
        self.assertIn("--edges", told.stderr)
        self.assertIn("[split]", self.assay("analyzer", "split", "project", "--target", "gcc", expect=ENVIRONMENT).stderr)

    @needs("cppcheck")
    def test_cppcheck_takes_each_file_by_itself(self):
        for name in ("a", "b", "c"):
            self.write(f"c/{name}.c", '#include "n.h"\nint ' + name + "(void) { int all[N]; all[0] = 1; return all[N]; }\n")
        self.write("c/n.h", "#define N 4\n")
        told = self.assay("analyzer", "run", "c", "--target", "cppcheck", "--partition", "auto", "--max-size", "2",
                          "--compare-with", "whole", "--no-cache", expect=FINDINGS)
        self.assertIn("strategy  size-limiting", told.stderr)
        self.assertIn("2 partitions", told.stderr)
        self.assertIn(" 0 lost, 0 spurious", told.stderr)
        files = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                 for result in json.loads(told.stdout)["runs"][0]["results"]}
        self.assertEqual(files, {"a.c", "b.c", "c.c"})

    @needs("cppcheck")
    def test_cppcheck_leaves_out_a_file_with_a_syntax_error(self):
        for name in ("a", "b", "c"):
            self.write(f"c/{name}.c", "int " + name + "(void) { int all[4]; all[0] = 1; return all[4]; }\n")
        self.write("c/b.c", "int b(void) { return (; }\n")
        told = self.assay("analyzer", "run", "c", "--target", "cppcheck", "--partition", "whole", "--no-cache", "--out",
                          "all.sarif", expect=ENVIRONMENT)
        self.assertIn("3 units of size 3", told.stderr)
        self.assertIn("  left out  b.c: it refuses the code: ", told.stderr)
        self.assertIn("missing   1 file that no run could analyze: b.c\n", told.stderr)
        self.assertIn("findings  2\n", told.stderr)

    @needs("mypy")
    def test_mypy_takes_a_stub_for_its_source_and_leaves_out_what_it_cannot_read(self):
        self.write("p/a.py", "def f(x):\n    return x\n")
        self.write("p/a.pyi", "def f(x: int) -> int: ...\n")
        self.write("p/b.py", 'import a\na.f("x")\n')
        told = self.assay("analyzer", "run", "p", "--target", "mypy", "--partition", "whole", "--no-cache", expect=FINDINGS)
        self.assertIn("findings  1\n", told.stderr)
        self.write("p/c.py", "def (\n")
        told = self.assay("analyzer", "run", "p", "--target", "mypy", "--partition", "whole", "--no-cache", expect=ENVIRONMENT)
        self.assertIn("  left out  c.py: Expected an identifier", told.stderr)
        self.assertIn("missing   1 file that no run could analyze: c.py\n", told.stderr)
        self.assertIn("findings  1\n", told.stderr)

    @needs("clang-extdef-mapping-14")
    def test_clang_looks_into_functions_of_its_part(self):
        self.write("c/a.c", "int get(void);\nint f(void) { return 1 / get(); }\n")
        self.write("c/m.c", "int nothing;\n")
        self.write("c/z.c", "int get(void) { return 0; }\n")
        told = self.assay("analyzer", "run", "c", "--target", "clang-sa", "--partition", "union-growth", "--max-size", "2",
                          "--compare-with", "whole", "--no-cache", expect=FINDINGS)
        self.assertIn("1 kept of 1, 0 lost", told.stderr)
        (result,) = json.loads(told.stdout)["runs"][0]["results"]
        flow = json.dumps(result["codeFlows"])
        self.assertIn('"z.c"', flow)

    @needs("clang-extdef-mapping-14")
    def test_clang_takes_projects_of_several_programs(self):
        self.write("c/get.c", "int get(void) { return 0; }\n")
        for name in ("a", "b"):
            self.write(f"c/{name}.c", "int get(void);\nint main(void) { return 1 / get(); }\n")
        told = self.assay("analyzer", "run", "c", "--target", "clang-sa", "--partition", "whole", "--no-cache", expect=FINDINGS)
        results = json.loads(told.stdout)["runs"][0]["results"]
        self.assertEqual({result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results},
                         {"a.c", "b.c"}, told.stderr)

    @needs("pyre")
    def test_pysa_follows_taint_through_files_of_its_part(self):
        self.write("p/a.py", "import argparse\n\nimport z\n\n\ndef main() -> None:\n"
                             "    z.call(argparse.ArgumentParser().parse_args().name)\n")
        self.write("p/z.py", "import os\n\n\ndef call(name: str) -> None:\n    os.system(name)\n")
        self.write("p/m.py", "x = 1\n")
        told = self.assay("analyzer", "run", "p", "--target", "pysa", "--partition", "union-growth", "--max-size", "2", "--budget", "5m",
                          "--memory", "16G", "--no-cache", expect=FINDINGS)
        self.assertEqual([result["ruleId"] for result in json.loads(told.stdout)["runs"][0]["results"]], ["5041"])

    @needs("spotbugs")
    @needs("javac")
    def test_spotbugs_looks_into_classes_of_its_part(self):
        self.write("j/p/A.java", "package p;\npublic class A { public static int g() { return Z.f(null); } }\n")
        self.write("j/p/Z.java", "package p;\npublic class Z { public static int f(Object o) { return o.hashCode(); } }\n")
        self.write("j/p/M.java", "package p;\npublic class M { }\n")
        subprocess.run(["javac", "-g", "-d", ".", "p/A.java", "p/M.java", "p/Z.java"], cwd=self.path("j"), check=True)
        found = {}
        for strategy in ("union-growth", "size-limiting"):
            told = self.assay("analyzer", "run", "j", "--target", "spotbugs", "--partition", strategy, "--max-size", "4", "--no-cache",
                              expect=(FINDINGS, NOTHING))
            found[strategy] = [(result["ruleId"], result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
                               for result in json.loads(told.stdout)["runs"][0]["results"]]
        self.assertEqual(found, {"union-growth": [("NP_NULL_PARAM_DEREF_NONVIRTUAL", "p/A.java")], "size-limiting": []})

    @needs("frama-c")
    def test_eva_begins_at_functions_that_nobody_names(self):
        self.write("c/a.c", "int get(void);\nint f(void) { return 1 / get(); }\nint g(int x) { return 1 / x; }\n")
        self.write("c/z.c", "int get(void) { return 0; }\n")
        told = self.assay("analyzer", "run", "c", "--target", "eva", "--partition", "union-growth", "--max-size", "2",
                          "--no-cache", expect=FINDINGS)
        results = json.loads(told.stdout)["runs"][0]["results"]
        self.assertEqual({result["locations"][0]["physicalLocation"]["region"]["startLine"] for result in results
                          if result["ruleId"] == "division_by_zero"}, {2, 3})


if __name__ == "__main__":
    unittest.main()
