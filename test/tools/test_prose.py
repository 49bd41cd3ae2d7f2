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


class Riddles(support.TreeTest):
    def test_words_count_in_comments_alone(self):
        found = check_prose.riddles("/// One of so many.\nint x = 1;  // what\nauto s = \"so many\";\n//! Of it.\n")
        self.assertEqual(found[r"\bso many\b"], [1])
        self.assertEqual([numbers for pattern, numbers in found.items() if "What|Of" in pattern], [[4]])

    def test_comments_and_docstrings_of_scripts_count(self):
        text = '"""nobody"""\nx = "so many"  @ one of them\nurl = "a@whatever"\n@ Of it.\nkMostTerms = 1\n'.replace("@", "#")
        for path in ("bench/a.py", "test/CMakeLists.txt"):
            found = check_prose.riddles(text, path)
            self.assertEqual([numbers for numbers in found.values() if numbers], [[2], [1], [4]])

    def test_names_of_limits_count_in_code(self):
        found = check_prose.riddles("constexpr int kMostTerms = 3, kMaxTerms = 4;\nint all = kLeast;\n")
        self.assertEqual([numbers for pattern, numbers in found.items() if "Least" in pattern], [[1, 2]])

    def test_more_than_the_number_is_reported_with_all_places(self):
        self.write("src/base/a.cpp", "// Whatever it is: so many.\n")
        self.write("include/assay/b.hpp", "// As many.\n\n// Many.\n/// So many, so many.\n")
        self.write("test/e2e/c.py", "# Many.\n")
        allowed = {r"\bso many\b": 1}
        (message,) = check_prose.check_riddles(self.root, allowed)
        self.assertIn("is in 2 lines, at most 1 are allowed", message)
        self.assertIn("include/assay/b.hpp:4, src/base/a.cpp:1", message)
        allowed[r"\bso many\b"] = 2
        self.assertEqual(list(check_prose.check_riddles(self.root, allowed)), [])


if __name__ == "__main__":
    unittest.main()
