"""Versions in which a finding fails: `findings history` and `findings bisect`, on a solver with known versions."""

import glob
import json
import os
import shutil
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

    def history(self, *flags, expect=NOTHING):
        """The objects of `findings history --json`, and what it says beside them."""
        done = self.assay("findings", "history", "out", *flags, "--json", expect=expect)
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    def page(self, folder="out"):
        with open(self.path(folder, "history.html"), encoding="utf-8") as page:
            return page.read()

    def test_a_history_has_every_version(self):
        self.releases(RELEASES)
        finding = self.finding("fake@1.3")
        [told], _ = self.history("--versions", "fake:all")
        self.assertEqual([row["answer"] for row in told["versions"]],
                         ["right", "cannot say", "wrong", "wrong", "cannot say", "wrong", "cannot say", "right", "right"])
        self.assertIn("killed", told["versions"][1]["note"])
        expected = "fake: wrong since 1.2, right in 1.0 (1.1 cannot say); fixed in 1.7, last wrong in 1.5 (1.6 cannot say)"
        self.assertEqual(told["in-words"], expected)
        self.assertEqual((told["first-bad"], told["fixed-in"], told["findings"]), ("1.2", "1.7", [finding]))
        [merged], _ = self.history("--versions", "fake:1.3,fake:1.2..1.3", "--versions", "fake:1.1")
        self.assertEqual([row["version"] for row in merged["versions"]], ["1.1", "1.2", "1.3"])
        # The old name works.
        table = self.assay("findings", "matrix", "out", "--versions", "fake:1.1..1.2", expect=NOTHING).stdout
        self.assertRegex(table, r"(?m)^fake +1\.1 +1\.2 +$")
        self.assertRegex(table, rf"(?m)^{finding} +\? +wrong +$")
        self.assertIn("1.1 not judged: 0 of 1 runs; not judged: killed from outside (1)", table)
        self.assertNotIn("1.7", table)
        command = told["versions"][2]["command"]
        self.assertEqual(command, f"assay replay out/findings/{finding} --target fake@1.2")
        self.assertIn("still fails", self.assay(*command.split()[1:], expect=FINDINGS).stdout)
        # Earlier answers stay.
        exported = self.assay("findings", "export", "out", "-f", "markdown").stdout
        self.assertIn("- Versions: " + expected, "\n".join(exported.splitlines()[:12]))
        self.assay("report", "out", expect=NOTHING)
        with open(self.path("out", "report.html"), encoding="utf-8") as page:
            self.assertIn(expected, page.read())
        self.assertIn('"cannot say"', self.assay("findings", "export", "out", "-f", "json").stdout)

    def test_a_history_tells_what_releases_do(self):
        crash = "kill -SEGV $$"
        refuses = 'exec sed -u -n \'s/.*check-sat.*/(error "line 1 column 2: unknown constant nosuch")/p; s/^(echo "\(.*\)")$/\\1/p\''
        unknown = SAYS_UNSAT.replace("/unsat/p", "/unknown/p")
        self.releases([SAYS_UNSAT, RIGHT, crash, refuses, unknown])
        self.finding("fake@1.0")
        # The campaign's own time limit counts.
        self.program("data/assay/targets/fake/1.5/bin/fake", solver(5, "exec sleep 1000"))
        [told], _ = self.history("--versions", "fake:all")
        states = [row["state"] for row in told["versions"]]
        self.assertEqual(states, ["wrong", "right", "crash", "not comparable", "not judged", "slow"])
        self.assertEqual({row["answer"] for row in told["versions"][2:]}, {"cannot say"})
        self.assertIn("fixed in 1.1, last wrong in 1.0", told["in-words"])
        page = self.page()
        for state in states:
            self.assertIn(f'mark {state.replace(" ", "-")}" data-sort=', page)

    def test_a_history_runs_only_what_is_new(self):
        self.releases([SAYS_UNSAT, RIGHT])
        self.program("data/assay/targets/fake/1.0/bin/fake", solver(0, f"echo x >>{self.path('runs')}; {SAYS_UNSAT}"))
        self.finding("fake@1.0")
        os.remove(self.path("runs"))
        runs = lambda: os.path.getsize(self.path("runs")) if os.path.exists(self.path("runs")) else 0
        _, said = self.history("--versions", "fake:all", "--jobs", "3")
        self.assertIn("2 runs to make", said)
        once = runs()
        self.assertGreater(once, 0)
        self.program("data/assay/targets/fake/1.2/bin/fake", solver(2, RIGHT))
        [told], said = self.history("--versions", "fake:1.0..latest")
        self.assertIn("1 runs to make", said)
        self.assertEqual([row["state"] for row in told["versions"]], ["wrong", "right", "right"])
        self.assertEqual(runs(), once)
        self.history("--versions", "fake:all", "--again")
        self.assertEqual(runs(), 2 * once)
        self.history("--versions", "fake:all", "--times", "2")
        self.assertGreater(runs(), 2 * once)
        # A release that is gone stays in the table, and a new finding has no answer there.
        shutil.rmtree(self.path("data/assay/targets/fake/1.2"))
        shutil.copytree(self.path("out"), self.path("both/a"))
        shutil.copytree(self.path("out"), self.path("both/b"))
        os.remove(glob.glob(self.path("both/b/findings/*/versions.json"))[0])
        done = self.assay("findings", "history", "both", "--versions", "fake:all", "--json", expect=NOTHING)
        self.assertIn("fake@1.2 is not available: not installed\navailable: fake@1.0, fake@1.1\n", done.stderr)
        [told] = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([one.split("/")[0] for one in told["findings"]], ["a", "b"])
        self.assertEqual([row["state"] for row in told["versions"]], ["wrong", "right", "not available"])
        self.assertIn("and 1 more", self.page("both"))

    def test_an_interrupted_history_keeps_what_is_done(self):
        self.releases([SAYS_UNSAT, RIGHT])
        self.finding("fake@1.0")
        self.program("data/assay/targets/fake/1.2/bin/fake", solver(2, f"touch {self.path('waiting')}; exec sleep 1000"))
        process = self.start("findings", "history", "out", "--versions", "fake:all", "--json")
        out, err, code = self.interrupt_when(process, "2/3 ")
        self.assertEqual(code, ENVIRONMENT, err)
        self.assertEqual([row["state"] for row in json.loads(out)["versions"]], ["wrong", "right", "not judged"])
        self.program("data/assay/targets/fake/1.2/bin/fake", solver(2, RIGHT))
        [told], said = self.history("--versions", "fake:all")
        self.assertIn("1 runs to make", said)
        self.assertEqual([row["state"] for row in told["versions"]], ["wrong", "right", "right"])

    def test_a_page_escapes_what_a_solver_says(self):
        self.releases(["echo '<script>alert(1)</script> & <b>'; exit 9", RIGHT])
        self.finding("fake@1.0")
        self.history("--versions", "fake:all")
        page = self.page()
        self.assertIn("&lt;script&gt;alert", page)
        self.assertNotIn("<script>alert", page)

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
        self.assertIn("no finding", self.assay("findings", "history", "out", "x", "--versions", "fake:all", expect=USAGE).stderr)
        refused = self.assay("findings", "history", "out", "--versions", "other:all", expect=USAGE)
        self.assertIn("no finding is about 'other'", refused.stderr)
        self.assertIn("installed: 1.0, 1.1", self.assay("findings", "history", "out", "--versions", "fake:3.0", expect=USAGE).stderr)
        self.assertIn("holds no campaign", self.assay("findings", "history", "seeds", "--versions", "fake:all", expect=USAGE).stderr)
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
