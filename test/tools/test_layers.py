import unittest

import support
import check_layers


class Layers(support.TreeTest):
    def messages(self):
        return check_layers.check(self.root)[0]

    def test_downward_edges_are_fine(self):
        self.write("include/assay/base/text.hpp", "")
        self.write("include/assay/core/rng.hpp", '#include "assay/base/text.hpp"\n')
        self.write("src/cli/main.cpp", '#include "assay/core/rng.hpp"\n#include <CLI/CLI.hpp>\n#include <iostream>\n')
        self.assertEqual(self.messages(), [])

    def test_an_upward_edge_is_named_with_file_line_and_allowed_set(self):
        self.write("include/assay/core/rng.hpp", "")
        self.write("src/base/text.cpp", '#include <string>\n\n#include "assay/core/rng.hpp"\n')
        (message,) = self.messages()
        self.assertIn("src/base/text.cpp:3:", message)
        self.assertIn("base may not include core", message)
        self.assertTrue(message.endswith("allowed here: base"), message)

    def test_core_knows_nothing_about_smt(self):
        self.write("include/assay/smt/term.hpp", "")
        self.write("src/core/campaign/loop.cpp", '#include "assay/smt/term.hpp"\n')
        self.assertEqual(len(self.messages()), 1)

    def test_the_parts_of_smt_have_an_order(self):
        self.write("include/assay/smt/term.hpp", "")
        self.write("src/smt/parse/lexer.hpp", '#include "assay/smt/term.hpp"\n')
        self.assertEqual(self.messages(), [])
        self.write("src/smt/term/store.cpp", '#include "smt/parse/lexer.hpp"\n')
        (message,) = self.messages()
        self.assertIn("smt/term may not include smt/parse", message)

    def test_trigger_may_use_smt_and_no_other_module_may(self):
        self.write("include/assay/smt/term.hpp", "")
        self.write("src/trigger/search.cpp", '#include "assay/smt/term.hpp"\n')
        self.assertEqual(self.messages(), [])
        self.write("src/datalog/ast.cpp", '#include "assay/smt/term.hpp"\n')
        self.assertEqual(len(self.messages()), 1)

    def test_relative_includes_count(self):
        self.write("src/core/store/schema.hpp", "")
        self.write("src/base/hash.cpp", '#include "../core/store/schema.hpp"\n')
        self.assertEqual(len(self.messages()), 1)

    def test_an_include_in_a_comment_does_not_count(self):
        self.write("include/assay/core/rng.hpp", "")
        self.write("src/base/text.cpp", '// #include "assay/core/rng.hpp"\n/*\n#include "assay/core/rng.hpp"\n*/\n')
        self.assertEqual(self.messages(), [])

    def test_an_include_that_is_nowhere_is_reported(self):
        self.write("src/base/text.cpp", '#include "assay/base/missing.hpp"\n')
        self.assertIn("neither", self.messages()[0])

    def test_a_file_without_a_part_is_reported(self):
        self.write("src/novelty/a.cpp", "")
        self.write("src/smt/novelty/a.cpp", "")
        self.write("include/assay/smt/novelty.hpp", "")
        self.assertEqual(len(self.messages()), 3)

    def test_third_party_headers_have_their_place(self):
        self.write("src/core/store/store.cpp", "#include <sqlite3.h>\n#include <nlohmann/json.hpp>\n")
        self.write("src/smt/solver/native.cpp", "#include <z3.h>\n")
        self.write("src/base/plain.cpp", "#include <string>\n#include <vector>\n")
        self.assertEqual(self.messages(), [])
        for path, header in [
            ("src/core/report/html.cpp", "sqlite3.h"),
            ("include/assay/core/finding.hpp", "nlohmann/json.hpp"),
            ("src/core/report/table.hpp", "fmt/format.h"),
            ("src/core/config/file.hpp", "toml++/toml.h"),
            ("src/core/config/flags.cpp", "CLI/CLI.hpp"),
            ("src/core/report/number.cpp", "gmpxx.h"),
            ("src/smt/parse/literal.cpp", "mpfr.h"),
            ("src/smt/fuzz/check.cpp", "z3++.h"),
            ("src/smt/fuzz/choose.cpp", "random"),
            ("src/smt/fuzz/shout.cpp", "iostream"),
            ("src/base/clock.cpp", "chrono"),
            ("src/base/touch.cpp", "sys/stat.h"),
            ("src/base/spec.cpp", "gtest/gtest.h"),
        ]:
            full = self.write(path, f"#include <{header}>\n")
            (message,) = self.messages()
            self.assertIn(f"{path}:1: <{header}>", message)
            support.os.remove(full)

    def test_the_table_has_no_cycle_and_names_only_parts(self):
        for part, below in check_layers.PARTS.items():
            for other in below:
                self.assertIn(other, check_layers.PARTS)
                self.assertNotIn(part, check_layers.PARTS[other], f"{part} <-> {other}")


if __name__ == "__main__":
    unittest.main()
