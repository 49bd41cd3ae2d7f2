#include "smt/certificate/make/make_requests.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "smt/certificate/certificate.hpp"

namespace assay::smt {
namespace {

SolverDefinition giver() {
  SolverDefinition target;
  for (std::size_t i = 0; i < kCertificateKinds; ++i)
    target.certificates.push_back({static_cast<CertificateKind>(i), {}, {}, {}});
  target.certificates[static_cast<std::size_t>(CertificateKind::Tactics)].choices = {"qe2"};
  target.equivalent_tactics = {"simplify"};
  return target;
}

constexpr const char* kText =
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (> (+ x y) 5))(assert (< x 3))(check-sat)";

SmtFacts satisfiable() {
  SmtFacts facts;
  facts.truths = {Truth::Sat};
  return facts;
}

TEST(MakeRequests, AsksForEveryKindInScriptsThatCanBeRead) {
  const SolverDefinition target = giver();
  const RequestPlan plan = plan_requests({&target}, certificate_names(), 1);
  TermStore store;
  const Result<Script> script = parse_script(store, kText, "script");
  ASSERT_TRUE(script.ok());
  std::map<CertificateKind, std::size_t> made;
  for (std::uint64_t index = 0; index < 400; ++index) {
    const auto requested = with_requests(plan, index, store, *script, satisfiable());
    if (!requested) continue;
    const std::string text = print_script(store, requested->script);
    TermStore other;
    const Result<Script> again = parse_script(other, text, "script");
    ASSERT_TRUE(again.ok()) << text;
    EXPECT_EQ(print_script(other, *again), text);
    std::size_t requests = 0;
    for (const Command& command : again->commands)
      if (const auto kind = requested_by(command)) {
        ++made[*kind];
        ++requests;
      }
    EXPECT_GT(requests, 0U) << text;
    EXPECT_EQ(requested->solution.empty(), text.find("synth-fun") == std::string::npos);
  }
  EXPECT_EQ(made.size(), kCertificateKinds);
}

TEST(MakeRequests, DependsOnTheIndexOnly) {
  const SolverDefinition target = giver();
  const RequestPlan plan = plan_requests({&target}, certificate_names(), 7);
  TermStore one, two;
  const Result<Script> first = parse_script(one, kText, "script");
  const Result<Script> second = parse_script(two, kText, "script");
  for (std::uint64_t index = 0; index < 100; ++index) {
    const auto a = with_requests(plan, index, one, *first, satisfiable());
    const auto b = with_requests(plan, 99 - index, two, *second, satisfiable());
    const auto c = with_requests(plan, index, two, *second, satisfiable());
    ASSERT_EQ(a.has_value(), c.has_value());
    if (a) {
      EXPECT_EQ(print_script(one, a->script), print_script(two, c->script));
    }
    (void)b;
  }
}

TEST(MakeRequests, AreFewUnlessKindsAreNamed) {
  const SolverDefinition target = giver();
  EXPECT_EQ(plan_requests({&target}, {"none"}, 1).percent, 0U);
  EXPECT_LT(plan_requests({&target}, {}, 1).percent, plan_requests({&target}, {"cores"}, 1).percent);
  EXPECT_EQ(plan_requests({&target}, {"cores"}, 1).kinds, std::vector{CertificateKind::Cores});
  const SolverDefinition none;
  EXPECT_EQ(plan_requests({&none}, {}, 1).percent, 0U);
}

TEST(MakeRequests, LeaveScriptsOfSeveralChecksAlone) {
  const SolverDefinition target = giver();
  const RequestPlan plan = plan_requests({&target}, certificate_names(), 1);
  TermStore store;
  const Result<Script> script = parse_script(store, std::string(kText) + "(push 1)(check-sat)", "script");
  for (std::uint64_t index = 0; index < 50; ++index)
    EXPECT_FALSE(with_requests(plan, index, store, *script, satisfiable()).has_value());
}

}  // namespace
}  // namespace assay::smt
