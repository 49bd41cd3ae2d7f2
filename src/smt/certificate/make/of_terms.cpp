// Requests about terms: interpolants, abducts, eliminated quantifiers, simplified terms, goals of tactics.

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/make/make_requests.hpp"
#include "smt/certificate/request.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/term/rebuild.hpp"
#include "smt/term/subterms.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kNextPercent = 25;     ///< of the requests ask for the next certificate, too
constexpr unsigned kGrammarPercent = 25;  ///< of the requests have a grammar
constexpr std::uint64_t kMaxSimplified = 3;

Command named_goal(CommandKind kind, TermId goal) {
  Command command = make_command(kind, {goal});
  command.keyword = "C!";
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

bool is_eliminable(SortKind kind) {
  return kind == SortKind::Bool || kind == SortKind::Int || kind == SortKind::Real || kind == SortKind::BitVector;
}

/// No solver promises to eliminate variables of these sorts. If it gives a result, that must be right.
bool is_quantifiable(SortKind kind) {
  return kind == SortKind::Datatype || kind == SortKind::Array || kind == SortKind::String ||
         kind == SortKind::Sequence || kind == SortKind::Float || kind == SortKind::Uninterpreted;
}

/// Whether the logic of Horn clauses has the sort.
bool is_in_horn(const TermStore& store, SortId sort) {
  const SortNode& node = store.node(sort);
  if (node.kind != SortKind::Array) return is_eliminable(node.kind);
  return std::all_of(node.arguments.begin(), node.arguments.end(), [&](SortId one) { return is_in_horn(store, one); });
}

/// The clauses "A implies I!" and "I! and B imply false", and a request for I!, whose arguments are the shared
/// constants. Nullopt: a function has parameters, or the clauses' logic lacks a sort.
std::optional<RequestScript> horn_request(RequestSource& source, TermId first, TermId second) {
  TermStore& store = source.store;
  const std::vector<FunctionId> of_first = declared_in(store, {first}), of_second = declared_in(store, {second});
  std::vector<TermId> arguments;
  std::vector<SortId> sorts;
  for (const auto* functions : {&of_first, &of_second})
    for (const FunctionId one : *functions)
      if (!store.node(one).parameters.empty()) return std::nullopt;
  const std::array both = {first, second};
  for (Subterms below(store, both); const auto term = below.next();)
    if (!is_in_horn(store, store.sort_of(*term))) return std::nullopt;
  for (const FunctionId one : of_first) {
    if (!std::binary_search(of_second.begin(), of_second.end(), one)) continue;
    arguments.push_back(constant_term(store, one));
    sorts.push_back(store.node(one).result);
  }
  const TermId call =
      store.call_as(new_function(store, "I!", std::move(sorts), store.bool_sort()), arguments, store.bool_sort());
  const auto closed = [&](TermId clause, const std::vector<FunctionId>& constants) {
    for (const FunctionId one : constants) clause = bound(store, clause, one, BinderKind::Forall);
    return clause;
  };
  RequestScript made;
  made.logic = "HORN";
  made.assertions = {closed(make_implies(store, first, call), of_first),
                     closed(make_implies(store, make_and(store, call, second), store.bool_constant(false)), of_second)};
  made.checks = {make_command(CommandKind::CheckSat)};
  std::string text = to_string(store, call);
  std::string variables;
  for (const TermId argument : arguments)
    variables += "(" + to_string(store, argument) + " " + to_string(store, store.sort_of(argument)) + ")";
  if (!arguments.empty()) text = "(lambda (" + variables + ") " + text + ")";
  made.requests = {opaque_command("(eval " + text + ")")};
  return made;
}

/// The term with values, most of them boundary values, in place of some constants.
TermId with_values(RequestSource& source, TermId term) {
  TermStore& store = source.store;
  const std::vector<std::pair<SortId, Value>> literals;
  RandomValues values(store, literals);
  for (const FunctionId constant : declared_in(store, {term})) {
    const SortId sort = store.node(constant).result;
    if (!store.node(constant).parameters.empty() || source.rng.percent(40)) continue;
    const auto drawn = source.rng.percent(70) ? values.degenerate(sort, source.rng) : values.draw(sort, source.rng);
    const auto value = drawn ? make_term(store, *drawn, sort) : std::nullopt;
    if (value) term = replaced_constant(store, term, constant, *value);
  }
  return term;
}

}  // namespace

std::vector<TermId> closed_subterms(const TermStore& store, const std::vector<TermId>& assertions) {
  std::vector<TermId> found;
  for (Subterms below(store, assertions); const auto term = below.next();)
    if (!store.children(*term).empty() && !store.has(*term, kHasVariable)) found.push_back(*term);
  return found;
}

TermId some_formula(RequestSource& source) {
  std::vector<TermId> formulas = closed_subterms(source.store, source.assertions);
  std::erase_if(formulas, [&](TermId term) { return source.store.sort_of(term) != source.store.bool_sort(); });
  return formulas.empty() ? source.rng.pick(source.assertions) : source.rng.pick(formulas);
}

Command opaque_command(std::string text, std::vector<TermId> terms) {
  Command command = make_command(CommandKind::Opaque, std::move(terms));
  command.text = std::move(text);
  return command;
}

TermId make_implies(TermStore& store, TermId premise, TermId conclusion) {
  static const OperatorId implies = Operators::get().at("=>");
  return store.apply_as(implies, std::array{premise, conclusion}, {}, store.bool_sort());
}

TermId named(TermStore& store, TermId assertion, std::size_t number) {
  const Attribute name{":named", "n!" + std::to_string(number), 0};
  return store.annotated({&name, 1}, {&assertion, 1});
}

std::string choice_of(RequestSource& source, const std::string& otherwise) {
  std::vector<std::string> choices = *source.choices;
  std::erase_if(choices, [](const std::string& one) { return one.starts_with(':'); });
  return choices.empty() ? otherwise : source.rng.pick(choices);
}

std::optional<TermId> quantified_formula(RequestSource& source) {
  TermStore& store = source.store;
  std::vector<FunctionId> constants = source.constants;
  const bool any_sort = source.rng.percent(15);
  std::erase_if(constants, [&](FunctionId one) {
    const SortKind kind = store.kind(store.node(one).result);
    return !is_eliminable(kind) && !(any_sort && is_quantifiable(kind));
  });
  if (constants.empty()) return std::nullopt;
  source.rng.shuffle(constants);
  const std::size_t most = std::min<std::size_t>(constants.size(), 3);
  constants.resize(1 + static_cast<std::size_t>(source.rng.below(most)));
  const auto numbers = source.rng.percent(40) ? number_formula(source, constants) : std::nullopt;
  TermId formula = numbers             ? *numbers
                   : source.rng.coin() ? make_and(store, source.assertions)
                                       : source.rng.pick(source.assertions);
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
    goal = make_not(store, make_and(store, rest));
  } else {
    made.assertions = source.assertions;
    goal = source.rng.pick(source.assertions);
    const TermId other = some_formula(source);
    if (source.rng.coin()) goal = make_or(store, std::array{goal, source.rng.coin() ? other : make_not(store, other)});
  }
  const std::string form = choice_of(source, "goal");
  const TermId all = make_and(store, made.assertions), against = make_not(store, goal);
  if (form == "horn") return horn_request(source, all, against);
  if (form == "pair") {
    made.assertions.clear();
    // A list, since a symbol would be the name of the interpolant.
    const auto list = [&](TermId term) {
      const std::string text = to_string(store, term);
      return text.starts_with('(') ? text : "(and " + text + " true)";
    };
    made.requests = {opaque_command("(get-interpolant " + list(all) + " " + list(against) + ")", {all, against})};
    return made;
  }
  Command request = named_goal(CommandKind::GetInterpolant, goal);
  if (source.rng.percent(kGrammarPercent)) request.text = grammar_of(source, {goal, all});
  add_request(made, source, std::move(request), "(get-interpolant-next)");
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
  if (source.rng.percent(20)) goal = make_not(source.store, goal);
  Command request = named_goal(CommandKind::GetAbduct, goal);
  if (source.rng.percent(kGrammarPercent))
    request.text = grammar_of(source, {goal, source.rng.pick(source.assertions)});
  add_request(made, source, std::move(request), "(get-abduct-next)");
  return made;
}

std::optional<RequestScript> make_elimination_request(RequestSource& source) {
  RequestScript made;
  if (choice_of(source, "get-qe") == "mbp") {
    if (source.constants.empty()) return std::nullopt;
    const TermId formula =
        source.rng.coin() ? make_and(source.store, source.assertions) : source.rng.pick(source.assertions);
    std::vector<std::string> names;
    for (const FunctionId constant : source.constants)
      if (names.empty() || source.rng.coin()) names.push_back(name_of(source.store, constant));
    made.assertions = source.assertions;
    made.checks = {make_command(CommandKind::CheckSat)};
    Command values = make_command(CommandKind::GetValue);
    for (const FunctionId one : source.constants)
      if (has_printed_values(source.store.kind(source.store.node(one).result)))
        values.terms.push_back(constant_term(source.store, one));
    if (!values.terms.empty()) made.requests = {std::move(values)};
    made.requests.push_back(
        opaque_command("(mbp " + to_string(source.store, formula) + " (" + join(names, " ") + "))", {formula}));
    made.keeps_truth = true;
    return made;
  }
  do {
    const auto formula = quantified_formula(source);
    if (!formula) return std::nullopt;
    made.requests.push_back(make_command(CommandKind::GetElimination, {*formula}));
    made.requests.back().text = source.rng.percent(15) ? "get-qe-disjunct" : "get-qe";
  } while (source.rng.percent(kNextPercent));
  return made;
}

std::optional<RequestScript> make_simplification_request(RequestSource& source) {
  const std::vector<TermId> terms = closed_subterms(source.store, source.assertions);
  if (terms.empty()) return std::nullopt;
  RequestScript made;
  for (std::uint64_t left = 1 + source.rng.below(kMaxSimplified); left > 0; --left) {
    const TermId term = source.rng.pick(terms);
    Command command = make_command(CommandKind::Simplify, {source.rng.coin() ? term : with_values(source, term)});
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
  std::string tactic = source.rng.pick(*source.choices);
  for (std::uint64_t more = source.rng.below(3); more > 0; --more)
    tactic = (source.rng.percent(85) ? "(then " : "(or-else ") + tactic + " " + source.rng.pick(*source.choices) + ")";
  made.requests = {opaque_command("(apply " + tactic + ")")};
  return made;
}

}  // namespace assay::smt
