// Generated programs: safe, typed, stratified, within the dialect, with the values that the reference gives, and the
// same for the same seed.

#include "datalog/generate/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "datalog/graph/graph.hpp"
#include "datalog/graph/recursion.hpp"
#include "unit/core/options/option_checks.hpp"
#include "unit/datalog/program/building.hpp"

namespace assay::datalog::testing {
namespace {

// Sanitized programs take twenty times as long.
#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t kScale = 1;
#else
constexpr std::uint64_t kScale = 10;
#endif

std::optional<Generated> made(const Capabilities& capabilities, std::uint64_t number,
                              const GenerateOptions& options = {}) {
  return generate_program({}, capabilities, options, core::Rng(11).split(number));
}

/// All features that a program of this dialect can have.
std::string text_of(const Program& program) { return dialect("souffle")->print(program); }

struct DatalogGenerateFor : ::testing::TestWithParam<std::string_view> {};

TEST_P(DatalogGenerateFor, ProgramsAreValidAndTheirValuesTrue) {
  const Dialect& of = *dialect(GetParam());
  const std::uint64_t kPrograms = (of.name == "souffle" ? 1000 : 200) * kScale;
  std::uint64_t generated = 0;
  std::uint64_t filled = 0;
  std::uint64_t valued = 0;
  EvaluationLimits limits = GenerateOptions().limits;
  limits.integer_bits = of.capabilities.integer_bits;
  for (std::uint64_t i = 0; i < kPrograms; ++i) {
    const auto program = made(of.capabilities, i);
    if (!program) continue;
    ++generated;
    const Status valid = check(program->program);
    ASSERT_TRUE(valid.ok()) << i << ": " << valid.error().text() << "\n" << text_of(program->program);
    ASSERT_EQ(lacks(of.capabilities, program->program), "") << i << ":\n" << text_of(program->program);
    ASSERT_LT(program->output, program->program.relations.size());
    if (has_choices(program->program)) {
      EXPECT_TRUE(program->values.empty());
      continue;
    }
    const Evaluation evaluation = evaluate(program->program, limits);
    ASSERT_FALSE(evaluation.problem) << i;
    if (program->values.empty()) {
      EXPECT_TRUE(evaluation.join_on_floats);
      continue;
    }
    ASSERT_EQ(program->values, evaluation.relations) << i;
    ++valued;
    if (!program->values[program->output].empty()) ++filled;
  }
  EXPECT_GE(generated * 100, kPrograms * 99);
  EXPECT_GE(filled * 100, valued * 95);
}

std::vector<std::string_view> dialect_names() {
  std::vector<std::string_view> names;
  for (const Dialect& one : dialects()) names.push_back(one.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Dialects, DatalogGenerateFor, ::testing::ValuesIn(dialect_names()), [](const auto& instance) {
  std::string name(instance.param);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

TEST(DatalogGenerate, IsAFunctionOfTheSeed) {
  const Capabilities& capabilities = dialect("souffle")->capabilities;
  std::uint64_t differences = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const auto first = made(capabilities, i);
    const auto again = made(capabilities, i);
    const auto other = made(capabilities, i + 1);
    ASSERT_EQ(first.has_value(), again.has_value());
    if (!first || !other) continue;
    EXPECT_EQ(text_of(first->program), text_of(again->program));
    EXPECT_EQ(first->output, again->output);
    EXPECT_EQ(first->values, again->values);
    differences += text_of(first->program) != text_of(other->program) ? 1 : 0;
  }
  EXPECT_GT(differences, 190U);
}

TEST(DatalogGenerate, UsesWhatItMay) {
  const Capabilities& capabilities = dialect("souffle")->capabilities;
  std::uint64_t negations = 0;
  std::uint64_t aggregates = 0;
  std::uint64_t computations = 0;
  std::uint64_t comparisons = 0;
  std::uint64_t recursions = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const auto one = made(capabilities, i);
    if (!one) continue;
    for (const Rule& rule : one->program.rules)
      for (const Literal& literal : rule.body) {
        const auto* atom = std::get_if<Atom>(&literal);
        negations += atom != nullptr && atom->negated ? 1 : 0;
        aggregates += std::holds_alternative<Aggregate>(literal) ? 1 : 0;
        computations += std::holds_alternative<Computation>(literal) ? 1 : 0;
        comparisons += std::holds_alternative<Comparison>(literal) ? 1 : 0;
      }
    const PrecedenceGraph graph(one->program);
    for (RelationId id = 0; id < one->program.relations.size(); ++id) recursions += graph.recursive(id) ? 1 : 0;
  }
  EXPECT_GT(negations, 100U);
  EXPECT_GT(aggregates, 50U);
  EXPECT_GT(computations, 50U);
  EXPECT_GT(comparisons, 100U);
  EXPECT_GT(recursions, 50U);
}

// The shapes of rules that bench/program_shapes.cpp counts in real programs.
TEST(DatalogGenerate, TheShapesOfRealRulesOccur) {
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 600; ++i) {
    const auto program = made(dialect("souffle")->capabilities, i);
    if (!program) continue;
    const PrecedenceGraph graph(program->program);
    for (const Rule& rule : program->program.rules) {
      const RelationId head = rule.heads[0].relation;
      std::size_t atoms = 0, recursive = 0, negated = 0, comparisons = 0, aggregates = 0;
      for (const Literal& literal : rule.body) {
        if (const auto* atom = std::get_if<Atom>(&literal)) {
          ++(atom->negated ? negated : atoms);
          recursive += graph.component_of(atom->relation) == graph.component_of(head) ? 1 : 0;
        }
        comparisons += std::holds_alternative<Comparison>(literal) ? 1 : 0;
        if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
          ++aggregates;
          if (aggregate->atoms.size() > 1) ++seen["an aggregate over two atoms"];
          if (!aggregate->comparisons.empty()) ++seen["an aggregate with a comparison"];
        }
      }
      const std::pair<const char*, bool> shapes[] = {
          {"five atoms", atoms >= 5},
          {"no positive atom", atoms == 0},
          {"two recursive atoms", recursive >= 2},
          {"three relations in a component", graph.component(graph.component_of(head)).size() >= 3},
          {"two negated atoms", negated >= 2},
          {"two comparisons", comparisons >= 2},
          {"two aggregates", aggregates >= 2},
          {"facts and rules", !program->program.relations[head].facts.empty()},
          {"a head without arguments", rule.heads[0].arguments.empty()},
      };
      for (const auto& [name, has] : shapes) seen[name] += has ? 1 : 0;
    }
  }
  EXPECT_EQ(seen.size(), 11U);
  for (const auto& [name, times] : seen) EXPECT_GT(times, 0) << name;
}

TEST(DatalogGenerate, OptionsAreBounds) {
  GenerateOptions options;
  options.inputs = 1;
  options.relations = 2;
  options.rules = 1;
  options.arity = 2;
  options.facts = 3;
  options.failing = options.negation = options.aggregates = options.arithmetic = options.comparisons =
      options.recursion = 0;
  const Capabilities& capabilities = dialect("souffle")->capabilities;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const auto one = made(capabilities, i, options);
    if (!one) continue;
    EXPECT_LE(one->program.relations.size(), 3U);
    EXPECT_LE(one->program.rules.size(), 2U);
    for (const Relation& relation : one->program.relations) {
      EXPECT_LE(relation.arity(), 2U);
      EXPECT_LE(relation.facts.count, 3U);
    }
    for (const Rule& rule : one->program.rules)
      for (const Literal& literal : rule.body) {
        ASSERT_TRUE(std::holds_alternative<Atom>(literal));
        EXPECT_FALSE(std::get<Atom>(literal).negated);
      }
    const PrecedenceGraph graph(one->program);
    for (RelationId id = 0; id < one->program.relations.size(); ++id) EXPECT_FALSE(graph.recursive(id));
  }
}

TEST(DatalogGenerate, TypesAreTakenAsOften) {
  const auto has_only = [](const GenerateOptions& options, Type type) {
    for (std::uint64_t i = 0; i < 20; ++i) {
      const auto generated = generate_program({}, dialect("souffle")->capabilities, options, core::Rng(3).split(i));
      if (!generated) continue;
      for (const Relation& relation : generated->program.relations)
        for (const Attribute& attribute : relation.attributes)
          if (attribute.type != type) return false;
    }
    return true;
  };
  GenerateOptions options;
  EXPECT_FALSE(has_only(options, Type::Number));
  options.aggregates = options.arithmetic = 0;
  options.symbols = 100;
  EXPECT_TRUE(has_only(options, Type::Symbol));
  options.symbols = 0;
  options.unsigned_numbers = 100;
  EXPECT_TRUE(has_only(options, Type::Unsigned));
  options.unsigned_numbers = 0;
  options.floats = 0;
  EXPECT_TRUE(has_only(options, Type::Number));
}

TEST(DatalogGenerate, ExtendsASeed) {
  Building seed;
  const RelationId edge = seed.relation("edge", "nn", {{1, 2}, {2, 3}});
  const RelationId path = seed.relation("path", "nn");
  seed.rule(seed.atom(path, {'a', 'b'}), {seed.atom(edge, {'a', 'b'})});
  seed.rule(seed.atom(path, {'a', 'c'}), {seed.atom(path, {'a', 'b'}), seed.atom(edge, {'b', 'c'})});
  std::uint64_t used = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const auto one = generate_program(seed.program, dialect("souffle")->capabilities, {}, core::Rng(3).split(i));
    if (!one) continue;
    ASSERT_TRUE(check(one->program).ok());
    ASSERT_GT(one->program.relations.size(), 2U);
    EXPECT_EQ(one->program.relations[0].name, "edge");
    EXPECT_EQ(one->program.relations[edge].facts, seed.program.relations[edge].facts);
    ASSERT_GE(one->program.rules.size(), 2U);
    EXPECT_EQ(one->program.rules[0], seed.program.rules[0]);
    EXPECT_EQ(one->program.rules[1], seed.program.rules[1]);
    for (std::size_t rule = 2; rule < one->program.rules.size(); ++rule)
      for_each_body_atom(one->program.rules[rule], [&](const Atom& atom) { used += atom.relation <= path ? 1 : 0; });
  }
  EXPECT_GT(used, 200U);
}

// The values of relations that only the seed's own text defines are unknown.
TEST(DatalogGenerate, ASeedWithRulesOfItsOwnHasNoValues) {
  const auto seed = parse_souffle(
      ".decl edge(x:number, y:number)\nedge(1, 2).\n.decl odd(x:number)\nodd(x) :- edge(x, y), @f(y) = 1.\n", "s.dl");
  ASSERT_TRUE(seed.ok()) << seed.error().text();
  ASSERT_EQ(seed->seed.dialect, "souffle");
  std::uint64_t generated = 0;
  for (std::uint64_t i = 0; i < 50; ++i) {
    const auto one = generate_program(*seed, dialect("souffle")->capabilities, {}, core::Rng(3).split(i));
    if (!one) continue;
    ++generated;
    EXPECT_TRUE(one->values.empty());
    EXPECT_TRUE(check(one->program).ok());
    EXPECT_EQ(one->program.seed.text, seed->seed.text);
  }
  EXPECT_GT(generated, 40U);
}

TEST(DatalogGenerate, FlagsNameTheOptions) { core::option_checks::check_option_table(generate_option_table()); }

// Programs with the largest values of the options.
TEST(DatalogGenerate, TheLargestOptionsAreNoTrouble) {
  GenerateOptions options;
  for (const core::BoundOption& flag : generate_option_table().bind(options)) {
    if (flag.option->max_number > 100) continue;
    ASSERT_TRUE(flag.set({std::to_string(flag.option->max_number)}).ok()) << flag.option->name;
  }
  options.tries = 2;
  for (std::uint64_t i = 0; i < 10; ++i) {
    const auto one = made(dialect("souffle")->capabilities, i, options);
    if (!one) continue;
    EXPECT_TRUE(check(one->program).ok());
  }
}

TEST(DatalogGenerate, KeepsToTheRecursionThatTheDialectHas) {
  unsigned mutual = 0;
  for (const std::string_view name : {"souffle", "sqlite"}) {
    const Capabilities& can = dialect(name)->capabilities;
    unsigned non_linear = 0;
    for (std::uint64_t i = 0; i < 300; ++i) {
      const std::optional<Generated> program = made(can, i);
      if (!program) continue;
      non_linear += recursion_of(program->program).non_linear ? 1 : 0;
      mutual += recursion_of(program->program).mutual ? 1 : 0;
      EXPECT_EQ(lacks(can, program->program), "");
    }
    EXPECT_EQ(non_linear > 0, can.non_linear_recursion) << name;
  }
  EXPECT_GT(mutual, 0U);
}

}  // namespace
}  // namespace assay::datalog::testing
