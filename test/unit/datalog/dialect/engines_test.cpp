#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "assay/core/proc.hpp"
#include "assay/datalog/evaluate.hpp"
#include "dialect_programs.hpp"
#include "engine_programs.hpp"

namespace assay::datalog {
namespace {

namespace fs = std::filesystem;

struct Engine {
  std::string_view dialect;
  std::vector<std::string> argv;  ///< in front of the file
  std::size_t at_least = 0;       ///< how many of the programs it must be able to express
  std::string_view refusal{};     ///< what a release that cannot read this form any more prints for each program
};

void PrintTo(const Engine& engine, std::ostream* out) { *out << engine.dialect; }

const Engine kEngines[] = {
    {"muz", {"z3", "-smt2"}, 25},
    {"bddbddb", {"z3", "-dl"}, 15, "domain name at line 1 '78' found '<id>'"},  // data/engines/bddbddb.toml
    {"gringo", {"clingo", "-V0", "--outf=0", "--warn=none"}, 30},
    {"prolog", {"swipl", "-f", "none", "-F", "none", "-q", "--no-tty", "--no-packs"}, 30},
    {"racket", {"racket"}, 8},
    {"cozo", {"assay-cozo"}, 20},
    {"ascent", {"assay-ascent"}, 25},
};

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

class Engines : public testing::TestWithParam<Engine> {
 protected:
  void SetUp() override {
    if (core::find_program(GetParam().argv.front()).empty()) {
      GTEST_SKIP() << GetParam().argv.front() << " is not installed: its dialect is not tried on the real engine";
    }
    std::string name = (fs::temp_directory_path() / "assay-dialect-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  /// Runs the printed program and compares everything that it prints with the reference evaluator.
  void run(const Program& program, std::string_view name) {
    const Dialect& row = *dialect(GetParam().dialect);
    const std::string text = row.print(program);
    const fs::path file = folder_ / (std::string(name) + std::string(row.extension));
    std::ofstream(file, std::ios::binary) << text;
    core::Command command{GetParam().argv, {}, folder_.string()};
    command.argv.push_back(file.string());
    core::Limits limits;
    limits.wall_seconds = 60;
    const core::ProcessResult result = core::run_process(command, "", limits);
    const std::string_view refusal = GetParam().refusal;
    if (!refusal.empty() && (result.out + result.err).find(refusal) != std::string::npos)
      GTEST_SKIP() << "it says " << refusal;
    // clingo 5.6.2 ends with SIGFPE on the extremes of 32 bits: of the dialect, that says nothing.
    if (result.ending == core::Ending::Signalled) {
      ++crashes_;
      return;
    }
    const Result<Output> output = row.read(program, result.out, {});
    ASSERT_TRUE(output.ok()) << output.error().text() << "\n" << result.out << result.err << text;

    EvaluationLimits evaluation_limits;
    evaluation_limits.integer_bits = row.capabilities.integer_bits;
    const Evaluation expected = evaluate(program, evaluation_limits);
    ASSERT_FALSE(expected.problem.has_value()) << description(*expected.problem);
    for (RelationId i = 0; i < program.relations.size(); ++i) {
      const Relation& relation = program.relations[i];
      EXPECT_EQ(output->present[i], relation.is_output) << relation.name;
      if (!relation.is_output) continue;
      EXPECT_EQ(output->relations[i], expected.relations[i])
          << relation.name << "\nis      " << shown(output->relations[i], output->symbols, relation) << "\nexpected"
          << shown(expected.relations[i], program.symbols, relation) << "\n"
          << text << result.out << result.err;
    }
  }

  fs::path folder_;
  unsigned crashes_ = 0;  ///< of the engine
};

#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kPeriod = 5;  // engines are what takes the time here, and they have no sanitizer
#else
constexpr std::size_t kPeriod = 1;
#endif

TEST_P(Engines, ComputeWhatTheReferenceComputes) {
  const Capabilities& capabilities = dialect(GetParam().dialect)->capabilities;
  std::size_t count = 0;
  for (const EngineProgram& one : kEnginePrograms) {
    SCOPED_TRACE(one.name);
    const Program program = program_of(one.text);
    if (!lacks(capabilities, program).empty()) continue;
    if (count++ % kPeriod == 0) run(program, one.name);
    if (IsSkipped()) return;
  }
  EXPECT_GE(count, GetParam().at_least);
  EXPECT_LE(crashes_, 1U);
}

INSTANTIATE_TEST_SUITE_P(Installed, Engines, testing::ValuesIn(kEngines),
                         [](const auto& test) { return std::string(test.param.dialect); });

}  // namespace
}  // namespace assay::datalog
