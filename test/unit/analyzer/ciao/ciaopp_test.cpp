// Reads, checks and judges the output of CiaoPP. A double of ciaopp prints recorded answers.
#include <filesystem>
#include <set>

#include "analyzer/adapters/ciao/ciao_edits.hpp"
#include "analyzer/adapters/ciao/instrument/test_goals.hpp"
#include "analyzer/test/inspection.hpp"
#include "core/io/io.hpp"
#include "core/proc/proc.hpp"
#include "paths.hpp"
#include "recorded.hpp"
#include "unit/analyzer/reproducing.hpp"

namespace assay::analyzer::ciao {
namespace {

const char* const kHead = R"(:- module(_, [p/2], [assertions, regtypes, nativeprops]).
:- entry p(A,B) : (list(num,A), var(B)).
)";

/// A clause of p/2, and the analyzer's statement at its end.
Looked clause_with(const std::string& body, const std::string& said, const std::string& more = "",
                   const std::string& tail = "") {
  Recorded recorded;
  recorded.source = std::string(kHead) + "p(A,B) :- " + body + ".\n" + tail;
  recorded.answers = {
      {"output_shfr", std::string(kHead) + more + "p(A,B) :-\n    " + body + ",\n    true((" + said + ")).\n" + tail}};
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(recorded_definition("shfr"));
  EXPECT_TRUE(analyzer);
  return look(**analyzer, recorded.program());
}

void expect_holds(const std::string& body, const std::string& said, const std::string& more = "") {
  const Looked looked = clause_with(body, said, more);
  EXPECT_FALSE(looked.checks.trouble) << looked.checks.trouble->reason << looked.checks.undefined_at;
  EXPECT_TRUE(looked.broken().empty()) << said << " after " << body << ": " << looked.broken()[0];
  EXPECT_GT(looked.judged(), 0U) << said;
}
void expect_broken(const std::string& body, const std::string& said, const std::string& more = "") {
  const Looked looked = clause_with(body, said, more);
  EXPECT_FALSE(looked.checks.trouble) << looked.checks.trouble->reason << looked.checks.undefined_at;
  EXPECT_EQ(looked.broken().size(), 1U) << said << " after " << body;
}

TEST(Ciaopp, ModesAreJudged) {
  ASSAY_NEEDS_SWIPL();
  expect_holds("X = f(Y)", "ground([A]), var(B), var(Y), nonvar(X)");
  expect_broken("X = f(Y), Y = B", "ground([X])");
  expect_broken("B = A", "var(B)");
  expect_broken("X = f(Y)", "nonvar(Y)");
  expect_holds("X = f(Y,Z)", "linear(X), indep(Y,Z), indep([[A,X],[B,X]])");
  expect_broken("X = f(Y,Y)", "linear(X)");
  expect_broken("X = f(Y)", "indep(X,Y)");
}

TEST(Ciaopp, SharingIsJudgedByGroupsOfFreeVariables) {
  ASSAY_NEEDS_SWIPL();
  expect_holds("X = f(Y,Z)", "mshare([[B],[X,Y],[X,Z]]), ground([A])");
  // More groups than there are, and an order of their own.
  expect_holds("X = f(Y,Z)", "mshare([[Z,X],[Y,X],[X],[B]]), ground([A])");
  expect_broken("X = f(Y,Z)", "mshare([[B],[X],[Y],[X,Z]]), ground([A])");
  expect_broken("X = f(Y,Z), Y = Z", "mshare([[B],[X,Y],[X,Z]]), ground([A])");
  // A clique stands for all of its subsets.
  expect_holds("X = f(Y,Z), Y = Z", "mshare([[B]]), clique([[X,Y,Z]]), ground([A])");
  expect_broken("X = f(Y,B)", "mshare([[B]]), clique([[X,Y]]), ground([A])");
  // Variables without a claim do not count.
  expect_holds("X = f(Y,Z)", "mshare([[B],[X]])");
}

TEST(Ciaopp, CoveringIsAboutVariables) {
  ASSAY_NEEDS_SWIPL();
  expect_holds("X = f(Y), Z = g(Y,V)", "covered(X,[Z]), covered(Z,[X,V]), covered(A,[B])");
  expect_broken("X = f(Y,V), Z = g(Y)", "covered(X,[Z])");
}

TEST(Ciaopp, TypesAreTestedWithoutBindingAnything) {
  ASSAY_NEEDS_SWIPL();
  const std::string types =
      ":- regtype rt1/1.\nrt1(f(C,[1,b])) :- num(C).\n:- regtype rt2/1.\nrt2([]).\n"
      "rt2([C|D]) :- rt1(C), rt2(D).\n";
  expect_holds("X = [f(1,[1,b]),f(2.5,[1,b])]", "rt2(X), list(X), list(rt1,X), term(Y), list(num,A)", types);
  expect_broken("X = [f(1,[1,b])|Y]", "rt2(X)", types);
  expect_broken("X = [f(1,[1|Y])]", "rt2(X)", types);
  expect_broken("X = f(Y,[1,b])", "rt1(X)", types);
  expect_broken("X = f(1,[1,b])", "atm(X)");
  expect_broken("X = -1", "nnegint(X)");
}

TEST(Ciaopp, InstancesAreJudgedByShape) {
  ASSAY_NEEDS_SWIPL();
  expect_holds("X = f(Y,a)", "terms_check:instance(X,f(_,a))");
  expect_broken("X = f(Y,b)", "terms_check:instance(X,f(_,a))");
  expect_broken("X = Y", "terms_check:instance(X,f(_,a))");
}

TEST(Ciaopp, AlternativesHaveToHoldOneOfThem) {
  ASSAY_NEEDS_SWIPL();
  expect_holds("X = f(Y)", "ground([X]),var(Y);var(Y),nonvar(X)");
  expect_broken("X = f(Y)", "ground([X]),var(Y);var(X),nonvar(Y)");
}

TEST(Ciaopp, APointThatIsSaidToFailIsUnreachable) {
  ASSAY_NEEDS_SWIPL();
  const Looked looked = clause_with("X = f(Y)", "fails(_)");
  ASSERT_EQ(looked.claims.facts.size(), 1U);
  EXPECT_EQ(kind(looked.claims.facts[0].property), "unreachable");
  EXPECT_EQ(looked.claims.facts[0].place.line, 3U);
  EXPECT_EQ(looked.claims.facts[0].subject.operation, "=/2");
  EXPECT_EQ(looked.broken().size(), 1U);
  expect_holds("( A = [] ; fail )", "ground(A)");
}

TEST(Ciaopp, OnlyTheFirstBrokenPointOfATestCounts) {
  ASSAY_NEEDS_SWIPL();
  Recorded recorded;
  recorded.source = std::string(kHead) + "p(A,B) :- X = f(A), B = X.\n";
  recorded.answers = {
      {"output_shfr",
       std::string(kHead) + "p(A,B) :- X = f(A), true(var(X)), B = X, true((var(X),ground(B),var(B))).\n"}};
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(recorded_definition("shfr"));
  ASSERT_TRUE(analyzer);
  EXPECT_EQ(look(**analyzer, recorded.program()).broken(), std::vector<std::string>{"var at p/2 [clause 1, point 2]"});
}

Looked predicate_with(const std::string& assertion, const std::string& clauses) {
  Recorded recorded;
  recorded.source = std::string(kHead) + clauses;
  recorded.answers = {{"output_shfr", std::string(kHead) + assertion + clauses}};
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(recorded_definition("shfr"));
  EXPECT_TRUE(analyzer);
  return look(**analyzer, recorded.program());
}

TEST(Ciaopp, CallsAndSuccessesOfPredicatesAreJudged) {
  ASSAY_NEEDS_SWIPL();
  const std::string clauses = "p(A,B) :- q(A,B).\nq([],[]).\nq([X|Xs],[X|Ys]) :- q(Xs,Ys).\n";
  EXPECT_TRUE(predicate_with(":- true pred q(C,D) : (list(num,C),var(D)) => (list(num,C),list(num,D)).\n", clauses)
                  .broken()
                  .empty());
  EXPECT_EQ(predicate_with(":- true pred q(C,D) : (ground(C),nonvar(D)) => ground(D).\n", clauses).broken(),
            std::vector<std::string>{"nonvar at q/2 []"});
  EXPECT_EQ(predicate_with(":- true pred q(C,D) : ground(C) => var(D).\n", clauses).broken(),
            std::vector<std::string>{"var at q/2 []"});
  // A predicate with two versions needs only one version that fits.
  EXPECT_TRUE(predicate_with(":- true pred q(C,D) : ground(D) => ground(C).\n"
                             ":- true pred q(E,F) : var(F) => ground(F).\n",
                             clauses)
                  .broken()
                  .empty());
}

TEST(Ciaopp, ComputationsAreJudged) {
  ASSAY_NEEDS_SWIPL();
  const std::string once = "p(A,B) :- q(A,B).\nq([],0).\nq([X|_],X).\n";
  const std::string twice = "p(A,B) :- q(A,B).\nq(_,0).\nq(_,1).\n";
  const std::string never = "p(A,B) :- q(A,B).\nq(_,B) :- nonvar(B).\n";
  const std::string det = ":- true pred q(A,B) : ground(A) => ground(A) + (is_det, possibly_fails).\n";
  const std::string succeeds = ":- true pred q(A,B) : ground(A) => ground(A) + not_fails.\n";
  const std::string fails = ":- true pred q(A,B) : ground(A) + fails.\n";
  EXPECT_TRUE(predicate_with(det + succeeds, once).broken().empty());
  EXPECT_EQ(predicate_with(det, twice).broken(), std::vector<std::string>{"is_det at q/2 []"});
  EXPECT_EQ(predicate_with(succeeds, never).broken(), std::vector<std::string>{"not_fails at q/2 []"});
  EXPECT_EQ(predicate_with(fails, once).broken(), std::vector<std::string>{"fails at q/2 []"});
  EXPECT_TRUE(predicate_with(fails, never).broken().empty());
}

TEST(Ciaopp, VersionsAreAskedForAndUsed) {
  ASSAY_NEEDS_SWIPL();
  Recorded recorded;
  recorded.source = std::string(kHead) + "p(A,B) :- q(A,a), q(B,b), findall(X,q(X,c),_).\nq(X,X).\n";
  const std::string plain = std::string(kHead) + "p(A,B) :- q(A,a), q(B,b), findall(X,q(X,c),_).\nq(X,X).\n";
  const std::string versions = std::string(kHead) +
                               "p(A,B) :- q_1(A,_), true(ground(A)), q_2(B,b), true(var(B)), findall(X,q(X,c),_).\n"
                               "q_1(X,X).\nq_2(X,X).\n";
  recorded.answers = {{"output_shfr", plain}, {"versions_shfr", versions}};
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(recorded_definition("shfr"));
  ASSERT_TRUE(analyzer);
  const Looked looked = look(**analyzer, recorded.program());
  EXPECT_FALSE(looked.checks.trouble) << looked.checks.undefined_at;
  EXPECT_EQ(looked.broken(), std::vector<std::string>{"var at p/2 [clause 1, point 4]"});
}

TEST(Ciaopp, WhatCannotBeJudgedIsCounted) {
  const Looked looked = clause_with("X = f(Y)", "posdeps([[A]]), is_det([A]), covered([A]), mshare(X), ground(A)");
  using Reasons = std::vector<std::pair<std::string, std::uint64_t>>;
  EXPECT_EQ(looked.claims.facts.size(), 1U);
  EXPECT_EQ(looked.claims.unread, (Reasons{{"a property of a computation, said of a point", 2},
                                           {"property posdeps/1", 1},
                                           {"sharing that is no list of groups", 1}}));
}

TEST(Ciaopp, VariablesThatTheClauseDoesNotHaveAreCounted) {
  ASSAY_NEEDS_SWIPL();
  const Looked looked = clause_with("X = f(Y)", "mshare([[B],[X,Y,_99]]), ground([A,_2213])");
  EXPECT_EQ(looked.claims.unread.size(), 1U);
  EXPECT_EQ(looked.claims.unread[0].first, "about a variable that the clause does not have");
  EXPECT_EQ(looked.judged(), 2U);
  EXPECT_TRUE(looked.broken().empty());
}

TEST(Ciaopp, HalfAnAnswerIsNoLostProgram) {
  const Looked looked = clause_with("X = f(Y)", "ground(A)", ":- true pred 'unfinished(A,B\n:- regtype rt1/1.\n");
  EXPECT_EQ(looked.claims.unread.size(), 1U);
  EXPECT_EQ(looked.claims.unread[0].first, "a clause of the output cannot be read");
}

TEST(Ciaopp, AnInternalErrorOfADomainIsACrash) {
  Recorded recorded;
  recorded.source = std::string(kHead) + "p(A,B) :- B = A.\n";
  recorded.answers = {{"output_shfr", std::string(kHead) + "p(A,B) :- B = A, true(ground(B)).\n"},
                      {"error_def", "{ERROR: term_basic:functor/3, arg 2 - argument 'x' is 17}\n"}};
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(recorded_definition("def shfr"));
  ASSERT_TRUE(analyzer);
  core::ScratchFolder scratch;
  Session session{scratch, {}, {}, {}};
  session.analyzer.wall_seconds = 60;
  const Claims claims = (*analyzer)->claims(recorded.program(), session);
  EXPECT_FALSE(claims.trouble) << "the other domain's facts are judged";
  ASSERT_EQ(claims.beside.size(), 1U);
  EXPECT_EQ(claims.beside[0].kind, core::BugKind::Crash);
  EXPECT_EQ(claims.beside[0].reason, "def: ERROR: term_basic:functor/#, arg # - argument  is #");
  EXPECT_EQ(claims.facts.size(), 1U);
  // If the user asks for it, the error is only counted.
  Definition counting = recorded_definition("def shfr");
  counting.settings.emplace_back("crashes", "count");
  const Result<std::unique_ptr<Analyzer>> other = open_ciao(counting);
  ASSERT_TRUE(other);
  const Claims counted = (*other)->claims(recorded.program(), session);
  EXPECT_TRUE(counted.beside.empty());
  ASSERT_EQ(counted.unread.size(), 1U);
  EXPECT_EQ(counted.unread[0].first, "a domain that ended in an internal error");
}

TEST(Ciaopp, CrashesOfDomainsAndBrokenFactsOfOthersAreFindingsOfOneProgram) {
  ASSAY_NEEDS_SWIPL();
  Recorded recorded;
  recorded.source = std::string(kHead) + "p(A,B) :- B = A.\n";
  recorded.answers = {{"output_shfr", std::string(kHead) + "p(A,B) :- B = A, true(var(B)).\n"},
                      {"error_def", "{ERROR: one}\n"},
                      {"error_gr", "{ERROR: two}\n"}};
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(recorded_definition("def shfr gr"));
  ASSERT_TRUE(analyzer);
  core::ScratchFolder scratch;
  Session session{scratch, {}, {}, {}};
  session.analyzer.wall_seconds = session.program.wall_seconds = 60;
  CaseProgram subject;
  subject.program = recorded.program();
  const Inspection inspection = inspect(**analyzer, subject, {}, session);
  const core::Verdict verdict = verdict_of(inspection, subject, 0);
  EXPECT_EQ(verdict.kind, core::BugKind::Unsound);
  std::vector<std::string> further;
  for (const core::Verdict& one : further_verdicts(inspection, verdict)) further.push_back(one.reason);
  EXPECT_EQ(further, (std::vector<std::string>{"def: ERROR: one", "gr: ERROR: two"}));
  subject.wanted = "gr: ERROR: two";
  const core::Verdict wanted = verdict_of(inspection, subject, 0);
  EXPECT_EQ(wanted.kind, core::BugKind::Crash);
  EXPECT_EQ(wanted.reason, subject.wanted);
}

/// A program whose p/2 calls q/2, with a trust assertion about q/2 and the analyzer's statement after the call.
Looked with_trust(const std::string& trust, const std::string& clauses, const std::string& said) {
  Recorded recorded;
  recorded.source = std::string(kHead) + trust + "p(A,B) :- q(A,B).\n" + clauses;
  recorded.answers = {{"output_shfr", std::string(kHead) + "p(A,B) :- q(A,B), true((" + said + ")).\n" + clauses}};
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(recorded_definition("shfr"));
  EXPECT_TRUE(analyzer);
  return look(**analyzer, recorded.program());
}

TEST(Ciaopp, TrustAssertionsAreAssumptionsThatAreChecked) {
  ASSAY_NEEDS_SWIPL();
  const std::string trust = ":- trust pred q(A,B) => ground(B).\n";
  // The assumption holds: the domain is to blame.
  EXPECT_EQ(with_trust(trust, "q(_,f(a)).\n", "ground(B), var(B)").broken().size(), 1U);
  // The assumption never holds: no domain is to blame for what follows from it.
  const Looked wrong = with_trust(trust, "q(_,f(_)).\n", "ground(B)");
  EXPECT_TRUE(wrong.broken().empty());
  // It does not hold for some goals, which are left out; the others still judge the domain.
  const std::string sometimes = "q([],f(_)) :- !.\nq(_,f(a)).\n";
  EXPECT_TRUE(with_trust(trust, sometimes, "ground(B)").broken().empty());
  EXPECT_EQ(with_trust(trust, sometimes, "ground(B), var(B)").broken().size(), 1U);
  // Without the assertion, the domain claims this by itself.
  EXPECT_EQ(with_trust("", "q(_,f(_)).\n", "ground(B)").broken().size(), 1U);
}

TEST(Ciaopp, MoreGoalsAreMadeUntilAllFactsAreReached) {
  ASSAY_NEEDS_SWIPL();
  Recorded recorded;
  recorded.source = std::string(kHead) + "p([],B) :- B = 1.\np([_|_],B) :- B = 2.\n";
  recorded.answers = {{"output_shfr", std::string(kHead) + "p([],B) :- B = 1, true(ground(B)).\n"
                                                           "p([_|_],B) :- B = 2, true(ground(B)).\n"}};
  const auto judged = [&](const char* stop, unsigned tests) {
    Definition definition = recorded_definition("shfr");
    definition.settings.emplace_back("stop", stop);
    for (auto& [name, value] : definition.settings)
      if (name == "tests") value = std::to_string(tests);
    Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(definition);
    EXPECT_TRUE(analyzer);
    return look(**analyzer, recorded.program()).judged();
  };
  unsigned helped = 0;
  for (unsigned tests = 1; tests <= 4; ++tests) {
    const std::size_t fixed = judged("tests", tests);
    const std::size_t covered = judged("covered", tests);
    EXPECT_GE(covered, fixed) << tests;
    helped += covered > fixed ? 1 : 0;
  }
  EXPECT_GT(helped, 0U) << "the first goals reach one of the two clauses";
  EXPECT_EQ(judged("tests", 40), 2U);
}

TEST(Ciaopp, FurtherFilesAreThereWhenTheCheckedProgramRuns) {
  ASSAY_NEEDS_SWIPL();
  Recorded recorded;
  recorded.source = std::string(kHead) + "p(A,B) :- see('other.pl'), read(B), seen.\n";
  recorded.answers = {
      {"output_shfr", std::string(kHead) + "p(A,B) :- see('other.pl'), read(B), seen, true(var(B)).\n"}};
  Program program = recorded.program();
  program.files.push_back({"other.pl", "from(other).\n"});
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(recorded_definition("shfr"));
  ASSERT_TRUE(analyzer);
  EXPECT_EQ(look(**analyzer, program).broken().size(), 1U);
}

TEST(Ciaopp, AProgramThatDoesNotEndIsASkip) {
  ASSAY_NEEDS_SWIPL();
  const Looked looked =
      predicate_with(":- true pred q(A) : ground(A) => ground(A).\n", "p(A,B) :- q(A), B = 1.\nq(A) :- q(A).\n");
  EXPECT_FALSE(looked.checks.trouble);
  EXPECT_TRUE(looked.broken().empty());
}

// The test with the list [0|_] ends the process.
TEST(Ciaopp, ATestThatEndsTheProcessTakesNoOtherWithIt) {
  ASSAY_NEEDS_SWIPL();
  const Looked looked = predicate_with(":- true pred q(A,B) : ground(A) => (ground(A),ground(B)).\n",
                                       "p(A,B) :- q(A,B).\nq(A,B) :- ( A = [0|_] -> halt ; B = 1 ).\n");
  EXPECT_FALSE(looked.checks.trouble) << looked.checks.undefined_at;
  EXPECT_GE(looked.judged(), 2U);
}

TEST(Ciaopp, AProgramWhoseTestsAllEndTheProcessIsASkip) {
  ASSAY_NEEDS_SWIPL();
  const Looked looked = predicate_with(":- true pred q(A,B) : ground(A) => (ground(A),ground(B)).\n",
                                       "p(A,B) :- q(A,B).\nq(_,_) :- halt.\n");
  ASSERT_TRUE(looked.checks.trouble);
  EXPECT_EQ(looked.checks.trouble->reason, "the checked program: ended before its checks did");
}

TEST(Ciaopp, AProgramWritesNothingOutsideOfItsFolder) {
  ASSAY_NEEDS_SWIPL();
  if (!core::can_restrict_writes()) GTEST_SKIP() << "this kernel keeps no program from writing";
  const std::string file = ::testing::TempDir() + "assay_reached_by_prolog";
  expect_holds("catch((open('" + file + "', write, S), close(S), B = reached), _, true)", "var(B)");
  EXPECT_FALSE(std::filesystem::exists(file));
  expect_broken("catch((open('here', write, S), close(S), B = reached), _, true)", "var(B)");
}

// Tests can be made for every entry of the programs in data/analyzers/prolog.
TEST(Ciaopp, ProgramsOfOurOwnAreReadAndCanBeRun) {
  const std::string folder = source_dir() + "/data/analyzers/prolog";
  std::size_t programs = 0;
  for (const std::string& name : core::list_directory(folder)) {
    const Result<std::string> text = core::read_text_file(folder + "/" + name);
    ASSERT_TRUE(text);
    const Module module = read_module(*text);
    EXPECT_TRUE(module.unread.empty()) << name << ": " << module.unread[0];
    const TestGoals goals = make_test_goals(module, core::Rng(1), 8);
    EXPECT_TRUE(goals.unread.empty()) << name << ": " << goals.unread[0];
    EXPECT_GE(goals.goals.size(), 4U) << name;
    ++programs;
  }
  EXPECT_GE(programs, 10U);
}

TEST(Ciaopp, AProgramOfOursIsAnalysedWithAFewDomains) {
  Definition definition = recorded_definition("a b c d e");
  definition.settings.emplace_back("per_program", "2");
  const Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(definition);
  ASSERT_TRUE(analyzer);
  const auto domains = [&](const std::string& first_line) {
    Recorded recorded;
    recorded.source = first_line + kHead + "p(A,B) :- B = A.\n";
    const std::string said = std::string(kHead) + "p(A,B) :- B = A, true(ground(B)).\n";
    for (const char* name : {"a", "b", "c", "d", "e"})
      recorded.answers.emplace_back("output_" + std::string(name), said);
    core::ScratchFolder scratch;
    Session session{scratch, {}, {}, {}};
    session.analyzer.wall_seconds = 60;
    std::string sources;
    for (const Fact& fact : (*analyzer)->claims(recorded.program(), session).facts) sources += fact.source;
    return sources;
  };
  EXPECT_EQ(domains(""), "abcde");
  EXPECT_EQ(domains("% draw 9\n"), "ea");
  EXPECT_EQ(domains("% draw 11: what follows does not count\n"), "bc");
  // A reduced program names the one domain that it is about.
  EXPECT_EQ(domains("% by d\n"), "d");
  EXPECT_EQ(domains("% by nobody\n"), "abcde");
}

// A reduction begins with one domain alone: each step asks CiaoPP, which takes most of the time.
TEST(Ciaopp, TheFirstEditsOfAProgramOfOursChooseOneOfItsDomains) {
  Definition definition = recorded_definition("a b c d e");
  definition.settings.emplace_back("per_program", "2");
  const Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(definition);
  ASSERT_TRUE(analyzer);
  core::ScratchFolder scratch;
  const Session session{scratch, {}, {}, {}};
  const std::string rest = "\np(a).\n";
  const std::string text = "% draw 9: it is long enough" + rest;
  const std::vector<Analyzer::Edit> edits = (*analyzer)->edits(Recorded{text, {}}.program(), session);
  ASSERT_GE(edits.size(), 2U);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(edits[i].begin, 0U);
    EXPECT_EQ(edits[i].end, text.size());
  }
  EXPECT_EQ(edits[0].text, "% by e" + rest);
  EXPECT_EQ(edits[1].text, "% by a" + rest);
}

std::vector<std::string> goals_of(const std::string& text) {
  std::vector<std::string> out;
  const TestGoals goals = make_test_goals(read_module(text), core::Rng(3), 24);
  EXPECT_TRUE(goals.unread.empty()) << text << goals.unread[0];
  for (const TestGoal& goal : goals.goals) out.push_back(goal.text);
  return out;
}

// Ciao writes the calls of an entry in several ways.
TEST(Ciaopp, GoalsKeepToModesAndProductsOfEntries) {
  for (const char* entry : {":- entry p/2 : list(num) * var.", ":- entry p(A,B) : list(num) * var.",
                            ":- entry p(+list(num),-).", ":- entry p(+(list(num)),-list)."}) {
    const std::vector<std::string> goals = goals_of(":- module(_, [p/2]).\n" + std::string(entry) + "\np(A,A).\n");
    EXPECT_GE(goals.size(), 10U) << entry;
    for (const std::string& goal : goals) {
      const Term term = read_term(goal).value();
      EXPECT_EQ(term.args[1].kind, Term::Kind::Var) << goal;
      const bool list = term.args[0].is("[]", 0) || (term.args[0].kind == Term::Kind::List && !term.args[0].open);
      EXPECT_TRUE(list) << goal;
      for (const Term& element : term.args[0].args) EXPECT_NE(element.kind, Term::Kind::Var) << goal;
    }
  }
  for (const std::string& goal : goals_of(":- entry p(+,?).\np(A,A).\n"))
    EXPECT_NE(read_term(goal).value().args[0].kind, Term::Kind::Var) << goal;
}

// A user's own goals: assay analyzer check FILE.pl -- 'p([1],X)'.
TEST(Ciaopp, ArgumentsAreTheGoalsThatAreRun) {
  ASSAY_NEEDS_SWIPL();
  const auto judged = [](std::vector<std::string> arguments) {
    Recorded recorded;
    recorded.source = std::string(kHead) + "p(A,B) :- B = A.\n";
    recorded.answers = {{"output_shfr", std::string(kHead) + "p(A,B) :- B = A, true(ground(B)).\n"}};
    Program program = recorded.program();
    program.arguments = std::move(arguments);
    return look(**open_ciao(recorded_definition("shfr")), program).checks.facts.at(0);
  };
  EXPECT_EQ(judged({"p([1],X)", "p([],X)"}).runs, 2U);
  EXPECT_EQ(judged({"p(Y,X)"}).broken, 1U);
  EXPECT_EQ(judged({"q(X)", "p("}).skip, "no argument is a goal that the program defines");
}

// Test goals call a module's exports as its assertions say, or else with any arguments.
TEST(Ciaopp, AModuleIsEnteredByItsExportsToo) {
  const std::string clauses = "p(a).\nq(A,A).\n:- regtype t/1.\nt(a).\n";
  const auto entered = [&](const std::string& head) {
    std::set<std::string> names;
    for (const std::string& goal : goals_of(head + clauses)) names.insert(read_term(goal).value().indicator());
    return names;
  };
  EXPECT_EQ(entered(":- module(_, [q/2], [assertions]).\n"), std::set<std::string>({"q/2"}));
  EXPECT_EQ(entered(":- module(m, [], []).\n:- export(p/1).\n"), std::set<std::string>({"p/1"}));
  EXPECT_EQ(entered(":- module(_, _, [regtypes]).\n"), std::set<std::string>({"p/1", "q/2"}));
  EXPECT_EQ(entered(":- module(_, [p/1,q/2], []).\n:- entry p(A) : var(A).\n"), std::set<std::string>({"p/1", "q/2"}));
  for (const std::string& goal : goals_of(":- module(_, [p/1], []).\n:- pred p(A) : var(A) => atm(A).\n" + clauses))
    EXPECT_EQ(read_term(goal).value().args[0].kind, Term::Kind::Var) << goal;
  // An entry that cannot be read may require anything, so no goal is made.
  EXPECT_TRUE(entered(":- module(_, [p/1], []).\n:- entry p(A) : ) .\n").empty());
}

// CiaoPP must be able to read an entry after a part is removed; it cannot read (true, true).
TEST(Ciaopp, EditsLeavePartsOfEntriesAndExportsOut) {
  const std::string text =
      ":- module(_, [p/2,q/1], []).\n:- entry p(A,B) : (list(A), var(B), ground(A)).\n\n\np(a,b).\n";
  std::set<std::string> made;
  for (const Analyzer::Edit& edit : smaller_programs(text))
    made.insert(text.substr(0, edit.begin) + edit.text + text.substr(edit.end));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string out = text;
    return made.count(out.replace(out.find(from), from.size(), to)) != 0;
  };
  EXPECT_TRUE(with(" : (list(A), var(B), ground(A))", ""));
  EXPECT_TRUE(with("list(A), var(B)", "var(B)"));
  EXPECT_TRUE(with("list(A), var(B)", "list(A)"));
  EXPECT_TRUE(with(", ground(A)", ""));
  EXPECT_TRUE(with("[p/2,q/1]", "[p/2]"));
  EXPECT_TRUE(with("[p/2,q/1]", "[q/1]"));
  EXPECT_TRUE(with("\n\n\np", "\np"));
}

TEST(Ciaopp, SaysWhatIsMissing) {
  Definition definition = recorded_definition("shfr");
  definition.settings = {{"home", "/nowhere"}};
  const Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(definition);
  ASSERT_FALSE(analyzer);
  EXPECT_NE(analyzer.error().message.find("'ciaopp' in '/nowhere', which the setting 'home' names"), std::string::npos);
  definition.settings = {{"engine", "java"}, {"home", source_dir() + "/test/double/ciao"}};
  EXPECT_EQ(open_ciao(definition).error().advice, "give ciao or swipl");
  definition.settings = {{"engine", "swipl"}, {"home", source_dir() + "/test/double/ciao"}, {"tests", "0"}};
  EXPECT_FALSE(open_ciao(definition));
}

/// The script of a fact's reproducer; the analyzer prints `said_later` from then on.
core::ProcessResult reproduced(const std::string& body, const std::string& said, const std::string& said_later) {
  Recorded recorded;
  recorded.source = std::string(kHead) + "p(A,B) :- " + body + ".\n";
  const auto answer = [&](const std::string& words) {
    return std::string(kHead) + "p(A,B) :-\n    " + body + ",\n    true((" + words + ")).\n";
  };
  recorded.answers = {{"output_shfr", answer(said)}};
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(recorded_definition("shfr"));
  EXPECT_TRUE(analyzer);
  core::ScratchFolder scratch;
  Session session{scratch, {}, {}, {}};
  session.analyzer.wall_seconds = session.program.wall_seconds = 60;
  const Program program = recorded.program();
  const Claims claims = (*analyzer)->claims(program, session);
  EXPECT_EQ(claims.facts.size(), 1U);
  Result<core::Reproduction> made = (*analyzer)->reproduction(program, claims, 0, session);
  EXPECT_TRUE(made) << made.error().text();
  for (core::File& file : made->files)
    if (file.name == "recorded_output_shfr.pl") file.content = answer(said_later);
  return run_reproduction(std::move(*made), true, source_dir() + "/test/double/ciao");
}

TEST(Ciaopp, AFindingIsReproducedWithoutAssay) {
  ASSAY_NEEDS_SWIPL();
  const core::ProcessResult broken = reproduced("X = f(Y)", "ground([X])", "ground([X])");
  EXPECT_EQ(broken.exit_code, 1) << broken.out << broken.err;
  EXPECT_NE(broken.out.find("It is contradicted by ['X'=f("), std::string::npos) << broken.out;
  EXPECT_NE(broken.out.find("true((ground([X])))"), std::string::npos) << broken.out;
  const core::ProcessResult holds = reproduced("X = f(a)", "ground([X])", "ground([X])");
  EXPECT_EQ(holds.exit_code, 0) << holds.out << holds.err;
  const core::ProcessResult mended = reproduced("X = f(Y)", "ground([X])", "nonvar(X)");
  EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
}

}  // namespace
}  // namespace assay::analyzer::ciao
