"""What the tests of `assay serve` share: a campaign with a hostile target, and the server."""

import urllib.parse

from harness import FINDINGS, Case

# Answers as if it were a page's script.
HOSTILE = """#!/bin/sh
if [ "$1" = --version ]; then echo "1.0 <script>alert(1)</script>"; exit; fi
echo '<img src=x onerror=alert(2)>' >&2
while read -r line; do case $line in *check-sat*) echo unsat ;; esac; done
"""


class Serving(Case):
    def campaign(self, out, name="evil<b>&\"'"):
        self.program("solver", HOSTILE)
        self.good_seeds()
        self.assay("smt", "fuzz", "seeds", "--target", f"{name}={self.path('solver')}", "--tests", "16", "--findings", "1", "--reduce-runs", "5",
                   "--confirmations", "1", "--skip-controls", "--no-report", "--out", out, expect=FINDINGS)

    def serve(self, *arguments):
        process = self.start("serve", *arguments, "--port", "0")
        address = urllib.parse.urlsplit(process.stdout.readline().strip())
        self.assertEqual(address.hostname, "127.0.0.1")
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return address
