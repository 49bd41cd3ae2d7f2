#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "dialect_programs.hpp"

namespace assay::datalog {
namespace {

Capabilities everything() { return dialect("souffle")->capabilities; }

struct Case {
  std::string_view missing;
  void (*remove)(Capabilities&);
  std::string_view program;
};

const Case kCases[] = {
    {"negation", [](Capabilities& c) { c.negation = false; }, "r(x) :- s(x), !s(x)."},
    {"numbers", [](Capabilities& c) { c.numbers = false; }, "r(1)."},
    {"symbols", [](Capabilities& c) { c.symbols = false; }, ".decl t(a:symbol)"},
    {"symbols", [](Capabilities& c) { c.symbols = false; }, "r(x) :- s(x), \"a\" = \"b\"."},
    {"unsigned numbers", [](Capabilities& c) { c.unsigned_numbers = false; }, ".decl t(a:unsigned)"},
    {"floats", [](Capabilities& c) { c.floats = false; }, ".decl t(a:float)"},
    {"comparisons", [](Capabilities& c) { c.comparisons = false; }, "r(x) :- s(x), x = 1."},
    {"order", [](Capabilities& c) { c.order = false; }, "r(x) :- s(x), x <= 1."},
    {"arithmetic", [](Capabilities& c) { c.arithmetic = false; }, "r(y) :- s(x), y = x + 1."},
    {"division", [](Capabilities& c) { c.division = false; }, "r(y) :- s(x), y = x % 2."},
    {"aggregates", [](Capabilities& c) { c.aggregates = false; }, "r(y) :- y = count : { s(_x) }."},
    {"negation", [](Capabilities& c) { c.negation = false; }, "r(y) :- y = count : { s(x), !s(x) }."},
    {"wildcards in negated atoms", [](Capabilities& c) { c.negated_wildcards = false; }, "r(x) :- s(x), !s(_)."},
    {"wildcards in negated atoms", [](Capabilities& c) { c.wildcards = false; }, "r(x) :- s(x), !s(_)."},
    {"nullary relations", [](Capabilities& c) { c.nullary = false; }, ".decl t()"},
    {"several heads", [](Capabilities& c) { c.multiple_heads = false; }, "r(x), s(x) :- r(x)."},
    {"negative numbers", [](Capabilities& c) { c.negative_numbers = false; }, "r(-1)."},
    {"negative numbers", [](Capabilities& c) { c.negative_numbers = false; }, "r(x) :- s(x), x != -1."},
    {"numbers of this size", [](Capabilities& c) { c.integer_bits = 8; }, "r(128)."},
    {"numbers of this size", [](Capabilities& c) { c.integer_bits = 8; }, "r(x) :- s(x), x != -129."},
    {"numbers of this size", [](Capabilities& c) { c.integer_bits = 8; }, ".decl t(a:unsigned)\nt(256)."},
    {"eqrel", [](Capabilities& c) { c.qualifiers = {}; }, ".decl t(a:number, b:number) eqrel"},
    {"brie", [](Capabilities& c) { c.qualifiers = {}; }, ".decl t(a:number) brie"},
    {"inline", [](Capabilities& c) { c.qualifiers = {}; }, ".decl t(a:number) inline"},
    {"magic", [](Capabilities& c) { c.qualifiers = {}; }, ".decl t(a:number) magic"},
};

TEST(Capabilities, TellsWhatIsMissing) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.program);
    const Program program = program_of(".decl r(a:number)\n.decl s(a:number)\n" + std::string(one.program) + "\n");
    EXPECT_EQ(lacks(everything(), program), "");
    Capabilities less = everything();
    one.remove(less);
    EXPECT_EQ(lacks(less, program), one.missing);
  }
}

TEST(Capabilities, LimitsBelongToTheirWidth) {
  Capabilities small = everything();
  small.integer_bits = 8;
  EXPECT_EQ(lacks(small, program_of(".decl r(a:number, b:unsigned)\nr(127, 255).\nr(-128, 0).\n")), "");
}

TEST(Capabilities, PositiveWildcardsAreAlwaysPrinted) {
  Capabilities less = everything();
  less.wildcards = false;
  EXPECT_EQ(lacks(less, program_of(".decl r(a:number)\n.decl s(a:number)\nr(1) :- s(_).\n")), "");
}

TEST(Registry, HasTheDialectsOnce) {
  std::set<std::string_view> names;
  for (const Dialect& row : dialects()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(dialect(row.name), &row);
    EXPECT_NE(row.print, nullptr);
    EXPECT_NE(row.read, nullptr);
    EXPECT_EQ(row.extension.front(), '.');
    EXPECT_FALSE(row.description.empty());
  }
  EXPECT_EQ(dialect("prolog2"), nullptr);
}

TEST(Registry, EveryDialectPrintsAProgramWithoutRelations) {
  for (const Dialect& row : dialects()) EXPECT_NO_FATAL_FAILURE((void)row.print(Program{})) << row.name;
}

}  // namespace
}  // namespace assay::datalog
