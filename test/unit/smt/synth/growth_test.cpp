// Growing unsatisfiable formulas, as the thesis does it in section 3.3.2 (Alg. 3.5, 3.6; figures 3.6 and 3.7).
#include "smt/synth/growth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "support.hpp"

namespace assay::smt {
namespace {

using Kind = Growth::Kind;

constexpr const char* kRules = R"(
(equivalence E1 :theory strings :vars ((s String) (off Int) (res String))
  :left (= (str.at s off) res) :right (= (str.substr s off 1) res))
(equivalence E3 :theory strings :vars ((s String) (t String) (u String) (res String))
  :exists ((i Int (str.indexof s t 0)) (s1 String (str.substr s 0 i))
           (s3 String (str.substr s (+ i (str.len t)) (str.len s))))
  :left (= (str.replace s t u) res)
  :right (and (= i (str.indexof s t 0))
              (=> (>= i 0) (and (= s (str.++ s1 t s3)) (= (str.len s1) i) (= res (str.++ s1 u s3))))
              (=> (< i 0) (= res s))))
(equivalence E10 :theory strings :vars ((s String) (t String))
  :left (= (str.prefixof s t) false)
  :right (forall ((t1 String) (t2 String))
           (! (=> (= t (str.++ t1 t2)) (distinct t1 s)) :pattern ((str.++ t1 t2)))))
(equivalence GUARDED :theory strings :vars ((s String)) :if (= (str.len s) 1)
  :left (= s "a") :right (str.prefixof "a" s))
(equality EV1 :theory strings :vars ((s String)) :term (str.at s 0) :equals s :if (= (str.len s) 1))
(equality EV5 :theory strings :vars ((s String) (t String) (u String))
  :term (str.replace s t u) :equals s :if (not (str.contains s t)))
(equality EV7 :theory strings :vars ((s String)) :term (str.substr s 0 (str.len s)) :equals s)
(equality EV8 :theory strings :vars ((s String) (off Int))
  :term (str.indexof s "" off) :equals off :if (and (>= off 0) (<= off (str.len s))))
(equality EC20 :theory strings :vars ((s String)) :term (str.len s) :equals 0 :if (= s ""))
)";

class GrowthTest : public ::testing::Test {
 protected:
  /// One step on an equivalence of the rules: the growth of this kind at this target by this equality.
  Contradiction one(const char* rule, Kind kind, const char* target, const char* equality, bool patterns = true) {
    const Rule& equivalence = shop_.rule(rule);
    for (const Growth& growth : growths_of(*shop_, equivalence, kind)) {
      if (growth.equality->text->name != equality || named(growth) != target) continue;
      const auto result = apply_growth(*shop_, simple(*shop_, equivalence, patterns), growth, "_1");
      EXPECT_TRUE(result.has_value());
      return result.value_or(Contradiction{});
    }
    ADD_FAILURE() << "no such growth: " << rule << " " << target << " " << equality;
    return simple(*shop_, equivalence, patterns);
  }

  /// The target as text; under a quantifier, the variable.
  std::string named(const Growth& growth) {
    if (growth.kind != Kind::Quantified) return shop_.text(growth.target);
    return plain(
        std::string(shop_->store.spelling(shop_->store.binder_info(growth.target).variables[growth.variable].name)));
  }

  /// Bound variables have marks; this function replaces them by the names that the rules use.
  static std::string plain(std::string text) {
    for (std::size_t at = text.find(".b"); at != std::string::npos; at = text.find(".b")) text.erase(at, 2);
    return text;
  }
  std::string text(TermId term) { return plain(shop_.text(term)); }

  std::set<std::string> targets(const char* rule, Kind kind) {
    std::set<std::string> all;
    for (const Growth& growth : growths_of(*shop_, shop_.rule(rule), kind))
      all.insert(named(growth) + " by " + growth.equality->text->name);
    return all;
  }

  testing::Shop shop_{kRules};
};

TEST_F(GrowthTest, ASimpleContradictionIsNotAAndB) {
  const Contradiction simple_one = simple(*shop_, shop_.rule("E1"), true);
  EXPECT_EQ(text(simple_one.negated), "(not (= (str.at s off) res))");
  EXPECT_EQ(text(simple_one.right), "(= (str.substr s off 1) res)");
  EXPECT_TRUE(simple_one.clauses.empty());
  const Contradiction guarded = simple(*shop_, shop_.rule("GUARDED"), true);
  EXPECT_EQ(text(guarded.right), "(and (= (str.len s) 1) (str.prefixof \"a\" s))") << "the side condition is part of B";
}

// Figure 3.6: res in E3 by EV1.
TEST_F(GrowthTest, AVariableOfAAndBIsReplacedInB) {
  const Contradiction step = one("E3", Kind::Variable, "res", "EV1");
  EXPECT_EQ(text(step.negated), "(not (= (str.replace s t u) res))");
  EXPECT_EQ(text(step.right),
            "(and (= i (str.indexof s t 0))"
            " (=> (>= i 0) (and (= s (str.++ s1 t s3)) (= (str.len s1) i) (= res_1 (str.++ s1 u s3))))"
            " (=> (< i 0) (= res_1 s)))");
  ASSERT_EQ(step.clauses.size(), 1U);
  EXPECT_EQ(text(step.clauses[0]), "(and (= (str.at res 0) res_1) (= (str.len res) 1))");
  EXPECT_EQ(step.needed, std::vector<bool>{true});
  EXPECT_EQ(step.steps, (std::vector<std::string>{"E3", "res by EV1"}));
}

TEST_F(GrowthTest, AnEqualitysOtherVariablesAreFresh) {
  const Contradiction step = one("E1", Kind::Variable, "s", "EV5");
  EXPECT_EQ(text(step.right), "(= (str.substr s_1 off 1) res)");
  EXPECT_EQ(text(step.clauses[0]), "(and (= (str.replace s t_1e u_1e) s_1) (not (str.contains s t_1e)))")
      << "t and u of the equality are none of the equivalence's";
  const Contradiction number = one("E1", Kind::Variable, "off", "EV8");
  EXPECT_EQ(text(number.right), "(= (str.substr s off_1 1) res)");
  EXPECT_EQ(text(number.clauses[0]),
            "(and (= (str.indexof s_1e \"\" off) off_1) (and (>= off 0) (<= off (str.len s_1e))))")
      << "s of the equality is not s of the equivalence";
}

TEST_F(GrowthTest, OnlyVariablesOfAAndBAreReplaced) {
  EXPECT_EQ(targets("E1", Kind::Variable), (std::set<std::string>{"s by EV1", "s by EV5", "s by EV7", "off by EV8",
                                                                  "res by EV1", "res by EV5", "res by EV7"}));
  EXPECT_FALSE(targets("E3", Kind::Variable).contains("s1 by EV1")) << "B's own";
  EXPECT_EQ(targets("E3", Kind::Own), (std::set<std::string>{"i by EV8", "s1 by EV1", "s1 by EV5", "s1 by EV7",
                                                             "s3 by EV1", "s3 by EV5", "s3 by EV7"}));
  EXPECT_TRUE(targets("E1", Kind::Own).empty());
}

// Section 3.3.2: the constant 0 by EC20.
TEST_F(GrowthTest, AConstantOfBBecomesATermWithThatValue) {
  const Contradiction step = one("E3", Kind::Constant, "0", "EC20");
  EXPECT_EQ(text(step.right),
            "(and (= i (str.indexof s t z_1))"
            " (=> (>= i z_1) (and (= s (str.++ s1 t s3)) (= (str.len s1) i) (= res (str.++ s1 u s3))))"
            " (=> (< i z_1) (= res s)))")
      << "everywhere in B";
  EXPECT_EQ(text(step.negated), "(not (= (str.replace s t u) res))");
  EXPECT_EQ(text(step.clauses[0]), "(and (= (str.len s_1e) z_1) (= s_1e \"\"))");
  EXPECT_EQ(step.needed, std::vector<bool>{true});
  EXPECT_EQ(targets("E3", Kind::Constant), std::set<std::string>{"0 by EC20"});
  EXPECT_TRUE(targets("E1", Kind::Constant).empty()) << "no equality gives 1";
}

TEST_F(GrowthTest, RedundancyAboutBsOwnVariableIsNoPartOfTheCore) {
  const Contradiction step = one("E3", Kind::Own, "s1", "EV7");
  EXPECT_TRUE(testing::has_part(text(step.right), "(str.++ s1_1 t s3)"));
  EXPECT_EQ(text(step.clauses[0]), "(= (str.substr s1 0 (str.len s1)) s1_1)");
  EXPECT_EQ(step.needed, std::vector<bool>{false});
}

// Figure 3.7: t2 in E10 by EV7, with a multi-pattern.
TEST_F(GrowthTest, RedundancyUnderAQuantifierWidensIt) {
  const Contradiction step = one("E10", Kind::Quantified, "t2", "EV7");
  EXPECT_EQ(text(step.right),
            "(forall ((t1 String) (t2 String) (t2_1q String))"
            " (! (=> (and (= (str.substr t2 0 (str.len t2)) t2_1q) (= t (str.++ t1 t2_1q))) (distinct t1 s))"
            " :pattern ((str.++ t1 t2_1q) (str.substr t2 0 (str.len t2)))))");
  EXPECT_TRUE(step.clauses.empty()) << "the clause is in B: the core stays as it is";
  EXPECT_TRUE(has_patterns(shop_->store, step.right));
  const Contradiction plain_one = one("E10", Kind::Quantified, "t2", "EV7");
  EXPECT_EQ(text(plain_one.negated), "(not (= (str.prefixof s t) false))");
}

TEST_F(GrowthTest, UnderAQuantifierTheSideConditionIsAPremise) {
  const Contradiction step = one("E10", Kind::Quantified, "t1", "EV5");
  EXPECT_EQ(text(step.right),
            "(forall ((t1 String) (t2 String) (t1_1q String) (t_1e String) (u_1e String))"
            " (! (=> (and (=> (not (str.contains t1 t_1e)) (= (str.replace t1 t_1e u_1e) t1_1q))"
            " (= t (str.++ t1_1q t2))) (distinct t1_1q s))"
            " :pattern ((str.++ t1_1q t2) (str.replace t1 t_1e u_1e))))")
      << "and the equality's other variables are bound, too";
  EXPECT_TRUE(targets("E3", Kind::Quantified).empty());
  EXPECT_EQ(targets("E10", Kind::Quantified).size(), 6U) << "two variables, three equalities of strings";
}

// Section 3.4.1: as if a let had named a sub-term.
TEST_F(GrowthTest, LetSaysSomethingTrueAboutASubTerm) {
  const Contradiction step = one("E1", Kind::Let, "(str.substr s off 1)", "EV7");
  EXPECT_EQ(text(step.right), "(= (str.substr s off 1) res)") << "unchanged";
  ASSERT_EQ(step.clauses.size(), 1U);
  const std::string clause = shop_.text(step.clauses[0]);
  EXPECT_TRUE(testing::has_part(clause, "str.substr")) << clause;
  EXPECT_EQ(step.needed, std::vector<bool>{false});
}

TEST_F(GrowthTest, LetFreesBoundVariables) {
  const Rule& rule = shop_.rule("E10");
  std::size_t made = 0;
  for (const Growth& growth : growths_of(*shop_, rule, Kind::Let)) {
    const auto step = apply_growth(*shop_, simple(*shop_, rule, true), growth, "_1");
    ASSERT_TRUE(step.has_value());
    ASSERT_EQ(step->clauses.size(), 1U);
    EXPECT_FALSE(shop_->store.has(step->clauses[0], kHasVariable)) << shop_.text(step->clauses[0]);
    ++made;
  }
  EXPECT_EQ(made, 3U) << "t1 ++ t2, by each equality of strings";
}

TEST_F(GrowthTest, PatternsAreLeftOut) {
  const Rule& rule = shop_.rule("E10");
  EXPECT_TRUE(has_patterns(shop_->store, rule.right));
  const Contradiction with = simple(*shop_, rule, true);
  const Contradiction without = simple(*shop_, rule, false);
  EXPECT_TRUE(has_patterns(shop_->store, with.right));
  EXPECT_FALSE(has_patterns(shop_->store, without.right));
  EXPECT_EQ(text(without.right), "(forall ((t1 String) (t2 String)) (=> (= t (str.++ t1 t2)) (distinct t1 s)))");
  EXPECT_EQ(with.negated, without.negated);
  EXPECT_FALSE(has_patterns(shop_->store, shop_.rule("E3").right));
}

TEST_F(GrowthTest, AStepWithoutItsTargetIsNone) {
  const Rule& rule = shop_.rule("E1");
  const auto growths = growths_of(*shop_, rule, Kind::Variable);
  const auto res = std::find_if(growths.begin(), growths.end(),
                                [&](const Growth& growth) { return shop_.text(growth.target) == "res"; });
  ASSERT_NE(res, growths.end());
  const auto once = apply_growth(*shop_, simple(*shop_, rule, true), *res, "_1");
  ASSERT_TRUE(once.has_value());
  EXPECT_FALSE(apply_growth(*shop_, *once, *res, "_2").has_value()) << "res is no longer in B";
}

TEST_F(GrowthTest, StepsAddUp) {
  const Contradiction first = one("E3", Kind::Variable, "res", "EV1");
  const auto growths = growths_of(*shop_, shop_.rule("E3"), Kind::Constant);
  ASSERT_EQ(growths.size(), 1U);
  const auto both = apply_growth(*shop_, first, growths[0], "_2");
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->clauses.size(), 2U);
  EXPECT_EQ(both->needed, (std::vector<bool>{true, true}));
  EXPECT_EQ(both->steps, (std::vector<std::string>{"E3", "res by EV1", "0 by EC20"}));
  EXPECT_TRUE(testing::has_part(text(both->right), "res_1"));
  EXPECT_TRUE(testing::has_part(text(both->right), "z_2"));
  EXPECT_EQ(text(both->clauses[1]), "(and (= (str.len s_2e) z_2) (= s_2e \"\"))");
}

TEST(BuiltInGrowth, NamesNeverClash) {
  testing::Shop shop(testing::Builtin{{}});
  std::size_t steps = 0;
  for (const Rule& rule : shop->rules) {
    if (rule.text->kind != RuleKind::Equivalence && rule.text->kind != RuleKind::Implication) continue;
    for (const Kind kind : {Kind::Variable, Kind::Constant, Kind::Own, Kind::Quantified, Kind::Let}) {
      const auto growths = growths_of(*shop, rule, kind);
      for (std::size_t i = 0; i < growths.size(); i += 1 + growths.size() / 3) {
        const auto step = apply_growth(*shop, simple(*shop, rule, true), growths[i], "_1");
        ASSERT_TRUE(step.has_value()) << rule.text->name << " by " << growths[i].equality->text->name;
        ++steps;
        std::vector<TermId> terms{step->negated, step->right};
        terms.insert(terms.end(), step->clauses.begin(), step->clauses.end());
        std::set<std::string> names;
        for (const Command& command : declarations_for(shop->store, terms))
          for (const FunctionId function : command.functions)
            EXPECT_TRUE(names.insert(std::string(shop->store.spelling(shop->store.node(function).name))).second)
                << rule.text->name << " by " << growths[i].equality->text->name << " declares a name twice";
      }
    }
  }
  EXPECT_GT(steps, 1000U);
}

}  // namespace
}  // namespace assay::smt
