#include <gtest/gtest.h>

#include <set>
#include <string>

#include "support.hpp"

namespace assay::smt {
namespace {

using testing::has_part;

std::vector<RuleText> rows(std::string_view text) {
  auto read = read_rules(text, "my.rules");
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().text());
  return read ? std::move(*read) : std::vector<RuleText>{};
}

std::string problem(std::string_view text) {
  const auto read = read_rules(text, "my.rules");
  return read ? "" : read.error().message;
}

/// The error that SMT-LIB's rules give for the only row.
std::string row_problem(std::string_view text) {
  const auto read = rows(text);
  if (read.size() != 1) return "not one row";
  TermStore store;
  const auto rule = make_rule(store, read[0]);
  return rule ? "" : rule.error().message;
}

constexpr std::string_view kEquivalence =
    "(equivalence E :theory strings :vars ((s String) (t String)) :exists ((r String (str.substr t 1 2)))"
    " :left (= s t) :right (and (= s r) (= r t)) :if (= (str.len s) 2) :source \"a \"\"book\"\"\")";

TEST(Rules, ReadAnEquivalence) {
  const auto read = rows(std::string("\n  ") + std::string(kEquivalence));
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].kind, RuleKind::Equivalence);
  EXPECT_EQ(read[0].name, "E");
  EXPECT_EQ(read[0].theory, "strings");
  EXPECT_EQ(read[0].source, "a \"book\"");
  EXPECT_EQ(read[0].where, "my.rules:2:3");
  TermStore store;
  const auto rule = make_rule(store, read[0]);
  ASSERT_TRUE(rule.ok()) << rule.error().text();
  EXPECT_EQ(rule->variables.size(), 2U);
  ASSERT_EQ(rule->own.size(), 1U);
  EXPECT_EQ(store.spelling(store.node(rule->own[0]).name), "r");
  EXPECT_EQ(to_string(store, rule->left), "(= s t)");
  EXPECT_EQ(to_string(store, rule->right), "(and (= s r) (= r t))");
  EXPECT_EQ(to_string(store, rule->witnesses.at(0)), "(str.substr t 1 2)");
  EXPECT_EQ(to_string(store, rule->condition.value()), "(= (str.len s) 2)");
}

TEST(Rules, ReadTheOtherKinds) {
  const auto read = rows(
      "(implication I :theory ints :vars ((x Int)) :left (> x 0) :right (> x 1))\n"
      "(equality Q :theory ints :vars ((x Int)) :term (+ x -1) :equals x :if (< x -2))\n"
      "(constants Int -1 0 (+ 1 2))\n"
      "(prelude (declare-datatypes ((P 0)) (((pair (l Int) (r Int))))))\n"
      "(operation pair :theory datatypes :vars ((x Int) (y Int)) :term (pair x (+ y x)))\n");
  ASSERT_EQ(read.size(), 4U) << "a prelude is no row";
  const RuleKind kinds[] = {RuleKind::Implication, RuleKind::Equality, RuleKind::Constants, RuleKind::Operation};
  TermStore store;
  std::vector<Rule> rules;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(read[i].kind, kinds[i]);
    const auto rule = make_rule(store, read[i]);
    ASSERT_TRUE(rule.ok()) << rule.error().text();
    rules.push_back(*rule);
  }
  EXPECT_EQ(to_string(store, rules[1].left), "(+ x (- 1))");
  EXPECT_EQ(to_string(store, rules[1].right), "x");
  EXPECT_EQ(to_string(store, rules[1].condition.value()), "(< x (- 2))");
  ASSERT_EQ(rules[2].constants.size(), 3U);
  EXPECT_EQ(to_string(store, rules[2].constants[0]), "(- 1)");
  EXPECT_EQ(to_string(store, rules[2].constants[2]), "(+ 1 2)");
  EXPECT_EQ(to_string(store, rules[3].left), "(pair x (+ y x))");
}

TEST(Rules, VariablesMayBeFunctionsWithoutAnInterpretation) {
  const auto read = rows(
      "(implication I :theory functions :vars ((x Int) (f (Int Bool) Int)) :left (= (f x true) (f x true)) :right "
      "true)");
  ASSERT_EQ(read.size(), 1U);
  TermStore store;
  const auto rule = make_rule(store, read[0]);
  ASSERT_TRUE(rule.ok()) << rule.error().text();
  ASSERT_EQ(rule->variables.size(), 2U);
  EXPECT_EQ(store.node(rule->variables[1]).parameters.size(), 2U);
}

TEST(Rules, RowsThatNoFormulaCanBeMadeOfAreErrors) {
  EXPECT_TRUE(has_part(row_problem("(operation f :theory ints :vars ((f (Int) Int)) :term (f 1))"), "no functions"));
  EXPECT_TRUE(has_part(row_problem("(operation r :theory regular-expressions :vars ((s String)) :term (str.to_re s))"),
                       "tested through its words"));
  EXPECT_TRUE(has_part(row_problem("(equality Q :theory ints :vars ((x.b Int)) :term (+ x.b 0) :equals x.b)"), "'.'"));
}

TEST(Rules, BoundVariablesHaveNamesThatNoDeclaredOneHas) {
  const auto read = rows(
      "(equivalence E :theory ints :vars ((x Int) (y Int)) :left (= x y)"
      " :right (forall ((z Int)) (=> (= z x) (= z y))))");
  TermStore store;
  const auto rule = make_rule(store, read.at(0));
  ASSERT_TRUE(rule.ok()) << rule.error().text();
  EXPECT_EQ(to_string(store, rule->right), "(forall ((z.b Int)) (=> (= z.b x) (= z.b y)))");
}

TEST(Rules, AttributesComeInAnyOrder) {
  EXPECT_EQ(row_problem("(equality Q :equals x :if true :term (+ x 0) :vars ((x Int)) :source \"s\" :theory ints)"),
            "");
}

TEST(Rules, ForMakesEveryCombination) {
  const auto read = rows(
      "(equivalence R :theory bit-vectors :for ((n 1 2 8) (K Bool (_ BitVec 4)))"
      " :vars ((x (_ BitVec n)) (y (_ BitVec 2*n)) (k K))"
      " :left (= x ((_ extract n-1 0) y)) :right (and (= k k) (= ((_ extract n-1 0) y) x)))");
  ASSERT_EQ(read.size(), 6U);
  std::vector<std::string> names;
  for (const RuleText& text : read) {
    names.push_back(text.name);
    TermStore store;
    EXPECT_TRUE(make_rule(store, text).ok()) << text.script;
  }
  EXPECT_EQ(names[0], "R[n=1,K=Bool]");
  EXPECT_EQ(names[1], "R[n=2,K=Bool]") << "the first name runs fastest";
  EXPECT_EQ(names[5], "R[n=8,K=(_ BitVec 4)]");
  EXPECT_TRUE(has_part(read[2].script, "(_ BitVec 16)")) << read[2].script;
  EXPECT_TRUE(has_part(read[2].script, "(_ extract 7 0)")) << read[2].script;
}

TEST(Rules, AThousandInstancesAreEnough) {
  const auto counted = [](int first, int second) {
    std::string text = "(equality Q :theory ints :vars ((x Int)) :for ((n";
    for (int i = 0; i < first; ++i) text += " " + std::to_string(i);
    text += ") (m";
    for (int i = 0; i < second; ++i) text += " " + std::to_string(i);
    return text + ")) :term (+ x 0) :equals x)";
  };
  EXPECT_EQ(rows(counted(100, 10)).size(), 1000U);
  EXPECT_EQ(problem(counted(77, 13)), "my.rules:1:1: more than 1000 instances of one row");
}

TEST(Rules, ErrorsSayWhereAndWhat) {
  EXPECT_EQ(problem("\n(equivalance E)").substr(0, 42), "my.rules:2:1: 'equivalance' is no kind of ");
  EXPECT_TRUE(has_part(problem("equivalence"), "a row begins with '(' and a keyword"));
  EXPECT_TRUE(has_part(problem("()"), "a row begins with '(' and a keyword"));
  EXPECT_TRUE(has_part(problem("((equivalence) E)"), "a row begins with '(' and a keyword"));
  EXPECT_TRUE(has_part(problem("(equality)"), "the row has no name"));
  EXPECT_TRUE(has_part(problem("(equality (Q))"), "the row has no name"));
  EXPECT_TRUE(has_part(problem("(constants Int)"), "constants have a sort and at least one value"));
  EXPECT_TRUE(has_part(problem("(equality Q"), "never closed"));
}

TEST(Rules, AttributesAreChecked) {
  const std::string row = "(equality Q :theory ints :vars ((x Int)) :term (+ x 0) :equals x";
  EXPECT_EQ(problem(row + ")"), "");
  EXPECT_EQ(problem(row + " :left x)"), "my.rules:1:66: unknown attribute ':left'") << "of another kind";
  EXPECT_TRUE(has_part(problem(row + " :fi true)"), "unknown attribute ':fi'"));
  EXPECT_TRUE(has_part(problem(row + " true)"), "unknown attribute 'true'"));
  EXPECT_TRUE(has_part(problem(row + " (a))"), "unknown attribute ''"));
  EXPECT_TRUE(has_part(problem(row + " :if)"), "the attribute :if has no value"));
  EXPECT_TRUE(has_part(problem(row + " :term x)"), ":term stands twice"));
}

TEST(Rules, EveryRequiredAttributeIsMissed) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> kinds{
      {"equivalence", {":theory", ":vars", ":left", ":right"}},
      {"implication", {":theory", ":vars", ":left", ":right"}},
      {"equality", {":theory", ":vars", ":term", ":equals"}},
      {"operation", {":theory", ":vars", ":term"}}};
  for (const auto& [kind, required] : kinds) {
    for (const std::string& missing : required) {
      std::string text = "(" + kind + " N";
      for (const std::string& key : required)
        if (key != missing) text += " " + key + (key == ":theory" ? " ints" : key == ":vars" ? " ((x Int))" : " x");
      EXPECT_EQ(problem(text + ")"), "my.rules:1:1: the row has no " + missing);
    }
  }
}

TEST(Rules, TheoriesVariablesAndInstancesAreChecked) {
  const auto row = [](const std::string& theory, const std::string& vars, const std::string& more) {
    return "(equivalence E :theory " + theory + " :vars " + vars + " :left true :right true " + more + ")";
  };
  EXPECT_EQ(problem(row("ints", "()", "")), "");
  const std::string unknown = problem(row("string", "()", ""));
  EXPECT_TRUE(has_part(unknown, "'string' is no theory")) << unknown;
  EXPECT_TRUE(has_part(unknown, "strings")) << "names the ones that there are";
  for (const char* vars : {"(x)", "((x))", "(x Int)", "(((x) Int))", "(())", "((x Int Int))"})
    EXPECT_TRUE(has_part(problem(row("ints", vars, "")), ":vars is a list of (name Sort)")) << vars;
  for (const char* own : {"((x Int))", "(x)", "((x Int 1 2))", "(())"})
    EXPECT_TRUE(has_part(problem(row("ints", "()", std::string(":exists ") + own)), ":exists is a list of")) << own;
  EXPECT_TRUE(has_part(problem(row("ints", "x", "")), ":vars is a list of lists"));
  EXPECT_TRUE(has_part(problem(row("ints", "()", ":exists x")), ":exists is a list of lists"));
  EXPECT_TRUE(has_part(problem(row("ints", "()", ":for n")), ":for is a list of lists"));
  for (const char* list : {"(n)", "((n))", "(n 1 2)", "(((n) 1))", "(())"})
    EXPECT_TRUE(has_part(problem(row("ints", "()", std::string(":for ") + list)), ":for is a list of")) << list;
}

TEST(Rules, NamesAreUniqueInAndOverFiles) {
  const std::string row = "(equality Q :theory ints :vars ((x Int)) :term (+ x 0) :equals x)\n";
  EXPECT_EQ(problem(row + row), "my.rules:2:1: there is another row named Q");
  const std::string same = "(equality Q :theory ints :vars ((x Int)) :for ((n 1 1)) :term (+ x 0) :equals x)";
  EXPECT_TRUE(has_part(problem(same), "there is another row named Q[n=1]"));
  const testing::TestFolder folder;
  const std::string one = folder.write("one.rules", row);
  const std::string two = folder.write("two.rules", "\n" + row);
  EXPECT_TRUE(load_rules({one}, false).ok());
  const auto both = load_rules({one, two}, false);
  ASSERT_FALSE(both.ok());
  EXPECT_EQ(both.error().message, two + ":2:1: there is another row named Q");
  const std::string builtin = folder.write("builtin.rules", "(equality EV1 :theory core :vars () :term 1 :equals 1)");
  EXPECT_TRUE(load_rules({builtin}, false).ok());
  EXPECT_FALSE(load_rules({builtin}, true).ok());
  EXPECT_FALSE(load_rules({(folder.path() / "missing.rules").string()}, false).ok());
}

TEST(Rules, TermsThatDoNotFitAreErrors) {
  const auto equality = [](const std::string& term, const std::string& equals, const std::string& more = "") {
    return "(equality Q :theory ints :vars ((x Int) (s String)) :term " + term + " :equals " + equals + more + ")";
  };
  EXPECT_EQ(row_problem(equality("(+ x 0)", "x")), "");
  for (const std::string& row :
       {equality("(+ x 0)", "s"), equality("(+ x s)", "x"), equality("(str.len s)", "s"), equality("(+ x y)", "x"),
        equality("(plus x 0)", "x"), equality("(+ x 0)", "x", " :if x"), equality("(+ x 0)", "x", " :if (< x s)")}) {
    const std::string said = row_problem(row);
    EXPECT_TRUE(said.starts_with("my.rules:1:1: row Q: ")) << row << "\n" << said;
  }
}

TEST(Rules, EquivalencesAndWitnessesThatDoNotFitAreErrors) {
  const auto row = [](const std::string& left, const std::string& right, const std::string& own) {
    return "(equivalence E :theory ints :vars ((x Int) (y Int)) :exists (" + own + ") :left " + left + " :right " +
           right + ")";
  };
  EXPECT_EQ(row_problem(row("(= x y)", "(= z x)", "(z Int y)")), "");
  for (const std::string& text : {row("x", "(= x y)", ""), row("(= x y)", "(+ x y)", ""), row("(= x y)", "(= z y)", ""),
                                  row("(= x y)", "(= z y)", "(z Int \"a\")"), row("(= x y)", "(= z y)", "(z Int w)"),
                                  row("(= x y)", "(= z y)", "(z Integer x)")})
    EXPECT_TRUE(row_problem(text).starts_with("my.rules:1:1: row E: ")) << text;
}

TEST(Rules, UnknownOperatorsAndSortsAreErrors) {
  const std::string said =
      row_problem("(equality Q :theory ints :vars ((x Int)) :term (+ x 0) :equals x :if ((_ no.such.operator 3) x))");
  EXPECT_FALSE(said.empty());
  EXPECT_FALSE(row_problem("(equality Q :theory ints :vars ((x (NoSort Int))) :term x :equals x)").empty());
  EXPECT_FALSE(row_problem("(constants Int 1 a)").empty());
  EXPECT_FALSE(row_problem("(constants Int 1 \"a\")").empty());
}

TEST(Rules, TheBuiltInFilesAreReadableAndCoverEveryTheory) {
  const auto all = load_rules({}, true);
  ASSERT_TRUE(all.ok()) << all.error().text();
  std::set<std::string> names, theories;
  TermStore store;
  for (const RuleText& text : *all) {
    EXPECT_TRUE(names.insert(text.name).second) << text.name;
    if (text.kind != RuleKind::Constants) theories.insert(text.theory);
    const auto rule = make_rule(store, text);
    ASSERT_TRUE(rule.ok()) << rule.error().text();
  }
  EXPECT_EQ(theories.size(), 13U) << "all but `combined`";
  EXPECT_GE(names.size(), 500U);
  for (const char* name : {"E1", "E12", "EV1", "EV8", "EC1", "EC40"}) EXPECT_TRUE(names.contains(name)) << name;
}

}  // namespace
}  // namespace assay::smt
