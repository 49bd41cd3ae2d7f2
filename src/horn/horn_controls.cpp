#include <algorithm>
#include <string>
#include <utility>

#include "horn/horn_config.hpp"

namespace assay::horn {
namespace {

using core::BugKind;
using core::Verdict;

constexpr std::string_view kDeclaration = "(set-logic HORN)\n(declare-fun up (Int) Bool)\n";
// From 0 it counts up to 3.
constexpr std::string_view kRules =
    "(assert (up 0))\n"
    "(assert (forall ((x Int)) (=> (and (up x) (< x 3)) (up (+ x 1)))))\n";
constexpr std::string_view kUnreached = "(assert (forall ((x Int)) (=> (and (up x) (> x 3)) false)))\n";
constexpr std::string_view kReached = "(assert (forall ((x Int)) (=> (and (up x) (> x 2)) false)))\n";

// From 0 it counts up to 1.
constexpr std::string_view kFewerRules =
    "(assert (up 0))\n"
    "(assert (forall ((x Int)) (=> (and (up x) (< x 1)) (up (+ x 1)))))\n";

std::string script(std::string_view query, std::string_view rules = kRules) {
  return std::string(kDeclaration) + std::string(rules) + std::string(query) + "(check-sat)\n";
}

/// `judged`: the system with which the witness is judged; empty: the case's.
core::Control control(std::string name, std::size_t target, std::string_view query, const HornFacts& facts,
                      Verdict expected, std::string judged = {}) {
  core::Control made;
  made.name = std::move(name);
  made.target = target;
  made.subject.strategy = "control";
  made.subject.group = "ints";
  made.subject.files = {{std::string(kSystemFile), script(query)}};
  if (!judged.empty()) made.subject.files.push_back({std::string(kJudgedSystemFile), std::move(judged)});
  made.subject.metadata = facts.json();
  made.expected = std::move(expected);
  return made;
}

}  // namespace

std::vector<core::Control> horn_controls(const smt::SolverDefinition& definition, std::size_t target) {
  const HornFacts sat{.truth = smt::Truth::Sat}, unsat{.truth = smt::Truth::Unsat};
  std::vector<core::Control> all;
  all.push_back(control("clean run", target, kUnreached, sat, Verdict()));
  all.push_back(control("planted refutation", target, kReached, sat, Verdict::bug(BugKind::RefutationUnsound, "", "")));
  all.push_back(control("planted solution", target, kUnreached, unsat, Verdict::bug(BugKind::SolutionUnsound, "", "")));
  const auto& lacks = definition.lacks;
  if (std::find(lacks.begin(), lacks.end(), "models") == lacks.end())
    all.push_back(control("planted model", target, kUnreached, sat, Verdict::bug(BugKind::InvalidModel, "", ""),
                          script("(assert (up 9))\n" + std::string(kUnreached))));
  if (reads_muz(definition)) {
    const HornFacts asks{.truth = smt::Truth::Unsat, .asks_derivation = true, .asks_certificate = true};
    all.push_back(control("planted derivation", target, kReached, asks, Verdict::bug(BugKind::InvalidProof, "", ""),
                          script(kReached, kFewerRules)));
  }
  return all;
}

}  // namespace assay::horn
