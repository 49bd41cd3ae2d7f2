"""Manners of the command line: nearest names, --config anywhere, presets, JSON of every list, `| head`, campaigns compared."""

import json
import subprocess
import tomllib
import unittest

from harness import ASSAY, ENVIRONMENT, FINDINGS, NOTHING, SAYS_UNSAT, USAGE, Case

LIAR = f"""#!/bin/sh
if [ "$1" = --version ]; then echo 1.0; exit; fi
{SAYS_UNSAT}
"""


class Manners(Case):
    def test_misspelt_names_get_the_nearest_one(self):
        self.good_seeds()
        for words, name in ((("smt", "fuz"), "'fuzz'"), (("findngs", "list"), "'findings'"), (("--config", "x", "smtt"), "'smt'"),
                            (("smt", "fuzz", "seeds", "--tagret", "z3"), "--target"),
                            (("smt", "fuzz", "seeds", "--target", "cvc55"), "'cvc5'"),
                            (("smt", "fuzz", "seeds", "--target", "z3", "--strategy", "strom"), "'storm'"),
                            (("smt", "synth", "--target", "z3", "--theory", "string"), "'strings'"),
                            (("datalog", "fuzz", "--target", "suffle"), "'souffle'")):
            with self.subTest(words=words):
                refused = self.assay(*words)
                self.assertIn(refused.returncode, (2, 3))
                self.assertIn(f"did you mean {name}?", refused.stderr)
        self.assertNotIn("did you mean", self.assay("smt", "completely-else", expect=USAGE).stderr)

    def test_a_configuration_is_taken_anywhere(self):
        self.write("assay.toml", '[smt.fuzz]\nseeds = ["seeds"]\ntarget = ["z3"]\nmax-depth = 7\n')
        for words in (("--config", "assay.toml", "config", "show", "smt", "fuzz"), ("config", "show", "smt", "fuzz", "--config", "assay.toml"),
                      ("config", "show", "smt", "--config=assay.toml", "fuzz", "--tests", "3")):
            with self.subTest(words=words):
                self.assertIn("max-depth = 7", self.assay(*words, expect=NOTHING).stdout)

    def test_presets_are_flags_that_others_win_over(self):
        show = lambda *words: self.assay("config", "show", *words, expect=NOTHING).stdout
        smoke = show("smt", "fuzz", "seeds", "--target", "z3", "--preset", "smoke")
        self.assertIn("time = '1m'", smoke.replace('"', "'"))
        own = show("smt", "fuzz", "seeds", "--target", "z3", "--preset=smoke", "--time", "5s").replace('"', "'")
        self.assertIn("time = '5s'", own)
        self.assertIn("reduce-time = '20s'", own)
        self.write("assay.toml", "[smt.synth]\ntime = '9m'\n")
        deep = show("smt", "synth", "--target", "z3", "--preset", "deep", "--config", "assay.toml").replace('"', "'")
        self.assertIn("time = '9m'", deep)
        self.assertIn("option-sweep = true", deep)
        self.assertIn("smoke", self.assay("smt", "fuzz", "seeds", "--target", "z3", "--preset", "hasty", expect=USAGE).stderr)
        self.assertIn("preset = 'C3'", show("domain", "test", "--preset", "C3").replace('"', "'"))
        self.assertIn("time = '1m'", show("domain", "test", "--preset", "smoke").replace('"', "'"))

    def test_each_night_has_a_seed_of_its_own(self):
        def seed(*words, at, command=("smt", "fuzz", "seeds", "--target", "z3")):
            shown = self.assay("config", "show", *command, *words, env={"SOURCE_DATE_EPOCH": str(at)}, expect=NOTHING).stdout
            return tomllib.loads(shown)["smt"]["fuzz"]["seed"]
        evening, midnight = 1795910399, 1795910400  # 2026-11-28T23:59:59Z
        self.assertEqual(seed("--nightly", at=evening), 20261128)
        self.assertEqual(seed("--preset", "nightly", at=midnight), 20261129)
        self.assertEqual(seed("--nightly", "--seed", "7", at=evening), 7)
        self.assertEqual(seed("--nightly", "--seed=7", at=evening), 7)
        self.assertEqual(seed("--preset", "smoke", at=evening), seed(at=midnight))
        self.write("assay.toml", "[smt.fuzz]\nseed = 9\n")
        self.assertEqual(seed("--nightly", "--config", "assay.toml", at=evening), 9)
        for command in (("smt", "synth"), ("datalog", "fuzz"), ("domain", "test"), ("analyzer", "test")):
            self.assay("config", "show", *command, "--nightly", expect=NOTHING)

    def test_a_nightly_campaign_prints_its_seed_and_resumes_with_it(self):
        self.program("solver", "#!/bin/sh\n[ \"$1\" = --version ] && exec echo liar 1\n"
                               "while read -r line; do case $line in *check-sat*) echo unknown ;; esac; done\n")
        night = self.assay("smt", "fuzz", self.good_seeds(), "--target", "mine=./solver", "--nightly", "-j", "1", "--tests", "2", "--skip-controls",
                           "--no-report", "-o", "out", env={"SOURCE_DATE_EPOCH": "1795910399"})
        self.assertIn("seed 20261128", night.stderr)
        later = self.assay("campaign", "resume", "out", "--tests", "4", env={"SOURCE_DATE_EPOCH": "1795910400"})
        self.assertIn("seed 20261128", later.stderr)

    def test_every_list_is_json(self):
        for words in (("smt", "targets"), ("datalog", "targets"), ("domain", "targets"), ("domain", "laws"), ("analyzer", "targets"),
                      ("versions", "list")):
            with self.subTest(words=words):
                self.assertTrue(json.loads(self.assay(*words, "--json", expect=NOTHING).stdout))

    def test_head_ends_quietly(self):
        piped = subprocess.run(f"'{ASSAY}' domain laws | head -1", shell=True, capture_output=True, text=True, check=False)
        self.assertEqual(len(piped.stdout.splitlines()), 1)
        self.assertEqual(piped.stderr, "")
        closed = subprocess.run(f"'{ASSAY}' domain laws --json | true", shell=True, capture_output=True, text=True, check=False)
        self.assertEqual(closed.stderr, "")

    def campaign(self, out, tests):
        self.program("solver", LIAR)
        self.good_seeds()
        self.assay("smt", "fuzz", "seeds", "--target", f"liar={self.path('solver')}", "--tests", str(tests), "--reduce-runs", "20",
                   "--confirmations", "1", "--skip-controls", "--no-report", "--out", out)

    def test_a_file_that_grows_beyond_its_limit_is_told(self):
        self.program("solver", LIAR)
        self.good_seeds()
        limited = f'ulimit -f 40; exec "{ASSAY}" smt fuzz seeds --target "liar={self.path("solver")}" --tests 5 --skip-controls --out out'
        result = subprocess.run(["bash", "-c", limited], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, ENVIRONMENT, result.stderr)
        self.assertIn("out/campaign.sqlite", result.stderr)

    def test_campaigns_are_compared(self):
        self.campaign("found", 4)
        found = json.loads(self.assay("findings", "list", "found", "--json", expect=FINDINGS).stdout)
        self.assertEqual(found[0]["kind"], "refutation-unsound")
        same = json.loads(self.assay("findings", "diff", "found", "found", "--json", expect=NOTHING).stdout)
        self.assertEqual((len(same["new"]), len(same["gone"]), len(same["still"])), (0, 0, len(found)))
        self.program("solver", "#!/bin/sh\necho crash >&2\nexit 9\n")
        self.good_seeds()
        self.assay("smt", "fuzz", "seeds", "--target", f"liar={self.path('solver')}", "--tests", "1", "--confirmations", "1", "--skip-controls",
                   "--no-report", "--out", "other", expect=FINDINGS)
        told = self.assay("findings", "diff", "found", "other", expect=FINDINGS).stdout
        self.assertIn("new (1)", told)
        self.assertIn(f"gone ({len(found)})", told)
        self.assay("findings", "diff", "found", "nosuch", expect=3)


if __name__ == "__main__":
    unittest.main()
