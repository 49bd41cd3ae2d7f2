// Terms that a solver computes from terms: quantifier elimination, simplification, the goals of tactics.

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "smt/certificate/request.hpp"
#include "smt/eval/inlining.hpp"
#include "smt/term/subterms.hpp"

namespace assay::smt {
namespace {

/// The conditions of an equivalence that must hold.
struct Directions {
  bool implied = true;  ///< where the formula holds, the result does
  bool implies = true;  ///< where the result holds, the formula does
};

CertificateVerdict judge_equivalence(const Request& request, const std::vector<TermId>& under, TermId formula,
                                     TermId result, Directions directions, const std::string& what) {
  TermStore& store = request.store();
  const std::string text = shown(store, result);
  CertificateVerdict verdict = right();
  if (directions.implied)
    verdict = judge_condition(request.run, extended(under, {formula, make_not(store, result)}),
                              what + " is false where the formula is true", text);
  if (!directions.implies || verdict.kind == CertificateVerdict::Kind::Wrong) return verdict;
  return worsen(verdict, judge_condition(request.run, extended(under, {result, make_not(store, formula)}),
                                         what + " is true where the formula is false", text));
}

/// Whether the formula is of a theory in which solvers promise to eliminate quantifiers.
bool is_promised(const TermStore& store, TermId formula) {
  constexpr std::array<std::string_view, 3> kLogics = {"BV", "LIA", "LRA"};
  const std::string logic = logic_of(store, {&formula, 1});
  return std::find(kLogics.begin(), kLogics.end(), logic) != kLogics.end();
}

bool is_universal(const TermStore& store, TermId formula) {
  return store.node(formula).kind == TermKind::Binder && store.binder_info(formula).kind == BinderKind::Forall;
}

/// Whether each tactic of the expression is in either list.
bool consists_of(std::string_view tactic, std::span<const std::string> these, std::span<const std::string> besides) {
  constexpr std::array<std::string_view, 4> kCombinators = {"then", "and-then", "repeat", "or-else"};
  tactic = trim(tactic);
  const auto parts = parts_of(tactic);
  if (!parts)
    return std::find(these.begin(), these.end(), tactic) != these.end() ||
           std::find(besides.begin(), besides.end(), tactic) != besides.end();
  if (parts->size() > 1 && (*parts)[0] == "using-params") return consists_of((*parts)[1], these, besides);
  if (parts->empty() || std::find(kCombinators.begin(), kCombinators.end(), (*parts)[0]) == kCombinators.end())
    return false;
  return std::all_of(parts->begin() + 1, parts->end(),
                     [&](std::string_view part) { return consists_of(part, these, besides); });
}

/// The output of `apply`: the goals, each a conjunction of formulas.
struct Goals {
  std::vector<TermId> goals;
  bool may_be_weaker = false;    ///< a goal is an over-approximation
  bool may_be_stronger = false;  ///< a goal is an under-approximation
};

/// Reads "(goals (goal F ... :precision precise :depth 1) ...)"; the verdict if that is not possible.
std::variant<Goals, CertificateVerdict> read_goals(const Request& request) {
  const auto list = parts_of(request.reply);
  if (!list || list->empty() || (*list)[0] != "goals") return not_judged("the goals cannot be read");
  Goals read;
  for (std::size_t i = 1; i < list->size(); ++i) {
    const auto parts = parts_of((*list)[i]);
    if (!parts || parts->empty() || (*parts)[0] != "goal") return not_judged("the goals cannot be read");
    std::vector<TermId> formulas;
    std::size_t at = 1;
    for (; at < parts->size() && !(*parts)[at].starts_with(':'); ++at) {
      const ReadTerm formula = read_term(request, (*parts)[at]);
      if (!formula.term) return unread(formula, "a goal", request.reply);
      formulas.push_back(*formula.term);
    }
    for (; at + 1 < parts->size(); at += 2) {
      read.may_be_weaker = read.may_be_weaker || (*parts)[at + 1] == "over";
      read.may_be_stronger = read.may_be_stronger || (*parts)[at + 1] == "under";
    }
    read.goals.push_back(make_and(request.store(), formulas));
  }
  return read;
}

/// The model at which the request projects, as a get-value behind the last check tells it; empty: none does.
Model told_model(const Request& request) {
  const auto& commands = request.run.script.commands;
  auto left = static_cast<std::size_t>(
      std::count_if(commands.begin(), commands.begin() + static_cast<std::ptrdiff_t>(request.at),
                    [](const Command& command) { return requested_by(command).has_value(); }));
  for (std::size_t i = request.at; i-- > 0 && !is_check(commands[i].kind);) {
    if (!requested_by(commands[i])) continue;
    --left;
    if (commands[i].kind != CommandKind::GetValue || left >= request.run.replies.size()) continue;
    const Request values{request.run, i, commands[i], "get-value", trim(request.run.replies[left]), {}, {}, {}};
    if (auto told = told_values(values)) return std::move(told->model);
  }
  return {};
}

/// The formula with the bodies of definitions in place of their calls, so that they change with what is eliminated.
/// Nullopt: it is too large.
std::optional<TermId> unfolded(TermStore& store, TermId formula) {
  const Model none;
  return Inlining(store, none, [](TermId) -> std::optional<Value> { return std::nullopt; }).inlined(formula);
}

/// That the declared sort has more elements than the formula has terms of it. Projections count on enough of them: (= x
/// y) can always be false.
TermId has_enough(TermStore& store, SortId sort, TermId formula) {
  std::size_t count = 1;
  for (Subterms below(store, formula); const auto term = below.next();) count += store.sort_of(*term) == sort ? 1 : 0;
  std::vector<TermId> elements;
  for (std::size_t i = 0; i <= count; ++i)
    elements.push_back(new_constant(store, "element!" + std::to_string(i) + "!" + to_string(store, sort), sort));
  return *store.apply(Operators::get().at("distinct"), elements);
}

/// Judges "(mbp F (x ...))" of z3, a projection at the last model, at which F must hold: it has no x, holds there, too,
/// and implies that F holds for some x.
CertificateVerdict judge_projection(const Request& request) {
  if (has_no_model(request)) return not_judged("a projection behind a check without the answer sat");
  const auto parts = parts_of(request.command.text);
  const auto names = parts && parts->size() == 3 ? parts_of((*parts)[2]) : std::nullopt;
  if (!names) return not_judged("the request cannot be read");
  TermStore& store = request.store();
  const ReadTerm read = read_term(request, request.reply);
  if (read.undeclared.find("!val!") != std::string::npos)
    return not_judged("the projection names an element of the model", read.undeclared);
  if (!read.term) return unread(read, "the projection", request.reply);
  const ReadTerm formula = read_term(request, (*parts)[1]);
  if (!formula.term) return not_judged("the request cannot be read", formula.problem);
  const std::optional<TermId> body = unfolded(store, *formula.term);
  if (!body) return not_judged("the request is too large with its definitions unfolded");
  TermId exists = *body;
  std::vector<TermId> broken = {*read.term};
  const std::vector<FunctionId> left = declared_in(store, {*read.term});
  for (const std::string_view name : *names) {
    const ReadTerm constant = read_term(request, name);
    if (!constant.term || store.node(*constant.term).kind != TermKind::Call)
      return not_judged("the request cannot be read", constant.problem);
    const FunctionId function = store.function_of(*constant.term);
    if (std::binary_search(left.begin(), left.end(), function))
      return wrong("the projection has an eliminated symbol",
                   "the projection " + shown(store, *read.term) + " uses " + std::string(name));
    exists = bound(store, exists, function, BinderKind::Exists);
    if (const SortId sort = store.sort_of(*constant.term); store.kind(sort) == SortKind::Uninterpreted)
      broken.push_back(has_enough(store, sort, *body));
  }
  const Model model = told_model(request);
  if (value_at(store, model, *formula.term) != Value(true) &&
      !find_point(request.run, extended(request.assertions, {make_not(store, *formula.term)})).excluded)
    return not_judged("the formula may be false at the model, where a projection promises nothing");
  if (value_at(store, model, *read.term) == Value(false))
    return wrong("the projection is false at the model for which it was asked",
                 shown(store, *read.term) + "; at this model: " + print_model(store, model));
  broken.push_back(make_not(store, exists));
  return judge_condition(request.run, std::move(broken),
                         "the projection is true where the formula is false for all values", shown(store, *read.term));
}

}  // namespace

CertificateVerdict judge_elimination(const Request& request) {
  if (request.name == "mbp") return judge_projection(request);
  TermStore& store = request.store();
  const TermId formula = request.command.terms[0];
  const ReadTerm read = read_term(request, request.reply);
  if (!read.term) return unread(read, "the result", request.reply);
  const std::string text = shown(store, *read.term);
  if (store.has(*read.term, kHasQuantifier))
    return is_promised(store, formula)
               ? wrong("the result has a quantifier", text)
               : not_judged("the result has a quantifier, and no solver promises otherwise", text);
  const std::string symbol =
      symbol_outside(store, *read.term, declared_in(store, extended(request.assertions, {formula})));
  if (!symbol.empty())
    return wrong("the result has a symbol that the formula has not", "the result " + text + " uses " + symbol);
  const bool partial = request.command.text == "get-qe-disjunct";
  const bool universal = is_universal(store, formula);
  return judge_equivalence(request, request.assertions, formula, *read.term,
                           {.implied = !partial || universal, .implies = !partial || !universal}, "the result");
}

CertificateVerdict judge_simplification(const Request& request) {
  TermStore& store = request.store();
  const TermId term = request.command.terms[0];
  const ReadTerm read = read_term(request, request.reply);
  if (!read.term) return unread(read, "the simplified term", request.reply);
  if (store.sort_of(term) != store.sort_of(*read.term))
    return not_judged("the simplified term is read with another sort", std::string(request.reply));
  if (store.sort_of(term) == store.bool_sort())
    return judge_equivalence(request, {}, term, *read.term, {}, "the simplified formula");
  return judge_condition(request.run, {make_not(store, make_equal(store, term, *read.term))},
                         "the simplified term has another value", shown(store, *read.term));
}

CertificateVerdict judge_goals(const Request& request) {
  auto read = read_goals(request);
  TermStore& store = request.store();
  std::string_view tactic = trim(request.command.text);
  if (tactic.size() > 2) tactic = trim(tactic.substr(1, tactic.size() - 2)).substr(request.name.size());
  const bool equivalent = consists_of(tactic, request.run.equivalent_tactics, {});
  const bool implied = equivalent || consists_of(tactic, request.run.equivalent_tactics, request.run.implied_tactics);
  if (auto* verdict = std::get_if<CertificateVerdict>(&read)) {
    const bool is_new = verdict->kind == CertificateVerdict::Kind::Wrong && !equivalent;
    return is_new ? not_judged("the tactic may have introduced symbols", verdict->detail) : std::move(*verdict);
  }
  const Goals& goals = std::get<Goals>(read);
  const TermId result = make_or(store, goals.goals);
  const TermId asserted = make_and(store, request.assertions);
  if (implied)
    return judge_equivalence(request, {}, asserted, result,
                             {.implied = !goals.may_be_stronger, .implies = equivalent && !goals.may_be_weaker},
                             "the goal");
  CertificateVerdict verdict = not_refuted();
  verdict.reason = "the tactic promises satisfiability only";
  if (find_point(request.run, {result}).excluded && !goals.may_be_stronger)
    verdict = judge_condition(request.run, {asserted}, "the goal is unsatisfiable and the assertions are not",
                              shown(store, result));
  else if (find_point(request.run, {asserted}).excluded && !goals.may_be_weaker)
    verdict = judge_condition(request.run, {result}, "the goal is satisfiable and the assertions are not",
                              shown(store, result));
  return verdict;
}

}  // namespace assay::smt
