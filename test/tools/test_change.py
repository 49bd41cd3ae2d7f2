"""The pages docs/dev/add-*.md show the files of test/change as they are, and have the numbers of files that their examples have."""

import glob
import os
import re
import textwrap
import unittest

from support import ROOT

PAGES = {"solver": "add-a-solver.md", "engine": "add-an-engine.md", "analyzer": "add-an-analyzer.md", "strategy": "add-a-strategy.md",
         "judge": "add-a-judge.md", "law": "add-a-law.md", "category": "add-a-category.md", "mutation": "add-a-mutation.md",
         "operator": "add-an-operator.md"}


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def code_blocks(text):
    """The content of each fenced block, also of one inside of a list."""
    return [textwrap.dedent(block) for block in re.findall(r"(?ms)^ *```\w*\n(.*?)^ *```$", text)]


class Pages(unittest.TestCase):
    def test_every_example_stands_in_its_page(self):
        kinds = sorted(name for name in os.listdir(os.path.join(ROOT, "test", "change")) if "." not in name)
        self.assertEqual(kinds, sorted(PAGES))
        for kind, page in PAGES.items():
            shown = code_blocks(read("docs", "dev", page))
            for path in glob.glob(os.path.join(ROOT, "test", "change", kind, "*")):
                with self.subTest(path):
                    self.assertIn(read(path), shown)


if __name__ == "__main__":
    unittest.main()
