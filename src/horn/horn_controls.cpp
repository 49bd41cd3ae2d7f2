#include <algorithm>
#include <string>
#include <utility>

#include "horn/horn_config.hpp"

namespace assay::horn {
namespace {

using core::BugKind;
using core::Verdict;

constexpr std::string_view kDeclaration = "(set-logic HORN)\n(declare-fun up (Int) Bool)\n";
constexpr std::string_view kRules =
    "(assert (up 0))\n"
    "(assert (forall ((x Int)) (=> (and (up x) (< x 3)) (up (+ x 1)))))\n";
// From 0 it counts up to 3.
constexpr std::string_view kUnreached = "(assert (forall ((x Int)) (=> (and (up x) (> x 3)) false)))\n";
constexpr std::string_view kReached = "(assert (forall ((x Int)) (=> (and (up x) (> x 2)) false)))\n";

// From 0 it counts up to 1.
constexpr std::string_view kFewerRules =
    "(assert (up 0))\n"
    "(assert (forall ((x Int)) (=> (and (up x) (< x 1)) (up (+ x 1)))))\n";

std::string script(std::string_view query, std::string_view rules = kRules) {
  return std::string(kDeclaration) + std::string(rules) + std::string(query) + "(check-sat)\n";
}

core::Control control(std::string name, std::size_t target, std::string text, smt::Truth claimed, Verdict expected) {
  core::Control made;
  made.name = std::move(name);
  made.target = target;
  made.subject.strategy = "control";
  made.subject.group = "ints";
  made.subject.files = {{std::string(kSystemFile), std::move(text)}};
  HornFacts facts;
  facts.truth = claimed;
  made.subject.metadata = facts.json();
  made.expected = std::move(expected);
  return made;
}

}  // namespace

std::vector<core::Control> horn_controls(const smt::SolverDefinition& definition, std::size_t target) {
  using smt::Truth;
  std::vector<core::Control> all;
  all.push_back(control("clean run", target, script(kUnreached), Truth::Sat, Verdict()));
  all.push_back(control("planted refutation", target, script(kReached), Truth::Sat,
                        Verdict::bug(BugKind::RefutationUnsound, "", "")));
  all.push_back(control("planted solution", target, script(kUnreached), Truth::Unsat,
                        Verdict::bug(BugKind::SolutionUnsound, "", "")));
  const auto& lacks = definition.lacks;
  if (std::find(lacks.begin(), lacks.end(), "models") == lacks.end()) {
    core::Control model =
        control("planted model", target, script(kUnreached), Truth::Sat, Verdict::bug(BugKind::InvalidModel, "", ""));
    const std::string further = "(assert (up 9))\n" + std::string(kUnreached);
    model.subject.files.push_back({std::string(kJudgedSystemFile), script(further)});
    all.push_back(std::move(model));
  }
  if (reads_muz(definition)) {
    core::Control derivation = control("planted derivation", target, script(kReached), Truth::Unsat,
                                       Verdict::bug(BugKind::InvalidProof, "", ""));
    HornFacts facts;
    facts.truth = Truth::Unsat;
    facts.asks_derivation = true;
    facts.asks_certificate = true;
    derivation.subject.metadata = facts.json();
    derivation.subject.files.push_back({std::string(kJudgedSystemFile), script(kReached, kFewerRules)});
    all.push_back(std::move(derivation));
  }
  return all;
}

}  // namespace assay::horn
