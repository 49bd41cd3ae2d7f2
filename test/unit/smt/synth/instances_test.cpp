// Problems with known instances: sizes, and what z3 and cvc5 say of samples of each shape where they are installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/text.hpp"
#include "smt/solver/solver.hpp"
#include "smt/synth/instances/problem.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kSamples = 2;  // of one shape and size

std::string script_of(const Problem& problem, const std::vector<std::string>& further) {
  std::string text = join(problem.declarations, "\n") + "\n";
  for (const auto* formulas : {&problem.axioms, &problem.given, &problem.facts, &further})
    for (const std::string& one : *formulas) text += "(assert " + one + ")\n";
  return text + "(check-sat)\n";
}

/// The facts and the instances.
std::string ground_script(const Problem& problem) {
  Problem ground = problem;
  ground.axioms.clear();
  std::vector<std::string> instances;
  for (const auto& [axiom, text] : problem.instances) instances.push_back(text);
  return script_of(ground, instances);
}

Problem sample(const Shape& shape, const ProblemSize& size, std::uint64_t number) {
  return make_problem(shape, size, core::Rng(number));
}

TEST(Shapes, AreWhole) {
  EXPECT_GE(shapes().size(), 10U);
  for (const Shape& shape : shapes()) {
    EXPECT_GT(shape.help.size(), 10U) << shape.name;
    EXPECT_GE(shape.steps.size(), 2U) << shape.name;
    EXPECT_GE(shape.links.size(), 2U) << shape.name;
    for (const LinkRow& link : shape.links) {
      const auto carries = [&](const StepRow& step) { return step.down.contains(link.name); };
      EXPECT_GE(std::count_if(shape.steps.begin(), shape.steps.end(), carries), 2) << shape.name << " " << link.name;
    }
  }
}

TEST(Problems, HaveTheSizeThatTheyShould) {
  for (const Shape& shape : shapes()) {
    const Problem plain = sample(shape, {2, 3, 0, false}, 7);
    const Problem wide = sample(shape, {2, 3, 200, false}, 7);
    const Problem given = sample(shape, {2, 3, 0, true}, 7);
    EXPECT_EQ(plain.missing.size(), 2U);
    EXPECT_EQ(wide.axioms.size(), plain.axioms.size() + 200) << shape.name;
    EXPECT_EQ(wide.facts.size(), plain.facts.size()) << "the chains do not depend on the context";
    EXPECT_TRUE(given.missing.empty());
    EXPECT_EQ(given.given.size(), plain.given.size() + 2);
    std::set<std::size_t> used;
    for (const auto& [axiom, text] : wide.instances) used.insert(axiom);
    EXPECT_EQ(used.size(), plain.axioms.size());
    EXPECT_EQ(std::set<std::string>(wide.axioms.begin(), wide.axioms.end()).size(), wide.axioms.size());
  }
}

TEST(Problems, FollowFromTheNumber) {
  for (const Shape& shape : shapes()) {
    std::set<std::string> texts;
    for (std::uint64_t number = 0; number < 20; ++number) {
      const std::string text = script_of(sample(shape, {1, 2, 20, false}, number), {});
      EXPECT_EQ(text, script_of(sample(shape, {1, 2, 20, false}, number), {}));
      texts.insert(text);
    }
    EXPECT_EQ(texts.size(), 20U) << shape.name;
  }
}

class KnownInstances : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto definition = resolve_solver(GetParam());
    ASSERT_TRUE(definition.ok());
    if (!solver_version(*definition)) GTEST_SKIP() << GetParam() << " is not installed";
    core::Limits limits;
    limits.wall_seconds = 60;
    solver_ = make_runner_port(*definition, limits);
  }
  std::string answer(const std::string& script, bool by_matching) {
    return summary(solver_->run(script, {.matching = by_matching}, RunStyle::Process, {}));
  }
  std::unique_ptr<SolverPort> solver_;
};

TEST_P(KnownInstances, RefuteTheProblem) {
  for (const Shape& shape : shapes())
    for (const ProblemSize size : {ProblemSize{0, 2, 0, false}, ProblemSize{2, 1, 0, false}, {3, 3, 0, false}})
      for (std::uint64_t number = 0; number < kSamples; ++number) {
        const std::string script = ground_script(sample(shape, size, number));
        EXPECT_EQ(answer(script, false), "unsat") << script;
      }
}

TEST_P(KnownInstances, AreFoundByMatchingWhenTheTermsAreThere) {
  for (const Shape& shape : shapes())
    for (const ProblemSize size : {ProblemSize{0, 2, 20, false}, ProblemSize{2, 1, 20, true}, {1, 4, 0, true}})
      for (std::uint64_t number = 0; number < kSamples; ++number) {
        const std::string script = script_of(sample(shape, size, number), {});
        EXPECT_EQ(answer(script, true), "unsat") << script;
      }
}

INSTANTIATE_TEST_SUITE_P(Solvers, KnownInstances, ::testing::Values("z3", "cvc5"),
                         [](const auto& solver) { return solver.param; });

// Only z3, whose E-matching can be run alone.
using MissingTerms = KnownInstances;

TEST_P(MissingTerms, AreAllNeeded) {
  for (const Shape& shape : shapes())
    for (const ProblemSize size : {ProblemSize{1, 0, 20, false}, ProblemSize{3, 1, 0, false}})
      for (std::uint64_t number = 0; number < kSamples; ++number) {
        const Problem problem = sample(shape, size, number);
        for (const std::string& left_out : problem.missing) {
          std::vector<std::string> others = problem.missing;
          std::erase(others, left_out);
          const std::string script = script_of(problem, others);
          EXPECT_EQ(answer(script, true), "unknown") << left_out << "\n" << script;
        }
        EXPECT_EQ(answer(script_of(problem, problem.missing), true), "unsat");
      }
}

TEST_P(MissingTerms, DoNotRefuteTheAxiomsAlone) {
  for (const Shape& shape : shapes()) {
    Problem problem = sample(shape, {3, 2, 200, true}, 1);
    problem.facts.clear();
    EXPECT_EQ(answer(script_of(problem, {}), true), "unknown") << shape.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, MissingTerms, ::testing::Values("z3"),
                         [](const auto& solver) { return solver.param; });

}  // namespace
}  // namespace assay::smt
