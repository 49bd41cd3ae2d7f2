"""tools/check_std_names.py on planted functions."""

import unittest

import support  # noqa: F401: the tools' folder
import check_std_names

NAMES = {"quoted", "apply", "visit", "min"}


class StdNames(unittest.TestCase):
    def found(self, text):
        return [name for _, name in check_std_names.violations(text, NAMES)]

    def test_a_function_of_std_types_with_a_name_of_std_is_found(self):
        self.assertEqual(self.found("namespace a {\nnamespace {\nstd::string quoted(std::string_view text) { return {}; }\n}\n}"), ["quoted"])
        self.assertEqual(self.found("namespace a::b {\n[[nodiscard]] Expr apply(std::string_view op, const Expr& a);\n}"), ["apply"])
        self.assertEqual(self.found("template <typename F>\nvoid visit(const Store& store, F f) {}"), ["visit"])
        self.assertEqual(self.found("void visit(const Store& store, const auto& f) {}"), ["visit"])
        self.assertEqual(self.found("using Texts = std::vector<int>;\nint min(const Texts& texts);"), ["min"])

    def test_the_line_is_that_of_the_function(self):
        self.assertEqual(list(check_std_names.violations("int a;\n\nint min(std::string a);\n", NAMES)), [(3, "min")])

    def test_functions_of_our_types_are_not(self):
        self.assertEqual(self.found("namespace a {\nFloat min(const Float& a, const Float& b);\nint min(std::uint32_t a, std::size_t b);\n}"), [])

    def test_members_and_calls_are_not(self):
        self.assertEqual(self.found("struct A {\n  void apply(std::string a);\n  std::string quoted(std::string) { return std::min(1, 2); }\n};"), [])
        self.assertEqual(self.found("void A::apply(std::string a) { quoted(a); }\nint f() {\n  min(std::string());\n  return 0;\n}"), [])
        self.assertEqual(self.found("// int min(std::string a);\nconst char* kText = \"int min(std::string a);\";"), [])

    def test_the_table_has_what_broke_builds(self):
        self.assertLessEqual({"quoted", "apply", "print", "format", "visit"}, check_std_names.std_functions())


if __name__ == "__main__":
    unittest.main()
