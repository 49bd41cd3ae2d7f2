import unittest

import os

import support
import check_layers
import cmake_source
import cpp_source


class Layers(support.TreeTest):
    def messages(self):
        return check_layers.check(self.root)[0]

    def test_downward_edges_are_fine(self):
        self.write("src/base/text.hpp", "")
        self.write("src/core/rng/rng.hpp", '#include "base/text.hpp"\n')
        self.write("src/cli/main.cpp", '#include "core/rng/rng.hpp"\n#include <CLI/CLI.hpp>\n#include <iostream>\n')
        self.assertEqual(self.messages(), [])

    def test_an_upward_edge_is_named_with_file_line_and_allowed_set(self):
        self.write("src/core/rng/rng.hpp", "")
        self.write("src/base/text.cpp", '#include <string>\n\n#include "core/rng/rng.hpp"\n')
        (message,) = self.messages()
        self.assertIn("src/base/text.cpp:3:", message)
        self.assertIn("base may not include core", message)
        self.assertTrue(message.endswith("allowed here: base"), message)

    def test_core_knows_nothing_about_smt(self):
        self.write("include/assay/smt/term.hpp", "")
        self.write("src/core/campaign/loop.cpp", '#include "assay/smt/term.hpp"\n')
        self.assertEqual(len(self.messages()), 1)

    def test_the_parts_of_core_have_an_order(self):
        self.write("src/core/finding/finding.hpp", "")
        self.write("src/core/io/io.hpp", "")
        self.write("src/core/finding/folder.hpp", '#include "core/finding/finding.hpp"\n#include "core/io/io.hpp"\n')
        self.write("src/core/store/store.cpp", '#include "core/finding/folder.hpp"\n')
        self.write("src/datalog/fuzz/tester.cpp", '#include "core/finding/finding.hpp"\n')
        self.assertEqual(self.messages(), [])
        self.write("src/core/io/files.cpp", '#include "core/finding/finding.hpp"\n')
        (message,) = self.messages()
        self.assertIn("src/core/io/files.cpp:1: core/io may not include core/finding", message)

    def test_parts_of_core_that_others_add_have_their_place(self):
        self.write("src/core/io/io.hpp", "")
        self.write("src/core/options/options.hpp", '#include "core/io/io.hpp"\n')
        self.write("src/core/target/ending.hpp", '#include "core/io/io.hpp"\n')
        self.write("src/workers/worker.cpp", '#include "core/target/ending.hpp"\n')
        self.assertEqual(self.messages(), [])
        self.write("src/core/case/case.cpp", '#include "core/target/ending.hpp"\n')
        (message,) = self.messages()
        self.assertIn("core/case may not include core/target", message)

    def test_other_areas_see_the_face_of_a_part_alone(self):
        self.write("src/smt/judge/judge.hpp", "")
        self.write("src/smt/judge/core_judge.hpp", "")
        self.write("src/smt/reduce/smt_reduce.cpp", '#include "smt/judge/core_judge.hpp"\n')
        self.write("src/trigger/check/face.cpp", '#include "smt/judge/judge.hpp"\n')
        self.assertEqual(self.messages(), [])
        self.write("src/trigger/check/inside.cpp", '#include "smt/judge/core_judge.hpp"\n')
        (message,) = self.messages()
        self.assertIn("src/trigger/check/inside.cpp:1: src/smt/judge/core_judge.hpp is inside of smt/judge", message)

    def test_what_other_modules_include_of_core_is_a_face_or_listed(self):
        self.write("src/core/store/store.hpp", "")
        self.write("src/core/store/parts.hpp", "")
        self.write("src/core/store/store.cpp", '#include "core/store/parts.hpp"\n')
        self.write("src/datalog/fuzz/tester.cpp", '#include "core/store/store.hpp"\n')
        self.assertEqual(self.messages(), [])
        self.write("src/datalog/fuzz/module.cpp", '#include "core/store/parts.hpp"\n')
        (message,) = self.messages()
        self.assertIn("src/datalog/fuzz/module.cpp:1: src/core/store/parts.hpp is inside of core", message)

    def test_there_are_at_most_35_public_headers(self):
        for number in range(35):
            self.write(f"include/assay/base/header_{number}.hpp", "")
        self.assertEqual(self.messages(), [])
        self.write("include/assay/smt/term.hpp", "")
        self.assertIn("include/: 36 public headers, at most 35", self.messages()[0])

    def test_a_header_of_core_belongs_to_a_part(self):
        self.write("include/assay/core/novelty.hpp", "")
        self.write("src/core/novelty/a.cpp", "")
        self.write("src/core/a.cpp", "")
        self.assertEqual(len(self.messages()), 3)

    def test_the_parts_of_smt_have_an_order(self):
        self.write("include/assay/smt/term.hpp", "")
        self.write("src/smt/parse/lexer.hpp", '#include "assay/smt/term.hpp"\n')
        self.assertEqual(self.messages(), [])
        self.write("src/smt/term/store.cpp", '#include "smt/parse/lexer.hpp"\n')
        (message,) = self.messages()
        self.assertIn("smt/term may not include smt/parse", message)

    def test_trigger_may_use_smt_and_no_other_module_may(self):
        self.write("include/assay/smt/term.hpp", "")
        self.write("src/trigger/problem/clause.cpp", '#include "assay/smt/term.hpp"\n')
        self.assertEqual(self.messages(), [])
        self.write("src/datalog/ast.cpp", '#include "assay/smt/term.hpp"\n')
        self.assertEqual(len(self.messages()), 1)

    def test_the_rooms_of_trigger_have_an_order(self):
        self.write("src/trigger/source/validator.hpp", "")
        self.write("src/trigger/search/candidates.cpp", '#include "trigger/source/validator.hpp"\n')
        self.write("src/trigger/report.cpp", '#include "trigger/source/validator.hpp"\n')
        self.assertEqual(self.messages(), [])
        self.write("src/trigger/problem/formula/names.cpp", '#include "trigger/source/validator.hpp"\n')
        (message,) = self.messages()
        self.assertIn("trigger/problem/formula may not include trigger/source", message)

    def test_the_rooms_of_domain_have_an_order(self):
        self.write("include/assay/domain/law.hpp", "")
        self.write("src/domain/worker/protocol.hpp", '#include "assay/domain/law.hpp"\n')
        self.write("src/domain/libraries/level0/level0_adapter.hpp", '#include "assay/domain/law.hpp"\n')
        self.write("src/domain/libraries/apron/box.cpp", '#include "domain/libraries/level0/level0_adapter.hpp"\n')
        self.write("src/domain/campaign/tester.cpp", '#include "domain/worker/protocol.hpp"\n')
        self.assertEqual(self.messages(), [])
        self.write("src/domain/libraries/crab/zones.cpp", '#include "domain/libraries/level0/level0_adapter.hpp"\n')
        self.write("src/domain/kernel/run/run.cpp", '#include "domain/worker/protocol.hpp"\n')
        self.write("src/domain/kernel/novelty/a.cpp", "")
        self.assertEqual([message.split("(")[0].strip() for message in self.messages()], [
            "src/domain/kernel/novelty/a.cpp:1: this file belongs to no part: give it a row in check_layers.py",
            "src/domain/kernel/run/run.cpp:1: domain/kernel/run may not include domain/worker",
            "src/domain/libraries/crab/zones.cpp:1: domain/libraries/crab may not include domain/libraries/level0"])

    def test_a_room_has_at_most_fifteen_files(self):
        for number in range(15):
            self.write(f"src/smt/theory/text/{number}.cpp", "")
        self.assertEqual(self.messages(), [])
        self.write("src/smt/theory/text/regex.hpp", "")
        self.assertIn("src/smt/theory/text: 16 files, at most 15", self.messages()[0])

    def test_relative_includes_count(self):
        self.write("src/core/store/schema.hpp", "")
        self.write("src/base/hash.cpp", '#include "../core/store/schema.hpp"\n')
        self.assertEqual(len(self.messages()), 1)

    def test_an_include_in_a_comment_does_not_count(self):
        self.write("src/core/rng/rng.hpp", "")
        self.write("src/base/text.cpp", '// #include "core/rng/rng.hpp"\n/*\n#include "core/rng/rng.hpp"\n*/\n')
        self.assertEqual(self.messages(), [])

    def test_an_include_that_is_nowhere_is_reported(self):
        self.write("src/base/text.cpp", '#include "assay/base/missing.hpp"\n')
        self.assertIn("neither", self.messages()[0])

    def test_a_file_without_a_part_is_reported(self):
        self.write("src/novelty/a.cpp", "")
        self.write("src/smt/novelty/a.cpp", "")
        self.write("src/trigger/novelty/a.cpp", "")
        self.write("include/assay/smt/novelty.hpp", "")
        self.write("include/assay/trigger/novelty.hpp", "")
        self.assertEqual(len(self.messages()), 5)

    def test_third_party_headers_have_their_place(self):
        self.write("src/core/store/store.cpp", "#include <sqlite3.h>\n#include <nlohmann/json.hpp>\n")
        self.write("src/smt/solver/native.cpp", "#include <z3.h>\n")
        self.write("src/base/plain.cpp", "#include <string>\n#include <vector>\n")
        self.assertEqual(self.messages(), [])
        for path, header in [
            ("src/core/report/html.cpp", "sqlite3.h"),
            ("src/core/finding/finding.hpp", "nlohmann/json.hpp"),
            ("src/core/report/table.hpp", "fmt/format.h"),
            ("src/core/options/file.hpp", "toml++/toml.h"),
            ("src/core/options/flags.cpp", "CLI/CLI.hpp"),
            ("src/core/report/number.cpp", "gmpxx.h"),
            ("src/smt/theory/number/floating_point.cpp", "mpfr.h"),
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
                inside = [one for one in check_layers.PARTS if one == other or one.startswith(other + "/")]
                self.assertTrue(inside, f"{part} names {other}")
        edges = {part: check_layers.allowed(part) - {part} for part in check_layers.PARTS}
        self.assertEqual(cmake_source.find_cycle(edges), [])

    def test_every_header_with_a_row_is_there(self):
        for header, part in check_layers.PUBLIC_HEADERS.items():
            if not os.path.isdir(os.path.join(support.ROOT, "src", part)):
                continue  # a part that is not there yet
            self.assertTrue(os.path.exists(os.path.join(support.ROOT, "include", "assay", header)), header)


    def test_the_examples_use_every_public_header(self):
        include = os.path.join(support.ROOT, "include")
        examples = os.path.join(support.ROOT, "examples")
        headers, waiting = ([os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names]
                            for top in (include, examples))
        headers = {os.path.relpath(path, include) for path in headers}
        used = set()
        while waiting:
            for _, name, _ in cpp_source.includes(cpp_source.read(waiting.pop())):
                if name in headers - used:
                    used.add(name)
                    waiting.append(os.path.join(include, name))
        self.assertEqual(headers - used, set())


class Links(support.TreeTest):
    """Three parts that include each other downwards, and link so."""

    def setUp(self):
        super().setUp()
        self.write("src/base/text.hpp", "")
        self.write("src/core/io/io.hpp", '#include "base/text.hpp"\n')
        self.write("src/core/finding/finding.hpp", "")
        self.write("src/base/text.cpp", '#include "base/text.hpp"\n')
        self.write("src/core/io/files.cpp", '#include "core/io/io.hpp"\n')
        self.write("src/core/finding/folder.cpp", '#include "core/finding/finding.hpp"\n#include "core/io/io.hpp"\n')
        self.link("base", "assay_library(assay_base SOURCES text.cpp)\n")
        self.link("core/io", "assay_library(assay_core_io\n  SOURCES files.cpp\n  PUBLIC assay_base)\n")
        self.link("core/finding", "assay_library(assay_core_finding SOURCES folder.cpp PUBLIC assay_core_io)\n")

    def link(self, folder, text):
        self.write(f"src/{folder}/CMakeLists.txt", text)

    def messages(self):
        return check_layers.check(self.root)[0]

    def test_edges_that_the_includes_have_are_fine(self):
        self.assertEqual(self.messages(), [])

    def test_an_upward_edge_is_named_with_file_line_and_allowed_set(self):
        self.link("base", "assay_library(assay_base SOURCES text.cpp)\n# a comment\n"
                          "target_link_libraries(assay_base PRIVATE fmt::fmt assay_core_io)\n")
        messages = self.messages()
        self.assertIn("src/base/CMakeLists.txt:3: assay_base (base) may not link assay_core_io (core/io); "
                      "allowed here: base", messages)

    def test_a_target_of_several_rooms_may_link_what_one_of_them_includes(self):
        self.write("src/analyzer/adapters/ciao/ciao.hpp", "")
        self.write("src/analyzer/adapters/ciao/ciao.cpp", "")
        self.write("src/analyzer/adapters/registry.cpp", '#include "analyzer/adapters/ciao/ciao.hpp"\n')
        self.write("src/analyzer/adapters/gcc/gcc.cpp", "")
        self.link("analyzer/adapters/ciao", "assay_library(assay_ciao SOURCES ciao.cpp)\n")
        self.link("analyzer/adapters", "assay_library(assay_rows SOURCES registry.cpp gcc/gcc.cpp PUBLIC assay_ciao)\n")
        self.assertEqual(self.messages(), [])
        self.link("analyzer/adapters", "assay_library(assay_rows SOURCES gcc/gcc.cpp PUBLIC assay_ciao)\n")
        self.assertIn("assay_rows (analyzer/adapters/gcc) may not link assay_ciao", self.messages()[0])

    def test_what_is_included_has_to_be_linked(self):
        self.link("core/finding", "assay_library(assay_core_finding SOURCES folder.cpp)\n")
        (message,) = self.messages()
        self.assertEqual(message, "src/core/finding/CMakeLists.txt:1: assay_core_finding includes core/io "
                                  "(src/core/finding/folder.cpp:2) and does not link assay_core_io")

    def test_headers_of_the_target_count(self):
        self.write("src/core/finding/folder.hpp", '#include "base/text.hpp"\n')
        self.write("src/core/finding/folder.cpp", '#include "core/finding/folder.hpp"\n')
        self.link("core/finding", "assay_library(assay_core_finding SOURCES folder.cpp)\n")
        (message,) = self.messages()
        self.assertIn("includes base (src/core/finding/folder.hpp:1) and does not link assay_base", message)

    def test_what_another_links_privately_is_not_linked(self):
        self.link("core/io", "assay_library(assay_core_io SOURCES files.cpp PRIVATE assay_base)\n")
        self.write("src/core/finding/base.cpp", '#include "base/text.hpp"\n')
        self.link("core/finding", "assay_library(assay_core_finding SOURCES folder.cpp base.cpp PUBLIC assay_core_io)\n")
        (message,) = self.messages()
        self.assertIn("assay_core_finding includes base (src/core/finding/base.cpp:1)", message)

    def test_what_is_linked_has_to_be_included(self):
        self.link("core/finding", "assay_library(assay_core_finding SOURCES folder.cpp\n"
                                  "  PUBLIC assay_core_io assay_base)\n")
        (message,) = self.messages()
        self.assertEqual(message, "src/core/finding/CMakeLists.txt:1: assay_core_finding links assay_base "
                                  "and includes nothing of base")

    def test_a_target_without_sources_stands_for_what_it_links(self):
        self.link("core", "add_library(assay_core INTERFACE)\n"
                          "target_link_libraries(assay_core INTERFACE assay_core_io assay_core_finding)\n")
        self.write("src/workers/run.cpp", '#include "core/finding/finding.hpp"\n')
        self.link("workers", "add_library(assay_worker STATIC ${PROJECT_SOURCE_DIR}/src/workers/run.cpp)\n"
                             "target_link_libraries(assay_worker PUBLIC assay_core)\n")
        self.assertEqual(self.messages(), [])
        self.write("src/smt/term/store.cpp", "")
        self.link("smt/term", "assay_library(assay_smt_term SOURCES store.cpp PUBLIC assay_core)\n")
        self.assertIn("assay_smt_term (smt/term) may not link assay_core (core/finding, core/io)", self.messages()[0])

    def test_headers_of_values_need_no_link(self):
        self.write("include/assay/domain/program.hpp", "")
        self.write("src/domain/kernel/program/draw.hpp", "")
        self.write("src/domain/kernel/program/draw.cpp", '#include "domain/kernel/program/draw.hpp"\n')
        self.link("domain/kernel/program", "assay_library(assay_domain_program SOURCES draw.cpp)\n")
        self.write("src/domain/reproduction/texts.cpp", '#include "assay/domain/program.hpp"\n')
        self.link("domain/reproduction", "assay_library(assay_domain_reproduction SOURCES texts.cpp)\n")
        self.assertEqual(self.messages(), [])
        self.write("src/domain/reproduction/texts.cpp", '#include "domain/kernel/program/draw.hpp"\n')
        (message,) = self.messages()
        self.assertIn("assay_domain_reproduction includes domain/kernel/program", message)

    def test_functions_of_the_tree_are_called(self):
        self.link("cli", "add_executable(assay_cli main.cpp)\n"
                         "function(assay_cli_area name)\n"
                         '  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})\n'
                         "  add_library(assay_cli_${name} OBJECT ${ARG_SOURCES})\n"
                         "  target_link_libraries(assay_cli_${name} PUBLIC ${ARG_LINKS} PRIVATE fmt::fmt)\n"
                         "  target_link_libraries(assay_cli PRIVATE assay_cli_${name})\n"
                         "endfunction()\n")
        self.write("src/cli/main.cpp", '#include "core/io/io.hpp"\n')
        self.write("src/cli/smt/area.cpp", '#include "core/io/io.hpp"\n')
        self.link("cli/smt", "assay_cli_area(smt SOURCES area.cpp LINKS assay_core_io)\n")
        self.assertEqual(self.messages(), [])
        self.write("src/cli/smt/area.cpp", '#include "core/finding/finding.hpp"\n')
        self.assertEqual(self.messages(), [
            "src/cli/smt/CMakeLists.txt:1: assay_cli_smt links assay_core_io and includes nothing of core/io",
            "src/cli/smt/CMakeLists.txt:1: assay_cli_smt includes core/finding (src/cli/smt/area.cpp:1) "
            "and does not link assay_core_finding"])

    def test_targets_that_link_each_other_are_named(self):
        # In a module without parts, only the cycle is an error.
        for name, other in (("one", "two"), ("two", "three"), ("three", "one")):
            self.write(f"src/workers/{name}/{name}.cpp", "")
            self.link(f"workers/{name}", f"assay_library(assay_{name} SOURCES {name}.cpp PRIVATE assay_{other})\n")
        # The order of the files does not matter.
        (message,) = self.messages()
        self.assertIn("assay_one -> assay_two -> assay_three -> assay_one", message)

    def test_an_edge_for_the_linker_alone_has_a_row(self):
        self.write("src/smt/term/store.cpp", "")
        self.write("src/smt/theory/rows.cpp", '#include "assay/smt/term.hpp"\n')
        self.write("include/assay/smt/term.hpp", "")
        self.link("smt/term", "assay_library(assay_smt_term SOURCES store.cpp PUBLIC assay_smt_theory)\n")
        self.link("smt/theory", "assay_library(assay_smt_theory SOURCES rows.cpp PUBLIC assay_smt_term)\n")
        self.assertEqual(self.messages(), [])


class CMakeSource(support.TreeTest):
    def test_commands_are_read_with_their_lines(self):
        text = 'if(NOT (A AND B)) # if(\n  set(x "a (b) # c" d)\nendif()\n'
        self.assertEqual(list(cmake_source.commands(text)), [
            (1, "if", ["NOT", "A", "AND", "B"]), (2, "set", ["x", "a (b) # c", "d"]), (3, "endif", [])])

    def test_a_cycle_is_found_wherever_it_is(self):
        self.assertEqual(cmake_source.find_cycle({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": set()}), [])
        self.assertEqual(cmake_source.find_cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}), ["b", "c", "b"])
        self.assertEqual(cmake_source.find_cycle({"a": {"a"}}), ["a", "a"])


if __name__ == "__main__":
    unittest.main()
