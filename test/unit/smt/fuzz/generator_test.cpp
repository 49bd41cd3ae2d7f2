#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "rounds.hpp"
#include "smt/fuzz/fuzz_generator.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

bool same(const core::Case& a, const core::Case& b) {
  if (a.files.size() != b.files.size() || a.metadata != b.metadata || a.strategy != b.strategy || a.group != b.group)
    return false;
  for (std::size_t i = 0; i < a.files.size(); ++i)
    if (a.files[i].name != b.files[i].name || a.files[i].content != b.files[i].content) return false;
  return true;
}

TEST(Generator, KeepsItsPromiseInEveryCase) {
  const auto config = testing::generating_config(testing::shipped_seeds());
  config->options.incremental_percent = 30;
  Generator generator(*config);
  std::map<std::string, std::size_t> by_strategy;
  std::size_t skipped = 0;
  std::size_t unsat_checks = 0;
  const std::uint64_t kCases = test_rounds(800, 2'500);
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const auto made = generator.generate(index);
    const auto* subject = testing::case_in(made);
    if (subject == nullptr) {
      ++skipped;
      continue;
    }
    ASSERT_EQ(testing::what_is_wrong(*subject), "") << "case " << index << "\n"
                                                    << subject->metadata << "\n"
                                                    << testing::text_of(*subject);
    ++by_strategy[subject->strategy];
    const Result<SmtFacts> facts = SmtFacts::from_json(subject->metadata);
    for (const Truth truth : facts->truths) unsat_checks += truth == Truth::Unsat ? 1 : 0;
  }
  for (const char* strategy : {"storm", "graft", "mutate", "tiny", "plant", "fuse", "quantify"})
    EXPECT_GT(by_strategy[strategy], kCases / 12) << strategy;
  EXPECT_LT(skipped, kCases / 10);
  EXPECT_GT(unsat_checks, kCases / 25);
}

/// The assertions of a script, sorted.
std::multiset<std::string> assertions_in(const std::string& text) {
  std::multiset<std::string> all;
  const auto parsed = take_apart(text, "a script");
  const auto& fragments = std::get<std::unique_ptr<Fragments>>(parsed);
  for (const TermId term : fragments->assertions) all.insert(to_string(fragments->store, term));
  return all;
}

TEST(Generator, MakesEachSeedAsItStandsOnceAndEarly) {
  const auto config = testing::generating_config(testing::shipped_seeds());
  Generator generator(*config);
  const std::vector<Seed>& seeds = config->corpus.seeds;
  std::set<std::string> seen;
  const std::uint64_t turns = (seeds.size() + kBlockSize - 1) / kBlockSize;
  for (std::uint64_t index = 0; index < (2 * turns + 10) * kBlockSize; ++index) {
    const auto made = generator.generate(index);
    const auto* subject = testing::case_in(made);
    if (subject == nullptr || subject->strategy != "original") continue;
    EXPECT_EQ(index / kBlockSize % 2, 0U);
    EXPECT_LT(index / kBlockSize, 2 * turns);
    const std::string name = SmtFacts::from_json(subject->metadata)->seed;
    const bool is_new = seen.insert(name).second;
    EXPECT_TRUE(is_new || index / kBlockSize == 2 * turns - 2) << name << " twice, at " << index;
    const auto seed = std::find_if(seeds.begin(), seeds.end(), [&](const Seed& one) { return one.name == name; });
    ASSERT_NE(seed, seeds.end()) << name;
    EXPECT_EQ(assertions_in(subject->files[0].content), assertions_in(seed->text)) << name;
  }
  EXPECT_EQ(seen.size(), seeds.size());
}

TEST(Generator, IsAPureFunctionOfTheIndex) {
  const auto config = testing::generating_config(testing::shipped_seeds());
  config->options.incremental_percent = 20;
  Generator forwards(*config);
  std::vector<std::variant<GeneratedCase, core::Skip>> cases;
  const std::uint64_t kCases = test_rounds(150, 400);
  for (std::uint64_t index = 0; index < kCases; ++index) cases.push_back(forwards.generate(index));
  Generator jumping(*config);
  for (std::uint64_t i = 0; i < kCases; ++i) {
    const std::uint64_t index = i * 37 % kCases;
    const auto again = jumping.generate(index);
    ASSERT_EQ(again.index(), cases[index].index()) << index;
    if (const auto* subject = testing::case_in(again)) {
      EXPECT_TRUE(same(*subject, *testing::case_in(cases[index])))
          << index << "\n"
          << testing::text_of(*subject) << testing::text_of(*testing::case_in(cases[index]));
    }
  }
}

TEST(Generator, DependsOnTheCampaignsSeed) {
  const auto other_config = testing::generating_config(testing::shipped_seeds(), 2);
  const auto config = testing::generating_config(testing::shipped_seeds(), 1);
  Generator a(*config);
  Generator b(*other_config);
  std::size_t different = 0;
  for (std::uint64_t index = 0; index < 32; ++index) {
    const auto x = a.generate(index);
    const auto y = b.generate(index);
    if (x.index() != y.index() || (x.index() == 0 && !same(*testing::case_in(x), *testing::case_in(y)))) ++different;
  }
  EXPECT_GT(different, 24U);
}

TEST(Generator, BeginsWithSmallCases) {
  const auto config = testing::generating_config(testing::shipped_seeds());
  Generator generator(*config);
  std::vector<std::size_t> sizes;
  for (std::uint64_t index = 0; index < 640; ++index) {
    const auto made = generator.generate(index);
    if (index % 4 == 3) continue;  // these look ahead
    if (const auto* subject = testing::case_in(made)) sizes.push_back(subject->files[0].content.size());
  }
  std::sort(sizes.begin(), sizes.end());
  EXPECT_LT(sizes[sizes.size() / 2], 700U);
}

TEST(Generator, KeepsTheSizeLimit) {
  const auto config = testing::generating_config(testing::shipped_seeds());
  config->options.max_case_bytes = 600;
  Generator generator(*config);
  std::size_t made_cases = 0;
  for (std::uint64_t index = 0; index < 300; ++index) {
    const auto made = generator.generate(index);
    if (const auto* subject = testing::case_in(made)) {
      EXPECT_LE(subject->files[0].content.size(), 600U);
      ++made_cases;
    }
  }
  EXPECT_GT(made_cases, 150U);
}

TEST(Generator, SaysWhyASeedGivesNothing) {
  const auto config = testing::generating_config(
      {{"q.smt2",
        "(declare-fun f (Int) Int)(assert (forall ((x Int) (y Int) (z Int)) (=> (and (> x 0) (> y 0)) "
        "(distinct (+ (* x x x) (* y y y)) (* z z z)))))(check-sat)",
        1}});
  config->strategies = {find_strategy("storm"), find_strategy("graft")};
  config->weights = {1, 1};
  Generator generator(*config);
  const auto made = generator.generate(0);
  ASSERT_TRUE(std::holds_alternative<core::Skip>(made));
  EXPECT_EQ(std::get<core::Skip>(made).reason, "no formula of the seed has a value: quantified");
}

TEST(Generator, KeepsTheObjectivesOfASeed) {
  const std::string text =
      "(declare-const x Int)(declare-const y Int)(declare-const z Int)(assert (< x y))(assert (distinct (+ x y) 4))"
      "(maximize (- x y z))(assert-soft (> x 3) :weight 0.5 :id g)(check-sat)(get-objectives)";
  const auto config = testing::generating_config({{"o.smt2", text, 2}});
  Generator generator(*config);
  std::size_t kept = 0;
  for (std::uint64_t index = 0; index < 64; ++index) {
    const auto made = generator.generate(index);
    const auto* subject = testing::case_in(made);
    if (subject == nullptr) continue;
    const std::string& script = subject->files[0].content;
    const Result<SmtFacts> facts = SmtFacts::from_json(subject->metadata);
    if (script.find("(maximize (- x y z))") == std::string::npos) continue;
    ++kept;
    EXPECT_NE(script.find("(assert-soft (> x 3) :weight 0.5 :id g)\n(check-sat)"), std::string::npos) << script;
    EXPECT_EQ(facts->truths, std::vector{Truth::Sat});
    EXPECT_FALSE(facts->decidable);
    EXPECT_NE(subject->files[1].content.find("define-fun z "), std::string::npos)
        << "the witness values all objectives";
    EXPECT_EQ(testing::what_is_wrong(*subject), "");
  }
  EXPECT_GT(kept, 10U);
}

TEST(Generator, KeepsTheOptionsOfAChangedTest) {
  const std::string text =
      "(set-option :print-success true)(set-option :produce-proofs true)(set-option :opt.priority box)"
      "(set-option :timeout 7)(set-logic QF_LIA)(declare-const x Int)(assert (< 2 x))(assert (< x 9))(minimize x)"
      "(maximize x)(check-sat)";
  for (const bool keeps : {true, false}) {
    const auto config = testing::generating_config({{"a.smt2", text, 2, keeps, keeps}});
    Generator generator(*config);
    std::size_t made = 0, with_options = 0, boxes = 0;
    for (std::uint64_t i = 0; i < 200; ++i) {
      const auto generated = generator.generate(i);
      const core::Case* subject = testing::case_in(generated);
      if (subject == nullptr) continue;
      const std::string& script = subject->files.front().content;
      ++made;
      const bool kept = script.starts_with("(set-option :produce-proofs true)\n(set-option :opt.priority box)\n");
      with_options += kept ? 1 : 0;
      boxes += kept && script.find("(minimize x)") != std::string::npos ? 1 : 0;
      EXPECT_EQ(script.find("print-success"), std::string::npos) << "Assay reads the output";
      EXPECT_EQ(script.find("timeout"), std::string::npos) << "Assay sets the limits";
    }
    EXPECT_EQ(with_options > made / 2 && with_options < made, keeps) << with_options << " of " << made;
    EXPECT_EQ(boxes > 10, keeps) << boxes;
  }
}

TEST(Generator, MakesMostCasesAboutTheOperatorInFocus) {
  const std::string text = "(declare-const x Int)(declare-const y Int)(assert (< x y))(assert (= x 3))(check-sat)";
  std::array<std::size_t, 2> used{}, made{};
  for (const std::size_t focused : {0U, 1U}) {
    const auto config = testing::generating_config({{"a.smt2", text, 2}});
    if (focused == 1) {
      config->focus.assign(Operators::get().size(), false);
      config->focus[Operators::get().at("mod").index] = true;
    }
    Generator generator(*config);
    for (std::uint64_t i = 0; i < 300; ++i) {
      const auto generated = generator.generate(i);
      const core::Case* subject = testing::case_in(generated);
      if (subject == nullptr) continue;
      ++made[focused];
      used[focused] += subject->files.front().content.find("(mod ") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(5 * used[1], 3 * made[1]) << used[1] << " of " << made[1];
  EXPECT_LT(5 * used[0], 3 * made[0]) << used[0] << " of " << made[0];
}

TEST(Generator, KeepsNoObjectivesOfLevels) {
  const std::string text =
      "(declare-const x Int)(push 1)(assert (< x 5))(maximize x)(check-sat)(pop 1)(assert (> x 5))(check-sat)";
  const auto config = testing::generating_config({{"o.smt2", text, 2}});
  Generator generator(*config);
  for (std::uint64_t index = 0; index < 32; ++index) {
    const auto made = generator.generate(index);
    if (const auto* subject = testing::case_in(made)) {
      EXPECT_EQ(subject->files[0].content.find("(maximize "), std::string::npos);
    }
  }
}

TEST(Generator, UsesTacticsOnlyWhenToldTo) {
  const auto config = testing::generating_config(testing::shipped_seeds());
  config->options.tactic_percent = 50;
  const auto untold = testing::generating_config(testing::shipped_seeds());
  for (const auto& one : {config, untold}) {
    one->strategies = {find_strategy("storm"), find_strategy("graft")};
    one->weights = {1, 1};
  }
  untold->options.tactic_percent = 50;
  Generator without(*untold);
  config->tactics = {"(then simplify smt)"};
  config->takes_tactics = true;
  Generator with(*config);
  std::size_t tactics = 0;
  for (std::uint64_t index = 0; index < 64; ++index) {
    const auto plain = without.generate(index);
    if (const auto* subject = testing::case_in(plain)) {
      EXPECT_EQ(subject->files[0].content.find("check-sat-using"), std::string::npos);
    }
    const auto made = with.generate(index);
    const auto* subject = testing::case_in(made);
    if (subject == nullptr || subject->files[0].content.find("check-sat-using") == std::string::npos) continue;
    ++tactics;
    EXPECT_FALSE(SmtFacts::from_json(subject->metadata)->decidable) << "a tactic may give up";
    EXPECT_EQ(testing::what_is_wrong(*subject), "");
  }
  EXPECT_GT(tactics, 16U);
}

TEST(Generator, KeepsASeedsTactic) {
  const auto config = testing::generating_config({{"t.smt2",
                                                   "(declare-const x Int)(declare-const y Int)(assert (or (> x 3) (< "
                                                   "(+ x y) 2)))(check-sat-using (then simplify smt))",
                                                   1}});
  config->strategies = {find_strategy("storm"), find_strategy("graft")};
  config->weights = {1, 1};
  for (const bool takes : {true, false}) {
    config->takes_tactics = takes;
    Generator generator(*config);
    for (std::uint64_t index = 0; index < 16; ++index) {
      const auto made = generator.generate(index);
      const auto* subject = testing::case_in(made);
      if (subject == nullptr || subject->files[0].content.find("(push") != std::string::npos) continue;
      const bool has = subject->files[0].content.find("(check-sat-using (then simplify smt))") != std::string::npos;
      EXPECT_EQ(has, takes) << subject->files[0].content;
    }
  }
}

// Some solvers let an Int stand where a Real is due; the standard does not.
TEST(Generator, MakesScriptsThatTheStandardTakes) {
  std::vector<Seed> seeds = testing::shipped_seeds();
  seeds.push_back(
      {"mixed.smt2",
       "(declare-const a (Array Int Int))(declare-const b (Array Real Int))(declare-const c (Array Real Real))"
       "(declare-const x Real)(declare-const n Int)(assert (= (select b x) (select a n)))"
       "(assert (< (select c (to_real n)) x))(assert (= a (store a n 3)))(assert (= c (store c x 2.0)))",
       8});
  const auto config = testing::generating_config(std::move(seeds));
  config->options.incremental_percent = 10;
  Generator generator(*config);
  const char* const more = std::getenv("ASSAY_GENERATED_CASES");
  const std::uint64_t cases = more == nullptr ? test_rounds(800, 2'500) : std::stoull(more);
  for (std::uint64_t index = 0; index < cases; ++index) {
    const auto made = generator.generate(index);
    const auto* subject = testing::case_in(made);
    if (subject == nullptr) continue;
    ASSERT_EQ(testing::mixed_numbers(*subject), "") << "case " << index << "\n" << subject->files[0].content;
  }
}

}  // namespace
}  // namespace assay::smt
