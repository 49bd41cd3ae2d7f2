// Readers of the analyzer area: definitions, facts, recipes, stored runs, sources of projects.

#include <gtest/gtest.h>

#include "analyzer/adapters/ciao/ciao_edits.hpp"
#include "analyzer/adapters/ciao/term/output.hpp"
#include "analyzer/adapters/ciao/term/term.hpp"
#include "analyzer/adapters/gcc/gcc_points.hpp"
#include "analyzer/command/compile_database.hpp"
#include "analyzer/command/shell_words.hpp"
#include "analyzer/fact/fact.hpp"
#include "analyzer/split/source/python_imports.hpp"
#include "analyzer/target/analyzer.hpp"
#include "analyzer/tune/report/tune_job.hpp"
#include "analyzer/tune/report/tuned_json.hpp"
#include "analyzer/tune/run/outcome_json.hpp"
#include "analyzer/tune/search/ask_tell.hpp"
#include "core/sarif/uri.hpp"
#include "core/source/c_names.hpp"
#include "core/source/source_tokens.hpp"
#include "reader_fuzz.hpp"
#include "unit/analyzer/tune/spaces.hpp"

namespace assay::fuzz {
namespace {

void read_definition(const std::string& text) {
  const Result<analyzer::Definition> definition = analyzer::parse_analyzer(text, "mine.toml");
  if (!definition || definition->adapter.empty()) return;  // definitions for `tune` or `split` alone are not written
  const std::string written = analyzer::to_toml(*definition);
  const Result<analyzer::Definition> again = analyzer::parse_analyzer(written, "again.toml");
  ASSERT_TRUE(again.ok()) << text << "\n---\n" << written << "\n---\n" << again.error().text();
  EXPECT_EQ(analyzer::to_toml(*again), written);
}

void read_fact(const std::string& text) {
  (void)analyzer::wide_from(text);
  const Result<analyzer::Fact> fact = analyzer::fact_from_json(text);
  if (!fact) return;
  const std::string written = analyzer::to_json(*fact);
  const Result<analyzer::Fact> again = analyzer::fact_from_json(written);
  ASSERT_TRUE(again.ok()) << text << "\n---\n" << written << "\n---\n" << again.error().text();
  EXPECT_EQ(analyzer::to_json(*again), written) << text;
  (void)analyzer::to_text(fact->property);
}

void read_recipes(const std::string& text) {
  const Result<analyzer::tune::RecipeFile> file = analyzer::tune::recipes_from_toml(text, "recipe.toml");
  if (!file) return;
  const std::string written = analyzer::tune::to_toml(*file);
  const Result<analyzer::tune::RecipeFile> again = analyzer::tune::recipes_from_toml(written, "again.toml");
  ASSERT_TRUE(again.ok()) << text << "\n---\n" << written << "\n---\n" << again.error().text();
  EXPECT_EQ(analyzer::tune::to_toml(*again), written);
}

void read_outcome(const std::string& text) {
  const Result<analyzer::tune::Outcome> outcome = analyzer::tune::outcome_from_json(text);
  if (!outcome) return;
  const std::string written = analyzer::tune::to_json_text(*outcome);
  EXPECT_TRUE(analyzer::tune::outcome_from_json(written).ok()) << written;
}

void read_tuned(const std::string& text) {
  const Result<analyzer::tune::Tuned> tuned = analyzer::tune::tuned_from_json(text);
  if (!tuned) return;
  const std::string written = analyzer::tune::tuned_to_json(*tuned);
  EXPECT_TRUE(analyzer::tune::tuned_from_json(written).ok()) << written;
}

/// Reads a proposal of an external search program.
void read_proposals(const std::string& text) {
  static const analyzer::tune::Space kSpace = analyzer::tune::space_of(analyzer::tune::eva());
  analyzer::tune::SearchTask task;
  task.space = &kSpace;
  (void)analyzer::tune::read_ask(task, text);
}

std::string some_outcome() {
  analyzer::tune::Outcome outcome;
  outcome.alarms = {{"a.c", "f", 3, "overflow", "x < 1"}};
  outcome.proved = {{"a.c", "g", 4, "division", ""}};
  outcome.dead_functions = {"h"};
  return analyzer::tune::to_json_text(outcome);
}

/// Reading a written term gives the same term.
void read_prolog(const std::string& text) {
  const analyzer::ciao::ReadText read = analyzer::ciao::read_clauses(text);
  for (const analyzer::ciao::Term& clause : read.clauses) {
    const std::string written = analyzer::ciao::write_term(clause);
    const Result<analyzer::ciao::Term> again = analyzer::ciao::read_term(written);
    ASSERT_TRUE(again.ok()) << text << "\n---\n" << written << "\n---\n" << again.error().text();
    EXPECT_EQ(analyzer::ciao::write_term(*again), written) << text;
    (void)analyzer::ciao::show_term(clause);
  }
}

void read_ciao_module(const std::string& text) {
  (void)analyzer::ciao::read_module(text);
  (void)analyzer::ciao::smaller_programs(text);
}

const std::vector<std::string>& prolog_texts() {
  static const std::vector<std::string> kTexts = {
      ":- module(_, [app/3], [assertions]).\n:- true pred app(A,B,C) : ( ground(A), list(B) ) => ( ground(C) ) + ( det "
      ").\n"
      "app([], L, L).\napp([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs), !, \\+ X = 'a b', Y is 1.5e3 - -2 ** 0x1f, Z = "
      "\"s\".\n",
      ":- regtype rt5/1.\nrt5(A) :- ( true(ground(A)), p(A) ; q -> r ), X = f(_, {a, b}), 0'c =.. X. % c\n/* d */ a "
      "--> b.\n"};
  return kTexts;
}

void read_c_source(const std::string& text) {
  (void)core::c_names(text);
  (void)core::source_tokens(text, true);
  (void)core::source_tokens(text, false);
}

}  // namespace

std::vector<Reader> analyzer_readers() {
  return {
      {"AnalyzerDefinition",
       {file_text("data/analyzers/cppcheck.toml"), file_text("data/analyzers/eva.toml").substr(0, 6000),
        file_text("examples/analyzers/lines.toml"), file_text("examples/analyzers/partitions.toml")},
       {"[tune]\n", "[[tune.knob]]\n", "[split]\n", "[[split.step]]\n", "values = [",
        "default = ", "inherits = \"gcc\"\n", "[settings]\n", "pattern = '", "[[fact]]\n", "words_for = {"},
       read_definition},
      {"Fact",
       {R"({"file":"a.c","line":3,"column":13,"subject":"a + 1","operation":"+","type":"int","property":"interval","low":1,"high":256})",
        R"({"file":"a.c","line":1,"property":"values","values":[1,"18446744073709551616"],"assumptions":["x"],"when":"before"})",
        R"({"line":1,"column":2,"subject":"p","property":"bits","width":8,"zeros":"0x0f","ones":"f0"})"},
       {"\"property\":\"congruence\"", "\"modulus\":0", "\"low\":", "\"high\":\"-", "\"values\":[", "\"truth\"",
        "\"not\":true", "\"relation\"", "\"line\":", "1e300"},
       read_fact},
      {"Recipes",
       {"target = \"eva\"\nversion = \"25\"\n[budget]\ncpu_seconds = 5.0\nmemory_bytes = 1000\nresource = \"time\"\n"
        "[[recipe]]\ncode = \"a.c\"\nfiles = [\"a.c\"]\ningredients = [\"slevel=10\"]\ncpu_seconds = 0.1\nchecks = "
        "3\nalarms = 1\n"},
       {"[[recipe]]\n", "[budget]\n", "ingredients = [", "cpu_seconds = ", "inf", "nan", "-1", "function = \"f\"\n"},
       read_recipes},
      {"StoredRun",
       {some_outcome()},
       {"\"status\":\"done\"", "\"alarms\":[[", "\"cpu_seconds\":", "1e400"},
       read_outcome},
      {"StoredTuning",
       {analyzer::tune::tuned_to_json({})},
       {"\"history\":[", "\"code\":{", "\"standard\":", "\"runs\":", "null"},
       read_tuned},
      {"AskTell",
       {R"({"ask":[{"recipe":[{"slevel":"10"},{"loops":"unroll","unrolling":"100"}],"cap":2.5},{"recipe":[{}]}]})",
        R"({"done":true})"},
       {"\"recipe\":[", "{\"slevel\":\"10\"}", "\"cap\":-1", "\"done\":", "\"ask\":"},
       read_proposals},
      {"PrologText",
       prolog_texts(),
       {":- ", ".\n", "'", "0'", "\\+ ", "[A|B]", "{", "\"", "/*", "%", " =.. ", "op(700, xfx, ===)", "- (", "1.5e3",
        "a:b", "!"},
       read_prolog},
      {"CiaoModule",
       prolog_texts(),
       {":- true pred p(A) : (", " => (", " + (", ":- regtype ", "true(ground(A))", ".\n", ":- module("},
       read_ciao_module},
      {"GccPoints",
       {"-O2:vrp2 -O1:late -Os:store-merging"},
       {"-O2:", "late", "vrp", ":"},
       [](const std::string& text) { (void)analyzer::gcc_points(text); }},
      {"ShellWords",
       {"cc -Iinclude -DX='1 2' \"a\\\"b\" c\\ d -c x.c"},
       {"'", "\"", "\\", "-I", "-D"},
       [](const std::string& text) {
         (void)analyzer::shell_words(text);
         (void)core::path_of_uri(text);
       }},
      {"CSource",
       {"#define N 3\n#if N\nstatic int f(unsigned char a) { return g(a) + N; }\n#else\nnamespace x { int A::h() const "
        "{ return 1; } }\n"
        "#endif\nint v[] = {1, 2}; extern \"C\" { char* w = \"a\\\"b\"; } // c\n/* d */ template <typename T> T k(T t) "
        "{ return t; }\n"},
       {"#if", "#endif\n", "#define ", "{", "}", "(", "::", "\"", "'", "R\"(", "//", "/*", "\\\n", "template <",
        "operator()"},
       read_c_source},
      {"PythonSource",
       {"import a.b as c, d\nfrom . import e\nfrom ..f import (g,\n  h)  # i\nif True:\n    import j\n'''import "
        "k'''\nx = 'a\\\nb'\n"},
       {"import ", "from ", ".", "'''", "\"\"\"", "#", "(", ")", "\\\n", "as ", "*", "f'"},
       [](const std::string& text) { (void)analyzer::splitting::python_imports(text); }},
  };
}

}  // namespace assay::fuzz
