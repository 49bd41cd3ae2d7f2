#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "assay/datalog/evaluate.hpp"
#include "core/rng/rng.hpp"
#include "rounds.hpp"
#include "unit/datalog/eval/naive.hpp"
#include "unit/datalog/eval/random_program.hpp"

namespace assay::datalog {
namespace {

using testing::naive_model;
using testing::NaiveModel;
using testing::random_program;
using testing::Row;
using testing::Rows;

constexpr unsigned kBits = 4;

EvaluationLimits limits() { return {.tuples = 100'000, .steps = 10'000'000, .integer_bits = kBits}; }

Rows rows_of(const Tuples& tuples) {
  Rows rows;
  for (std::size_t i = 0; i < tuples.count; ++i) rows.insert(Row(tuples.row(i), tuples.row(i) + tuples.arity));
  return rows;
}

std::string text(const Term& term) {
  if (term.is_wildcard()) return "_";
  return (term.is_variable() ? "x" : "") + std::to_string(term.value);
}

std::string text(const Atom& atom) {
  std::string result = (atom.negated ? "!r" : "r") + std::to_string(atom.relation) + "(";
  for (const Term& term : atom.arguments) result += text(term) + ",";
  return result + ")";
}

std::string text(const Comparison& comparison) {
  const char* const signs[] = {"=", "!=", "<", "<=", ">", ">="};
  return text(comparison.left) + signs[static_cast<std::size_t>(comparison.comparator)] + text(comparison.right);
}

std::string text(const Computation& computation) {
  const char* const signs[] = {"+", "-", "*", "/", "%", "min", "max"};
  return text(computation.result) + "=" + text(computation.left) + signs[static_cast<std::size_t>(computation.op)] +
         text(computation.right);
}

std::string text(const Aggregate& aggregate) {
  const char* const names[] = {"count", "sum", "min", "max"};
  std::string result = text(aggregate.result) + "=" + names[static_cast<std::size_t>(aggregate.aggregator)] + " " +
                       text(aggregate.target) + ":{";
  for (const Atom& atom : aggregate.atoms) result += text(atom) + " ";
  for (const Comparison& comparison : aggregate.comparisons) result += text(comparison) + " ";
  return result + "}";
}

std::string text(const Call& call) {
  std::string result = text(call.result) + "=" + call.name + "(";
  for (const Term& term : call.arguments) result += text(term) + ",";
  return result + ")";
}

/// For a failure's message.
std::string text(const Program& program) {
  std::string result;
  for (std::size_t i = 0; i < program.relations.size(); ++i) {
    const Relation& relation = program.relations[i];
    result += "r" + std::to_string(i) + "(";
    for (const Attribute& attribute : relation.attributes) result += std::string(name(attribute.type)) + ",";
    result += relation.representation == Representation::Eqrel ? ") eqrel:" : "):";
    for (std::size_t j = 0; j < relation.facts.count; ++j) {
      result += " (";
      for (std::size_t k = 0; k < relation.arity(); ++k) result += std::to_string(relation.facts.row(j)[k]) + ",";
      result += ")";
    }
    result += "\n";
  }
  for (const Rule& rule : program.rules) {
    for (const Atom& head : rule.heads) result += text(head) + " ";
    result += ":-";
    for (const Literal& literal : rule.body)
      result += " " + std::visit([](const auto& it) { return text(it); }, literal);
    result += "\n";
  }
  return result;
}

/// How often the programs had the features that the test is about.
struct Seen {
  int values = 0;
  int derived = 0;
  int overflows = 0;
  int undecided = 0;  ///< the evaluator met an overflow in a join without a result
};

void compare_with_naive(const Program& program, Seen& seen) {
  const Evaluation evaluation = evaluate(program, limits());
  const NaiveModel naive = naive_model(program, kBits);
  if (evaluation.problem) {
    ASSERT_EQ(*evaluation.problem, EvaluationProblem::Overflow) << text(program);
    ++(naive.overflow ? seen.overflows : seen.undecided);
    return;
  }
  ASSERT_FALSE(naive.overflow) << text(program);
  ++seen.values;
  bool derived = false;
  ASSERT_EQ(evaluation.relations.size(), naive.relations.size());
  for (std::size_t i = 0; i < naive.relations.size(); ++i) {
    Tuples sorted = evaluation.relations[i];
    sorted.sort();
    ASSERT_EQ(sorted, evaluation.relations[i]) << "not a sorted set";
    ASSERT_EQ(evaluation.relations[i].arity, program.relations[i].arity());
    ASSERT_EQ(rows_of(evaluation.relations[i]), naive.relations[i]) << "relation " << i << " of\n" << text(program);
    derived = derived || naive.relations[i].size() > program.relations[i].facts.count;
  }
  seen.derived += derived ? 1 : 0;
}

// Evaluates again with known values for all relations except one: it and the relations that depend on it get the same
// values as before.
TEST(Differential, AScopeChangesNoValue) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    core::Rng rng(seed);
    const Program program = random_program(rng, {.integer_bits = kBits});
    const Evaluation whole = evaluate(program, limits());
    if (whole.problem) continue;
    EvaluationScope scope;
    for (const Tuples& values : whole.relations) scope.known.push_back(&values);
    scope.known[rng.below(scope.known.size())] = nullptr;
    scope.target = static_cast<RelationId>(rng.below(program.relations.size()));
    const Evaluation some = evaluate(program, limits(), scope);
    ASSERT_FALSE(some.problem) << text(program);
    EXPECT_EQ(some.relations[*scope.target], whole.relations[*scope.target]) << "seed " << seed << "\n"
                                                                             << text(program);
    scope.target.reset();
    EXPECT_EQ(evaluate(program, limits(), scope).relations, whole.relations) << "seed " << seed << "\n"
                                                                             << text(program);
    ++compared;
  }
  EXPECT_GT(compared, 1'000);
}

TEST(Differential, AgreesWithTheNaiveEvaluator) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < test_rounds(1'200, 6'000); ++seed) {
    core::Rng rng(seed);
    const Program program = random_program(rng, {.integer_bits = kBits});
    ASSERT_TRUE(check(program).ok()) << check(program).error().text();
    SCOPED_TRACE("seed " + std::to_string(seed));
    compare_with_naive(program, seen);
    if (HasFatalFailure()) return;
  }
  // Not vacuous.
  EXPECT_GT(seen.values, test_rounds(600, 3'000));
  EXPECT_GT(seen.derived, test_rounds(400, 2'000));
  EXPECT_GT(seen.overflows, test_rounds(20, 100));
  EXPECT_LT(seen.undecided, 1'000);
  RecordProperty("values", seen.values);
  RecordProperty("derived", seen.derived);
  RecordProperty("overflows", seen.overflows);
  RecordProperty("undecided", seen.undecided);
}

TEST(Differential, OrderDoesNotMatter) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < test_rounds(1'000, 4'000); ++seed) {
    core::Rng rng(seed);
    Program program = random_program(rng, {.integer_bits = kBits});
    const Evaluation before = evaluate(program, limits());
    rng.shuffle(program.rules);
    for (Rule& rule : program.rules) {
      rng.shuffle(rule.body);
      rng.shuffle(rule.heads);
    }
    for (Relation& relation : program.relations) relation.facts.sort();
    const Evaluation after = evaluate(program, limits());
    // The order of the literals decides which overflow is met first, or whether any is met.
    if (before.problem || after.problem) continue;
    ++compared;
    ASSERT_EQ(before.relations, after.relations) << text(program);
  }
  EXPECT_GT(compared, test_rounds(600, 2'500));
}

TEST(Differential, FactsOnlyAddToPositivePrograms) {
  int grown = 0;
  for (std::uint64_t seed = 0; seed < test_rounds(1'000, 4'000); ++seed) {
    core::Rng rng(seed);
    Program program = random_program(rng, {.integer_bits = kBits, .positive_only = true});
    const Evaluation before = evaluate(program, limits());
    Relation& relation = program.relations[rng.below(program.relations.size())];
    std::vector<Value> fact;
    for (std::size_t i = 0; i < relation.arity(); ++i) fact.push_back(rng.between(0, 1));
    relation.facts.add(fact);
    const Evaluation after = evaluate(program, limits());
    if (before.problem || after.problem) continue;
    for (std::size_t i = 0; i < before.relations.size(); ++i) {
      ASSERT_TRUE(is_subset(before.relations[i], after.relations[i])) << text(program);
    }
    if (before.relations != after.relations) ++grown;
  }
  EXPECT_GT(grown, test_rounds(250, 1'000));
}

/// The rules, applied to the final relations, derive no new tuples: the results are fixpoints.
TEST(Differential, ResultsAreFixpoints) {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    core::Rng rng(seed);
    Program program = random_program(rng, {.integer_bits = kBits});
    const Evaluation before = evaluate(program, limits());
    if (before.problem) continue;
    for (std::size_t i = 0; i < program.relations.size(); ++i) program.relations[i].facts = before.relations[i];
    const Evaluation after = evaluate(program, limits());
    ASSERT_FALSE(after.problem.has_value()) << text(program);
    ASSERT_EQ(before.relations, after.relations) << text(program);
  }
}

}  // namespace
}  // namespace assay::datalog
