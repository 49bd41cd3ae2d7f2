#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smt/fuzz/seed/fuzz.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// A solver with given answers, which records its queries.
class ScriptedSolver final : public SolverPort {
 public:
  using Answers = std::function<SolverAnswer(const SolverDefinition&, std::string_view, bool)>;
  ScriptedSolver(SolverDefinition definition, Answers answers)
      : definition_(std::move(definition)), answers_(std::move(answers)) {}
  SolverAnswer run(std::string_view script, const Query& query, RunStyle, const std::stop_token&) override {
    return answers_(definition_, script, query.model);
  }

 private:
  SolverDefinition definition_;
  Answers answers_;
};

inline SolverAnswer answered(std::vector<Reply> replies, double cpu_seconds = 0.01) {
  SolverAnswer answer;
  answer.kind = SolverAnswer::Kind::Answered;
  answer.replies = std::move(replies);
  answer.usage.user_seconds = cpu_seconds;
  return answer;
}

class FuzzModules : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              (std::string("assay_fuzz_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "seeds");
    options_.targets = {"one=/bin/true", "two=/bin/true -x"};
    options_.seeds = {(folder_ / "seeds").string()};
    options_.strategies = {{"storm", 1}, {"graft", 1}};
    options_.incremental_percent = 0;
    use([](const SolverDefinition&, std::string_view, bool) { return answered({Reply::Sat}); });
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void use(const ScriptedSolver::Answers& answers) {
    options_.make_solver = [answers](const SolverDefinition& definition, const core::Limits&) {
      return std::make_unique<ScriptedSolver>(definition, answers);
    };
  }
  void write(const std::string& name, std::string_view text) {
    std::filesystem::create_directories((folder_ / "seeds" / name).parent_path());
    std::ofstream(folder_ / "seeds" / name) << text;
  }
  std::unique_ptr<core::Module> module() {
    auto corpus = load_seeds(options_);
    EXPECT_TRUE(corpus.ok()) << (corpus.ok() ? "" : corpus.error().text());
    if (!corpus) return nullptr;
    auto made = make_fuzz_module(options_, std::move(*corpus));
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
    return made ? std::move(*made) : nullptr;
  }

  std::filesystem::path folder_;
  FuzzOptions options_;
};

inline constexpr std::string_view kSeedScript =
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)"
    "(assert (or (< x y) (= x 3)))(assert (> (+ x y) 2))(check-sat)";

}  // namespace assay::smt
