"""What both referees share: Assay's ask/tell protocol (docs/user/analyzer-tune.md), one ingredient a recipe."""

import json
import sys

NOT_USABLE = 2.0  # a usable recipe costs little more than 1


class Space:
    """The settings of one piece of code, and what a configuration of them is worth."""

    def __init__(self):
        self.stream = sys.stdout
        sys.stdout = sys.stderr  # what libraries print is not for Assay
        task = json.loads(sys.stdin.readline())
        self.knobs = task["knobs"]
        self.seed = task["seed"] % 2**31
        self.default = {knob["name"]: knob["default"] for knob in self.knobs}

    def cost(self, ingredient):
        """The cost of a configuration; None when the time is over."""
        print(json.dumps({"ask": [{"recipe": [ingredient]}]}), file=self.stream, flush=True)
        line = sys.stdin.readline()
        if not line:
            return None
        cost = json.loads(line)["tell"][0]["cost"]
        return NOT_USABLE if cost is None else cost
