// Truth found afterwards: what solvers say about a script of which nothing is known, and what follows from it.

#include <algorithm>
#include <set>
#include <utility>

#include "assay/base/hash.hpp"
#include "assay/base/text.hpp"
#include "assay/smt/eval.hpp"
#include "smt/reduce/solver_tester.hpp"
#include "smt/solver/model_search.hpp"

namespace assay::smt {
namespace {

/// Families on each side.
struct Sides {
  std::set<std::string> sat;
  std::set<std::string> unsat;
  bool has_witness = false;

  void add(const Vote& vote) {
    (vote.reply == Reply::Sat ? sat : unsat).insert(vote.family);
    has_witness = has_witness || vote.witness.has_value();
  }
};

/// Assignments that are tried where a target says unsat, and where the seed says sat of itself.
constexpr unsigned kTries = 40;
constexpr unsigned kManyTries = 2000;

/// As if it were a family, which is enough alone: others found it out before.
constexpr std::string_view kOwnStatus = "the seed's own :status";

std::string listed(const std::set<std::string>& families) {
  return join(std::vector<std::string>(families.begin(), families.end()), " and ");
}

}  // namespace

std::string family_of(const SolverDefinition& definition) {
  return definition.family == "smtlib" || definition.family.empty() ? definition.name : definition.family;
}

bool rests_on_own_status(const core::Verdict& verdict) {
  return verdict.kind == core::BugKind::Disagreement && verdict.reason.ends_with(kOwnStatus);
}

std::optional<Vote> SolverTester::vote(const SolverDefinition& voter, const OpenedCase& opened,
                                       const SolverAnswer& answer) {
  if (answer.kind != SolverAnswer::Kind::Answered || answer.replies.size() != 1) return std::nullopt;
  if (answer.replies[0] == Reply::Unknown) return std::nullopt;
  Vote made{voter.name, family_of(voter), answer.replies[0], {}};
  if (made.reply == Reply::Sat && answer.model)
    made.witness = witness_from(*opened.store, *opened.script, *answer.model);
  return made;
}

void SolverTester::count_vote(const OpenedCase& opened, std::size_t target, const SolverAnswer& answer) {
  if (!votes_ || votes_->text != opened.text) votes_ = {opened.text, {}, {}};
  votes_->targets.resize(setup_.targets.size());
  votes_->targets[target] = vote(definition(target), opened, answer);
}

SolverTester::Votes* SolverTester::votes_about(const core::Case& subject) {
  const core::File* file = subject.file(kScriptFile);
  const bool known = votes_ && opened_ && file != nullptr && votes_->text == file->content &&
                     opened_->text == file->content && opened_->facts.truths == std::vector{Truth::Open};
  return known ? &*votes_ : nullptr;
}

void SolverTester::ask_peers(Votes& votes, const std::stop_token& stop) {
  if (!votes.peers) votes.peers = votes_of_peers(*opened_, stop);
}

std::optional<Vote> SolverTester::searched(unsigned tries) {
  TermStore& store = *opened_->store;
  const Script& script = *opened_->script;
  const std::vector<std::vector<JudgedAssertion>> checks = assertions_at_checks(script);
  if (checks.size() != 1) return std::nullopt;
  std::vector<TermId> assertions;
  for (const JudgedAssertion& assertion : checks[0]) assertions.push_back(assertion.term);
  const std::optional<Model> model = find_model(store, assertions, tries);
  if (!model) return std::nullopt;
  std::optional<std::string> witness = witness_from(store, script, print_model(store, *model));
  if (!witness) return std::nullopt;
  return Vote{"a search by evaluation", {}, Reply::Sat, std::move(witness)};
}

std::optional<core::Case> SolverTester::settle(const core::Case& subject, const std::vector<core::Trial>&,
                                               const std::stop_token& stop) {
  Votes* votes = votes_about(subject);
  if (votes == nullptr) return std::nullopt;
  const auto refutes = [](const auto& vote) { return vote && vote->reply == Reply::Unsat; };
  if (std::none_of(votes->targets.begin(), votes->targets.end(), refutes)) return std::nullopt;
  const Vote* satisfied = nullptr;
  for (const auto& vote : votes->targets)
    if (vote && vote->witness && satisfied == nullptr) satisfied = &*vote;
  const bool claims_a_model = opened_->facts.status.truth == Truth::Sat;
  const auto found = satisfied == nullptr ? searched(claims_a_model ? kManyTries : kTries) : std::nullopt;
  if (found) satisfied = &*found;
  if (satisfied == nullptr) ask_peers(*votes, stop);
  if (votes->peers)
    for (const Vote& vote : *votes->peers)
      if (vote.witness && satisfied == nullptr) satisfied = &vote;
  if (satisfied == nullptr) return std::nullopt;
  SmtFacts facts = opened_->facts;
  facts.truths = {Truth::Sat};
  facts.has_witness = true;
  facts.interpretation = 0;
  facts.note += ", satisfied by a model of " + satisfied->name;
  core::Case settled = subject;
  settled.files = {*subject.file(kScriptFile), {std::string(kWitnessFile), *satisfied->witness}};
  settled.metadata = facts.json();
  return settled;
}

void SolverTester::add_disagreements(const core::Case& subject,
                                     std::vector<std::pair<std::size_t, core::Verdict>>& verdicts) {
  Votes* votes = votes_about(subject);
  if (votes == nullptr) return;
  if (std::none_of(votes->targets.begin(), votes->targets.end(), [](const auto& vote) { return vote.has_value(); }))
    return;
  Sides sides;
  for (const auto& vote : votes->targets)
    if (vote) sides.add(*vote);
  if (!sides.has_witness) ask_peers(*votes, {});
  if (votes->peers)
    for (const Vote& vote : *votes->peers) sides.add(vote);
  if (sides.has_witness) return;
  const OwnStatus& status = opened_->facts.status;
  const bool says = status.truth != Truth::Open && status.of == hash_bytes(opened_->text);
  if (says) (status.truth == Truth::Sat ? sides.sat : sides.unsat).emplace(kOwnStatus);
  for (std::size_t i = 0; i < votes->targets.size(); ++i) {
    const auto& vote = votes->targets[i];
    if (!vote) continue;
    const bool says_sat = vote->reply == Reply::Sat;
    std::set<std::string> own = says_sat ? sides.sat : sides.unsat;
    std::set<std::string> others = says_sat ? sides.unsat : sides.sat;
    own.erase(vote->family);
    others.erase(vote->family);
    const bool enough = others.size() >= 2 || others.contains(std::string(kOwnStatus));
    if (!own.empty() || !enough) continue;
    const std::string answer(says_sat ? "sat" : "unsat");
    const std::string against = others.size() >= 2 ? "two families" : std::string(kOwnStatus);
    verdicts.emplace_back(i, core::Verdict::bug(core::BugKind::Disagreement, answer + " against " + against,
                                                vote->name + " answers " + answer + ", " + listed(others) + " the " +
                                                    "opposite; no model could be evaluated, so nothing is certain"));
  }
}

}  // namespace assay::smt
