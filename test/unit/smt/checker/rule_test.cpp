#include <gtest/gtest.h>

#include "core/target/scratch.hpp"
#include "smt/checker/campaign/campaign.hpp"
#include "smt/checker/rule/claim.hpp"
#include "unit/core/options/option_checks.hpp"

namespace assay::smt {
namespace {

TEST(CpcOfSmtLib, WritesIndicesAndLiterals) {
  EXPECT_EQ(cpc_of_smtlib("((_ extract 3 0) #b0101)"), "(extract 3 0 #b0101)");
  EXPECT_EQ(cpc_of_smtlib("(- 2)"), "-2");
  EXPECT_EQ(cpc_of_smtlib("(- (/ 1.0 2.0))"), "-1/2");
  EXPECT_EQ(cpc_of_smtlib("(+ 2.0 (- x))"), "(+ 2/1 (- x))");
  EXPECT_EQ(cpc_of_smtlib("(- 3 2)"), "(- 3 2)");
  EXPECT_EQ(cpc_of_smtlib("(str.++ \"a (b\" \"\")"), "(str.++ \"a (b\" \"\")");
}

TEST(RefuteBy, MakesASatisfiableScript) {
  const BogusRefutation cpc = refute_by({"r", {"(= n -1)"}, "(= (extract 0 0 x) #b1)", {"n", "x"}}, ProofFormat::Cpc);
  EXPECT_EQ(cpc.script,
            "(set-logic ALL)\n(assert (= n (- 1)))\n(assert (not (= ((_ extract 0 0) x) #b1)))\n(check-sat)\n");
  EXPECT_EQ(cpc.proof,
            "(assume @p1 (= n -1))\n(assume @n (not (= (extract 0 0 x) #b1)))\n"
            "(step @c (= (extract 0 0 x) #b1) :rule r :premises (@p1) :args (n x))\n"
            "(step @f false :rule contra :premises (@c @n))\n");
  const BogusRefutation alethe = refute_by({"evaluate", {}, "(= 1 2)", {}}, ProofFormat::Alethe);
  EXPECT_EQ(alethe.proof,
            "(assume n (not (= 1 2)))\n(step c (cl (= 1 2)) :rule evaluate)\n"
            "(step f (cl) :rule resolution :premises (c n))\n");
}

TEST(GroundTerms, HaveTheirValues) {
  TermStore store;
  GroundTerms terms(store);
  std::size_t drawn = 0;
  std::size_t index = 0;
  for (const OperatorId op : GroundTerms::operators()) {
    core::Rng rng = core::Rng(7).split(++index);
    const std::optional<GroundTerm> term = terms.draw(op, rng);
    if (!term || term->is_open) continue;
    ++drawn;
    const Model none;
    Evaluator evaluator(store, none);
    EXPECT_EQ(evaluator.evaluate(term->term).value, evaluator.evaluate(term->value).value)
        << to_string(store, term->term);
    const std::optional<TermId> wrong = terms.draw_wrong_value(*term, rng);
    if (wrong) {
      EXPECT_NE(evaluator.evaluate(*wrong).value, evaluator.evaluate(term->value).value);
    }
  }
  EXPECT_GT(drawn, 120U);
}

/// The unsound instance of the rules in the text; empty: none.
std::string unsound(const std::string& rules) {
  core::ScratchFolder folder;
  const std::string path = *folder.path();
  EXPECT_TRUE(folder.write("R.eo", rules).ok());
  const Result<Signature> signature = Signature::read(path);
  if (!signature) return signature.error().text();
  for (const SignatureRule& rule : signature->rules()) {
    core::Rng rng(3);
    if (const std::optional<Claim> claim = find_unsound_instance(rule, rng, 300))
      return claim->rule + ": " + claim->formula;
  }
  return {};
}

TEST(FindUnsoundInstance, DoesNotFindSoundRules) {
  EXPECT_EQ(unsound("(declare-rule a ((t Int)) :args (t) :conclusion (= (+ t 0) t))"), "");
  EXPECT_EQ(unsound("(declare-rule a ((x Bool :list) (y Bool)) :args (x y) :conclusion (= (or x y) (or y x)))"), "");
  EXPECT_EQ(unsound("(declare-rule a ((F Bool)) :premises (F) :conclusion F)"), "");
  EXPECT_EQ(unsound("(declare-rule a ((t Int)) :args (t) :conclusion (= ($f t) 0))"), "") << "a program decides";
}

TEST(FindUnsoundInstance, FindsEmptyListsAndBoundaries) {
  const auto starts = [](const std::string& text, const std::string& begin) {
    return text.substr(0, begin.size()) == begin;
  };
  EXPECT_TRUE(
      starts(unsound("(declare-rule a ((x String :list)) :args (x) :conclusion (= (= (str.len (str.++ x)) 0) false))"),
             "a: "));
  EXPECT_TRUE(starts(
      unsound("(declare-rule b ((@n0 Int) (x (BitVec @n0))) :args (x) :conclusion (= (bvneg x) (bvnot x)))"), "b: "));
  EXPECT_TRUE(starts(unsound("(declare-rule c ((t Int) (n Int)) :premises ((= n (+ t 1))) :args (t n) :conclusion (= n "
                             "(eo::define ((k t)) (+ k 2))))"),
                     "c: "));
}

TEST(FindUnsoundInstance, ReadsRewriteRulesForAlethe) {
  core::ScratchFolder folder;
  const auto claim_of = [&](const std::string& rule) {
    EXPECT_TRUE(folder.write("rules.rare", rule).ok());
    const Result<Signature> signature = Signature::read(*folder.path() + "/rules.rare");
    EXPECT_TRUE(signature.ok()) << rule;
    core::Rng rng(3);
    return find_unsound_instance(signature->rules().at(0), rng, 300);
  };
  const auto negated = claim_of(
      "(declare-rare-rule neg ((x (_ BitVec 4)) (y (_ BitVec 4))) :args (x y) :premises ((= x y)) :conclusion (= "
      "(bvneg "
      "x) (bvnot y)))");
  ASSERT_TRUE(negated.has_value());
  const std::string proof = refute_by(*negated, ProofFormat::Alethe).proof;
  EXPECT_NE(proof.find(":rule rare_rewrite :premises (h1) :args (\"neg\" #"), std::string::npos) << proof;
  const auto dropped =
      claim_of("(declare-rare-rule drop ((x Bool :list) (y Bool)) :args (x y) :conclusion (= (or x y) y))");
  ASSERT_TRUE(dropped.has_value());
  EXPECT_TRUE(dropped->arguments.at(0).starts_with("(rare-list ")) << dropped->arguments.at(0);
  EXPECT_FALSE(
      claim_of("(declare-rare-rule eq ((@T0 Type) (t @T0)) :args (t) :conclusion (= (= t t) true))").has_value());
}

TEST(Signature, NeedsFiles) {
  core::ScratchFolder folder;
  const std::string path = *folder.path();
  EXPECT_FALSE(Signature::read(path).ok());
  EXPECT_TRUE(folder.write("R.eo", "(declare-rule").ok());
  EXPECT_FALSE(Signature::read(path).ok());
}

TEST(ProbeSubject, SurvivesItsJson) {
  const ProbeSubject subject{ProbeKind::Equation, "eval", "extract", 2};
  const std::optional<ProbeSubject> read = ProbeSubject::from_json(subject.json("because"));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->kind, ProbeKind::Equation);
  EXPECT_EQ(read->text(), "eval extract");
  EXPECT_EQ(read->op_indices, 2U);
  EXPECT_FALSE(ProbeSubject::from_json("{}").has_value());
}

TEST(CheckerOptions, AreComplete) { core::option_checks::check_option_table(checker_option_table()); }

}  // namespace
}  // namespace assay::smt
