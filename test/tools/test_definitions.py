"""tools/check_definitions.py on planted types."""

import unittest

import support
import check_definitions


class Definitions(support.TreeTest):
    def repeated(self, **texts):
        for name, text in texts.items():
            self.write(f"src/{name}.hpp", text)
        return check_definitions.repeated(self.root, [f"src/{name}.hpp" for name in texts])

    def test_two_types_of_one_name_are_found(self):
        self.assertEqual(self.repeated(a="namespace x::y {\nstruct Token { int i; };\n}", b="namespace x { namespace y {\nclass Token final : Base<int> {\n};\n} }",
                                       c="namespace x {\nenum class Token { A };\n}"),
                         [("x::y::Token", ["src/a.hpp", "src/b.hpp"])])

    def test_what_has_a_name_of_its_own_is_not(self):
        self.assertEqual(self.repeated(a="namespace x {\nstruct Token { int i; };\nstruct Outer { struct Inner {}; };\n}",
                                       b="namespace x {\nnamespace {\nstruct Token {};\n}\nstruct Token::Part { };\nstruct Outer::Inner { };\n}",
                                       c="namespace x {\nstruct Token;\nvoid f(struct Token t) { struct Outer {}; }\n// struct Token {\n}"), [])


if __name__ == "__main__":
    unittest.main()
