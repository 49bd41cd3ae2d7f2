"""Shared by the tests of `assay serve`: a campaign with a hostile target, and the server."""

import urllib.parse

from harness import FINDINGS, SAYS_UNSAT, Case

# Answers as if it were a page's script.
HOSTILE = f"""#!/bin/sh
if [ "$1" = --version ]; then echo "1.0 <script>alert(1)</script>"; exit; fi
echo '<img src=x onerror=alert(2)>' >&2
{SAYS_UNSAT}
"""
# Dies at every script.
BROKEN = """#!/bin/sh
if [ "$1" = --version ]; then echo "1.0"; exit; fi
while read -r line; do case $line in *check-sat*) kill -SEGV $$ ;; esac; done
"""


class Serving(Case):
    def campaign(self, out, name="evil<b>&\"'"):
        self.program("solver", HOSTILE)
        self.good_seeds()
        self.assay("smt", "fuzz", "seeds", "--target", f"{name}={self.path('solver')}", "--tests", "16", "--findings", "1", "--reduce-runs", "5",
                   "--confirmations", "1", "--skip-controls", "--no-report", "--out", out, expect=FINDINGS)

    def several(self, out):
        """A campaign with findings of two severities on three targets."""
        self.program("solver", HOSTILE)
        self.program("broken", BROKEN)
        self.good_seeds()
        targets = [word for name in ("first", "later<b>") for word in ("--target", f"{name}={self.path('solver')}")]
        self.assay("smt", "fuzz", "seeds", *targets, "--target", f"broken={self.path('broken')}", "--tests", "16", "--reduce-runs", "30",
                   "--confirmations", "1", "--skip-controls", "--seed", "1", "--out", out, expect=FINDINGS)

    def serve(self, *arguments):
        process = self.start("serve", *arguments, "--port", "0")
        address = urllib.parse.urlsplit(process.stdout.readline().strip())
        if "--host" not in arguments:
            self.assertEqual(address.hostname, "127.0.0.1")
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return address
