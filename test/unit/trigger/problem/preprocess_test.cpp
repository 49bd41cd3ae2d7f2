// Preprocessing keeps satisfiability and patterns, and makes the shape that the search wants.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stop_token>
#include <string>

#include "assay/smt/eval.hpp"
#include "paths.hpp"
#include "trigger/problem/clause.hpp"
#include "trigger/problem/formula/names.hpp"
#include "trigger/problem/formula/normal_form.hpp"
#include "trigger/problem/formula/rewrite.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

const std::string kSymbols =
    "(declare-sort U 0)(declare-fun p (U) Bool)(declare-fun q (U U) Bool)(declare-fun f (U) U)\n"
    "(declare-fun g (Int) Int)(declare-const a U)(declare-const c Bool)\n";

class Preprocessed : public testing::Test {
 protected:
  void with(const std::string& assertions) {
    script_ = read(store_, kSymbols + assertions);
    problem_ = preprocess(store_, script_);
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> result;
    for (const Conjunct& conjunct : problem_.conjuncts) result.push_back(smt::to_string(store_, conjunct.formula));
    return result;
  }
  smt::TermStore store_;
  smt::Script script_;
  Problem problem_;
};

using Lines = std::vector<std::string>;

TEST_F(Preprocessed, SplitsConjunctionsUnderOneQuantifierAndKeepsThePattern) {
  with("(assert (forall ((x U)) (! (and (p x) (not (q x a))) :pattern ((f x)))))");
  EXPECT_EQ(texts(), (Lines{"(forall ((x U)) (! (p x) :pattern ((f x))))",
                            "(forall ((x!1 U)) (! (not (q x!1 a)) :pattern ((f x!1))))"}));
}

TEST_F(Preprocessed, DistributesOnceAtTheTop) {
  with("(assert (forall ((x U)) (! (or (p x) (and (q x a) (q a x))) :pattern ((f x)))))");
  EXPECT_EQ(problem_.conjuncts.size(), 2U);
  for (const std::string& text : texts()) EXPECT_NE(text.find(":pattern"), std::string::npos) << text;
}

TEST_F(Preprocessed, DropsThePatternOfAQuantifierThatBecomesExistential) {
  with("(assert (not (forall ((x U)) (! (p x) :pattern ((f x))))))");
  EXPECT_EQ(texts(), (Lines{"(not (p x))"}));
  ASSERT_EQ(problem_.skolems.size(), 1U);
  EXPECT_TRUE(store_.node(problem_.skolems[0]).parameters.empty());
}

TEST_F(Preprocessed, ConjunctsHaveTheirAssertionsNames) {
  with(
      "(assert (! (p a) :named fact))\n(assert (=> c (forall ((x U)) (! (p x) :pattern ((f x)) :qid |a.bpl 3:15|))))\n"
      "(assert (or (forall ((x U)) (! (p x) :qid one)) (forall ((x U)) (! (q x x) :qid two))))\n(assert (p a))");
  std::vector<std::string> names;
  for (const Conjunct& conjunct : problem_.conjuncts) names.push_back(conjunct.name);
  EXPECT_EQ(names, (Lines{"fact", "a.bpl 3:15", "", ""}));
}

TEST_F(Preprocessed, SkolemFunctionsTakeTheVariablesAround) {
  with("(assert (forall ((x U)) (! (exists ((y U)) (q x y)) :pattern ((f x)))))");
  EXPECT_EQ(texts(), (Lines{"(forall ((x U)) (! (q x (y x)) :pattern ((f x))))"}));
}

TEST_F(Preprocessed, AVariableAndASymbolOfOneNameDoNotMeet) {
  with("(declare-fun y () U)(assert (p y))(assert (exists ((z U)) (exists ((y U)) (and (p y) (q y z)))))");
  for (const smt::FunctionId skolem : problem_.skolems) EXPECT_NE(store_.spelling(store_.node(skolem).name), "y");
}

TEST_F(Preprocessed, SiblingsOfOneNameAndDifferentSortsAreTwoVariables) {
  with("(assert (or (forall ((x U)) (p x)) (forall ((x Int)) (> (g x) 0))))");
  ASSERT_EQ(problem_.conjuncts.size(), 1U);
  std::set<std::uint32_t> names;
  std::size_t variables = 0;
  visit_terms(store_, problem_.conjuncts[0].formula, [&](smt::TermId node) {
    if (store_.node(node).kind != smt::TermKind::Binder) return true;
    for (const smt::BoundVariable& variable : store_.binder_info(node).variables) {
      ++variables;
      names.insert(variable.name.index);
      EXPECT_EQ(store_.sort_of(store_.variable(variable)), variable.sort);
    }
    return true;
  });
  EXPECT_EQ(variables, 2U);
  EXPECT_EQ(names.size(), 2U);
}

TEST_F(Preprocessed, NoVariableIsCapturedWhereADefinitionIsExpanded) {
  with("(define-fun all ((y U)) Bool (forall ((x U)) (q x y)))(assert (forall ((x U)) (or (p x) (all x))))");
  ASSERT_EQ(problem_.conjuncts.size(), 1U);
  EXPECT_EQ(texts()[0].find("(q x!1 x!1)"), std::string::npos) << texts()[0];
  EXPECT_EQ(texts()[0].find("(q x x)"), std::string::npos) << texts()[0];
}

TEST_F(Preprocessed, NamesAreUniqueAmongAllConjuncts) {
  with("(assert (forall ((x U)) (p x)))(assert (forall ((x U)) (and (q x x) (q x a))))");
  std::set<std::uint32_t> names;
  for (const Conjunct& conjunct : problem_.conjuncts) {
    for (const smt::BoundVariable& variable : store_.binder_info(conjunct.formula).variables)
      EXPECT_TRUE(names.insert(variable.name.index).second);
  }
  EXPECT_EQ(names.size(), 3U);
}

TEST_F(Preprocessed, OpensAnEquivalenceOnlyAroundAQuantifier) {
  with("(assert (= c (p a)))(assert (= c (forall ((x U)) (p x))))");
  EXPECT_EQ(texts()[0], "(= c (p a))");
  EXPECT_EQ(problem_.conjuncts.size(), 3U);
}

TEST_F(Preprocessed, ABinderThatIsSharedByTwoOthersKeepsToEachOfThem) {
  with(
      "(assert (and (forall ((x U)) (or (p x) (forall ((z U)) (q x z)))) "
      "(forall ((x U)) (or (not (p x)) (forall ((z U)) (q x z))))))");
  EXPECT_EQ(texts(), (Lines{"(forall ((x!1 U)) (or (p x!1) (forall ((z!1 U)) (q x!1 z!1))))",
                            "(forall ((x U)) (or (not (p x)) (forall ((z U)) (q x z))))"}));
}

// Formulas that are deep in each way: 20,000 levels are read, normalised and made clauses of without a recursion, and
// with work for each level that does not grow with the depth.

constexpr std::size_t kDepth = 20'000;

/// `before` and `after` around each other, # standing for the level, with the body in the middle.
std::string nested(const std::string& before, const std::string& body, const std::string& after) {
  std::string text;
  for (std::size_t level = 0; level < kDepth; ++level) {
    std::string opened = before;
    for (std::size_t at = opened.find('#'); at != std::string::npos; at = opened.find('#'))
      opened.replace(at, 1, std::to_string(level));
    text += opened;
  }
  text += body;
  for (std::size_t level = 0; level < kDepth; ++level) text += after;
  return "(assert " + text + ")";
}

class DeepFormulas : public Preprocessed {
 protected:
  void clauses() {
    for (const Conjunct& conjunct : problem_.conjuncts) EXPECT_FALSE(clause_of(store_, conjunct).disjuncts.empty());
  }
};

TEST_F(DeepFormulas, QuantifiersInEachOther) {
  with(nested("(forall ((x# U)) ", "(q x0 x19999)", ")"));
  ASSERT_EQ(problem_.conjuncts.size(), 1U);
  const Clause clause = clause_of(store_, problem_.conjuncts[0]);
  EXPECT_EQ(clause.variables.size(), kDepth);
  ASSERT_EQ(clause.disjuncts.size(), 1U);
  EXPECT_EQ(smt::to_string(store_, clause.disjuncts[0]), "(q x0 x19999)");
}

TEST_F(DeepFormulas, QuantifiersUnderDisjunctions) {
  with(nested("(forall ((x# U)) (or (p x#) ", "c", "))"));
  ASSERT_EQ(problem_.conjuncts.size(), 1U);
  EXPECT_EQ(clause_of(store_, problem_.conjuncts[0]).disjuncts.size(), kDepth + 1);
}

TEST_F(DeepFormulas, QuantifiersUnderConjunctions) {
  with(nested("(forall ((x# U)) (and (p x#) ", "c", "))"));
  EXPECT_GE(problem_.conjuncts.size(), 100U);
  clauses();
}

TEST_F(DeepFormulas, AlternatingQuantifiers) {
  with(nested("(forall ((x# U)) (exists ((y# U)) (or (q x# y#) ", "c", ")))"));
  EXPECT_EQ(problem_.skolems.size(), kDepth);
  clauses();
}

TEST_F(DeepFormulas, QuantifiersOfOneNameBesideEachOther) {
  with(nested("(and (forall ((x U)) (p x)) (exists ((x U)) (not (p x))) ", "c", ")"));
  EXPECT_EQ(problem_.skolems.size(), 1U) << "one formula, however often it is written";
  EXPECT_EQ(problem_.conjuncts.size(), 3U);
}

TEST_F(DeepFormulas, Connectives) {
  with(nested("(not (=> (= (g #) 0) ", "c", "))") + nested("(and (p a) ", "c", ")") +
       nested("(or (= c (p a)) (and c ", "c", "))"));
  EXPECT_FALSE(problem_.conjuncts.empty());
}

TEST_F(Preprocessed, StopsWhenItIsAsked) {
  const smt::Script script = read(store_, kSymbols + "(assert (forall ((x U)) (p x)))(assert (p a))");
  std::stop_source stop;
  stop.request_stop();
  const Problem problem = preprocess(store_, script, stop.get_token());
  EXPECT_EQ(problem.assertions.size(), 2U);
  EXPECT_TRUE(problem.conjuncts.empty());
}

/// `count` definitions, each by its predecessor: f0 is (p x), and the last one is applied to `a`.
std::string chain_of_definitions(std::size_t count, const std::string& step) {
  std::string text = "(define-fun f0 ((x U)) Bool (p x))";
  for (std::size_t i = 1; i < count; ++i) {
    std::string body = step;
    for (std::size_t at = body.find('#'); at != std::string::npos; at = body.find('#'))
      body.replace(at, 1, std::to_string(i - 1));
    text += "(define-fun f" + std::to_string(i) + " ((x U)) Bool " + body + ")";
  }
  return text + "(assert (f" + std::to_string(count - 1) + " a))";
}

TEST_F(Preprocessed, AChainOfDefinitionsIsExpandedInOnePass) {
  constexpr std::size_t kLength = 20000;
  with(chain_of_definitions(kLength, "(or c (f# (f x)))"));
  ASSERT_EQ(problem_.conjuncts.size(), 1U);
  std::size_t nodes = 0;
  visit_terms(store_, problem_.conjuncts[0].formula, [&nodes](smt::TermId) { return ++nodes > 0; });
  EXPECT_GE(nodes, kLength) << "as many applications of f stand in each other";
}

TEST_F(Preprocessed, ADefinitionIsOpenedInArgumentsAndInBodies) {
  with(chain_of_definitions(3, "(and (f# (f x)) (or c (f# x)))"));
  const Lines all = texts();
  EXPECT_NE(std::find(all.begin(), all.end(), "(p (f (f a)))"), all.end());
  for (const std::string& text : all) EXPECT_EQ(text.find("(f0"), std::string::npos) << text;
}

TEST_F(Preprocessed, StopsInsideOfAnAssertion) {
  // Two calls with other arguments in each body: more terms than there are atoms.
  const smt::Script script = read(store_, kSymbols + chain_of_definitions(200, "(or (f# (f x)) (f# (f (f x))))"));
  Names names(store_, script);
  std::stop_source stop;
  stop.request_stop();
  const smt::TermId root = smt::active_assertions(script)[0].term;
  EXPECT_EQ(expand_definitions(store_, root, names, stop.get_token()), std::nullopt);
  EXPECT_EQ(negation_normal_form(store_, root, stop.get_token()), root);
  EXPECT_EQ(with_unique_binders(store_, root, names, stop.get_token()), root);
}

/// Compares z3's answers before and after, with E-matching alone and with MBQI. `unknown` on one side tells nothing
/// about satisfiability, but E-matching must refute both or neither.
class KeepsAnswers : public WithZ3 {
 protected:
  void compare(const std::string& text, const std::string& title) {
    smt::TermStore store;
    const smt::Script script = read(store, text);
    const Problem problem = preprocess(store, script);
    const std::string before = script_text(store, problem.assertions);
    const std::string after = script_text(store, formulas(problem));
    const Answer matching_before = answer(std::string(kMatchingOnly) + before);
    const Answer matching_after = answer(std::string(kMatchingOnly) + after);
    EXPECT_EQ(matching_before == Answer::Unsat, matching_after == Answer::Unsat) << title << "\n" << after;
    const Answer plain_before = answer(before);
    const Answer plain_after = answer(after);
    const bool opposite = (plain_before == Answer::Unsat && plain_after == Answer::Sat) ||
                          (plain_before == Answer::Sat && plain_after == Answer::Unsat);
    EXPECT_FALSE(opposite) << title << "\n" << after;
    EXPECT_NE(plain_after, Answer::Failed) << title << "\n" << after;
    EXPECT_NE(matching_after, Answer::Failed) << title << "\n" << after;
    decided_ += plain_before == Answer::Unsat || plain_before == Answer::Sat ? 1 : 0;
  }
  Answer answer(const std::string& script) {
    return prover_->run("(set-option :rlimit 400000)\n" + script, kSeconds, {}).answer;
  }
  int decided_ = 0;
};

TEST_F(KeepsAnswers, OfOwnExamples) {
  const std::vector<std::string> examples = {
      "(assert (forall ((x U)) (! (p x) :pattern ((f x)))))(assert (not (p (f a))))",
      "(assert (forall ((x U)) (! (p x) :pattern ((f x)))))(assert (not (p a)))",
      "(assert (forall ((x U)) (! (p x) :pattern ((p x)))))(assert (not (p a)))",
      "(assert (exists ((x U)) (forall ((y U)) (! (q x y) :pattern ((q x y))))))(assert (forall ((y U)) (! (exists ((x "
      "U)) (not (q y x))) :pattern ((f y)))))",
      "(assert (forall ((x U)) (! (= (p x) (exists ((y U)) (q x y))) :pattern ((p x)))))(assert (q a a))(assert (not "
      "(p "
      "a)))",
      "(assert (not (=> (forall ((x Int)) (! (> (g x) x) :pattern ((g x)))) (> (g 3) 3))))",
      "(assert (ite c (forall ((x U)) (! (p x) :pattern ((p x)))) (forall ((x U)) (! (not (p x)) :pattern ((p x))))))"
      "(assert (= c (not (p a))))",
      "(assert (xor c (forall ((x U)) (! (p x) :pattern ((p x))))))(assert (= c (p a)))(assert c)",
      "(define-fun all ((y U)) Bool (forall ((x U)) (! (q x y) :pattern ((q x y)))))"
      "(assert (forall ((x U)) (! (all x) :pattern ((f x)))))(assert (not (q a (f a))))",
      "(assert (forall ((x U)) (! (and (or (p x) (and (q x a) (q a x))) (q x x)) :pattern ((f x)))))"
      "(assert (not (p (f a))))(assert (not (q a (f a))))",
      "(assert (let ((t (f a))) (forall ((x U)) (! (=> (q x t) (p t)) :pattern ((q x t))))))(assert (q a (f "
      "a)))(assert (not (p (f a))))",
  };
  for (const std::string& example : examples) compare(kSymbols + example, example);
  EXPECT_GT(decided_, 5);
}

TEST_F(KeepsAnswers, OfTheExamplesOfTheCorpus) {
  const std::filesystem::path corpus = source_dir() + "/../shared/corpora/trigger/paper";
  if (!std::filesystem::exists(corpus)) GTEST_SKIP() << "the corpus is not here";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
#if defined(__SANITIZE_ADDRESS__)
  constexpr std::size_t kPeriod = 5;  // most of the time goes to the solvers, which have no sanitizer
#else
  constexpr std::size_t kPeriod = 1;
#endif
  for (std::size_t i = 0; i < files.size(); i += kPeriod) {
    const std::filesystem::path& path = files[i];
    std::ifstream file(path, std::ios::binary);
    compare(std::string(std::istreambuf_iterator<char>(file), {}), path.filename().string());
  }
  EXPECT_GT(decided_, 15 / static_cast<int>(kPeriod));
}

TEST(NormalForm, PushesNegationToTheLeaves) {
  smt::TermStore store;
  const smt::Script script =
      read(store, kSymbols + "(assert (not (=> (and (p a) (not c)) (or (q a a) (not (p (f a)))))))");
  const smt::TermId normal = negation_normal_form(store, script.commands.back().terms[0]);
  EXPECT_EQ(smt::to_string(store, normal), "(and (p a) (not c) (not (q a a)) (p (f a)))");
}

TEST(Names, AreNeverGivenTwice) {
  smt::TermStore store;
  const smt::Script script = read(store, kSymbols + "(assert (forall ((x!1 U)) (p x!1)))");
  Names names(store, script);
  std::set<std::string> seen = {"a", "f", "x!1"};
  for (const char* base : {"x", "x", "x", "a", "f", "x!1", "and"}) {
    const std::string name(store.spelling(names.fresh(base)));
    EXPECT_TRUE(seen.insert(name).second) << name;
  }
  EXPECT_FALSE(seen.contains("and"));
}

TEST(Patterns, OwnSelectionHasAllVariables) {
  smt::TermStore store;
  const smt::Script script = read(store, kSymbols +
                                             "(assert (forall ((x U) (y U)) (or (p x) (q (f x) y))))"
                                             "(assert (forall ((x U) (y U)) (or (p x) (p (f y)))))"
                                             "(assert (forall ((x U) (y U)) (= x y)))"
                                             "(assert (forall ((x U)) (! (p x) :pattern ((f x)) :pattern ((q x x)))))");
  std::vector<Patterns> patterns;
  for (const smt::Command& command : script.commands)
    if (command.kind == smt::CommandKind::Assert) patterns.push_back(patterns_of(store, command.terms[0]));
  ASSERT_EQ(patterns.size(), 4U);
  ASSERT_EQ(patterns[0].size(), 1U);
  EXPECT_EQ(smt::to_string(store, patterns[0][0].at(0)), "(q (f x) y)");
  ASSERT_EQ(patterns[1].size(), 1U);
  EXPECT_EQ(patterns[1][0].size(), 2U);
  EXPECT_TRUE(patterns[2].empty());
  EXPECT_EQ(patterns[3].size(), 2U);
}

TEST(Patterns, TakeThePlaceOfNoPatterns) {
  smt::TermStore store;
  const smt::Script script =
      read(store, kSymbols + "(assert (forall ((x U)) (! (p x) :no-pattern (p x) :weight 3 :no-pattern (f x))))");
  const smt::TermId given = script.commands.back().terms[0];
  const auto pattern = [&](smt::TermId) { return Patterns{{store.children(given)[0]}}; };
  EXPECT_EQ(smt::to_string(store, with_patterns(store, given, pattern)),
            "(forall ((x U)) (! (p x) :weight 3 :pattern ((p x))))");
  EXPECT_EQ(with_patterns(store, given, [](smt::TermId) { return Patterns(); }), given);
}

TEST(ScriptText, SpellsOperatorsAsTheScriptDoes) {
  smt::TermStore store;
  const smt::Script script =
      read(store, "(declare-const b (_ BitVec 4))(assert (= (bv2nat b) 3))(assert (= (ubv_to_int b) 4))");
  EXPECT_EQ(assertion_text(store, script.commands[1].terms[0]), "(assert (= (bv2nat b) 3))\n");
  EXPECT_NE(script_text(store, {script.commands[2].terms[0]}).find("(bv2nat b)"), std::string::npos);
  EXPECT_EQ(smt::to_string(store, script.commands[1].terms[0]), "(= (ubv_to_int b) 3)");
}

TEST(Patterns, CanBeTakenAway) {
  smt::TermStore store;
  const smt::Script script =
      read(store, kSymbols +
                      "(assert (forall ((x U)) (! (or (p x) (forall ((y U)) (! (q x y) :pattern ((q x y)) "
                      ":weight 3))) :pattern ((f x)))))");
  const smt::TermId bare = stripped_of_patterns(store, script.commands.back().terms[0]);
  EXPECT_EQ(smt::to_string(store, bare), "(forall ((x U)) (or (p x) (forall ((y U)) (! (q x y) :weight 3))))");
}

}  // namespace
}  // namespace assay::trigger
