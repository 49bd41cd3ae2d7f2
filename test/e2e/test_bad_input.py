"""Input and machine problems end in a clear message, never in a hang, a crash or a lost finding."""

import os
import subprocess
import unittest

from harness import ENVIRONMENT, RAN, USAGE, Case, needs


class BadSeeds(Case):
    @needs("z3")
    def test_a_seed_that_does_not_parse_is_skipped_with_file_line_and_reason(self):
        self.good_seeds()
        self.write("seeds/broken.smt2", "(set-logic QF_LIA)\n(assert (< x\n")
        result = self.assay("smt", "fuzz", "seeds", "--target", "z3", "--tests", "16", "-o", "out", expect=RAN)
        self.assertRegex(result.stderr, r"broken\.smt2:\d+(:\d+)?: ")
        self.assertIn("1 read, 1 skipped", result.stderr)

    @needs("z3")
    def test_no_seeds_left(self):
        self.write("seeds/broken.smt2", "(assert (")
        result = self.assay("smt", "fuzz", "seeds", "--target", "z3", "--tests", "16", "-o", "out", expect=ENVIRONMENT)
        self.assertIn("seed", result.stderr)
        self.assertFalse(os.path.exists(self.path("out", "campaign.sqlite")))

    def test_seeds_that_are_not_there(self):
        result = self.assay("smt", "fuzz", "nowhere", "--target", "z3", "--tests", "16", expect=ENVIRONMENT)
        self.assertIn("nowhere", result.stderr)

    @needs("z3")
    def test_binary_and_empty_seeds(self):
        self.good_seeds()
        self.write("seeds/empty.smt2", "")
        with open(self.path("seeds", "binary.smt2"), "wb") as file:
            file.write(bytes(range(256)) * 100)
        result = self.assay("smt", "fuzz", "seeds", "--target", "z3", "--tests", "16", "-o", "out", expect=RAN)
        self.assertIn("1 read, 2 skipped", result.stderr)

    @needs("z3")
    def test_a_seed_nested_deeply(self):
        self.good_seeds()
        depth = 100_000
        self.write("seeds/deep.smt2", "(declare-const p Bool)(assert " + "(not " * depth + "p" + ")" * depth + ")(check-sat)")
        self.assay("smt", "fuzz", "seeds", "--target", "z3", "--tests", "24", "--max-seed-bytes", "10000000", "-o", "out",
                   expect=RAN)

class BadHornClauses(Case):
    TWO_HEADS = "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (or (p x) (p (+ x 1)))))(check-sat)"
    ALTERNATION = ("(declare-fun p (Int) Bool)(assert (forall ((x Int)) "
                   "(=> (exists ((y Int)) (forall ((z Int)) (=> (p z) (> y z)))) (p x))))(check-sat)")
    GOOD = "(declare-fun p (Int) Bool)(assert (p 0))(assert (=> (p 1) false))(check-sat)"

    @needs("z3")
    def test_seeds_that_are_not_horn_are_counted_with_the_reason(self):
        for name, text in (("two", self.TWO_HEADS), ("alternation", self.ALTERNATION), ("good", self.GOOD)):
            self.write(f"seeds/{name}.smt2", "(set-logic HORN)" + text)
        result = self.assay("horn", "fuzz", "seeds", "--target", "z3", "--tests", "4", "--strategy", "seed", "-o", "out",
                            expect=RAN)
        self.assertIn("1 of Horn clauses; 2 left out", result.stderr)
        self.assertRegex(result.stderr, r"two\.smt2: not Horn: a clause has two heads \(line 1\)\n")
        self.assertRegex(result.stderr, r"alternation\.smt2: quantifiers alternate over 'p' \(line 1\)\n")

    @needs("z3")
    def test_no_seed_is_horn(self):
        self.write("two.smt2", "(set-logic HORN)" + self.TWO_HEADS)
        result = self.assay("horn", "fuzz", "two.smt2", "--target", "z3", "--tests", "4", expect=ENVIRONMENT)
        self.assertRegex(result.stderr, r"no seed is a script of Horn clauses: .*two\.smt2: not Horn")

    def test_a_solver_without_horn_clauses(self):
        for answer in ("unknown", '(error "unknown logic HORN")'):
            program = self.program("none", f"#!/bin/sh\necho '{answer}'\n")
            result = self.assay("horn", "fuzz", "--target", f"mine:smtlib={program}", "--tests", "4", "-o", "out",
                                expect=ENVIRONMENT)
            self.assertRegex(result.stderr, r"'clean run' of mine failed: .*it solves no Horn clauses")

    @needs("z3")
    def test_themes_that_no_target_supports(self):
        self.write("mine.toml", 'name = "mine"\nargv = ["z3", "-in"]\ntheories = ["core", "ints"]\n')
        result = self.assay("horn", "fuzz", "--target", "mine.toml", "--theme", "bit-vectors,lists", "--tests", "4")
        self.assertIn("no target supports the chosen themes", result.stderr)


class BadUsage(Case):
    def test_unknown_target(self):
        result = self.assay("smt", "fuzz", self.good_seeds(), "--target", "nosuchsolver", "--tests", "1")
        self.assertIn(result.returncode, (USAGE, ENVIRONMENT))
        self.assertIn("nosuchsolver", result.stderr)
        self.assertIn("z3", result.stderr)  # lists the known solvers

    def test_missing_solver(self):
        result = self.assay("smt", "fuzz", self.good_seeds(), "--target", "mine=/no/such/solver -in", "--tests", "1",
                            expect=ENVIRONMENT)
        self.assertIn("/no/such/solver", result.stderr)

    def test_flags_that_make_no_sense(self):
        seeds = self.good_seeds()
        for extra in (["--time", "soon"], ["--shard", "3/2"], ["--strategy", "magic"], ["--style", "x"], ["-j", "0"],
                      ["--baseline", "nowhere"], ["--nonsense"]):
            with self.subTest(extra=extra):
                result = self.assay("smt", "fuzz", seeds, "--target", "z3", "--tests", "1", *extra)
                self.assertIn(result.returncode, (USAGE, ENVIRONMENT), result.both)
                self.assertTrue(result.stderr.strip())

    def test_configuration_that_is_not_toml(self):
        self.write("bad.toml", "[smt.fuzz\n")
        result = self.assay("--config", "bad.toml", "smt", "fuzz", expect=USAGE)
        self.assertIn("TOML", result.stderr)

    def test_configuration_with_a_key_that_is_no_flag(self):
        self.write("odd.toml", "[smt.fuzz]\nseeds = [\"s\"]\ntarget = [\"z3\"]\nflavour = 3\n")
        result = self.assay("--config", "odd.toml", "smt", "fuzz", expect=USAGE)
        self.assertIn("flavour", result.stderr)

    def test_folders_that_are_no_campaigns(self):
        for command in (["campaign", "resume"], ["findings", "list"], ["report"], ["replay"]):
            with self.subTest(command=command):
                result = self.assay(*command, "nowhere", expect=ENVIRONMENT)
                self.assertIn("nowhere", result.stderr)

    @needs("z3")
    def test_a_folder_that_holds_a_campaign_already(self):
        seeds = self.good_seeds()
        self.assay("smt", "fuzz", seeds, "--target", "z3", "--tests", "1", "-o", "out", expect=RAN)
        result = self.assay("smt", "fuzz", seeds, "--target", "z3", "--tests", "1", "-o", "out", expect=ENVIRONMENT)
        self.assertIn("resume", result.stderr)


class DamagedCampaigns(Case):
    COMMANDS = (["findings", "list"], ["findings", "show"], ["findings", "export"], ["findings", "causes"], ["report"], ["campaign", "resume"])

    def contents(self):
        """The files of the campaign's folder without the lock and the database (SQLite gives an empty file its header)."""
        found = {}
        for folder, _, names in os.walk(self.path("out")):
            for name in names:
                if name != "lock" and not name.startswith("campaign.sqlite"):
                    with open(os.path.join(folder, name), "rb") as file:
                        found[os.path.relpath(os.path.join(folder, name), self.folder)] = file.read()
        return found

    @needs("z3")
    def test_each_command_says_so_once_and_nothing_is_lost(self):
        self.assay("smt", "fuzz", self.good_seeds(), "--target", "z3", "--tests", "4", "-o", "out", expect=RAN)
        database = self.path("out", "campaign.sqlite")
        with open(database, "rb") as file:
            whole = file.read()
        for damage, content in (("garbage", b"garbage" * 100), ("cut off", whole[:3000]), ("empty", b"")):
            for name in os.listdir(self.path("out")):
                if name.startswith("campaign.sqlite"):
                    os.remove(self.path("out", name))
            with open(database, "wb") as file:
                file.write(content)
            before = self.contents()
            for command in self.COMMANDS:
                with self.subTest(damage=damage, command=command):
                    result = self.assay(*command, "out", expect=ENVIRONMENT)
                    self.assertIn("out/campaign.sqlite", result.stderr)
                    self.assertEqual(result.stdout, "")
                    self.assertEqual(len(result.stderr.splitlines()), 2, "what is wrong, and what to do")
                    self.assertEqual(self.contents(), before)

    def test_a_finding_that_cannot_be_read(self):
        self.write("out/findings/z3-1/finding.json", '{"id": "z3-1", ')
        result = self.assay("replay", "out/findings/z3-1", expect=ENVIRONMENT)
        self.assertIn("out/findings/z3-1/finding.json", result.stderr)


class BadDisk(Case):
    def test_unwritable_folder(self):
        self.write("file", "")
        result = self.assay("smt", "fuzz", self.good_seeds(), "--target", "z3", "--tests", "1", "-o", "file/out",
                            expect=ENVIRONMENT)
        self.assertIn("file/out", result.stderr)

    @needs("z3")
    def test_full_disk(self):
        os.mkdir(self.path("small"))
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", self.path("small")],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("mounting a small file system needs root")
        self.addCleanup(subprocess.run, ["umount", self.path("small")], check=False)
        with open(self.path("small", "filler"), "wb") as file:
            file.write(b"x" * 150_000)
        result = self.assay("smt", "fuzz", self.good_seeds(), "--target", "z3", "--tests", "2000", "-o", "small/out",
                            expect=ENVIRONMENT)
        self.assertRegex(result.stderr.lower(), "full|space|disk")


if __name__ == "__main__":
    unittest.main()
