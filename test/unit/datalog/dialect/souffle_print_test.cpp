#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "datalog/dialect/souffle/words/souffle.hpp"
#include "datalog/dialect/souffle/words/souffle_values.hpp"

namespace assay::datalog::souffle_print_test {
namespace {

Relation relation(std::string name, std::vector<Attribute> attributes) {
  Relation out;
  out.name = std::move(name);
  out.facts.arity = attributes.size();
  out.attributes = std::move(attributes);
  return out;
}

Program small_program() {
  Program program;
  program.relations = {relation("edge", {{"a", Type::Number, ""}, {"b", Type::Symbol, "Node"}}),
                       relation("out", {{"a", Type::Number, ""}}), relation("yes", {})};
  Relation& edge = program.relations[0];
  edge.is_input = true;
  edge.is_output = false;
  edge.representation = Representation::Brie;
  edge.inlining = Inlining::NoInline;
  edge.magic = MagicSets::NoMagic;
  edge.choice_domains = {{0, 1}, {0}};
  edge.facts.add({-1, program.intern("a \"b\"\n")});
  program.relations[2].facts.add(std::vector<Value>{0});

  const Term x = Term::variable(0, Type::Number);
  const Term y = Term::variable(1, Type::Number);
  const Term s = Term::variable(2, Type::Symbol);
  Rule rule;
  rule.variables = {Type::Number, Type::Number, Type::Symbol};
  rule.heads = {{1, false, {x}}, {2, false, {}}};
  rule.body = {Atom{0, false, {x, Term::wildcard(Type::Symbol)}}, Atom{2, true, {}},
               Comparison{Comparator::GreaterEqual, x, Term::constant(-5, Type::Number)},
               Computation{x, Operator::Minimum, x, Term::constant(3, Type::Number)},
               Aggregate{x, Aggregator::Sum, y, {Atom{0, false, {y, s}}}, {{Comparator::NotEqual, y, x}}}};
  program.rules = {rule};
  return program;
}

TEST(PrintSouffle, Golden) {
  EXPECT_EQ(print_souffle(small_program()), R"(.type Node <: symbol
.decl edge(a:number, b:Node) brie no_inline no_magic choice-domain (a, b), (a)
//@ input edge
.decl out(a:number)
.output out
.decl yes()
.output yes
edge(-1, "a \"b\"\n").
yes().
out(V0), yes() :- edge(V0, _), !yes(), V0 >= -5, V0 = min(V0, 3), V0 = sum V1 : { edge(V1, V2), V1 != V0 }.
)");
}

TEST(PrintSouffle, EveryRepresentation) {
  Program program;
  program.relations = {relation("r", {})};
  for (const auto& [representation, text] : std::vector<std::pair<Representation, std::string>>{
           {Representation::Default, ".decl r()\n.output r\n"},
           {Representation::Btree, ".decl r() btree\n.output r\n"},
           {Representation::Brie, ".decl r() brie\n.output r\n"},
           {Representation::Eqrel, ".decl r() eqrel\n.output r\n"},
           {Representation::BtreeDelete, ".decl r() btree_delete\n.output r\n"}}) {
    program.relations[0].representation = representation;
    EXPECT_EQ(print_souffle(program), text);
  }
}

TEST(PrintSouffle, AddsOnlyTheOutputsThatASeedLacks) {
  Result<Program> program = parse_souffle(".decl a(x:number)\n.decl b(x:number)\n.input a\n.output b\n.once", "s.dl");
  ASSERT_TRUE(program.ok());
  const std::string text = ".decl a(x:number)\n.decl b(x:number)\n.input a\n.output b\n.once\n//@ end of seed\n";
  EXPECT_EQ(print_souffle(*program), text);
  program->relations[0].is_output = true;
  program->relations[1].facts.add({7});
  EXPECT_EQ(print_souffle(*program), text + ".output a\nb(7).\n");
}

TEST(PrintSouffle, FloatsNeverLookLikeIntegersAndHaveNoExponent) {
  const auto text = [](double value) { return souffle_float(std::bit_cast<Value>(value)); };
  EXPECT_EQ(text(5), "5.0");
  EXPECT_EQ(text(-0.0), "-0.0");
  EXPECT_EQ(text(0.1), "0.1");
  EXPECT_EQ(text(1e22), "10000000000000000000000.0");
  EXPECT_EQ(text(1e-7), "0.0000001");
  for (const double value : {std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min()})
    EXPECT_EQ(read_souffle_float(text(value), false), std::bit_cast<Value>(value));
}

}  // namespace
}  // namespace assay::datalog::souffle_print_test
