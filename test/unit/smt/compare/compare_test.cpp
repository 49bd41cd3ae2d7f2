#include "smt/compare/compare.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/io/io.hpp"
#include "core/target/scratch.hpp"
#include "smt/compare/learned_runs.hpp"
#include "smt/judge/compared_answer.hpp"

namespace assay::smt {
namespace {

using Kind = SolverAnswer::Kind;

SolverAnswer answer_of(Kind kind, std::vector<Reply> replies, double cpu_seconds) {
  SolverAnswer answer;
  answer.kind = kind;
  answer.replies = std::move(replies);
  answer.message = kind == Kind::Answered ? "" : "told to";
  answer.usage.user_seconds = cpu_seconds;
  return answer;
}
SolverAnswer answered(Reply reply, double cpu_seconds = 0.1) { return answer_of(Kind::Answered, {reply}, cpu_seconds); }

/// Two versions of a solver whose answers the test gives: "old" and "new".
class Versions : public ::testing::Test {
 protected:
  using Answers = std::function<SolverAnswer(std::string_view script, const core::Limits& limits)>;

  void SetUp() override {
    for (const char* name : {"old", "new"})
      options_.targets.push_back(write(std::string(name) + ".toml", "name = \"" + std::string(name) +
                                                                        "\"\nargv = [\"/bin/true\"]\n"
                                                                        "reseed = [\"seed={seed}\"]\n"));
    options_.make_solver = [this](const SolverDefinition& definition, const core::Limits& limits) {
      return std::make_unique<Port>(*this, definition, limits);
    };
  }

  struct Port final : SolverPort {
    Port(Versions& test, const SolverDefinition& definition, const core::Limits& limits)
        : test_(test), definition_(definition), limits_(limits) {}
    SolverAnswer run(std::string_view script, const Query&, RunStyle, const std::stop_token&) override {
      if (script == "(check-sat)\n") return answered(Reply::Sat, test_.start_seconds_[definition_.name]);
      ++test_.runs_[definition_.name];
      if (const auto flag = test_.flagged_.find(definition_.argv.back()); flag != test_.flagged_.end())
        return flag->second;
      const bool reseeded = definition_.argv.back().starts_with("seed=");
      const Answers& usual = test_.answers_[definition_.name];
      const auto other = test_.reseeded_.find(definition_.name);
      return reseeded && other != test_.reseeded_.end() ? other->second(script, limits_) : usual(script, limits_);
    }
    Versions& test_;
    SolverDefinition definition_;
    core::Limits limits_;
  };

  std::string write(const std::string& name, const std::string& text) { return *folder_.write(name, text); }
  void answers(const std::string& version, Answers answers) { answers_[version] = std::move(answers); }
  void answers(const std::string& version, SolverAnswer answer) {
    answers_[version] = [answer](std::string_view, const core::Limits&) { return answer; };
  }

  std::unique_ptr<core::Tester> tester() {
    auto module = make_compare_module(options_, {write("a.smt2", script_)});
    EXPECT_TRUE(module.ok()) << (module ? "" : module.error().text());
    return std::move(*(*module)->make_tester());
  }
  /// The trials of both versions on the script, as a campaign runs them.
  std::vector<core::Trial> trials() {
    tester_ = tester();
    subject_ = std::get<core::Case>(tester_->generate(0, {}));
    std::vector<core::Trial> out;
    for (const std::size_t target : {0U, 1U})
      out.push_back(tester_->run(subject_, target, core::RunMode::Campaign, {}));
    for (auto& [target, verdict] : tester_->compare(subject_, out)) out[target].verdict = std::move(verdict);
    return out;
  }
  std::string change() { return trials()[1].measurement->change; }

  static constexpr const char* kScript =
      "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (> x 3))\n(assert (< y 4))\n"
      "(assert (= (mod x 7) 2))\n(check-sat)\n";
  core::ScratchFolder folder_;
  std::string script_ = kScript;
  CompareOptions options_;
  std::map<std::string, Answers> answers_, reseeded_;
  std::map<std::string, SolverAnswer> flagged_;  ///< by the last word of a command line
  std::map<std::string, unsigned> runs_;         ///< without runs that measure a start
  std::map<std::string, double> start_seconds_;  ///< CPU seconds of a run without assertions
  std::unique_ptr<core::Tester> tester_;
  core::Case subject_;
};

TEST_F(Versions, ThatAnswerAlikeHaveNoFinding) {
  answers("old", answered(Reply::Sat));
  answers("new", answered(Reply::Sat, 0.3));
  for (const core::Trial& trial : trials()) EXPECT_EQ(trial.verdict.outcome, core::Verdict::Outcome::Pass);
  EXPECT_EQ(change(), "same");
  EXPECT_EQ(runs_["new"], 2U) << "each once";
}

TEST_F(Versions, ALostAnswerIsAFindingOfTheLaterVersion) {
  answers("old", answered(Reply::Unsat));
  answers("new", answer_of(Kind::Timeout, {}, 20));
  const std::vector<core::Trial> both = trials();
  EXPECT_FALSE(both[0].verdict.is_bug());
  ASSERT_TRUE(both[1].verdict.is_bug());
  EXPECT_EQ(both[1].verdict.kind, core::BugKind::Lost);
  EXPECT_EQ(both[1].verdict.reason, "lost: timeout");
  EXPECT_EQ(both[1].measurement->note, "systematic");
  EXPECT_EQ(both[1].measurement->name, *folder_.path() + "/a.smt2");
}

TEST_F(Versions, ALossThatOtherSeedsShowBeforeIsCalledUnstable) {
  answers("old", answered(Reply::Unsat));
  answers("new", answer_of(Kind::Answered, {Reply::Unknown}, 0.1));
  reseeded_["old"] = answers_["new"];
  EXPECT_EQ(trials()[1].measurement->note, "unstable before, too: 4 of 4 variants");
  reseeded_ = {{"new", answers_["old"]}};
  EXPECT_EQ(trials()[1].measurement->note, "unstable: lost in 0 of 4 variants");
}

TEST_F(Versions, AFlagThatBringsTheAnswerBackIsNamed) {
  options_.targets[1] =
      write("new.toml", "name = \"new\"\nargv = [\"/bin/true\"]\nearlier_behaviour = [\"-a\", \"-b\"]\n");
  answers("old", answered(Reply::Unsat, 0.4));
  answers("new", answer_of(Kind::Timeout, {}, 20));
  flagged_["-b"] = answered(Reply::Unsat, 0.5);
  EXPECT_EQ(trials()[1].measurement->note, "systematic; with -b: unsat 0.50 s");
}

/// Versions with a file of what earlier comparisons showed, and the CPU limits of their runs.
class LearnedVersions : public Versions {
 protected:
  void SetUp() override {
    Versions::SetUp();
    options_.learned = *folder_.path() + "/learned.json";
    options_.limits.wall_seconds = 20;
    options_.controls = 0;
    answers("old", runs_for("old", 1e9));
    answers("new", runs_for("new", 1e9));
  }
  /// A version that answers after this many CPU seconds.
  Answers runs_for(const std::string& version, double seconds) {
    return [this, version, seconds](std::string_view, const core::Limits& limits) {
      limits_[version].push_back(limits.cpu_seconds);
      return seconds < limits.cpu_seconds ? answered(Reply::Unsat, seconds)
                                          : answer_of(Kind::Timeout, {}, limits.cpu_seconds);
    };
  }
  /// Runs the comparison and learns from it; the change.
  std::string learn() {
    limits_.clear();
    const std::vector<core::Trial> both = trials();
    core::CampaignRecord record;
    for (std::size_t target = 0; target < both.size(); ++target)
      record.measured.push_back({0, target, both[target].answer, *both[target].measurement});
    EXPECT_TRUE(learn_runs(options_, record).ok());
    return both[1].measurement->change;
  }
  std::map<std::string, std::vector<double>> limits_;
};

using Seconds = std::vector<double>;

TEST_F(LearnedVersions, RunsThatHadNoAnswerAreShort) {
  EXPECT_EQ(learn(), "same");
  EXPECT_EQ(limits_["old"], Seconds{20});
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(learn(), "same") << "a short run is not taken for a whole one";
    EXPECT_EQ(limits_["old"], Seconds{2});
    EXPECT_EQ(limits_["new"], Seconds{2});
  }
  options_.limits.wall_seconds = 30;
  learn();
  EXPECT_EQ(limits_["old"], Seconds{30}) << "nothing is known about this limit";
  script_ += "; another script\n";
  learn();
  EXPECT_EQ(limits_["old"], Seconds{30});
}

TEST_F(LearnedVersions, AnAnswerMakesTheOtherRunWhole) {
  learn();
  answers("new", runs_for("new", 1));
  EXPECT_EQ(learn(), "gained");
  EXPECT_EQ(limits_["old"].front(), 2);
  EXPECT_NE(std::find(limits_["old"].begin(), limits_["old"].end(), 20), limits_["old"].end());
  // The new version has an answer, so its next run is whole: a slow answer is not taken for a lost one.
  answers("old", runs_for("old", 0.1));
  answers("new", runs_for("new", 15));
  EXPECT_EQ(learn(), "slower");
}

TEST_F(LearnedVersions, ALossIsShownByAWholeRun) {
  learn();
  // A short run alone would take the slow answer of the later version for a lost one.
  answers("old", runs_for("old", 0.1));
  answers("new", runs_for("new", 15));
  EXPECT_EQ(learn(), "slower");
  EXPECT_EQ(limits_["new"].front(), 2);
  EXPECT_EQ(limits_["new"][1], 20);
}

TEST_F(LearnedVersions, AFlagThatBroughtAnswersBackIsTriedFirst) {
  options_.targets[1] =
      write("new.toml", "name = \"new\"\nargv = [\"/bin/true\"]\nearlier_behaviour = [\"-a\", \"-b\", \"-c\"]\n");
  options_.controls = 1;
  answers("old", runs_for("old", 0.4));
  flagged_["-b"] = answered(Reply::Unsat, 0.5);
  learn();
  LearnedRuns table;
  std::string problem;
  table = *LearnedRuns::read(options_.learned, problem);
  EXPECT_EQ(table.in_order({"-a", "-b", "-c"}), (std::vector<std::string>{"-b", "-a", "-c"}));
  // Flags after it get no more time than it needs.
  limits_.clear();
  trials();
  EXPECT_EQ(std::count(limits_["new"].begin(), limits_["new"].end(), 0.5), 2);
}

TEST_F(LearnedVersions, ABadFileIsKeptAside) {
  for (const std::string text : {"{", "[]", R"({"assay-learned": 1, "no_answer": {"a": 3}, "flags": {}})"}) {
    write("learned.json", text);
    EXPECT_NE(learned_problem(options_)->find("learning starts anew"), std::string::npos) << text;
    learn();
    EXPECT_EQ(*core::read_text_file(options_.learned + ".bad"), text);
    EXPECT_EQ(*learned_problem(options_), "");
  }
}

TEST_F(Versions, LossesOfTwoScriptsAreTwoCauses) {
  options_.fail_on = {"lost", "slower"};
  auto module = make_compare_module(options_, {write("one.smt2", script_), write("two.smt2", script_)});
  ASSERT_TRUE(module.ok());
  const auto tester = std::move(*(*module)->make_tester());
  const auto signature = [&](std::uint64_t index, core::BugKind kind) {
    const core::Verdict verdict =
        core::Verdict::bug(kind, kind == core::BugKind::Lost ? "lost: timeout" : "slower", "");
    return tester->signature(std::get<core::Case>(tester->generate(index, {})), 1, verdict);
  };
  EXPECT_EQ(signature(0, core::BugKind::Lost), "lost one.smt2");
  EXPECT_EQ(signature(1, core::BugKind::Lost), "lost two.smt2");
  EXPECT_EQ(signature(0, core::BugKind::Disagreement), signature(1, core::BugKind::Disagreement));
}

TEST_F(Versions, AReplayOnTheFirstVersionAloneLosesNothing) {
  answers("old", answered(Reply::Unsat));
  options_.targets.pop_back();
  auto module = make_compare_module(options_, {});
  ASSERT_TRUE(module.ok());
  core::Case subject;
  subject.files = {{"input.smt2", kScript}};
  EXPECT_FALSE((*(*module)->make_tester())->run(subject, 0, core::RunMode::Fresh, {}).verdict.is_bug());
  EXPECT_FALSE(make_compare_module(options_, {"a.smt2"}).ok());
}

TEST_F(Versions, AResumeHasTheSameLimits) {
  options_.limits.wall_seconds = 7;
  double limit = 0;
  for (const char* version : {"old", "new"})
    answers(version, [&](std::string_view, const core::Limits& limits) {
      limit = limits.cpu_seconds;
      return answered(Reply::Sat);
    });
  static_cast<void>(trials());
  EXPECT_EQ(limit, 7);
  const auto module = make_compare_module(options_, {"a.smt2"});
  ASSERT_TRUE(module.ok());
  const auto stored = compare_option_table().from_toml((*module)->configuration());
  ASSERT_TRUE(stored.ok());
  EXPECT_EQ(stored->limits.wall_seconds, 7);
}

TEST_F(Versions, AFasterVariantIsNoSignOfInstabilityAndVariantsHaveShortLimits) {
  answers("old", answered(Reply::Unsat, 2));
  double longest = 0;
  reseeded_["old"] = [](std::string_view, const core::Limits&) { return answered(Reply::Unsat, 0.01); };
  reseeded_["new"] = [&](std::string_view, const core::Limits& limits) {
    longest = std::max(longest, limits.cpu_seconds);
    return answer_of(Kind::Timeout, {}, limits.cpu_seconds);
  };
  options_.factor = 3;
  answers("new", answer_of(Kind::Timeout, {}, 20));
  options_.limits.wall_seconds = 20;
  EXPECT_EQ(trials()[1].measurement->note, "systematic");
  EXPECT_LE(longest, 6.1) << "three times two seconds";
}

TEST_F(Versions, ARunThatTheMachineEndedIsNoLoss) {
  answers("old", answered(Reply::Sat));
  for (const Kind kind : {Kind::Killed, Kind::OutputLimit, Kind::FileLimit}) {
    answers("new", answer_of(kind, {}, 1));
    EXPECT_EQ(change(), "not-comparable") << static_cast<int>(kind);
  }
}

TEST_F(Versions, ASlowerAnswerIsAFindingOnlyWhenAsked) {
  answers("old", answered(Reply::Unsat, 0.1));
  answers("new", answered(Reply::Unsat, 5));
  const core::Trial usual = trials()[1];
  EXPECT_EQ(usual.verdict.outcome, core::Verdict::Outcome::Pass);
  EXPECT_EQ(usual.verdict.reason, "slower");
  EXPECT_EQ(usual.measurement->change, "slower");
  options_.fail_on = {"slower"};
  EXPECT_EQ(trials()[1].verdict.kind, core::BugKind::Slow);
}

TEST_F(Versions, NoiseIsNotSlower) {
  answers("old", answered(Reply::Unsat, 0.1));
  unsigned run = 0;
  answers("new", [&](std::string_view, const core::Limits&) { return answered(Reply::Unsat, ++run == 1 ? 5 : 0.2); });
  EXPECT_EQ(change(), "same");
}

TEST_F(Versions, TheirStartsDoNotCount) {
  answers("old", answered(Reply::Unsat, 0.035));
  answers("new", answered(Reply::Unsat, 0.25));
  EXPECT_EQ(change(), "same") << "seven times";
  start_seconds_ = {{"old", 0.022}, {"new", 0.012}};
  EXPECT_EQ(change(), "slower") << "18 times";
  answers("new", answered(Reply::Unsat, 0.9));
  start_seconds_["new"] = 0.85;
  EXPECT_EQ(change(), "same") << "another language's runtime";
}

TEST_F(Versions, AContradictionIsDecidedByAModel) {
  SolverAnswer sat = answered(Reply::Sat);
  sat.model = "((define-fun x () Int 9) (define-fun y () Int 0))";
  answers("old", sat);
  answers("new", answered(Reply::Unsat));
  const std::vector<core::Trial> both = trials();
  EXPECT_FALSE(both[0].verdict.is_bug());
  ASSERT_TRUE(both[1].verdict.is_bug());
  EXPECT_EQ(both[1].verdict.kind, core::BugKind::RefutationUnsound);
  answers("old", answered(Reply::Unsat));
  answers("new", sat);
  EXPECT_EQ(trials()[0].verdict.kind, core::BugKind::RefutationUnsound) << "the earlier version is wrong";
  EXPECT_FALSE(trials()[1].verdict.is_bug());
}

TEST_F(Versions, AnUndecidedContradictionIsADisagreementOfTheLaterVersion) {
  answers("old", answered(Reply::Sat));
  answers("new", answered(Reply::Unsat));
  const std::vector<core::Trial> both = trials();
  EXPECT_FALSE(both[0].verdict.is_bug());
  EXPECT_EQ(both[1].verdict.kind, core::BugKind::Disagreement);
}

/// `sat` with this get-objectives answer, and a model in which x has this value.
SolverAnswer optimum(const std::string& value, const std::string& x) {
  SolverAnswer answer = answered(Reply::Sat);
  answer.objectives = "(objectives (x " + value + "))";
  answer.model = "((define-fun x () Real " + x + "))";
  return answer;
}

class Optima : public Versions {
 protected:
  void SetUp() override {
    Versions::SetUp();
    script_ = "(declare-const x Real)\n(assert (<= x 7.0))\n(maximize x)\n(check-sat)\n";
  }
  core::Verdict newer(const SolverAnswer& old_answer, const SolverAnswer& new_answer) {
    answers("old", old_answer);
    answers("new", new_answer);
    return trials()[1].verdict;
  }
};

TEST_F(Optima, AWorseOptimumIsWrongIfAModelIsBetter) {
  const core::Verdict verdict = newer(optimum("7", "7.0"), optimum("6", "6.0"));
  EXPECT_EQ(verdict.kind, core::BugKind::WrongResult);
  EXPECT_EQ(verdict.detail, "objective 1: the maximum is said to be 6, a model of the script reaches 7");
  EXPECT_EQ(change(), "contradicts");
}

TEST_F(Optima, ABetterOptimumThatIsNotRefutedIsADisagreement) {
  EXPECT_EQ(newer(optimum("7", "7.0"), optimum("8", "7.0")).kind, core::BugKind::Disagreement);
}

TEST_F(Optima, ABetterOptimumIsWrongIfTheReferencesReachNoSuchPoint) {
  options_.references = {write("judge.toml", "name = \"judge\"\nargv = [\"/bin/true\"]\n")};
  answers("judge", [](std::string_view script, const core::Limits&) {
    return answered(script.find("(assert (>= x 8.0))") == std::string_view::npos ? Reply::Sat : Reply::Unsat);
  });
  const core::Verdict verdict = newer(optimum("7", "7.0"), optimum("8", "7.0"));
  EXPECT_EQ(verdict.kind, core::BugKind::WrongResult);
  EXPECT_EQ(verdict.detail, "objective 1: the references find no point that reaches 8");
}

TEST_F(Optima, AreTheSameWithAnyMultipleOfEpsilon) {
  EXPECT_FALSE(newer(optimum("(+ 7 (* (- 2) epsilon))", "0.0"), optimum("(+ 7 (* (- 1) epsilon))", "0.0")).is_bug());
  EXPECT_EQ(change(), "same");
}

TEST(Question, AsksForOptimaUnlessEachCheckHasItsOwn) {
  EXPECT_FALSE(question_of("(set-option :opt.priority pareto)(minimize x)(check-sat)").objectives);
  EXPECT_FALSE(question_of("(check-sat)").objectives);
  EXPECT_TRUE(question_of("(minimize x)(check-sat)").objectives);
  EXPECT_FALSE(question_of("(minimize x)(check-sat)(check-sat)").objectives);
}

TEST_F(Versions, AScriptThatOneVersionDoesNotTakeIsNotComparable) {
  answers("old", answered(Reply::Sat));
  answers("new", answer_of(Kind::Error, {}, 0.1));
  const core::Trial trial = trials()[1];
  EXPECT_EQ(trial.verdict.outcome, core::Verdict::Outcome::Skip);
  EXPECT_EQ(trial.measurement->change, "not-comparable");
  EXPECT_TRUE(trial.measurement->note.starts_with("new: ")) << trial.measurement->note;
}

TEST_F(Versions, AScriptWithoutACheckIsNotComparable) {
  script_ = "";
  for (const char* version : {"old", "new"}) answers(version, answer_of(Kind::Answered, {}, 0.1));
  const core::Trial trial = trials()[1];
  EXPECT_EQ(trial.measurement->change, "not-comparable");
  EXPECT_EQ(trial.measurement->note, "new: the script has no check");
}

TEST_F(Versions, AReductionKeepsTheLossAndGivesTheLaterVersionAMultipleOfTheTime) {
  answers("old", answered(Reply::Sat, 0.5));
  std::vector<double> times;
  answers("new", [&](std::string_view script, const core::Limits& limits) {
    times.push_back(limits.cpu_seconds);
    return script.find("mod") == std::string_view::npos ? answered(Reply::Sat, 0.5)
                                                        : answer_of(Kind::Timeout, {}, limits.cpu_seconds);
  });
  const core::Verdict lost = trials()[1].verdict;
  times.clear();
  const core::Case reduced = tester_->reduce(subject_, 1, lost, {});
  const std::string& text = reduced.files.front().content;
  EXPECT_NE(text.find("mod"), std::string::npos) << text;
  EXPECT_LE(text.size(), 50U) << text;
  const auto is_long = [](double seconds) { return seconds > 5.1; };
  EXPECT_EQ(std::count_if(times.begin(), times.end(), is_long), 1)
      << "ten times half a second, and 20 s for the result";
}

TEST_F(Versions, AReductionGoesBackToTheLastStepThatIsLost) {
  std::string assertions;
  for (int i = 0; i < 64; ++i) assertions += "(assert (= (mod x " + std::to_string(100 + i) + ") 2))\n";
  script_ = "(set-logic QF_NIA)\n(declare-const x Int)\n" + assertions + "(check-sat)\n";
  answers("old", answered(Reply::Sat, 0.5));
  // Scripts below 1,000 bytes only take six seconds, and are slower, or lost in another way.
  for (const Reply small : {Reply::Sat, Reply::Unknown}) {
    answers("new", [small](std::string_view script, const core::Limits& limits) {
      const double needs = script.size() < 1000 ? 6 : 100;
      return limits.cpu_seconds < needs ? answer_of(Kind::Timeout, {}, limits.cpu_seconds) : answered(small, needs);
    });
    const core::Verdict lost = trials()[1].verdict;
    ASSERT_EQ(lost.reason, "lost: timeout");
    const std::size_t bytes = tester_->reduce(subject_, 1, lost, {}).files.front().content.size();
    EXPECT_GE(bytes, 1000U) << name(small);
    EXPECT_LT(bytes, script_.size()) << name(small);
  }
}

TEST_F(Versions, MostTriesOfAReductionAreShortAndItsResultIsCheckedInFull) {
  std::string assertions;
  for (int i = 0; i < 64; ++i) assertions += "(assert (= (mod x " + std::to_string(100 + i) + ") 2))\n";
  script_ = "(set-logic QF_NIA)\n(declare-const x Int)\n" + assertions + "(check-sat)\n";
  answers("old", answered(Reply::Sat, 0.5));
  std::size_t tries = 0, longer = 0;
  for (const std::size_t hard : {0U, 1000U}) {
    // Scripts with fewer bytes take four times as long as before: more than a short try allows, and no loss.
    answers("new", [&](std::string_view script, const core::Limits& limits) {
      ++tries;
      longer += limits.cpu_seconds > 1.6 ? 1 : 0;
      const double needs = script.size() < hard ? 2 : 100;
      return limits.cpu_seconds < needs ? answer_of(Kind::Timeout, {}, limits.cpu_seconds)
                                        : answered(Reply::Sat, needs);
    });
    const core::Verdict lost = trials()[1].verdict;
    tries = longer = 0;
    const std::string text = tester_->reduce(subject_, 1, lost, {}).files.front().content;
    EXPECT_LT(text.size(), script_.size());
    if (hard > 0) {
      EXPECT_GE(text.size(), hard) << "only short tries showed the smaller ones as lost";
    } else {
      EXPECT_LT(text.size(), 60U) << text;
      EXPECT_LT(longer, tries) << "no try was short";
    }
  }
}

TEST_F(Versions, AReductionMakesNoCommandThatIsRejected) {
  answers("old", [](std::string_view script, const core::Limits&) {
    SolverAnswer answer = answered(Reply::Sat, 0.5);
    if (script.find("(> x 3)") == std::string_view::npos) answer.rejected = {"line 4 column 1"};
    return answer;
  });
  answers("new", [](std::string_view, const core::Limits& limits) {
    return answer_of(Kind::Timeout, {}, limits.cpu_seconds);
  });
  const core::Verdict lost = trials()[1].verdict;
  const std::string text = tester_->reduce(subject_, 1, lost, {}).files.front().content;
  EXPECT_NE(text.find("(> x 3)"), std::string::npos) << text;
  EXPECT_LT(text.size(), script_.size());
}

/// Rejects a command, goes on, and answers.
SolverAnswer answered_despite(const std::string& place, Reply reply) {
  SolverAnswer answer = answer_of(Kind::Error, {}, 0.1);
  answer.rejected = {place};
  answer.replies_despite_errors = {reply};
  return answer;
}

TEST_F(Versions, AreComparedIfTheyRejectTheSameCommands) {
  answers("old", answered_despite("line 2 column 3", Reply::Unsat));
  answers("new", answered_despite("line 2 column 3", Reply::Unsat));
  EXPECT_EQ(change(), "same");
  answers("new", answered_despite("line 2 column 3", Reply::Sat));
  EXPECT_EQ(change(), "contradicts");
  EXPECT_EQ(trials()[1].verdict.kind, core::BugKind::Disagreement) << "no model of the whole script decides";
  answers("new", answered_despite("line 9 column 3", Reply::Sat));
  EXPECT_EQ(change(), "not-comparable");
  EXPECT_FALSE(trials()[1].verdict.is_bug());
  answers("new", answered(Reply::Sat));
  EXPECT_EQ(change(), "not-comparable");
  EXPECT_FALSE(trials()[1].verdict.is_bug());
}

}  // namespace
}  // namespace assay::smt
