import unittest

import support
import check_prose

LONG = "word " * 30 + "end"


class Prose(unittest.TestCase):
    def test_finds_long_lines_of_prose_alone(self):
        text = f"# {LONG}\n\n{LONG}\n\n| {LONG} |\n\n    {LONG}\n\n```\n{LONG}\n```\n\n- {LONG}\n\n> {LONG}\n\n{'x' * 130}\n"
        self.assertEqual(check_prose.long_lines(text), [3, 13])

    def test_breaks_them_and_nothing_else(self):
        text = f"a\nb\n\n{LONG}\nmore\n\n1. {LONG}\n   more\n2. `{'code ' * 30}`\n\n       {LONG}\n"
        fixed = check_prose.fixed(text)
        self.assertEqual(check_prose.long_lines(fixed), [])
        self.assertEqual(fixed.split(), text.split())
        self.assertIn("a\nb\n", fixed)
        self.assertIn("\n   word word", fixed, "an item's lines stand below its text")
        self.assertIn(f"\n       {LONG}\n", fixed)
        self.assertIn("end more\n", fixed)
        self.assertEqual(check_prose.fixed(fixed), fixed)

    def test_never_makes_a_list_of_a_dash(self):
        fixed = check_prose.fixed("word " * 23 + "more - " + "word " * 10)
        self.assertFalse(any(line.startswith("-") for line in fixed.split("\n")), fixed)


if __name__ == "__main__":
    unittest.main()
