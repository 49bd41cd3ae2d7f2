"""bench/peers/compare.py with peers and an Assay that are shell scripts: counts, ratios, limits, and peers that are not there."""

import contextlib
import io
import os
import sys
import unittest

from support import ROOT, TreeTest

sys.path.insert(0, os.path.join(ROOT, "bench", "peers"))
import compare  # noqa: E402
import large_scripts  # noqa: E402

ROW = """[[peer]]
name = "{name}"
folder = "{name}"
commit = "0123456789"
needs = "run"
seeds = "{seeds}"
{more}
command = ["/bin/sh", "{{peer}}/run", "{{out}}", "{{input}}"]
found = {found}
assay = ["{{assay}}", "{{out}}", "{{input}}"]
assay_found = {found}
"""
BUGS = '{ files = "bugs/*.smt2", unit = "findings" }'
BYTES = '{ bytes = "small", unit = "bytes" }'


class Peers(TreeTest):
    def peer(self, name, script, found=BUGS, seeds="smt", more=""):
        self.write(f"peers/{name}/run", script)
        return ROW.format(name=name, found=found, seeds=seeds, more=more)

    def table(self, rows, assay, *arguments):
        """The cells of each row of the table."""
        path = self.write("assay", "#!/bin/sh\n" + assay)
        os.chmod(path, 0o755)
        self.write("rows.toml", "\n".join(rows))
        self.write("seeds/one.smt2", "(check-sat)\n")
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            compare.main(["--peers", os.path.join(self.root, "peers"), "--rows", os.path.join(self.root, "rows.toml"), "--assay", path,
                          "--seeds", os.path.join(self.root, "seeds"), "--out", os.path.join(self.root, "out"), *arguments])
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in out.getvalue().splitlines()[2:]]

    def test_findings_of_both_and_their_ratio(self):
        rows = [self.peer("two", "touch $1/bugs/a.smt2 $1/bugs/b.smt2 $1/bugs/log.txt"), self.peer("none", "true")]
        cells = self.table(rows, 'for i in 1 2 3; do touch "$1/bugs/$i.smt2"; done\n')
        self.assertEqual([(row[0], row[1], row[4], row[5], row[6], row[7]) for row in cells],
                         [("two", "0123456", "2 findings", "3 findings", "1.50", "ended by itself"),
                          ("none", "0123456", "0 findings", "3 findings", "more", "ended by itself")])

    def test_findings_in_what_is_printed(self):
        row = self.peer("prints", "printf 'x\\n\\033[1mBUG\\033[0m found\\nBUG found\\n'", '{ pattern = "^BUG found$", unit = "findings" }')
        self.assertEqual(self.table([row], "true")[0][4:7], ["2 findings", "0 findings", "0.00"])

    def test_bytes_are_compared_script_by_script(self):
        row = self.peer("reducer", 'head -c 40 "$2" > "$1/small"', BYTES, "made", "each = true")
        cells = self.table([row], 'head -c 10 "$2" > "$1/small"\n')[0]
        self.assertEqual(cells[4:7], [f"{40 * compare.MADE} bytes", f"{10 * compare.MADE} bytes", "4.00"])

    def test_a_script_that_is_not_reduced_counts_in_full(self):
        row = self.peer("lazy", "true", BYTES, "made", "each = true")
        cells = self.table([row], 'cp "$2" "$1/small"\n')[0]
        self.assertEqual(cells[6], "1.00")

    def test_large_scripts_have_a_row_each(self):
        row = self.peer("large", 'head -c 40 "$2" > "$1/small"', BYTES, "large", 'each = true\nrows = "scripts"')
        cells = self.table([row], 'head -c 10 "$2" > "$1/small"\n')
        self.assertEqual(len(cells), len(large_scripts.SHAPES))
        self.assertEqual({row[6] for row in cells}, {"4.00"})
        self.assertIn("large: deep-term.smt2", [row[0] for row in cells])

    def test_large_scripts_are_the_same_ones_each_time(self):
        """Each script has the two terms on which the planted crash depends."""
        made = [large_scripts.written(os.path.join(self.root, name), {**large_scripts.SHAPES, **large_scripts.WRONG}) for name in ("one", "two")]
        for name in sorted(os.listdir(made[0])):
            texts = []
            for folder in made:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts.append(file.read())
            self.assertEqual(texts[0], texts[1])
            self.assertGreaterEqual(texts[0].count("(mod "), 2)

    def test_peers_that_are_not_there(self):
        os.makedirs(os.path.join(self.root, "peers"))
        gone = ROW.format(name="gone", found=BUGS, seeds="smt", more="")
        needy = self.peer("needy", "true", more='programs = ["no-such-program"]')
        cells = self.table([gone, needy], "true")
        self.assertIn("not there: no gone/run below --peers", cells[0][4])
        self.assertIn("it needs the program no-such-program", cells[1][4])

    def test_a_peer_that_ends_early_is_started_again(self):
        """Each start uses some CPU time, and the second limit holds for all of them together."""
        script = 'echo x >> "$1/bugs/starts"; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; cp "$1/bugs/starts" "$1/bugs/$$.smt2"'
        again = self.peer("again", script, more="restart = true")
        once = self.peer("once", script)
        cells = self.table([again, once], "true", "--seconds", "0.6")
        self.assertGreater(int(cells[0][4].split()[0]), int(cells[1][4].split()[0]))

    def test_no_scripts(self):
        row = self.peer("trigger", "true", seeds="trigger")
        self.assertIn("give --triggers", self.table([row], "true")[0][4])

    def test_what_uses_its_cpu_time_is_killed_with_all_that_it_started(self):
        row = self.peer("busy", 'sleep 3141592 & (while :; do :; done) &\necho $! > "$1/pid"\nwhile :; do :; done')
        cells = self.table([row], "true", "--seconds", "0.3")[0]
        self.assertIn(cells[7], ("CPU time", "time by the clock"))
        with open(os.path.join(self.root, "out", "busy", "peer", "0", "pid"), encoding="ascii") as file:
            child = file.read().strip()
        self.assertFalse(self.is_running(child))
        self.assertNotIn("sleep\0003141592", self.command_lines())

    @staticmethod
    def is_running(pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
                return file.read().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            return False

    @staticmethod
    def command_lines():
        found = ""
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", encoding="latin-1") as file:
                found += file.read() + "\n"
        return found

    def test_the_readers_checkout_stays_as_it_is(self):
        row = self.peer("writes", "touch $(dirname $0)/new", more='files = { "config" = "home={peer}" }')
        self.table([row], "true")
        self.assertEqual(os.listdir(os.path.join(self.root, "peers", "writes")), ["run"])
        checkout = os.path.join(self.root, "out", "writes", "checkout")
        with open(os.path.join(checkout, "config"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "home=" + checkout)

    def test_mistakes_have_a_message(self):
        row = self.peer("one", "true")
        for arguments, message in ((("--peer", "two"), "no row for the peer two"), (("--assay", "/nonexistent"), "no program /nonexistent"),
                                   (("--peers", "/nonexistent"), "fetch the peers"), (("--out", self.root), "is there already"),
                                   (("--python", "/nonexistent"), "no program /nonexistent")):
            with self.subTest(arguments), self.assertRaises(SystemExit) as raised:
                self.table([row], "true", *arguments)
            self.assertIn(message, str(raised.exception))

    def test_the_rows_of_the_repository(self):
        """Each row has everything that a run needs, and compare.py fills each placeholder."""
        words = dict.fromkeys(("python", "peer", "peers", "z3", "souffle", "target", "second", "assay", "planted", "seeds", "out", "input",
                               "seconds", "folder"), "x")
        with open(os.path.join(ROOT, "bench", "peers", "peers.toml"), "rb") as file:
            rows = compare.tomllib.load(file)["peer"]
        self.assertEqual({row["name"] for row in rows}, {"opfuzz", "typefuzz", "STORM", "ddSMT", "ddSMT-large", "ddSMT-wrong", "queryFuzz", "Deopt", "smt-triggen"})
        for row in rows:
            with self.subTest(row["name"]):
                self.assertRegex(row["commit"], "^[0-9a-f]{40}$")
                for key in ("command", "assay", "environment", "files", "directory"):
                    compare.filled(row.get(key, ""), words)
                self.assertEqual(row["found"]["unit"], row["assay_found"]["unit"])


if __name__ == "__main__":
    unittest.main()
