// Requests about terms: interpolants, abducts, eliminated quantifiers, simplified terms, goals of tactics.

#include <algorithm>
#include <array>
#include <utility>

#include "smt/certificate/make/make_requests.hpp"
#include "smt/certificate/request.hpp"
#include "smt/term/rebuild.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kNextPercent = 25;  ///< of the requests ask for the next certificate, too
constexpr std::uint64_t kMaxSimplified = 3;

Command named_goal(CommandKind kind, TermId goal) {
  Command command;
  command.kind = kind;
  command.keyword = "C!";
  command.terms = {goal};
  return command;
}

void add_request(RequestScript& made, RequestSource& source, Command command, const std::string& next) {
  made.requests.push_back(std::move(command));
  if (source.rng.percent(kNextPercent)) made.requests.push_back(opaque_command(next));
}

/// Splits the assertions into two parts that are not empty.
std::pair<std::vector<TermId>, std::vector<TermId>> split(RequestSource& source) {
  std::vector<TermId> all = source.assertions;
  source.rng.shuffle(all);
  const auto cut = static_cast<std::ptrdiff_t>(1 + source.rng.below(all.size() - 1));
  return {{all.begin(), all.begin() + cut}, {all.begin() + cut, all.end()}};
}

/// A Boolean sub-term, or an assertion.
TermId some_formula(RequestSource& source) {
  std::vector<TermId> formulas = closed_subterms(source.store, source.assertions);
  std::erase_if(formulas, [&](TermId term) { return source.store.sort_of(term) != source.store.bool_sort(); });
  return formulas.empty() ? source.rng.pick(source.assertions) : source.rng.pick(formulas);
}

bool is_eliminable(SortKind kind) {
  return kind == SortKind::Bool || kind == SortKind::Int || kind == SortKind::Real || kind == SortKind::BitVector;
}

TermId bound(TermStore& store, TermId formula, FunctionId constant, BinderKind binder) {
  const SortId sort = store.node(constant).result;
  const std::string name = "v!" + std::string(store.spelling(store.node(constant).name));
  const BoundVariable variable{store.symbol(name), sort};
  const TermId call = store.call_as(constant, {}, sort);
  const TermId body = rebuilt(
      store, formula,
      [&](TermId term) { return term == call ? std::optional(store.variable(variable)) : std::nullopt; },
      [&](TermId term, std::span<const TermId> children) { return with_children(store, term, children); });
  BinderInfo info;
  info.kind = binder;
  info.variables = {variable};
  return store.binder(info, std::array{body});
}

}  // namespace

std::vector<TermId> closed_subterms(const TermStore& store, const std::vector<TermId>& assertions) {
  std::vector<TermId> pending(assertions.rbegin(), assertions.rend());
  std::vector<TermId> found;
  TermSet seen;
  while (!pending.empty()) {
    const TermId term = pending.back();
    pending.pop_back();
    if (!seen.insert(term)) continue;
    const bool is_leaf = store.children(term).empty();
    if (!is_leaf && !store.has(term, kHasVariable)) found.push_back(term);
    const auto children = store.children(term);
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
  return found;
}

Command opaque_command(std::string text) {
  Command command;
  command.kind = CommandKind::Opaque;
  command.text = std::move(text);
  return command;
}

Command check_sat() {
  Command command;
  command.kind = CommandKind::CheckSat;
  return command;
}

std::optional<TermId> quantified_formula(RequestSource& source) {
  TermStore& store = source.store;
  std::vector<FunctionId> constants = source.constants;
  std::erase_if(constants, [&](FunctionId one) { return !is_eliminable(store.kind(store.node(one).result)); });
  if (constants.empty()) return std::nullopt;
  source.rng.shuffle(constants);
  const std::size_t most = std::min<std::size_t>(constants.size(), 3);
  constants.resize(1 + static_cast<std::size_t>(source.rng.below(most)));
  TermId formula = source.rng.coin() ? conjunction_of(store, source.assertions) : source.rng.pick(source.assertions);
  const BinderKind first = source.rng.coin() ? BinderKind::Exists : BinderKind::Forall;
  const bool alternates = source.rng.percent(25);
  for (const FunctionId constant : constants) {
    const bool other = alternates && source.rng.coin();
    const BinderKind kind = other ? (first == BinderKind::Exists ? BinderKind::Forall : BinderKind::Exists) : first;
    formula = bound(store, formula, constant, kind);
  }
  return formula;
}

// With contradictory assertions, the goal is the negation of some of them. Else it is an assertion or something weaker,
// so that there always is an interpolant.
std::optional<RequestScript> make_interpolant_request(RequestSource& source) {
  TermStore& store = source.store;
  RequestScript made;
  TermId goal{};
  if (source.truth == Truth::Unsat && source.assertions.size() > 1) {
    auto [kept, rest] = split(source);
    made.assertions = std::move(kept);
    goal = negated(store, conjunction_of(store, rest));
  } else {
    made.assertions = source.assertions;
    goal = source.rng.pick(source.assertions);
    const TermId other = some_formula(source);
    if (source.rng.coin()) goal = disjunction_of(store, {goal, source.rng.coin() ? other : negated(store, other)});
  }
  add_request(made, source, named_goal(CommandKind::GetInterpolant, goal), "(get-interpolant-next)");
  return made;
}

std::optional<RequestScript> make_abduct_request(RequestSource& source) {
  if (source.truth == Truth::Unsat) return std::nullopt;
  RequestScript made;
  TermId goal = some_formula(source);
  if (source.assertions.size() > 1) {
    auto [kept, rest] = split(source);
    made.assertions = std::move(kept);
    goal = source.rng.coin() ? goal : rest.front();
  }
  if (source.rng.percent(20)) goal = negated(source.store, goal);
  add_request(made, source, named_goal(CommandKind::GetAbduct, goal), "(get-abduct-next)");
  return made;
}

std::optional<RequestScript> make_elimination_request(RequestSource& source) {
  const auto formula = quantified_formula(source);
  if (!formula) return std::nullopt;
  Command command;
  command.kind = CommandKind::GetElimination;
  command.text = source.rng.percent(15) ? "get-qe-disjunct" : "get-qe";
  command.terms = {*formula};
  RequestScript made;
  made.requests = {std::move(command)};
  return made;
}

std::optional<RequestScript> make_simplification_request(RequestSource& source) {
  const std::vector<TermId> terms = closed_subterms(source.store, source.assertions);
  if (terms.empty()) return std::nullopt;
  RequestScript made;
  for (std::uint64_t left = 1 + source.rng.below(kMaxSimplified); left > 0; --left) {
    Command command;
    command.kind = CommandKind::Simplify;
    command.terms = {source.rng.pick(terms)};
    for (std::uint64_t options = source.rng.below(4); options > 0 && !source.choices->empty(); --options)
      command.text += (command.text.empty() ? "" : " ") + source.rng.pick(*source.choices);
    made.requests.push_back(std::move(command));
  }
  return made;
}

std::optional<RequestScript> make_tactic_request(RequestSource& source) {
  if (source.choices->empty()) return std::nullopt;
  RequestScript made;
  made.assertions = source.assertions;
  if (source.rng.percent(70))
    if (const auto formula = quantified_formula(source)) {
      made.assertions = {*formula};
      if (source.rng.coin()) made.assertions.push_back(source.rng.pick(source.assertions));
    }
  made.requests = {opaque_command("(apply " + source.rng.pick(*source.choices) + ")")};
  return made;
}

}  // namespace assay::smt
