// The annotated precedence graph (thesis definitions 6 and 7) on programs whose graph is known, and against a search
// over walks on random ones.

#include "datalog/graph/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/rng/rng.hpp"
#include "unit/datalog/program/building.hpp"

namespace assay::datalog::testing {
namespace {

/// in -> a -> b (negated) -> c (negated), and in -> c.
struct Chain : Building {
  RelationId in = relation("in", "n", {{1}});
  RelationId a = relation("a", "n");
  RelationId b = relation("b", "n");
  RelationId c = relation("c", "n");
  RelationId apart = relation("apart", "n");
  Chain() {
    rule(atom(a, {'a'}), {atom(in, {'a'})});
    rule(atom(b, {'a'}), {atom(in, {'a'}), no(a, {'a'})});
    rule(atom(c, {'a'}), {atom(in, {'a'}), no(b, {'a'})});
  }
};

TEST(DatalogGraph, AncestryCountsNegativeEdges) {
  const Chain chain;
  const PrecedenceGraph graph(chain.program);
  EXPECT_EQ(graph.ancestry(chain.a, chain.b), Ancestry::Negative);
  EXPECT_EQ(graph.ancestry(chain.a, chain.c), Ancestry::Positive);
  EXPECT_EQ(graph.ancestry(chain.in, chain.a), Ancestry::Positive);
  EXPECT_EQ(graph.ancestry(chain.in, chain.b), Ancestry::Unknown);
  EXPECT_EQ(graph.ancestry(chain.c, chain.in), Ancestry::None);
  EXPECT_EQ(graph.ancestry(chain.apart, chain.c), Ancestry::None);
  EXPECT_EQ(graph.ancestry(chain.apart, chain.apart), Ancestry::Positive);
  EXPECT_TRUE(graph.reaches(chain.in, chain.c));
  EXPECT_FALSE(graph.reaches(chain.b, chain.a));
  EXPECT_EQ(graph.size(), 5U);
}

TEST(DatalogGraph, SignsAreThoseOfThePaper) {
  EXPECT_EQ(sign(Ancestry::None), '0');
  EXPECT_EQ(sign(Ancestry::Positive), '+');
  EXPECT_EQ(sign(Ancestry::Negative), '-');
  EXPECT_EQ(sign(Ancestry::Unknown), '?');
}

TEST(DatalogGraph, StratumIsTheLongestNegativePath) {
  const Chain chain;
  const PrecedenceGraph graph(chain.program);
  EXPECT_TRUE(graph.stratified());
  EXPECT_EQ(graph.stratum(chain.c, chain.c), 0U);
  EXPECT_EQ(graph.stratum(chain.b, chain.c), 1U);
  EXPECT_EQ(graph.stratum(chain.a, chain.c), 2U);
  EXPECT_EQ(graph.stratum(chain.in, chain.c), 2U);
  EXPECT_EQ(graph.stratum(chain.apart, chain.c), 0U);
  EXPECT_EQ(graph.stratum(chain.in, chain.a), 0U);
}

TEST(DatalogGraph, AggregatedEdgesAreOfBothSigns) {
  Building built;
  const RelationId in = built.relation("in", "n", {{1}});
  const RelationId out = built.relation("out", "n");
  built.rule(built.atom(out, {'a'}), {count('a', {built.atom(in, {'b'})})});
  const PrecedenceGraph graph(built.program);
  EXPECT_EQ(graph.ancestry(in, out), Ancestry::Unknown);
  EXPECT_EQ(graph.stratum(in, out), 1U);
  ASSERT_EQ(graph.edges().size(), 1U);
  EXPECT_TRUE(graph.edges()[0].aggregated);
  EXPECT_FALSE(graph.edges()[0].negative);
}

TEST(DatalogGraph, EdgesNameRuleAndLiteral) {
  const Chain chain;
  const PrecedenceGraph graph(chain.program);
  ASSERT_EQ(graph.edges().size(), 5U);
  const Edge& edge = graph.edges()[2];
  EXPECT_EQ(edge.from, chain.a);
  EXPECT_EQ(edge.to, chain.b);
  EXPECT_EQ(edge.rule, 1U);
  EXPECT_EQ(edge.literal, 1U);
  EXPECT_TRUE(edge.negative);
}

TEST(DatalogGraph, EveryHeadGetsAnEdge) {
  Building built;
  const RelationId in = built.relation("in", "n", {{1}});
  const RelationId a = built.relation("a", "n");
  const RelationId b = built.relation("b", "n");
  built.rule({built.atom(a, {'a'}), built.atom(b, {'a'})}, {built.atom(in, {'a'})});
  const PrecedenceGraph graph(built.program);
  EXPECT_EQ(graph.edges().size(), 2U);
  EXPECT_TRUE(graph.reaches(in, a));
  EXPECT_TRUE(graph.reaches(in, b));
  EXPECT_FALSE(graph.reaches(a, b));
}

TEST(DatalogGraph, ComponentsAndRecursion) {
  Building built;
  const RelationId out = built.relation("out", "n");
  const RelationId even = built.relation("even", "n");
  const RelationId odd = built.relation("odd", "n");
  const RelationId own = built.relation("own", "n");
  built.rule(built.atom(out, {'a'}), {built.atom(even, {'a'}), built.no(own, {'a'})});
  built.rule(built.atom(even, {'a'}), {built.atom(odd, {'a'})});
  built.rule(built.atom(odd, {'a'}), {built.atom(even, {'a'})});
  built.rule(built.atom(own, {'a'}), {built.atom(own, {'a'})});
  const PrecedenceGraph graph(built.program);
  EXPECT_EQ(graph.component_count(), 3U);
  EXPECT_EQ(graph.component_of(even), graph.component_of(odd));
  EXPECT_GT(graph.component_of(out), graph.component_of(even));
  EXPECT_GT(graph.component_of(out), graph.component_of(own));
  EXPECT_TRUE(graph.recursive(even));
  EXPECT_TRUE(graph.recursive(own));
  EXPECT_FALSE(graph.recursive(out));
  EXPECT_TRUE(graph.stratified());
}

TEST(DatalogGraph, NegationAndAggregationInCyclesAreSeen) {
  Building negated;
  const RelationId a = negated.relation("a", "n");
  const RelationId b = negated.relation("b", "n", {{1}});
  negated.rule(negated.atom(a, {'a'}), {negated.atom(b, {'a'}), negated.no(a, {'a'})});
  EXPECT_FALSE(PrecedenceGraph(negated.program).stratified());
  Building aggregated;
  const RelationId c = aggregated.relation("c", "n");
  aggregated.rule(aggregated.atom(c, {'a'}), {count('a', {aggregated.atom(c, {'b'})})});
  EXPECT_FALSE(PrecedenceGraph(aggregated.program).stratified());
}

TEST(DatalogGraph, LongChainsNeedNoStack) {
  constexpr RelationId kLength = 3000;
  Building built;
  for (RelationId i = 0; i < kLength; ++i) built.relation("r" + std::to_string(i), "n");
  for (RelationId i = 1; i < kLength; ++i) built.rule(built.atom(i, {'a'}), {built.atom(i - 1, {'a'})});
  const PrecedenceGraph graph(built.program);
  EXPECT_EQ(graph.ancestry(0, kLength - 1), Ancestry::Positive);
  EXPECT_EQ(graph.component_count(), kLength);
}

TEST(DatalogGraph, NothingAtAll) {
  const PrecedenceGraph graph{Program()};
  EXPECT_EQ(graph.size(), 0U);
  EXPECT_TRUE(graph.stratified());
}

/// (relation, parity) pairs that walks from `from` reach.
std::set<std::pair<RelationId, bool>> walked(const PrecedenceGraph& graph, RelationId from) {
  std::set<std::pair<RelationId, bool>> seen = {{from, false}};
  std::vector<std::pair<RelationId, bool>> open = {{from, false}};
  while (!open.empty()) {
    const auto [at, odd] = open.back();
    open.pop_back();
    for (const Edge& edge : graph.edges()) {
      if (edge.from != at) continue;
      std::vector<bool> parities;
      if (!edge.negative || edge.aggregated) parities.push_back(odd);
      if (edge.negative || edge.aggregated) parities.push_back(!odd);
      for (const bool parity : parities)
        if (seen.insert({edge.to, parity}).second) open.emplace_back(edge.to, parity);
    }
  }
  return seen;
}

/// Relations of one number, with random rules; stratified or not.
Program random_graph(core::Rng& rng) {
  Building built;
  const auto size = static_cast<RelationId>(1 + rng.below(8));
  for (RelationId i = 0; i < size; ++i) built.relation("r" + std::to_string(i), "n");
  const std::uint64_t rules = rng.below(10);
  const auto any = [&] { return static_cast<RelationId>(rng.below(size)); };
  for (std::uint64_t i = 0; i < rules; ++i) {
    std::vector<Literal> body = {built.atom(any(), {'a'})};
    if (rng.percent(40)) body.emplace_back(built.no(any(), {'a'}));
    if (rng.percent(10)) body.emplace_back(count('b', {built.atom(any(), {'c'})}));
    built.rule(built.atom(any(), {'a'}), std::move(body));
  }
  return built.program;
}

TEST(DatalogGraph, AgreesWithASearchOverWalks) {
  core::Rng rng(7);
  for (int i = 0; i < 1000; ++i) {
    const Program program = random_graph(rng);
    const PrecedenceGraph graph(program);
    for (RelationId from = 0; from < graph.size(); ++from) {
      const auto seen = walked(graph, from);
      for (RelationId to = 0; to < graph.size(); ++to) {
        const bool even = seen.count({to, false}) > 0;
        const bool odd = seen.count({to, true}) > 0;
        const Ancestry expected =
            even && odd ? Ancestry::Unknown : (odd ? Ancestry::Negative : (even ? Ancestry::Positive : Ancestry::None));
        EXPECT_EQ(graph.ancestry(from, to), expected) << "program " << i << ": " << from << " to " << to;
        const bool together = graph.component_of(from) == graph.component_of(to);
        EXPECT_EQ(together, graph.reaches(from, to) && graph.reaches(to, from));
      }
    }
    for (const Edge& edge : graph.edges()) EXPECT_LE(graph.component_of(edge.from), graph.component_of(edge.to));
    EXPECT_EQ(graph.stratified(), std::none_of(graph.edges().begin(), graph.edges().end(), [&](const Edge& edge) {
                return (edge.negative || edge.aggregated) && graph.reaches(edge.to, edge.from);
              }));
  }
}

// Definition 7 for each edge: the stratum of `from` is at least the stratum of `to`, and at least 1 more if the edge is
// negative or aggregated.
TEST(DatalogGraph, StrataGrowAlongNegativeEdges) {
  core::Rng rng(8);
  for (int i = 0; i < 1000; ++i) {
    const Program program = random_graph(rng);
    const PrecedenceGraph graph(program);
    if (!graph.stratified()) continue;
    for (RelationId output = 0; output < graph.size(); ++output) {
      EXPECT_EQ(graph.stratum(output, output), 0U);
      for (const Edge& edge : graph.edges()) {
        if (!graph.reaches(edge.to, output)) continue;
        const std::uint32_t step = edge.negative || edge.aggregated ? 1 : 0;
        EXPECT_GE(graph.stratum(edge.from, output), graph.stratum(edge.to, output) + step);
      }
    }
  }
}

}  // namespace
}  // namespace assay::datalog::testing
