"""examples/ci/run, step by step, as a job would run it."""

import json
import os
import subprocess
import unittest
import xml.etree.ElementTree

from harness import ASSAY, FINDINGS, SAYS_UNSAT, SOURCE, Case

RUN = os.path.join(SOURCE, "examples", "ci", "run")
LIAR = f"""#!/bin/sh
if [ "$1" = --version ]; then echo 1.0; exit; fi
case "$FLAW" in crash) exit 9 ;; esac
{SAYS_UNSAT}
"""


class Job(Case):
    def job(self, **environment):
        # A liar fails its controls, and a job has no flag to skip controls: the command is a script that adds the flag.
        self.program("assay", f'#!/bin/sh\nif [ "$2" = fuzz ]; then set -- "$@" --skip-controls --tests 4 --confirmations 1 '
                              f'--reduce-runs 10 --no-report; fi\nexec "{ASSAY}" "$@"\n')
        return subprocess.run([RUN], cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**os.environ, "ASSAY": self.path("assay"), "SEEDS": "seeds", "TIME": "1m",
                                   "TARGET": "mine=./solver", **environment})

    def test_the_first_run_makes_the_baseline_that_later_ones_keep(self):
        self.program("solver", LIAR)
        self.good_seeds()
        first = self.job(OUT="one")
        self.assertEqual(first.returncode, FINDINGS, first.stderr)
        with open(self.path("assay.sarif"), encoding="utf-8") as file:
            self.assertTrue(json.load(file)["runs"][0]["results"])
        self.assertTrue(xml.etree.ElementTree.parse(self.path("assay.junit.xml")).getroot().findall(".//failure"))
        with open(self.path("assay-baseline.json"), encoding="utf-8") as file:
            baseline = file.read()
        self.assertRegex(first.stdout, r"(?m)^seed 20\d{6}$")
        self.assertFalse(os.path.exists(self.path("assay-recheck.junit.xml")))
        second = self.job(OUT="two", SEED="77")
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertIn("seed 77", second.stderr)
        self.assertTrue(xml.etree.ElementTree.parse(self.path("assay-recheck.junit.xml")).getroot().findall(".//failure"))
        news = self.job(OUT="three", FLAW="crash")
        self.assertEqual(news.returncode, FINDINGS, news.stderr)
        with open(self.path("assay-baseline.json"), encoding="utf-8") as file:
            self.assertEqual(file.read(), baseline, "news do not become known by themselves")

    def test_the_history_page_grows(self):
        self.good_seeds()
        data = {"XDG_DATA_HOME": self.path("data"), "TARGET": "fake=./solver", "VERSIONS": "fake:1.0..latest"}
        for program in ("solver", "data/assay/targets/fake/1.0/bin/fake"):
            self.program(program, LIAR)
        first = self.job(SEED="1", **data)
        self.assertIn("1 runs to make", first.stderr)
        self.program("data/assay/targets/fake/1.1/bin/fake", LIAR)
        os.rename(self.path("assay-out"), self.path("before"))
        second = self.job(SEED="2", **data)
        self.assertIn("3 runs to make", second.stderr)
        with open(self.path("assay-history", "history.html"), encoding="utf-8") as page:
            self.assertIn("assay replay assay-history/2/findings/", page.read())

    def test_a_change_is_compared_with_the_version_before(self):
        self.program("old", LIAR)
        self.program("solver", LIAR)
        self.good_seeds()
        same = self.job(OUT="one", OLD="old=./old", CHANGED="seeds", FOCUS="*,+", GITHUB_STEP_SUMMARY=self.path("page.md"))
        self.assertEqual(same.returncode, 0, same.stderr)
        for name in ("assay.md", "page.md"):
            with open(self.path(name), encoding="utf-8") as file:
                self.assertIn("### Assay: 0 findings in 4 cases", file.read())
        self.assertFalse(os.path.exists(self.path("assay-baseline.json")), "differences need no baseline")
        self.program("solver", "#!/bin/sh\n[ \"$1\" = --version ] && echo 2.0 && exit\nexit 9\n")
        news = self.job(OUT="two", OLD="old=./old")
        self.assertEqual(news.returncode, FINDINGS, news.stderr)
        with open(self.path("assay.md"), encoding="utf-8") as file:
            self.assertRegex(file.read(), r"\| mine-\d+ \| mine [^|]*\| crash \|")

    def test_a_mistake_of_the_job_is_told(self):
        self.good_seeds()
        missing = self.job(TARGET="mine=./nosuch")
        self.assertGreater(missing.returncode, 1)
        self.assertIn("nosuch", missing.stderr)
        self.assertFalse(os.path.exists(self.path("assay.sarif")))
        self.assertIn("SEEDS", self.job(SEEDS="").stderr)


if __name__ == "__main__":
    unittest.main()
