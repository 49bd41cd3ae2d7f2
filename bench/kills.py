#!/usr/bin/env python3
"""Kills campaigns of all areas at random moments and lets them go on: nothing may be lost, counted twice or left over.

    bench/kills.py [--kills 1000] [--seed 1] [--build build/release] [--tests 8] [--area "smt fuzz"]...

Each campaign against a target that lies is run once without a kill. Then it is begun again and killed (SIGKILL) at a random moment of its
length, resumed, killed again, until it comes to its end; what it counted and found must be what the first one did. Which area and which
moment follows from the seed, but the machine's load decides what the process was at: two runs are no copies of each other.
"""

import argparse
import collections
import contextlib
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=8)
    parser.add_argument("--area", action="append", help="only this one (all)")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    return parser.parse_args()


class Campaign:
    """One area's campaign in a folder of its own."""

    def __init__(self, area, tests, assay, harness, summary):
        self.area, self.assay, self.summary, self.harness = area, assay, summary, harness
        self.tests = 2 if area.costly else tests
        self.case = harness.Case()
        self.case.setUp()
        self.refusals = 0
        self.temporary = self.case.path("temporary")
        os.makedirs(self.temporary)
        self.words = [*area.campaign(self.case, "liar", "one"), "--seed", "7", "--confirmations", "1", "--reduce-runs", "2", "--no-report",
                      "--skip-controls", "--tests", str(self.tests)]
        self.begin = [*self.words, "-o", "out"]
        begun = time.monotonic()
        self.run([*self.words, "-o", "whole"])
        self.seconds = time.monotonic() - begun
        self.whole = summary(self.case.path("whole"))

    def start(self, words):
        return subprocess.Popen([self.assay, *words], cwd=self.case.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, env={**os.environ, "TMPDIR": self.temporary})

    def run(self, words, moment=None):
        """Whether the campaign ended before the moment."""
        begun = time.monotonic()
        process = self.start(words)
        try:
            out, _ = process.communicate(timeout=moment)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
            if process.returncode == -signal.SIGKILL:
                return False
        if process.returncode == 3 and self.refusals < 20:  # a busy machine: a target did not say its version in time
            self.refusals += 1
            return self.run(words, moment)
        if process.returncode not in (0, 1):
            raise AssertionError(f"{self.area.name}: exit code {process.returncode}\n{out.decode(errors='replace')}")
        if moment is not None and words is self.begin:  # the campaign is faster now, since the machine is less busy
            self.seconds = min(self.seconds, time.monotonic() - begun)
        return True

    def processes_left(self):
        """The processes that still run twenty seconds after a kill."""
        left = 0
        for pid in self.harness.processes_with(self.case.folder):
            with contextlib.suppress(ProcessLookupError):
                ended = os.pidfd_open(pid)
                left += 0 if select.select([ended], [], [], 20)[0] else 1
                os.close(ended)
        return left

    def killed_until_it_ends(self, draw, most, told):
        """Kills the campaign at most `most` times, then lets it end. Returns the error, or nothing."""
        shutil.rmtree(self.case.path("out"), ignore_errors=True)
        kills = 0
        while True:
            resumed = os.path.exists(self.case.path("out"))
            words = ["campaign", "resume", "out", "--no-report"] if resumed else self.begin
            moment = draw.uniform(0, self.seconds) if kills < most else None
            ended = self.run(words, moment)
            told["left"] += self.processes_left()
            if ended:
                break
            kills += 1
            told["kills"] += 1
            told["resumed"] += 1 if resumed else 0
        found = self.summary(self.case.path("out"))
        return "" if found == self.whole else f"{self.area.name}:\n  whole  {self.whole}\n  killed {found}"

    def folders_left(self):
        return len(os.listdir(self.temporary))


def main():
    options = parsed()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for background processes
    os.environ.setdefault("ASSAY_BINARY", os.path.join(options.build, "src", "cli", "assay"))
    os.environ.setdefault("ASSAY_SOURCE_DIR", ROOT)
    os.environ.setdefault("ASSAY_BUILD", options.build)
    sys.path.insert(0, os.path.join(ROOT, "test", "e2e"))
    sys.dont_write_bytecode = True
    import areas
    import harness
    import test_areas
    campaigns = [Campaign(area, options.tests, harness.ASSAY, harness, test_areas.summary) for area in areas.AREAS
                 if not area.missing() and area.name in (options.area or [area.name])]
    draw = random.Random(options.seed)
    told = {campaign.area.name: collections.Counter() for campaign in campaigns}
    try:
        while (kills := sum(counts["kills"] for counts in told.values())) < options.kills:
            campaign = draw.choice(campaigns)
            counts = told[campaign.area.name]
            counts["campaigns"] += 1
            problem = campaign.killed_until_it_ends(draw, min(draw.randrange(1, 6), options.kills - kills), counts)
            if problem:
                print(problem, file=sys.stderr, flush=True)
                counts["wrong"] += 1
    except KeyboardInterrupt:
        pass  # prints the results until now
    print("| area | campaigns | kills | of these of a resumed one | other than the whole | processes left | scratch folders left |")
    print("|---|---|---|---|---|---|---|")
    for campaign in campaigns:
        counts = told[campaign.area.name]
        print(f"| {campaign.area.name} | {counts['campaigns']} | {counts['kills']} | {counts['resumed']} | {counts['wrong']} | "
              f"{counts['left']} | {campaign.folders_left()} |")
        campaign.case.doCleanups()
    return 1 if any(counts["wrong"] or counts["left"] for counts in told.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
