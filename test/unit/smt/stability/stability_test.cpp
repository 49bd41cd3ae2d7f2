#include "smt/stability/stability.hpp"

#include <gtest/gtest.h>

#include "core/target/scratch.hpp"

namespace assay::smt {
namespace {

using Kind = SolverAnswer::Kind;

SolverAnswer answer_of(Kind kind, std::vector<Reply> replies, double cpu_seconds = 0.1) {
  SolverAnswer answer;
  answer.kind = kind;
  answer.replies = std::move(replies);
  answer.message = kind == Kind::Answered ? "" : "told to";
  answer.usage.user_seconds = cpu_seconds;
  answer.work = 100;
  return answer;
}
SolverAnswer answered(Reply reply) { return answer_of(Kind::Answered, {reply}); }

/// Solvers whose answers the test gives, by script and by the number of the run.
class Stability : public ::testing::Test {
 protected:
  using Answers = std::function<SolverAnswer(std::string_view script, unsigned run)>;

  void SetUp() override {
    options_.make_solver = [this](const SolverDefinition& definition, const core::Limits&) {
      return std::make_unique<Port>(*this, definition.name);
    };
  }
  struct Port final : SolverPort {
    Port(Stability& test, std::string name) : test_(test), name_(std::move(name)) {}
    SolverAnswer run(std::string_view script, const Query&, RunStyle, const std::stop_token&) override {
      return test_.answers_[name_](script, test_.runs_[name_]++);
    }
    Stability& test_;
    std::string name_;
  };
  std::string write(const std::string& name, const std::string& text) { return *folder_.write(name, text); }
  void solver(const std::string& name, Answers answers) {
    if (!answers_.contains(name))
      options_.targets.push_back(write(name + ".toml", "name = \"" + name + "\"\nargv = [\"/bin/true\"]\n"));
    answers_[name] = std::move(answers);
  }
  std::vector<core::Trial> trials() {
    runs_.clear();
    auto module = make_stability_module(options_, {write("a.smt2", script_)});
    EXPECT_TRUE(module.ok()) << (module ? "" : module.error().text());
    tester_ = std::move(*(*module)->make_tester());
    subject_ = std::get<core::Case>(tester_->generate(0, {}));
    std::vector<core::Trial> out;
    for (std::size_t target = 0; target < options_.targets.size(); ++target)
      out.push_back(tester_->run(subject_, target, core::RunMode::Campaign, {}));
    for (auto& [target, verdict] : tester_->compare(subject_, out)) out[target].verdict = std::move(verdict);
    return out;
  }
  std::string found(Answers answers) {
    solver("s", std::move(answers));
    return trials().front().measurement->change;
  }

  core::ScratchFolder folder_;
  std::string script_ = "(declare-const p Bool)\n(assert p)\n(assert (or p p))\n(assert (not p))\n(check-sat)\n";
  StabilityOptions options_;
  std::map<std::string, Answers> answers_;
  std::map<std::string, unsigned> runs_;
  std::unique_ptr<core::Tester> tester_;
  core::Case subject_;
};

TEST_F(Stability, OfAnAnswerToAllMutants) {
  solver("s", [](auto, unsigned) { return answered(Reply::Unsat); });
  const core::Trial trial = trials().front();
  EXPECT_EQ(trial.measurement->change, "stable");
  EXPECT_EQ(trial.answer, "unsat");
  EXPECT_EQ(trial.measurement->sampling->runs, 36U);
  EXPECT_EQ(trial.measurement->sampling->answered, 36U);
  EXPECT_EQ(trial.measurement->sampling->median_work, 100U);
  EXPECT_NEAR(trial.measurement->cpu_seconds, 3.7, 1e-6) << "with the script as it is";
  EXPECT_EQ(trial.verdict.outcome, core::Verdict::Outcome::Pass);
}

TEST_F(Stability, CountsUnknownCrashesAndTimeoutsAsFailures) {
  EXPECT_EQ(found([](auto, unsigned run) { return answered(run % 2 == 0 ? Reply::Unsat : Reply::Unknown); }),
            "unstable");
  EXPECT_EQ(found([](auto, unsigned) { return answered(Reply::Unknown); }), "unsolvable");
  EXPECT_EQ(found([](auto, unsigned) { return answer_of(Kind::Timeout, {}); }), "unsolvable");
  EXPECT_EQ(found([](auto, unsigned) { return answer_of(Kind::Crash, {}); }), "unsolvable");
  EXPECT_EQ(runs_["s"], 37U);
}

TEST_F(Stability, LeavesOutWhatTheMachineDid) {
  for (const Kind kind : {Kind::Killed, Kind::OutOfMemory, Kind::Missing, Kind::OutputLimit}) {
    const auto sometimes = [kind](auto, unsigned run) {
      return run % 5 == 1 ? answer_of(kind, {}) : answered(Reply::Unsat);
    };
    EXPECT_EQ(found(sometimes), "stable") << static_cast<int>(kind);
    const auto always = [kind](auto, unsigned run) { return run > 0 ? answer_of(kind, {}) : answered(Reply::Unsat); };
    EXPECT_EQ(found(always), "inconclusive") << static_cast<int>(kind);
    EXPECT_EQ(runs_["s"], 11U) << "ten mutants";
  }
  // The limit of wall-clock time ended a solver that waited.
  EXPECT_EQ(found([](auto, unsigned run) {
              SolverAnswer slow = answer_of(Kind::Timeout, {});
              slow.usage.wall_seconds = 1000;
              return run % 5 == 1 ? slow : answered(Reply::Unsat);
            }),
            "stable");
}

TEST_F(Stability, NeedsAScriptThatTheSolverTakes) {
  solver("s", [](auto, unsigned) { return answer_of(Kind::Error, {}); });
  core::Trial trial = trials().front();
  EXPECT_EQ(trial.measurement->change, "not-tested");
  EXPECT_EQ(trial.verdict.reason, "not tested: told to");
  EXPECT_EQ(runs_["s"], 1U);
  solver("s", [](auto, unsigned) { return answer_of(Kind::Answered, {}); });
  EXPECT_EQ(trials().front().verdict.reason, "not tested: the script has no check-sat");
}

TEST_F(Stability, WithoutAnAnswerToTheScriptItselfIsThatOfTheFirstMutantsAnswer) {
  EXPECT_EQ(found([](auto, unsigned run) { return answered(run == 0 ? Reply::Unknown : Reply::Sat); }), "stable");
  EXPECT_EQ(trials().front().answer, "sat");
}

TEST_F(Stability, OfContradictoryAnswersIsAFinding) {
  solver("s", [](auto, unsigned run) { return answered(run == 7 ? Reply::Sat : Reply::Unsat); });
  const core::Trial trial = trials().front();
  ASSERT_TRUE(trial.verdict.is_bug());
  EXPECT_EQ(trial.verdict.kind, core::BugKind::Inconsistent);
  EXPECT_EQ(runs_["s"], 8U);
}

TEST_F(Stability, IsAFindingOnlyWhenAsked) {
  const auto unstable = [](auto, unsigned run) { return answered(run % 2 == 0 ? Reply::Unsat : Reply::Unknown); };
  solver("old", [](auto, unsigned) { return answered(Reply::Unsat); });
  solver("new", unstable);
  EXPECT_FALSE(trials()[1].verdict.is_bug());
  EXPECT_EQ(trials()[1].verdict.reason, "unstable");
  options_.fail_on = {"worse"};
  EXPECT_EQ(trials()[1].verdict.kind, core::BugKind::Unstable);
  solver("old", unstable);
  EXPECT_FALSE(trials()[1].verdict.is_bug()) << "it was no better before";
  options_.fail_on = {"unstable"};
  const core::Verdict verdict = trials()[1].verdict;
  EXPECT_TRUE(verdict.is_bug());
  EXPECT_EQ(tester_->signature(subject_, 1, verdict), "unstable a.smt2");
}

TEST_F(Stability, IsReducedAsLongAsItIsUnstable) {
  options_.fail_on = {"unstable"};
  solver("s", [](std::string_view script, unsigned) {
    return answered(script.find("(not") < script.find("(or") ? Reply::Unknown : Reply::Unsat);
  });
  const core::Verdict verdict = trials().front().verdict;
  ASSERT_TRUE(verdict.is_bug());
  const std::string reduced = tester_->reduce(subject_, 0, verdict, {}).files.front().content;
  EXPECT_LT(reduced.size(), script_.size());
  EXPECT_NE(reduced.find("(not"), std::string::npos) << reduced;
}

TEST_F(Stability, IsStoredWithItsOptions) {
  solver("s", [](auto, unsigned) { return answered(Reply::Unsat); });
  options_.mutate = {"seeds", "order"};
  options_.confidence = 0.9;
  auto module = make_stability_module(options_, {});
  ASSERT_TRUE(module.ok());
  const auto stored = stability_option_table().from_toml((*module)->configuration());
  ASSERT_TRUE(stored.ok());
  EXPECT_EQ(stored->mutate, options_.mutate);
  EXPECT_EQ(stored->confidence, 0.9);
}

}  // namespace
}  // namespace assay::smt
