#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "assay/datalog/evaluate.hpp"
#include "datalog/engine/engine.hpp"
#include "dialect_programs.hpp"
#include "engine_programs.hpp"

namespace assay::datalog {
namespace {

/// The built-in engines, except engines with a driver of Assay, which needs seconds to compile each program.
std::vector<std::string> engines() {
  std::vector<std::string> names;
  for (const EngineDefinition& one : builtin_engines())
    if (one.driver.empty()) names.push_back(one.name);
  return names;
}

std::string shown(const Tuples& tuples, const std::vector<std::string>& symbols, const Relation& relation) {
  std::string text;
  for (std::size_t row = 0; row < tuples.count && row < 40; ++row) {
    text += " (";
    for (std::size_t k = 0; k < tuples.arity; ++k) {
      const Value value = tuples.row(row)[k];
      const bool symbol = relation.attributes[k].type == Type::Symbol;
      text += (k == 0 ? "" : ", ") + (symbol ? symbols[static_cast<std::size_t>(value)] : std::to_string(value));
    }
    text += ")";
  }
  return text;
}

class Engines : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Result<std::vector<EngineTarget>> targets = resolve_engines({GetParam()}, true);
    if (!targets) GTEST_SKIP() << targets.error().text();
    target_ = std::move(targets->front());
    core::Limits limits;
    limits.wall_seconds = 60;
    port_ = make_engine_port(target_, limits);
  }

  /// Runs the printed program and compares everything that it prints with the reference evaluator.
  void run(const Program& program) {
    const EngineAnswer answer = port_->run(program, {}, true, {});
    // clingo 5.6.2 ends with SIGFPE on the extremes of 32 bits, which is not the dialect's fault.
    if (answer.kind == EngineAnswer::Kind::Crashed && answer.reason.starts_with("SIG")) {
      ++crashes_;
      return;
    }
    const std::string text = target_.dialect->print(program) + answer.text;
    ASSERT_EQ(answer.kind, EngineAnswer::Kind::Computed) << answer.reason << "\n" << text;
    EvaluationLimits evaluation_limits;
    evaluation_limits.integer_bits = target_.capabilities.integer_bits;
    const Evaluation expected = evaluate(program, evaluation_limits);
    ASSERT_FALSE(expected.problem.has_value()) << description(*expected.problem);
    for (RelationId i = 0; i < program.relations.size(); ++i) {
      const Relation& relation = program.relations[i];
      EXPECT_EQ(answer.output.present[i], relation.is_output) << relation.name;
      if (!relation.is_output) continue;
      EXPECT_EQ(answer.output.relations[i], expected.relations[i])
          << relation.name << "\nis      " << shown(answer.output.relations[i], answer.output.symbols, relation)
          << "\nexpected" << shown(expected.relations[i], program.symbols, relation) << "\n"
          << text;
    }
  }

  EngineTarget target_;
  std::unique_ptr<EnginePort> port_;
  unsigned crashes_ = 0;  ///< of the engine
};

#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kPeriod = 5;  // most of the time goes to engines, which have no sanitizer
#else
constexpr std::size_t kPeriod = 1;
#endif

TEST_P(Engines, ComputeWhatTheReferenceComputes) {
  std::size_t count = 0;
  for (const EngineProgram& one : kEnginePrograms) {
    SCOPED_TRACE(one.name);
    const Program program = program_of(one.text);
    if (lacks(target_.capabilities, program).empty() && count++ % kPeriod == 0) run(program);
  }
  EXPECT_GE(count, 8U);
  EXPECT_LE(crashes_, 1U);
}

INSTANTIATE_TEST_SUITE_P(Installed, Engines, testing::ValuesIn(engines()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace assay::datalog
