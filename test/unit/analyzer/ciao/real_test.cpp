// The real CiaoPP, where a workspace is named by ASSAY_CIAO or on the PATH.
#include <cstdlib>

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
