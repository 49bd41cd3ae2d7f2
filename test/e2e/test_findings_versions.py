"""The versions in which a finding fails: `findings matrix` and `findings bisect`, with known versions."""

import json
import os
import subprocess
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SAYS_UNSAT, USAGE, Case, needs

RIGHT = "exec z3 -in -smt2"
KILLED = "kill -9 $$"
# 1.2 to 1.5 are wrong, 1.1, 1.4 and 1.6 cannot say.
RELEASES = [RIGHT, KILLED, SAYS_UNSAT, SAYS_UNSAT, KILLED, SAYS_UNSAT, KILLED, RIGHT, RIGHT]


def solver(version, answers):
    return f'#!/bin/sh\nif [ "$1" = --version ]; then echo "fake 1.{version}"; exit; fi\n{answers}\n'


@needs("z3")
class FindingsOverVersions(Case):
    def setUp(self):
        super().setUp()
        os.environ["XDG_DATA_HOME"] = self.path("data")
        self.addCleanup(os.environ.pop, "XDG_DATA_HOME")

    def releases(self, answers):
        for version, answer in enumerate(answers):
            self.program(f"data/assay/targets/fake/1.{version}/bin/fake", solver(version, answer))

    def finding(self, target):
        """A campaign's one finding on the target."""
        self.good_seeds()
        self.assay("smt", "fuzz", "seeds", "--target", target, "--tests", "32", "--findings", "1", "--reduce-runs", "40", "--confirmations",
                   "1", "--skip-controls", "--no-report", "--out", "out", expect=FINDINGS)
        return os.listdir(self.path("out", "findings"))[0]

    def test_a_matrix_has_every_version(self):
        self.releases(RELEASES)
        self.finding("fake@1.3")
        told = json.loads(self.assay("findings", "matrix", "out", "--versions", "fake:all", "--json", expect=NOTHING).stdout)
        self.assertEqual([row["answer"] for row in told["versions"]],
                         ["right", "cannot say", "wrong", "wrong", "cannot say", "wrong", "cannot say", "right", "right"])
        self.assertIn("killed", told["versions"][1]["note"])
        expected = "fake: wrong since 1.2, right in 1.0 (1.1 cannot say); fixed in 1.7, last wrong in 1.5 (1.6 cannot say)"
        self.assertEqual(told["in-words"], expected)
        some = "fake:1.3,fake:1.2..1.3,fake:1.1"
        merged = json.loads(self.assay("findings", "matrix", "out", "--versions", some, "--json", expect=NOTHING).stdout)
        self.assertEqual([row["version"] for row in merged["versions"]], ["1.1", "1.2", "1.3"])
        table = self.assay("findings", "matrix", "out", "--versions", "fake:1.2..1.3", expect=NOTHING).stdout
        self.assertRegex(table, r"(?m)^1\.2 +wrong +$")
        self.assertNotIn("1.7 ", table.split("[1]")[1])
        # Earlier answers stay.
        exported = self.assay("findings", "export", "out", "-f", "markdown").stdout
        self.assertIn("- Versions: " + expected, "\n".join(exported.splitlines()[:12]))
        self.assay("report", "out", expect=NOTHING)
        with open(self.path("out", "report.html"), encoding="utf-8") as page:
            self.assertIn(expected, page.read())
        self.assertIn('"cannot say"', self.assay("findings", "export", "out", "-f", "json").stdout)

    def test_a_bisection_asks_few_and_skips_what_cannot_say(self):
        self.releases(RELEASES + [RIGHT] * 20)
        finding = self.finding("fake@1.3")
        done = self.assay("findings", "bisect", "out", finding, "--versions", "fake:1.0..latest", "--json", expect=NOTHING)
        told = json.loads(done.stdout)
        self.assertEqual((told["last-good"], told["first-bad"], told["last-bad"], told["fixed-in"]), ("1.0", "1.2", "1.5", "1.7"))
        self.assertLess(told["asked"], 16)
        still = self.assay("findings", "bisect", "out", finding, "--versions", "fake:1.2..1.5", expect=NOTHING)
        self.assertIn("wrong since 1.2", still.stdout)

    def test_what_is_never_wrong_and_what_is_not_there(self):
        self.releases(RELEASES)
        self.program("data/assay/targets/other/1.0/bin/other", solver(0, RIGHT))
        finding = self.finding("fake@1.3")
        never = self.assay("findings", "bisect", "out", finding, "--versions", "fake:1.7..latest", expect=ENVIRONMENT)
        self.assertIn("no version that was asked is wrong", never.stdout)
        for versions, message in (("fake:2.0..3.0", "installed: 1.0, 1.1"), ("fake", "names no versions"),
                                  ("nosuch:all", "no version of 'nosuch'"), ("fake:all,other:all", "about one target")):
            with self.subTest(versions=versions):
                refused = self.assay("findings", "bisect", "out", finding, "--versions", versions, expect=USAGE)
                self.assertIn(message, refused.both)
        self.assertIn("no finding", self.assay("findings", "matrix", "out", "x", "--versions", "fake:all", expect=USAGE).stderr)
        self.assertIn("either", self.assay("findings", "bisect", "out", finding, expect=USAGE).stderr)

    def test_a_known_bug_hides_nothing_in_later_versions(self):
        for version in ("4.8.8", "4.8.17"):
            text = solver(0, SAYS_UNSAT).replace("fake 1.0", f"Z3 version {version} - 64 bit")
            self.program(f"data/assay/targets/z3/{version}/bin/z3", text)
        self.write("seeds/small.smt2", "(set-logic QF_S)\n(declare-const s String)\n"
                                       '(assert (or (= s "\\u{1}") (not (= s "\\u{1}"))))\n(check-sat)\n')
        campaign = ("smt", "fuzz", "seeds", "--strategy", "storm", "--style", "process", "--tests", "4", "--reduce-runs", "1", "--confirmations", "1", "--skip-controls",
                    "--no-report")
        early = self.assay(*campaign, "--target", "z3@4.8.8", "--out", "early", expect=NOTHING)
        self.assertIn("read without the escapes", early.stdout)
        late = self.assay(*campaign, "--target", "z3@4.8.17", "--out", "late", expect=FINDINGS)
        self.assertIn("refutation-unsound", late.stdout)

    def test_commits_of_ones_own_solver(self):
        repository = self.path("repository")
        git = lambda *words: subprocess.run(["git", "-C", repository, "-c", "user.name=a", "-c", "user.email=a@b", *words],
                                            check=True, capture_output=True, text=True).stdout.strip()
        os.mkdir(repository)
        git("init", "--quiet", "--initial-branch", "main")
        self.program("repository/build.sh", '#!/bin/sh\n[ -e answers ] || exit 1\ncp answers solver\nchmod +x solver\necho "$1" >built\n')
        self.write("repository/.gitignore", "solver\nbuilt\n")
        commits = []
        for number, answers in enumerate([RIGHT, RIGHT, None, SAYS_UNSAT, SAYS_UNSAT, RIGHT]):
            if answers is None:
                os.remove(os.path.join(repository, "answers"))
            else:
                self.write("repository/answers", solver(number, answers) + f"# {number}\n")
            git("add", "-A")
            git("commit", "--quiet", "-m", f"number {number}")
            commits.append(git("rev-parse", "HEAD"))
        git("checkout", "--quiet", commits[4])
        subprocess.run(["./build.sh", "x"], cwd=repository, check=True)
        finding = self.finding(f"mine={repository}/solver")
        git("checkout", "--quiet", "main")
        bisect = ("findings", "bisect", "out", finding, "--command", "build.sh {commit}", "--checkout", repository)
        told = json.loads(self.assay(*bisect, "--commits", f"{commits[0]}..main", "--json", expect=NOTHING).stdout)
        self.assertEqual([told[key] for key in ("last-good", "first-bad", "last-bad", "fixed-in")],
                         [commits[1], commits[3], commits[4], commits[5]])
        self.assertEqual(git("symbolic-ref", "--short", "HEAD"), "main")
        with open(os.path.join(repository, "built"), encoding="utf-8") as file:
            self.assertIn(file.read().strip(), commits)
        self.assertIn("names no commit", self.assay(*bisect, "--commits", "nosuch..main", expect=USAGE).stderr)
        self.write("repository/build.sh", "changed")
        self.assertIn("not committed", self.assay(*bisect, "--commits", "main..main", expect=USAGE).stderr)


if __name__ == "__main__":
    unittest.main()
