#include <gtest/gtest.h>

#include <algorithm>

#include "core/target/scratch.hpp"
#include "fake_checker.hpp"
#include "smt/checker/campaign/campaign.hpp"

namespace assay::smt {
namespace {

/// A small signature: right rules, and wrong ones where `faulty`.
constexpr std::string_view kRules =
    R"((declare-rule modus_ponens ((F1 Bool) (F2 Bool)) :premises (F1 (=> F1 F2)) :conclusion F2)
(declare-rule add-zero ((t1 Int)) :args (t1) :conclusion (= (+ t1 0) t1))
(declare-rule low-half ((@n0 Int) (x1 (BitVec @n0)) (n1 Int)) :premises ((= n1 (- (@bvsize x1) 1))) :args (x1 n1)
  :conclusion (= (extract n1 0 x1) x1))
(declare-rule append ((s1 String :list) (s2 String) (s3 String :list)) :args (s1 s2 s3)
  :conclusion (= (str.len (str.++ s1 s2 s3)) (+ (str.len (str.++ s1 s3)) (str.len s2))))
(declare-rule eval-op ((T Type) (t T) (u T)) :args ((= t u)) :requires ((($eval t) u)) :conclusion (= t u))
(define operators () (str.indexof str.at div mod))
)";
constexpr std::string_view kFaultyRules = R"(
(declare-rule to-int-none ((s1 String :list) (s2 String) (s3 String :list)) :premises ((= (str.to_int s2) -1))
  :args (s1 s2 s3) :conclusion (= (str.to_int (str.++ s1 s2 s3)) -1))
(declare-rule low-bits ((@n0 Int) (x1 (BitVec @n0)) (i1 Int)) :premises ((= (>= i1 0) true)) :args (x1 i1)
  :conclusion (= (extract i1 i1 x1) #b0))
)";

class PlantedChecker : public ::testing::Test {
 protected:
  /// The bugs that a campaign finds in its first cases: kind and signature. `wanted`: the campaign ends with this bug.
  std::set<std::string> found(ProofFormat format, const CheckerLie& lie, std::uint64_t cases,
                              std::string_view rules = kRules, const std::string& wanted = {}) {
    CheckerOptions options;
    options.strategies = strategies_;
    options.targets = {format == ProofFormat::Cpc ? "ethos" : "carcara"};
    std::set<std::string> names;
    if (format == ProofFormat::Cpc) {
      folder_.clear();
      options.signatures = *folder_.path();
      EXPECT_TRUE(folder_.write("Rules.eo", rules).ok());
      names = {"modus_ponens", "add-zero", "low-half", "append", "to-int-none", "low-bits"};
    }
    options.make_checker = [&](const CheckerDefinition& definition, const core::Limits&) {
      return make_fake_checker(definition.format, lie, names);
    };
    const auto module = make_checker_module(options, {});
    EXPECT_TRUE(module.ok()) << (module ? "" : module.error().text());
    const auto tester = (*module)->make_tester();
    std::set<std::string> out;
    for (const core::Control& control : (*module)->controls()) {
      const core::Trial trial = (*tester)->run(control.subject, 0, core::RunMode::Fresh, {});
      const bool as_expected = trial.verdict.outcome == control.expected.outcome;
      if (!as_expected) out.insert("control: " + control.name);
    }
    for (std::uint64_t i = 0; i < cases && !out.contains(wanted); ++i) {
      const auto made = (*tester)->generate(i);
      const core::Case* subject = std::get_if<core::Case>(&made);
      if (subject == nullptr) continue;
      const core::Trial trial = (*tester)->run(*subject, 0, core::RunMode::Campaign, {});
      if (!trial.verdict.is_bug()) continue;
      const std::string signature = (*tester)->signature(*subject, 0, trial.verdict);
      if (!out.insert(signature).second) continue;
      const core::Case small = (*tester)->reduce(*subject, 0, trial.verdict, {});
      EXPECT_LE(small.files[0].content.size(), subject->files[0].content.size());
      EXPECT_EQ((*tester)->run(small, 0, core::RunMode::Fresh, {}).verdict.kind, trial.verdict.kind);
      EXPECT_EQ((*tester)->signature(small, 0, trial.verdict), signature);
    }
    return out;
  }

  core::ScratchFolder folder_;
  std::vector<std::string> strategies_;  ///< empty: all
};

TEST_F(PlantedChecker, HonestOnesAreNoFindings) {
  EXPECT_EQ(found(ProofFormat::Alethe, {}, 3000), std::set<std::string>());
  EXPECT_EQ(found(ProofFormat::Cpc, {}, 600), std::set<std::string>());
}

TEST_F(PlantedChecker, WrongValuesAreFound) {
  const std::pair<std::string, std::string> lies[] = {{"bvslt", "bvult"},
                                                      {"bvsle", "bvule"},
                                                      {"bvsgt", "bvugt"},
                                                      {"bvsge", "bvuge"},
                                                      {"sign_extend", "zero_extend"},
                                                      {"bvashr", "bvlshr"},
                                                      {"bvsrem", "bvsmod"},
                                                      {"bvsdiv", "bvudiv"},
                                                      {"bvxnor", "bvxor"},
                                                      {"str.prefixof", "str.suffixof"},
                                                      {"rotate_left", "rotate_right"},
                                                      {"str.<", "str.<="},
                                                      {"div", "mod"},
                                                      {"sbv_to_int", "ubv_to_int"}};
  strategies_ = {"evaluate"};
  bool in_cpc = false;
  for (const auto& [op, as] : lies) {
    const std::string wanted = "refutation-unsound evaluate " + op;
    in_cpc = !in_cpc;
    const ProofFormat format = in_cpc ? ProofFormat::Cpc : ProofFormat::Alethe;
    const std::set<std::string> bugs = found(format, {op, op, as}, 20000, kRules, wanted);
    EXPECT_TRUE(bugs.contains(wanted)) << op;
    for (const std::string& bug : bugs) EXPECT_TRUE(bug.ends_with(" " + op)) << op << ": " << bug;
  }
}

TEST_F(PlantedChecker, CrashesAreFound) {
  CheckerLie lie;
  lie.crash_on = "bvashr ";
  EXPECT_EQ(found(ProofFormat::Alethe, lie, 2000), std::set<std::string>{"crash evaluate bvashr"});
}

TEST_F(PlantedChecker, WrongRulesAreFound) {
  strategies_ = {"rule"};
  EXPECT_EQ(found(ProofFormat::Cpc, {}, 300, std::string(kRules) + std::string(kFaultyRules)),
            (std::set<std::string>{"refutation-unsound to-int-none", "refutation-unsound low-bits"}));
}

TEST_F(PlantedChecker, WrongDecisionsOfEquationsAreFound) {
  strategies_ = {"equation"};
  EXPECT_TRUE(found(ProofFormat::Cpc, {"mod", "mod", "div"}, 3000, kRules, "refutation-unsound eval-op mod")
                  .contains("refutation-unsound eval-op mod"));
}

TEST_F(PlantedChecker, WrongRulesOfAletheAreFound) {
  strategies_ = {"equation"};
  CheckerLie any;
  any.accepts_any_rule = true;
  const std::set<std::string> bugs = found(ProofFormat::Alethe, any, 300);
  for (const char* rule : {"comp_simplify <", "aci_simp bvxor", "la_generic <=", "poly_simp +", "mod_simplify mod"})
    EXPECT_TRUE(bugs.contains(std::string("refutation-unsound ") + rule)) << rule;
}

TEST_F(PlantedChecker, WrongStructureIsFound) {
  strategies_ = {"mutate"};
  CheckerLie premises;
  premises.ignores_premises = true;
  EXPECT_FALSE(found(ProofFormat::Cpc, premises, 100).empty());
  EXPECT_FALSE(found(ProofFormat::Alethe, premises, 100).empty());
  CheckerLie scope;
  scope.accepts_open_scope = true;
  EXPECT_EQ(found(ProofFormat::Cpc, scope, 100), std::set<std::string>{"refutation-unsound control open-scope"});
}

TEST_F(PlantedChecker, HiddenHolesAndUnknownRulesAreFound) {
  strategies_ = {"trust"};
  CheckerLie hides;
  hides.hides_trust = true;
  EXPECT_EQ(found(ProofFormat::Cpc, hides, 100), std::set<std::string>{"refutation-unsound trust"});
  CheckerLie any;
  any.accepts_any_rule = true;
  EXPECT_TRUE(found(ProofFormat::Alethe, any, 100).contains("refutation-unsound assay_no_such_rule"));
}

TEST_F(PlantedChecker, ControlsSeeCheckersThatDoNotCheck) {
  CheckerLie accepts;
  accepts.accepts_all = true;
  EXPECT_TRUE(found(ProofFormat::Alethe, accepts, 0).contains("control: refuses a bogus proof"));
  CheckerLie refuses;
  refuses.refuses_all = true;
  EXPECT_TRUE(found(ProofFormat::Alethe, refuses, 0).contains("control: accepts a right proof"));
}

}  // namespace
}  // namespace assay::smt
