"""`assay trigger log`: logs of real runs, logs that end early, and files that are no logs."""

import json
import subprocess
import unittest

from harness import ENVIRONMENT, NOTHING, USAGE, Case, needs
from schemas import complaints

LOOP = """(set-option :smt.mbqi false)
(set-option :smt.qi.eager_threshold 1000)
(set-option :smt.qi.max_instances 400)
(declare-fun f (Int) Int)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (! (p (f (f x))) :pattern ((f x)) :qid loops)))
(assert (p (f 3)))
(check-sat)
"""
MODELS = """(declare-fun f (Int) Int)
(declare-fun g (Int) Int)
(assert (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)) :qid never-seven)))
(assert (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))) :qid inverse)))
(check-sat)
"""


@needs("z3")
class TriggerLog(Case):
    def log_of(self, script):
        subprocess.run(["z3", "trace=true", "trace_file_name=" + self.path("z3.log"), self.write("script.smt2", script)],
                       capture_output=True, timeout=60, check=True)
        return self.path("z3.log")

    def counts(self, path):
        value = json.loads(self.assay("trigger", "log", path, "--json", expect=NOTHING).stdout)
        self.assertEqual(complaints("trigger-log", value), [])
        return value

    def test_a_loop(self):
        path = self.log_of(LOOP)
        counts = self.counts(path)
        self.assertTrue(counts["complete"])
        self.assertEqual(counts["quantifiers"][0]["name"], "loops")
        self.assertEqual(counts["loops"][0]["quantifiers"], ["loops"])
        shown = self.assay("trigger", "log", path, expect=NOTHING).stdout
        for part in ("loops (x)", "Matching loops", "loops -> loops"):
            self.assertIn(part, shown)

    def test_instances_by_models(self):
        counts = self.counts(self.log_of(MODELS))
        self.assertGreater(sum(one["by_models"] for one in counts["quantifiers"]), 0)
        self.assertEqual(counts["loops"], [])

    def test_a_log_that_was_cut(self):
        path = self.log_of(LOOP)
        with open(path, "r+b") as file:
            file.truncate(20000)
        counts = self.counts(path)
        self.assertFalse(counts["complete"])
        self.assertGreater(counts["quantifiers"][0]["instances"], 0)
        self.assertIn("The log has no end", self.assay("trigger", "log", path, expect=NOTHING).stdout)

    def test_standard_input(self):
        with open(self.log_of(LOOP), "rb") as log:
            self.assertIn("loops (x)", self.assay("trigger", "log", "-", stdin=log, expect=NOTHING).stdout)

    def test_files_that_are_no_logs(self):
        for path, words in ((self.write("script.smt2", MODELS), "is no log of z3"), (self.write("empty", ""), "is no log of z3"),
                            (self.path("missing"), "No such file"), (self.folder, "directory")):
            with self.subTest(path):
                self.assertIn(words, self.assay("trigger", "log", path, expect=ENVIRONMENT).stderr)
        self.assay("trigger", "log", expect=USAGE)


if __name__ == "__main__":
    unittest.main()
