#include <filesystem>
#include <map>
#include <string>

#include "assay/base/hash.hpp"
#include "fuzz_modules.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

TEST_F(FuzzModules, ModelsOfReferencesAreAskedForOnceAndKept) {
  write("a.smt2", kSeedScript);
  options_.references = {"ref=/bin/true"};
  options_.folder = (folder_ / "campaign").string();
  auto asked = std::make_shared<std::size_t>(0);
  use([asked](const SolverDefinition& definition, std::string_view, bool want_model) {
    SolverAnswer answer = answered({Reply::Sat});
    if (definition.name == "ref" && want_model) {
      ++*asked;
      answer.model = "((define-fun x () Int 41) (define-fun y () Int 42))";
    }
    return answer;
  });
  const auto generate = [&] {
    auto made = module();
    auto tester = std::move(*made->make_tester());
    std::string all;
    for (std::uint64_t index = 0; index < 640; index += 5) {
      const auto subject = tester->generate(index);
      if (const auto* of = std::get_if<core::Case>(&subject)) {
        EXPECT_EQ(testing::what_is_wrong(*of), "");
        all += of->files[0].content + of->files[1].content;
      }
    }
    return all;
  };
  const std::string first = generate();
  EXPECT_NE(first.find("41"), std::string::npos) << "the reference's model is used";
  EXPECT_GT(*asked, 0U);
  EXPECT_LE(*asked, 3U) << "one of the assertions, two of negations";
  const std::size_t before = *asked;
  EXPECT_EQ(generate(), first);
  EXPECT_EQ(*asked, before) << "the second campaign finds them in the folder";
}

TEST_F(FuzzModules, QuantifiedFormulasNeedTwoReferencesThatAgree) {
  write(
      "q.smt2",
      "(set-logic NIA)(declare-const a Int)(assert (forall ((x Int) (y Int) (z Int)) (=> (and (> x 0) (> y 0) (> z a)) "
      "(distinct (+ (* x x x) (* y y y)) (* z z z)))))(check-sat)");
  options_.references = {"r1=/bin/true -r1", "r2=/bin/true -r2"};
  auto agree = std::make_shared<bool>(true);
  use([agree](const SolverDefinition& definition, std::string_view script, bool want_model) {
    if (want_model || script.find("(push") == std::string_view::npos) return answered({Reply::Unknown});
    const bool other = definition.name == "r2" && !*agree;
    return answered(other ? std::vector{Reply::Unsat, Reply::Sat} : std::vector{Reply::Sat, Reply::Unsat});
  });
  const auto count = [&]() -> std::size_t {
    if (!load_seeds(options_)) return 0;  // a seed without known answers is left out
    auto made = module();
    auto tester = std::move(*made->make_tester());
    std::size_t cases = 0;
    for (std::uint64_t index = 0; index < 64; ++index) {
      const auto subject = tester->generate(index);
      if (const auto* of = std::get_if<core::Case>(&subject)) {
        ++cases;
        EXPECT_TRUE(SmtFacts::from_json(of->metadata)->partly_by_solvers);
      }
    }
    return cases;
  };
  EXPECT_GT(count(), 10U);
  *agree = false;
  EXPECT_EQ(count(), 0U);
  *agree = true;
  options_.references = {"r1=/bin/true -r1"};
  EXPECT_EQ(count(), 0U) << "one reference is not enough";
  options_.references = {"r1=/bin/true -r1", "one=/bin/true"};
  EXPECT_EQ(count(), 0U) << "a target is no judge";
}

TEST_F(FuzzModules, AReferenceThatOnlyGivesErrorsIsToldAsSuch) {
  write("a.smt2", kSeedScript);
  options_.references = {"ref=/bin/true -r"};
  use([](const SolverDefinition& definition, std::string_view, bool) {
    SolverAnswer answer = answered({Reply::Sat});
    if (definition.name == "ref") {
      answer.kind = SolverAnswer::Kind::Error;
      answer.message = "unknown parameter 'foo'";
    }
    return answer;
  });
  auto corpus = load_seeds(options_);
  ASSERT_TRUE(corpus.ok());
  const auto made = make_fuzz_module(options_, std::move(*corpus));
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.error().text().find("the reference ref does not answer: unknown parameter"), std::string::npos);
}

/// An open script, and its verdicts for given answers of the targets. Models satisfy it if x is 123457, which a search
/// does not find.
class OpenScripts : public FuzzModules {
 protected:
  void SetUp() override {
    FuzzModules::SetUp();
    write("a.smt2", kSeedScript);
    SmtFacts facts;
    facts.truths = {Truth::Open};
    open_.metadata = facts.json();
    open_.files = {{std::string(kScriptFile),
                    "(set-logic QF_LIA)\n(declare-fun x () Int)\n"
                    "(assert (= (mod (* x 6364136223846793005) 1000003) 936043))\n(check-sat)\n"}};
  }
  static SolverAnswer says(Reply reply, const std::string& model = {}) {
    SolverAnswer answer = answered({reply});
    if (!model.empty()) answer.model = model;
    return answer;
  }
  void answer_by(std::map<std::string, SolverAnswer> answers) {
    use([answers](const SolverDefinition& definition, std::string_view, bool) { return answers.at(definition.name); });
    tester_ = std::move(*module()->make_tester());
    trials_.clear();
    for (std::size_t i = 0; i < options_.targets.size(); ++i)
      trials_.push_back(tester_->run(open_, i, core::RunMode::Campaign, {}));
  }

  core::Case open_;
  std::unique_ptr<core::Tester> tester_;
  std::vector<core::Trial> trials_;
};

constexpr const char* kRight = "((define-fun x () Int 123457))";
constexpr const char* kWrong = "((define-fun x () Int 8))";

TEST_F(OpenScripts, AModelThatHoldsConvictsWhoeverSaysUnsat) {
  answer_by({{"one", says(Reply::Unsat)}, {"two", says(Reply::Sat, kRight)}});
  for (const core::Trial& trial : trials_) EXPECT_EQ(trial.verdict.outcome, core::Verdict::Outcome::Pass);
  const auto settled = tester_->settle(open_, trials_, {});
  ASSERT_TRUE(settled.has_value());
  EXPECT_EQ(testing::what_is_wrong(*settled), "") << testing::text_of(*settled);
  EXPECT_EQ(tester_->run(*settled, 0, core::RunMode::Campaign, {}).verdict.kind, core::BugKind::RefutationUnsound);
  EXPECT_EQ(tester_->run(*settled, 0, core::RunMode::Fresh, {}).verdict.kind, core::BugKind::RefutationUnsound);
  EXPECT_FALSE(tester_->run(*settled, 1, core::RunMode::Campaign, {}).verdict.is_bug());
  EXPECT_FALSE(tester_->settle(*settled, trials_, {}).has_value()) << "nothing is left to settle";
}

TEST_F(OpenScripts, AModelThatDoesNotHoldConvictsItsOwnSolver) {
  answer_by({{"one", says(Reply::Unsat)}, {"two", says(Reply::Sat, kWrong)}});
  EXPECT_EQ(trials_[1].verdict.kind, core::BugKind::InvalidModel);
  EXPECT_FALSE(tester_->settle(open_, trials_, {}).has_value()) << "nobody knows who is right about the answer";
  EXPECT_TRUE(tester_->compare(open_, trials_).empty());
}

TEST_F(OpenScripts, AReferenceIsAskedWhenATargetSaysUnsat) {
  options_.targets = {"one=/bin/true"};
  options_.references = {"ref=/bin/true -r"};
  answer_by({{"one", says(Reply::Unsat)}, {"ref", says(Reply::Sat, kRight)}});
  EXPECT_TRUE(tester_->settle(open_, trials_, {}).has_value());
  answer_by({{"one", says(Reply::Unsat)}, {"ref", says(Reply::Unsat)}});
  EXPECT_FALSE(tester_->settle(open_, trials_, {}).has_value());
}

TEST_F(OpenScripts, AModelThatASearchFindsConvictsWhoeverSaysUnsat) {
  options_.targets = {"one=/bin/true"};
  open_.files[0].content =
      "(set-logic QF_SLIA)\n(declare-fun a () Int)\n(declare-fun s () String)\n"
      "(assert (= (str.++ (str.substr \"A\" 0 a) s) \"A\"))\n(check-sat)\n";
  answer_by({{"one", says(Reply::Unsat)}});
  const auto settled = tester_->settle(open_, trials_, {});
  ASSERT_TRUE(settled.has_value());
  EXPECT_EQ(testing::what_is_wrong(*settled), "") << testing::text_of(*settled);
  EXPECT_EQ(tester_->run(*settled, 0, core::RunMode::Fresh, {}).verdict.kind, core::BugKind::RefutationUnsound);
}

TEST_F(OpenScripts, TwoFamiliesAgainstOneAreADisagreementAndNothingMore) {
  options_.targets = {"one=/bin/true", "two=/bin/true -x", "three=/bin/true -y"};
  answer_by({{"one", says(Reply::Sat)}, {"two", says(Reply::Unsat)}, {"three", says(Reply::Unsat)}});
  EXPECT_FALSE(tester_->settle(open_, trials_, {}).has_value());
  const auto verdicts = tester_->compare(open_, trials_);
  ASSERT_EQ(verdicts.size(), 1U);
  EXPECT_EQ(verdicts[0].first, 0U);
  EXPECT_EQ(verdicts[0].second.kind, core::BugKind::Disagreement);
  answer_by({{"one", says(Reply::Sat)}, {"two", says(Reply::Unsat)}, {"three", says(Reply::Unknown)}});
  EXPECT_TRUE(tester_->compare(open_, trials_).empty()) << "one against one";
  answer_by({{"one", says(Reply::Sat, kRight)}, {"two", says(Reply::Unsat)}, {"three", says(Reply::Unsat)}});
  EXPECT_TRUE(tester_->compare(open_, trials_).empty()) << "a model says more than two solvers";
  EXPECT_TRUE(tester_->settle(open_, trials_, {}).has_value());
}

// A benchmark's `:status` is an earlier result of other solvers.
TEST_F(OpenScripts, ASeedsOwnStatusAgainstOneIsADisagreement) {
  options_.targets = {"one=/bin/true"};
  const auto with_status = [&](Truth truth, std::uint64_t of) {
    SmtFacts facts;
    facts.truths = {Truth::Open};
    facts.status = {truth, of};
    open_.metadata = facts.json();
  };
  const std::uint64_t own = hash_bytes(open_.files[0].content);
  with_status(Truth::Sat, own);
  answer_by({{"one", says(Reply::Unsat)}});
  const auto verdicts = tester_->compare(open_, trials_);
  ASSERT_EQ(verdicts.size(), 1U);
  EXPECT_EQ(verdicts[0].second.kind, core::BugKind::Disagreement);
  EXPECT_NE(verdicts[0].second.detail.find(":status"), std::string::npos) << verdicts[0].second.detail;
  answer_by({{"one", says(Reply::Sat)}});
  EXPECT_TRUE(tester_->compare(open_, trials_).empty());
  with_status(Truth::Sat, own + 1);
  answer_by({{"one", says(Reply::Unsat)}});
  EXPECT_TRUE(tester_->compare(open_, trials_).empty()) << "a reduced script is another one";
  with_status(Truth::Unsat, own);
  answer_by({{"one", says(Reply::Sat, kRight)}});
  EXPECT_TRUE(tester_->compare(open_, trials_).empty()) << "a model says more than the status";
}

TEST_F(FuzzModules, ASeedAsItStandsBringsItsStatus) {
  write("q.smt2",
        "(set-logic UFLIA)(set-info :status sat)(declare-fun f (Int) Int)"
        "(assert (forall ((x Int)) (> (f (f x)) x)))(check-sat)");
  options_.targets = {"one=/bin/true"};
  options_.strategies = {{"original", 1}};
  use([](const SolverDefinition&, std::string_view, bool) { return answered({Reply::Unsat}); });
  auto tester = std::move(*module()->make_tester());
  const auto made = tester->generate(0);
  const auto* subject = std::get_if<core::Case>(&made);
  ASSERT_NE(subject, nullptr);
  EXPECT_EQ(SmtFacts::from_json(subject->metadata)->status.truth, Truth::Sat);
  for (const core::RunMode mode : {core::RunMode::Campaign, core::RunMode::Fresh}) {
    const std::vector<core::Trial> trials = {tester->run(*subject, 0, mode, {})};
    const auto verdicts = tester->compare(*subject, trials);
    ASSERT_EQ(verdicts.size(), 1U);
    EXPECT_EQ(verdicts[0].second.kind, core::BugKind::Disagreement);
    EXPECT_EQ(tester->reduce(*subject, 0, verdicts[0].second, {}).files[0].content, subject->files[0].content);
  }
}

TEST_F(OpenScripts, VersionsOfOneSolverAreOneFamily) {
  options_.targets = {"one=/bin/true", "old:z3=/nowhere/z3", "new:z3=/nowhere/z3 -x"};
  answer_by({{"one", says(Reply::Sat)}, {"old", says(Reply::Unsat)}, {"new", says(Reply::Unsat)}});
  EXPECT_TRUE(tester_->compare(open_, trials_).empty());
}

}  // namespace
}  // namespace assay::smt
