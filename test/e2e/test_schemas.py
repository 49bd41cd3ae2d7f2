"""All JSON that Assay prints or exports follows the schemas in docs/schema, and the manual describes these schemas."""

import json
import os
import re
import unittest

from harness import FINDINGS, NOTHING, RAN, SAYS_UNSAT, SOURCE, Case, needs
from schemas import FOLDER, complaints, schema

LIAR = f"""#!/bin/sh
if [ "$1" = --version ]; then echo 1.0; exit; fi
{SAYS_UNSAT}
"""


class Schemas(Case):
    def fuzz(self, *words, expect):
        done = self.assay("smt", "fuzz", self.good_seeds(), "--confirmations", "1", "--reduce-runs", "10", "--json", *words, expect=expect)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        for event in events:
            self.assertEqual(complaints("events", event), [], event)
        return {event["event"] for event in events}

    def test_what_is_told_of_findings(self):
        self.program("solver", LIAR)
        told = self.fuzz("--target", "mine=./solver", "--skip-controls", "--tests", "20", "--time", "10m", "-o", "out", expect=FINDINGS)
        self.assertLessEqual({"started", "finding", "finished"}, told)
        finding = os.listdir(self.path("out", "findings"))[0]
        self.assay("findings", "mark", "out", finding, "--state", "reported", "--link", "https://example.org/1", "--note", "a", expect=NOTHING)
        for name in ("export", "baseline"):
            text = self.assay("findings", "export", "out", "-f", {"export": "json"}.get(name, name)).stdout
            value = json.loads(text)
            self.assertTrue(value["findings"])
            self.assertEqual(complaints(name, value), [])
        self.assertEqual(complaints("diff", json.loads(self.assay("findings", "diff", "out", "out", "--json", expect=NOTHING).stdout)), [])

    @needs("z3")
    def test_what_is_told_of_controls_and_versions(self):
        self.assertLessEqual({"started", "control", "finished"}, self.fuzz("--target", "z3", "--tests", "20", "-o", "out", expect=RAN))
        os.environ["XDG_DATA_HOME"] = self.path("data")
        self.addCleanup(os.environ.pop, "XDG_DATA_HOME")
        for version, answers in (("1.0", LIAR), ("1.1", "#!/bin/sh\n[ \"$1\" = --version ] && echo 1.1 && exit\nexec z3 -in\n")):
            self.program(f"data/assay/targets/fake/{version}/bin/fake", answers)
        self.fuzz("--target", "fake@1.0", "--skip-controls", "--findings", "1", "--tests", "20", "-o", "fake", expect=FINDINGS)
        finding = os.listdir(self.path("fake", "findings"))[0]
        history = self.assay("findings", "history", "fake", "--versions", "fake:all", "--json", expect=NOTHING).stdout
        self.assertEqual(complaints("history", json.loads(history.splitlines()[0])), [])
        bisect = self.assay("findings", "bisect", "fake", finding, "--versions", "fake:all", "--json", expect=NOTHING).stdout
        self.assertEqual(complaints("bisect", json.loads(bisect)), [])
        export = json.loads(self.assay("findings", "export", "fake", "-f", "json").stdout)
        self.assertIn("versions", export["findings"][0])
        self.assertEqual(complaints("export", export), [])

    def test_a_schema_refuses_what_it_does_not_list(self):
        good = {"format": 1, "event": "message", "level": "info", "text": "x"}
        self.assertEqual(complaints("events", good), [])
        for bad in ({**good, "more": 1}, {**good, "format": 2}, {key: good[key] for key in ("format", "event", "level")}):
            self.assertTrue(complaints("events", bad), bad)

    def test_the_manual_has_the_fields_of_the_events(self):
        with open(os.path.join(SOURCE, "docs", "user", "output.md"), encoding="utf-8") as file:
            manual = file.read()
        rows = {row[0]: row[1] for row in re.findall(r"(?m)^\| `(\w+)` \| (.*) \|$", manual)}
        events = schema("events")["$defs"]
        progress = set(events["progress"]["properties"])
        for event, definition in events.items():
            if event == "kind":
                continue
            fields = set(definition["properties"]) - {"format", "event"}
            if event == "finished":
                fields -= progress
            missing = {field for field in fields if f"`{field}`" not in rows[event]}
            self.assertEqual(missing, set(), f"the row of {event} in docs/user/output.md")
        for file in os.listdir(FOLDER):
            self.assertIn(file, manual)


if __name__ == "__main__":
    unittest.main()
