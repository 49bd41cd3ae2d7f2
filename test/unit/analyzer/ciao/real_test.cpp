// The real CiaoPP, where a workspace is named by ASSAY_CIAO or on the PATH.
#include <cstdlib>
#include <iterator>
#include <set>

#include "analyzer/adapters/ciao/instrument/engine_module.hpp"
#include "analyzer/adapters/ciao/instrument/instrument.hpp"
#include "analyzer/adapters/ciao/instrument/module_facts.hpp"
#include "analyzer/adapters/ciao/settings.hpp"
#include "recorded.hpp"

namespace assay::analyzer::ciao {
namespace {

#define ASSAY_NEEDS_CIAO()                                                                 \
  if (std::getenv("ASSAY_CIAO") == nullptr && assay::core::find_program("ciaopp").empty()) \
  GTEST_SKIP() << "there is no CiaoPP: build ciao-lang's ciao, typeslib and ciaopp and set ASSAY_CIAO"

Looked real_look(const std::string& domains, const std::string& source, const std::string& rtchecks = "off") {
  Definition definition = resolve_analyzer("ciaopp").value();
  definition.settings = {{"domains", domains}, {"points", "2000"}, {"rtchecks", rtchecks}, {"tests", "16"}};
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(definition);
  EXPECT_TRUE(analyzer);
  return look(**analyzer, Recorded{source, {}}.program());
}

const char* const kReverse = R"(:- module(_, [rev/2], [assertions, regtypes, nativeprops]).
:- entry rev(A,B) : (list(num,A), var(B)).
rev([],[]).
rev([H|T],R) :- rev(T,S), app(S,[H],R).
app([],X,X).
app([H|T],Y,[H|Z]) :- app(T,Y,Z).
)";

TEST(RealCiaopp, FactsAboutNaiveReverseHold) {
  ASSAY_NEEDS_CIAO();
  const Looked looked = real_look("shfr share sharefree_amgu shfrlin_amgu son gr def eterms depthk", kReverse);
  EXPECT_FALSE(looked.claims.trouble);
  EXPECT_FALSE(looked.checks.trouble) << looked.checks.undefined_at;
  EXPECT_TRUE(looked.broken().empty()) << looked.broken()[0];
  EXPECT_GT(looked.claims.facts.size(), 150U);
  EXPECT_GT(looked.judged() * 10, looked.claims.facts.size() * 9);
}

// Which of the facts are wrong depends on CiaoPP's version: that they are judged does not.
TEST(RealCiaopp, FactsAboutBuiltinsAreJudged) {
  ASSAY_NEEDS_CIAO();
  const Looked looked = real_look("shfr eterms def", R"(:- module(_, [p/2], [assertions, regtypes, nativeprops]).
:- use_module(library(aggregates), [findall/3]).
:- use_module(library(lists), [length/2]).
:- entry p(A,B) : (ground(A), var(B)).
p(A,B) :- findall(X,q(X),L), length([A,A],N), arg(1,f(A,L),A), B = N.
q(X) :- X = a, X = b.
)");
  EXPECT_FALSE(looked.checks.trouble) << looked.checks.undefined_at;
  EXPECT_GT(looked.judged(), 10U);
}

/// A clause whose end is a point, a statement about the point, and whether it holds.
struct Said {
  const char* body;
  const char* said;
  bool holds;
};
constexpr Said kSaid[] = {
    {"X = f(Y)", "nonvar(X), var(Y), linear(X)", true},
    {"X = f(Y), Y = a", "ground(X)", true},
    {"X = f(_)", "ground(X)", false},
    {"X = Y", "nonvar(Y)", false},
    {"X = a", "var(X)", false},
    {"X = f(Y,Y)", "linear(X)", false},
    {"X = f(Y,Z)", "mshare([[X,Y],[X,Z]])", true},
    {"X = f(Y,Z), Y = Z", "mshare([[X,Y],[X,Z]])", false},
    {"X = f(Y,Z), Y = Z", "mshare([[X]]), clique([[X,Y,Z]])", true},
    {"X = f(Y,Z)", "mshare([[Z]]), clique([[X,Y]])", false},
    {"X = f(Y), Z = g(Y,V)", "covered(X,[Z]), covered(Z,[X,V])", true},
    {"X = f(Y,V), Z = g(Y)", "covered(X,[Z])", false},
    {"X = f(Y), Z = g(V)", "indep(X,Z)", true},
    {"X = f(Y), Z = g(Y)", "indep(X,Z)", false},
    {"X = [f(1,[1,b]),f(2.5,[1,b])]", "rt2(X), list(X), list(rt1,X), term(Y)", true},
    {"X = [f(1,[1,b])|Y]", "rt2(X)", false},
    {"X = [f(1,[1|Y])]", "rt2(X)", false},
    {"X = [f(Y,[1,b])]", "rt2(X)", false},
    {"X = g(a,g(b,e))", "rt3(X)", true},
    {"X = g(a,g(b,f))", "rt3(X)", false},
    {"X = -1", "nnegint(X)", false},
    {"X = 100000000000000000000", "nnegint(X), int(X), num(X)", true},
    {"X = 1.0", "int(X)", false},
    {"X = f(a,[Y])", "X = f(a,[Z])", true},
    {"X = f(b,[Y])", "X = f(a,[Z])", false},
    {"X = f(Y,Y)", "X = f(Z,Z)", true},
    {"X = f(Y,Z)", "X = f(V,V)", false},
    {"X = a", "(var(X) ; ground(X))", true},
    {"X = f(Y)", "(var(X) ; ground(X))", false},
    {"X = f(Y)", "(var(X) ; nonvar(X), rt1(Y) ; nonvar(X), var(Y))", true},
    {"true", "fails(_)", false},
    {"fail", "fails(_)", true},
};

/// The output of a checked program.
std::string run_text(const Settings& settings, const std::string& text) {
  core::ScratchFolder scratch;
  EXPECT_TRUE(scratch.write("checked.pl", text));
  core::Command command{{settings.runner, "checked.pl"}, {{"HOME", *scratch.path()}}, *scratch.path()};
  return core::run_process(command, "", core::Limits{.wall_seconds = 120}).out;
}

/// The tests inside of the engine are faster than the tests in Prolog, and must report the same results, equally often.
/// `expected`: the indices of the goals that break a fact.
void expect_agreement(const std::string& text, const std::vector<TestGoal>& goals,
                      const std::set<std::size_t>& expected) {
  const Settings settings = settings_of(resolve_analyzer("ciaopp").value()).value();
  EngineModule engine;
  InstrumentOptions options;
  options.engine_module = engine.path(settings.runner, {});
  ASSERT_FALSE(options.engine_module.empty()) << "the engine's tests cannot be built, or do not agree with this Ciao";
  const Module module = read_module(text);
  ASSERT_TRUE(module.unread.empty()) << module.unread[0];
  const std::vector<Fact> facts = facts_of(module, module, "p.pl", "x").facts;
  const auto run = [&](const InstrumentOptions& how) {
    const std::string out = run_text(settings, instrument(module, module, facts, goals, how).text);
    const RunReport report = read_report(out, facts.size());
    EXPECT_TRUE(report.complete) << out;
    return report;
  };
  const RunReport in_engine = run(options);
  // Also where nothing is left to check.
  EXPECT_TRUE(read_report(run_text(settings, instrument(module, module, {}, goals, options).text), 0).complete);
  const RunReport in_prolog = run({});
  EXPECT_EQ(in_engine.runs, in_prolog.runs);
  const auto broken = [&](const RunReport& report) {
    std::set<std::size_t> out;
    for (const auto& [fact, how] : report.broken) out.insert(how.test);
    return out;
  };
  EXPECT_EQ(broken(in_prolog), expected);
  EXPECT_EQ(broken(in_engine), expected);
  EXPECT_EQ(in_engine.broken.size(), in_prolog.broken.size());
}

TEST(RealCiaopp, TestsInTheEngineSayWhatTestsInPrologSay) {
  ASSAY_NEEDS_CIAO();
  std::string text = ":- module(_, _, [assertions, regtypes, nativeprops]).\n";
  std::vector<TestGoal> goals;
  std::set<std::size_t> expected;
  for (const Said& one : kSaid) {
    const std::string name = "p" + std::to_string(goals.size());
    text += name + " :- q(V,X,Y,Z), " + one.body + ", true((" + one.said + ")).\n";
    if (!one.holds) expected.insert(goals.size());
    goals.push_back({name});
  }
  text +=
      "q(_,_,_,_).\n:- regtype rt1/1.\nrt1(f(C,[1,b])) :- num(C).\n:- regtype rt2/1.\nrt2([]).\n"
      "rt2([C|D]) :- rt1(C), rt2(D).\n:- regtype rt3/1.\nrt3(e).\nrt3(g(A,B)) :- atm(A), rt3(B).\n";
  expect_agreement(text, goals, expected);
}

// A test that an earlier point, the calls of a predicate or a goal's success have decided is not repeated. No result
// gets lost thereby.
TEST(RealCiaopp, WhatIsSettledIsNotLost) {
  ASSAY_NEEDS_CIAO();
  expect_agreement(R"(:- module(_, _, [assertions, regtypes, nativeprops]).
:- true pred copy(A,B) : (ground(A), var(B)) => (ground(A), ground(B)).
copy([],[]).
copy([H|T],[H|S]) :-
    true((ground(H), ground(T), var(S), mshare([[S]]))),
    copy(T,S),
    true((ground(H), ground(T), ground(S))).
:- true pred late(A,B) : ground(A) => ground(B).
late(A,B) :- true(ground(A)), B = f(_), true((ground(A), nonvar(B))), A = A, true((ground(A), ground(B))).
:- true pred calls(A) : ground(A) => ground(A).
calls(A) :- true(ground(A)), A = A, true(ground(A)).
:- true pred gives(A,B) : ground(A) => ground(B).
gives(_,_).
takes(A,B) :- true(nonvar(A)), gives(A,B), true((ground(B), nonvar(A))), A = A, true(ground(B)).
wrong(A,B) :- A = f(B), true((nonvar(A), var(B))), B = 1, true((nonvar(A), ground(B), var(A))).
)",
                   {{"copy([1,a,f(b)],X)"},
                    {"copy([1,_],X)"},
                    {"late(a,X)"},
                    {"calls(f(_))"},
                    {"calls(f(b))"},
                    {"takes(a,X)"},
                    {"takes(a,b)"},
                    {"wrong(X,Y)"}},
                   {1, 2, 3, 5, 7});
}

TEST(RealCiaopp, CiaosOwnChecksRunBesideOurs) {
  ASSAY_NEEDS_CIAO();
  const Looked looked = real_look("shfrlin_amgu def", kReverse, "on");
  EXPECT_FALSE(looked.checks.trouble) << looked.checks.undefined_at;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < looked.claims.facts.size(); ++i)
    compared += looked.claims.facts[i].source == "rtchecks" && looked.checks.facts[i].runs != 0 ? 1 : 0;
  EXPECT_GT(compared, 5U);
}

}  // namespace
}  // namespace assay::analyzer::ciao
