// Every shipped rule passes all checks, and the checks find the errors in subtly wrong rules.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "rounds.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

#if defined(__SANITIZE_ADDRESS__)
// Only the first inputs: the sanitizer checks the use of memory; the release build checks all inputs.
constexpr std::uint64_t kInputs = 500;
constexpr std::uint64_t kEnough = 50;
#else
const std::uint64_t kInputs = test_rounds(700, 2'000);
const std::uint64_t kEnough = kInputs;
#endif

/// A built-in file of rules.
class BuiltInRules : public ::testing::TestWithParam<std::size_t> {};

TEST_P(BuiltInRules, AreRight) {
  const auto& [name, text] = builtin_rule_files()[GetParam()];
  const testing::TestFolder folder;
  const std::string file = folder.write(std::filesystem::path(name).filename().string(), text);
  const auto checks = check_rules({file}, false, kInputs, 1, kEnough);
  ASSERT_TRUE(checks.ok()) << checks.error().text();
  EXPECT_FALSE(checks->empty());
  for (const RuleCheck& check : *checks) {
    EXPECT_EQ(check.problem, "") << check.where << " " << check.name;
    EXPECT_GT(check.relevant, 0U) << check.where << " " << check.name;
    EXPECT_LE(check.relevant, check.inputs) << check.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, BuiltInRules, ::testing::Range(std::size_t{0}, builtin_rule_files().size()),
                         [](const auto& test) {
                           std::string name = std::filesystem::path(builtin_rule_files()[test.param].first).stem();
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(RuleChecks, EndOnceEnoughInputsWereRelevant) {
  const testing::TestFolder folder;
  // Every other input is relevant, at a guess.
  const std::string file = folder.write(
      "my.rules", "(equality Q :theory bit-vectors :vars ((x (_ BitVec 1))) :term (bvor x x) :equals x :if (= x #b1))");
  const auto all = check_rules({file}, false, 1000, 1);
  const auto some = check_rules({file}, false, 1000, 1, 20);
  ASSERT_TRUE(all.ok() && some.ok());
  EXPECT_EQ(all->at(0).inputs, 1000U);
  EXPECT_EQ(some->at(0).relevant, 20U);
  EXPECT_LT(some->at(0).inputs, 200U);
  // The same inputs, and fewer of them.
  const auto first = check_rules({file}, false, some->at(0).inputs, 1);
  EXPECT_EQ(first->at(0).relevant, 20U);
  const auto before = check_rules({file}, false, some->at(0).inputs - 1, 1);
  EXPECT_EQ(before->at(0).relevant, 19U);
}

TEST(RuleChecks, TakeTheBuiltInRowsByDefault) {
  const auto checks = check_rules({}, true, 1, 1);
  ASSERT_TRUE(checks.ok()) << checks.error().text();
  EXPECT_GT(checks->size(), 500U);
  EXPECT_EQ(checks->size(), load_rules({}, true)->size());
}

/// Two similar rules: `right` in place of `{}` makes the row a right rule, `wrong` makes it a wrong rule.
struct Pair {
  const char* what;
  const char* row;  ///< without its name
  const char* right;
  const char* wrong;
};

constexpr const char* kHole = "{}";

const Pair kPairs[] = {
    // An end or a bound that is one off, or the other way around.
    {"LENGTH", "equivalence :theory strings :vars ((s String)) :left (= s \"\") :right ({} (str.len s) 1)", "<", "<="},
    {"LAST", "equality :theory strings :vars ((s String)) :term (str.at s {}) :equals \"\"", "(str.len s)",
     "(- (str.len s) 1)"},
    {"PREFIX",
     "equivalence :theory strings :vars ((s String) (t String)) :left (str.prefixof s t)"
     " :right (= (str.substr t 0 {}) s)",
     "(str.len s)", "(- (str.len t) 1)"},
    {"DIV-BOUND",
     "equivalence :theory ints :vars ((x Int) (y Int)) :if (> y 0) :exists ((r Int (mod x y)))"
     " :left (= (div x y) 2) :right (and (= x (+ (* 2 y) r)) (>= r 0) ({} r y))",
     "<", "<="},
    {"STRICT", "equivalence :theory reals :vars ((x Real) (y Real)) :left (< x y) :right (and (<= x y) {})",
     "(distinct x y)", "true"},
    {"RANGE",
     "equivalence :theory regular-expressions :vars ((s String)) :left (str.in_re s (re.range \"a\" \"c\"))"
     " :right (or (= s \"a\") (= s \"b\") {})",
     "(= s \"c\")", "(= s \"d\")"},
    {"REVERSED-BOUNDS",
     "equivalence :theory regular-expressions :vars ((s String))"
     " :left (str.in_re s ((_ re.loop 3 1) (str.to_re \"a\"))) :right {}",
     "false", "(= s \"aaa\")"},
    {"TO-INT", "equivalence :theory reals :vars ((x Real)) :left (is_int x) :right (= (to_real (to_int {})) x)", "x",
     "(- x 0.5)"},
    // A missing or too weak side condition.
    {"REPLACE-ALL",
     "equality :theory strings :vars ((s String) (t String) (u String))"
     " :term (str.replace s t u) :equals s :if {}",
     "(not (str.contains s t))", "(= u \"\")"},
    {"FROM-INT", "equality :theory strings :vars ((n Int)) :term (str.to_int (str.from_int n)) :equals n :if (>= n {})",
     "(- 1)", "(- 2)"},
    {"DIV-SMALL", "equality :theory ints :vars ((x Int) (y Int)) :term (div x y) :equals 0 :if (and (< x y) {})",
     "(>= x 0)", "(> y 0)"},
    {"SHIFTED-OUT",
     "equality :theory bit-vectors :vars ((x (_ BitVec 4)) (y (_ BitVec 4)))"
     " :term (bvshl x y) :equals #x0 :if (bvuge y {})",
     "#x4", "#x3"},
    {"NTH", "equality :theory sequences :vars ((q (Seq Int)) (i Int)) :term (seq.len (seq.at q i)) :equals 1 :if {}",
     "(and (<= 0 i) (< i (seq.len q)))", "(<= 0 i)"},
    {"STORE",
     "equality :theory arrays :vars ((a (Array Int Int)) (i Int) (j Int) (v Int))"
     " :term (select (store a i (select a j)) j) :equals v :if (= {} v)",
     "(select a j)", "(select a i)"},
    // The empty string or sequence, the least integer of a width, zero.
    {"INDEX-OF-EMPTY",
     "equivalence :theory strings :vars ((s String) (t String))"
     " :left (= (str.indexof s t 0) (- 1)) :right (and (not (str.contains s t)) {})",
     "(distinct t \"\")", "(distinct s \"\")"},
    {"EMPTY-REPLACED",
     "equality :theory strings :vars ((s String) (u String))"
     " :term (str.replace s \"\" u) :equals s :if (= u {})",
     "\"\"", "s"},
    {"NEGATED-MINIMUM",
     "equivalence :theory bit-vectors :vars ((x (_ BitVec 4)))"
     " :left (bvslt x #x0) :right (or (bvsgt (bvneg x) #x0) {})",
     "(= x #x8)", "false"},
    {"SHIFTED-BACK",
     "equality :theory bit-vectors :vars ((x (_ BitVec 8)))"
     " :term (bvlshr (bvshl x #x01) #x01) :equals x :if (bvult x {})",
     "#x80", "#x81"},
    {"UDIV-ZERO",
     "equivalence :theory bit-vectors :vars ((x (_ BitVec 2)) (y (_ BitVec 2)))"
     " :left (= (bvudiv x y) #b11) :right (or (= y #b00) (and (= x #b11) (= y {})))",
     "#b01", "#b10"},
    {"EMPTY-SEQUENCE",
     "equivalence :theory sequences :vars ((q (Seq Bool)) (r (Seq Bool)))"
     " :left (= (seq.++ q r) q) :right (= {} (as seq.empty (Seq Bool)))",
     "r", "q"},
    // Floats: NaN, the two zeros, infinities.
    {"NAN",
     "equivalence :theory floating-point :vars ((f (_ FloatingPoint 3 5)))"
     " :left (fp.eq f f) :right (not ({} f))",
     "fp.isNaN", "fp.isInfinite"},
    {"NAN-IS-EQUAL",
     "equivalence :theory floating-point :vars ((f (_ FloatingPoint 2 3)) (g (_ FloatingPoint 2 3)))"
     " :left (fp.leq f g) :right (or (fp.lt f g) ({} f g))",
     "fp.eq", "="},
    {"NEGATIVE-ZERO",
     "equality :theory floating-point :vars ((f (_ FloatingPoint 3 5)))"
     " :term (fp.add RNE f {}) :equals f",
     "(_ -zero 3 5)", "(_ +zero 3 5)"},
    {"INFINITE",
     "equivalence :theory floating-point :vars ((f (_ FloatingPoint 3 5)))"
     " :left (fp.isNaN (fp.sub RNE f f)) :right (or (fp.isNaN f) ({} f))",
     "fp.isInfinite", "fp.isZero"},
    // Quantifiers.
    {"LEAST",
     "equivalence :theory core :vars ((p Bool) (q Bool)) :left (= p q)"
     " :right ({} ((b Bool)) (=> (= b p) (= b q)))",
     "forall", "exists"},
    {"EXTENSIONAL",
     "equivalence :theory arrays :vars ((a (Array Int Int)) (b (Array Int Int))) :left (= a b)"
     " :right ({} ((i Int)) (=> (= i i) (= (select a i) (select b i))))",
     "forall", "exists"},
    {"NO-OCCURRENCE",
     "equivalence :theory strings :vars ((s String) (t String)) :left (not (str.contains s t))"
     " :right (forall ((u String) (v String)) (=> {} (distinct s (str.++ u t v))))",
     "(= u u)", "(distinct u \"\")"},
    // B's own variables and their witnesses.
    {"WITNESS",
     "equivalence :theory ints :vars ((x Int)) :exists ((k Int {})) :left (= (mod x 3) 0)"
     " :right (= x (* 3 k))",
     "(div x 3)", "(+ (div x 3) 1)"},
    {"SUFFIX-WITNESS",
     "equivalence :theory strings :vars ((s String) (t String)) :exists ((u String (str.substr t 0 {})))"
     " :left (str.suffixof s t) :right (= (str.++ u s) t)",
     "(- (str.len t) (str.len s))", "(str.len s)"},
    {"TOO-WEAK", "implication :theory ints :vars ((x Int)) :exists ((k Int x)) :left (>= x 0) :right (and (= x k) {})",
     "(> k 3)", "(> k (- 2))"},
    {"ONE-WAY", "{} :theory ints :vars ((x Int) (y Int)) :left (<= x y) :right (< x y)", "implication", "equivalence"},
    // Datatypes and functions.
    {"SELECTOR", "equality :theory datatypes :vars ((d P)) :term (pair (l d) (r d)) :equals d :if {}",
     "((_ is pair) d)", "((_ is nil) d)"},
    {"FIELD", "equality :theory datatypes :vars ((d P)) :term (pair (l d) nil) :equals d :if (and ((_ is pair) d) {})",
     "((_ is nil) (r d))", "((_ is pair) (r d))"},
    {"TESTER", "equivalence :theory datatypes :vars ((d P)) :left ((_ is nil) d) :right (= d {})", "nil",
     "(pair 0 nil)"},
    {"CONGRUENCE",
     "equivalence :theory functions :vars ((f (Int) Int) (x Int) (y Int)) :if {}"
     " :left (= (f x) (f y)) :right true",
     "(= x y)", "(= (f x) x)"},
};

std::string row_of(const Pair& pair, const char* part) {
  std::string row = pair.row;
  for (std::size_t at = row.find(kHole); at != std::string::npos; at = row.find(kHole)) row.replace(at, 2, part);
  return "(" + row.insert(row.find(' '), std::string(" ") + pair.what) + ")\n";
}

/// One file with all of the right neighbours, or all of the wrong ones.
std::vector<RuleCheck> checked(const char* Pair::*part, std::uint64_t seed) {
  const testing::TestFolder folder;
  std::string text = "(prelude (declare-datatypes ((P 0)) (((nil) (pair (l Int) (r P))))))\n";
  for (const Pair& pair : kPairs) text += row_of(pair, pair.*part);
  const auto checks = check_rules({folder.write("planted.rules", text)}, false, 3000, seed);
  EXPECT_TRUE(checks.ok()) << (checks.ok() ? "" : checks.error().text());
  return checks ? *checks : std::vector<RuleCheck>{};
}

TEST(RuleChecks, SeeEveryPlantedMistake) {
  const auto checks = checked(&Pair::wrong, 1);
  ASSERT_EQ(checks.size(), std::size(kPairs));
  for (const RuleCheck& check : checks) {
    EXPECT_NE(check.problem, "") << check.name << " is wrong, and " << check.inputs << " inputs did not show it";
    EXPECT_TRUE(testing::has_part(check.where, "planted.rules:"));
  }
}

TEST(RuleChecks, DoNotSeeMistakesWhereThereAreNone) {
  for (const std::uint64_t seed : {1U, 2U}) {
    const auto checks = checked(&Pair::right, seed);
    ASSERT_EQ(checks.size(), std::size(kPairs));
    for (const RuleCheck& check : checks) {
      EXPECT_EQ(check.problem, "") << check.name;
      EXPECT_GT(check.relevant, 0U) << check.name;
    }
  }
}

TEST(RuleChecks, AreTheSameForTheSameSeed) {
  const auto one = checked(&Pair::wrong, 5);
  const auto two = checked(&Pair::wrong, 5);
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].problem, two[i].problem);
    EXPECT_EQ(one[i].inputs, two[i].inputs);
    EXPECT_EQ(one[i].relevant, two[i].relevant);
  }
}

RuleCheck check_of(const std::string& row) {
  const testing::TestFolder folder;
  const auto checks = check_rules({folder.write("one.rules", row)}, false, 200, 1);
  EXPECT_TRUE(checks.ok()) << (checks.ok() ? "" : checks.error().text());
  return checks && checks->size() == 1 ? checks->front() : RuleCheck{};
}

TEST(RuleChecks, ShowTheInputThatARowIsWrongOn) {
  const RuleCheck check = check_of("(equality Q :theory ints :vars ((x Int)) :term (* x x) :equals x)");
  EXPECT_TRUE(testing::has_part(check.problem, "the sides differ under (   (define-fun x () Int")) << check.problem;
  EXPECT_LE(check.inputs, 200U);
}

TEST(RuleChecks, SayWhenNothingWasChecked) {
  const RuleCheck check = check_of("(equality Q :theory ints :vars ((x Int)) :term 1 :equals 2 :if (= (* x x) 2))");
  EXPECT_TRUE(testing::has_part(check.problem, "no input was relevant")) << check.problem;
  EXPECT_EQ(check.inputs, 200U);
  EXPECT_EQ(check.relevant, 0U);
}

TEST(RuleChecks, TakeRowsThatSmtLibRejectsAsWrong) {
  const RuleCheck check = check_of("(equality Q :theory ints :vars ((x Int)) :term (+ x \"a\") :equals x)");
  EXPECT_TRUE(testing::has_part(check.problem, "row Q")) << check.problem;
}

TEST(RuleChecks, FilesThatCannotBeReadAreErrors) {
  EXPECT_FALSE(check_rules({"/no/such/file.rules"}, false, 10, 1).ok());
  const testing::TestFolder folder;
  EXPECT_FALSE(check_rules({folder.write("bad.rules", "(equality")}, false, 10, 1).ok());
}

}  // namespace
}  // namespace assay::smt
