// Scripts of open truth: counts the solvers' votes, and settles the truth by a confirmed model.

#include <algorithm>
#include <utility>

#include "assay/base/hash.hpp"
#include "assay/smt/eval.hpp"
#include "smt/draw/points.hpp"
#include "smt/reduce/solver_tester.hpp"
#include "smt/solver/objectives.hpp"

namespace assay::smt {
namespace {

/// Random assignments that are tried if a target answers `unsat`; more if the seed's `:status` is `sat`.
constexpr unsigned kFewAssignments = 40;
constexpr unsigned kManyAssignments = 2000;

/// A vote with a model that random assignments find; nullopt if none satisfies the script.
std::optional<Vote> search_model(const OpenedCase& opened, unsigned tries) {
  TermStore& store = *opened.store;
  const Script& script = *opened.script;
  const std::vector<std::vector<JudgedAssertion>> checks = assertions_at_checks(script);
  if (checks.size() != 1) return std::nullopt;
  std::vector<TermId> assertions;
  for (const JudgedAssertion& assertion : checks[0]) assertions.push_back(assertion.term);
  const std::optional<Model> model = draw_point(store, assertions, tries).point;
  if (!model) return std::nullopt;
  std::optional<std::string> witness = witness_from(store, script, print_model(store, *model));
  if (!witness) return std::nullopt;
  return Vote{"a search by evaluation", {}, Reply::Sat, std::move(witness)};
}

/// Versions may choose other multiples of an infinitesimal.
bool same_optimum(const ObjectiveValue& a, const ObjectiveValue& b) {
  return a.infinite == b.infinite && a.finite == b.finite && sgn(a.infinitesimal) == sgn(b.infinitesimal);
}

core::Case with_witness(const core::Case& subject, SmtFacts facts, std::string witness, const std::string& note) {
  facts.has_witness = true;
  facts.interpretation = 0;
  facts.note += ", satisfied by " + note;
  core::Case settled = subject;
  settled.files = {*subject.file(kScriptFile), {std::string(kWitnessFile), std::move(witness)}};
  settled.metadata = facts.json();
  return settled;
}

}  // namespace

void SolverTester::count_vote(const OpenedCase& opened, std::size_t target, const SolverAnswer& answer) {
  if (!open_script_ || open_script_->text != opened.text) open_script_ = {opened.text, {}, {}};
  open_script_->targets.resize(asker_.size());
  open_script_->targets[target] = vote_of(definition(target), *opened.store, *opened.script, answer);
}

SolverTester::OpenScript* SolverTester::open_script(const core::Case& subject) {
  const core::File* file = subject.file(kScriptFile);
  const bool known = open_script_ && opened_ && file != nullptr && open_script_->text == file->content &&
                     opened_->text == file->content && opened_->facts.truths == std::vector{Truth::Open};
  return known ? &*open_script_ : nullptr;
}

const std::vector<Vote>& SolverTester::ask_peers(OpenScript& script, const std::stop_token& stop) {
  if (!script.peers) script.peers = votes_of_peers(*opened_, stop);
  return *script.peers;
}

std::optional<Vote> SolverTester::find_confirmed_vote(OpenScript& script, const std::stop_token& stop) {
  for (const auto& vote : script.targets)
    if (vote && vote->witness) return vote;
  const bool claims_a_model = opened_->facts.status.truth == Truth::Sat;
  if (auto found = search_model(*opened_, claims_a_model ? kManyAssignments : kFewAssignments)) return found;
  for (const Vote& vote : ask_peers(script, stop))
    if (vote.witness) return vote;
  return std::nullopt;
}

std::optional<core::Case> SolverTester::settle(const core::Case& subject, const std::vector<core::Trial>&,
                                               const std::stop_token& stop) {
  if (auto settled = with_satisfied_check(subject)) return settled;
  OpenScript* script = open_script(subject);
  if (script == nullptr) return std::nullopt;
  const auto refutes = [](const auto& vote) { return vote && vote->reply == Reply::Unsat; };
  if (std::none_of(script->targets.begin(), script->targets.end(), refutes)) return std::nullopt;
  const std::optional<Vote> satisfied = find_confirmed_vote(*script, stop);
  if (!satisfied) return std::nullopt;
  SmtFacts facts = opened_->facts;
  facts.truths = {Truth::Sat};
  return with_witness(subject, std::move(facts), *satisfied->witness, "a model of " + satisfied->name);
}

// A case has one witness. The other checks become open, because the old witness is replaced.
std::optional<core::Case> SolverTester::with_satisfied_check(const core::Case& subject) {
  const core::File* file = subject.file(kScriptFile);
  auto facts = SmtFacts::from_json(subject.metadata);
  const bool known = satisfied_ && file != nullptr && facts && satisfied_->first == file->content &&
                     satisfied_->second.check < facts->truths.size() &&
                     facts->truths[satisfied_->second.check] == Truth::Open;
  if (!known) return std::nullopt;
  for (Truth& truth : facts->truths)
    if (truth == Truth::Sat) truth = Truth::Open;
  facts->truths[satisfied_->second.check] = Truth::Sat;
  core::Case settled =
      with_witness(subject, *std::move(facts), std::move(satisfied_->second.witness), "a model of a fresh process");
  satisfied_.reset();
  return settled;
}

std::vector<std::pair<std::size_t, core::Verdict>> SolverTester::other_optima(const core::Case& subject) const {
  const core::File* file = subject.file(kScriptFile);
  std::vector<std::pair<std::size_t, core::Verdict>> found;
  if (file == nullptr || objectives_.first != file->content || file->content.find("pareto") != std::string::npos)
    return found;
  const auto first = reported_objectives(objectives_.second.front());
  for (std::size_t i = 1; first && i < objectives_.second.size(); ++i) {
    const auto other = reported_objectives(objectives_.second[i]);
    if (!other || std::equal(first->begin(), first->end(), other->begin(), other->end(), same_optimum)) continue;
    found.emplace_back(
        i, core::Verdict::bug(core::BugKind::Disagreement, "another optimum than another version",
                              definition(i).name + " answers " + objectives_.second[i] + ", " + definition(0).name +
                                  " " + objectives_.second.front() + ": one of them is wrong"));
  }
  return found;
}

std::vector<std::pair<std::size_t, core::Verdict>> SolverTester::compare(const core::Case& subject,
                                                                         const std::vector<core::Trial>& trials) {
  PeerRuns runs;
  OpenScript* script = open_script(subject);
  for (std::size_t i = 0; i < trials.size(); ++i)
    runs.runs.push_back({&definition(i), &trials[i], script == nullptr ? std::nullopt : script->targets[i]});
  runs.by_default = !opened_ || opened_->metadata != subject.metadata || opened_->facts.drawn.empty();
  runs.slow_factor = setup_.slow_factor;
  runs.slow_seconds = setup_.slow_seconds;
  // Beside a bug of the first version, nothing follows from its answer.
  runs.versions_of_one = setup_.only_changes && trials.front().verdict.outcome == core::Verdict::Outcome::Pass;
  if (runs.versions_of_one)
    if (auto others = other_optima(subject); !others.empty()) return others;
  if (script == nullptr) return smt::compare(runs);
  const OwnStatus& status = opened_->facts.status;
  if (status.of == hash_bytes(opened_->text)) runs.own_status = status.truth;
  runs.peers = [&] { return ask_peers(*script, {}); };
  return smt::compare(runs);
}

}  // namespace assay::smt
