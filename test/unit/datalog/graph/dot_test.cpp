#include <gtest/gtest.h>

#include <string>

#include "datalog/graph/graph.hpp"
#include "unit/datalog/program/building.hpp"

namespace assay::datalog::testing {
namespace {

std::size_t occurrences(const std::string& text, const std::string& of) {
  std::size_t found = 0;
  for (std::size_t at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) ++found;
  return found;
}

TEST(DatalogDot, ShowsRelationsEdgesAndFacts) {
  Building built;
  const RelationId in = built.relation("in", "n", {{1}, {2}, {3}});
  const RelationId a = built.relation("a", "n");
  const RelationId out = built.relation("out", "n");
  built.rule(built.atom(a, {'a'}), {built.atom(in, {'a'})});
  built.rule(built.atom(out, {'a'}), {built.atom(in, {'a'}), built.no(a, {7})});
  const std::string dot = to_dot(built.program, PrecedenceGraph(built.program), out, 2);
  EXPECT_TRUE(dot.starts_with("digraph precedence {\n"));
  EXPECT_TRUE(dot.ends_with("}\n"));
  EXPECT_EQ(occurrences(dot, "stratum 1, ancestry ?"), 1U) << dot;  // in
  EXPECT_EQ(occurrences(dot, "stratum 1, ancestry -"), 1U) << dot;  // a
  EXPECT_EQ(occurrences(dot, "stratum 0, ancestry +"), 1U) << dot;  // out
  EXPECT_EQ(occurrences(dot, "peripheries=2"), 1U);
  EXPECT_EQ(occurrences(dot, "r0 -> r1 [label=\"1 + (V0)\"]"), 1U) << dot;
  EXPECT_EQ(occurrences(dot, "r1 -> r2 [label=\"2 - (7)\", style=dashed]"), 1U) << dot;
  EXPECT_EQ(occurrences(dot, "shape=box"), 2U) << dot;
  EXPECT_EQ(occurrences(dot, "1 more"), 1U) << dot;
}

TEST(DatalogDot, QuotesWhatDotWouldRead) {
  Building built;
  const Value symbol = built.program.intern("a\"b\\c\nd");
  built.relation("in", "s", {{symbol}});
  const std::string dot = to_dot(built.program, PrecedenceGraph(built.program), 0, 5);
  EXPECT_NE(dot.find("label=\"a\\\"b\\\\c d\""), std::string::npos) << dot;
}

TEST(DatalogDot, AggregatesAndUnstratifiedProgramsAreDrawn) {
  Building built;
  const RelationId a = built.relation("a", "n");
  built.rule(built.atom(a, {'a'}), {count('a', {built.atom(a, {'b'})})});
  const std::string dot = to_dot(built.program, PrecedenceGraph(built.program), a, 5);
  EXPECT_NE(dot.find("stratum none"), std::string::npos) << dot;
  EXPECT_EQ(occurrences(dot, "1 ? (V1)"), 1U) << dot;
}

}  // namespace
}  // namespace assay::datalog::testing
