// Interpolants (Craig, 1957) and abducts, as SMT solvers define them: for assertions A and a goal G, an interpolant I
// has A => I, I => G and symbols of both only; an abduct X is consistent with A, and A and X imply G.

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/grammar.hpp"
#include "smt/certificate/request.hpp"
#include "smt/term/rebuild.hpp"
#include "smt/term/substitution.hpp"

namespace assay::smt {
namespace {

std::string names_of(const TermStore& store, const std::vector<FunctionId>& functions) {
  std::vector<std::string> names;
  for (const FunctionId function : functions) names.push_back(quoted_symbol(store.spelling(store.node(function).name)));
  return join(names, ", ");
}

std::vector<FunctionId> without(std::vector<FunctionId> functions, const std::vector<FunctionId>& allowed) {
  std::erase_if(functions, [&](FunctionId one) { return std::binary_search(allowed.begin(), allowed.end(), one); });
  return functions;
}

/// The goal of the request: of a `-next` request, that of the command before it.
std::optional<TermId> goal_of(const Request& request) {
  const auto& commands = request.run.script.commands;
  for (std::size_t i = request.at + 1; i-- > 0;) {
    const CommandKind kind = commands[i].kind;
    if (kind == CommandKind::GetInterpolant || kind == CommandKind::GetAbduct) return commands[i].terms[0];
  }
  return std::nullopt;
}

/// The grammar of the request; empty: none.
std::string_view grammar_of(const Request& request) {
  const auto& commands = request.run.script.commands;
  for (std::size_t i = request.at + 1; i-- > 0;) {
    const CommandKind kind = commands[i].kind;
    if (kind == CommandKind::GetInterpolant || kind == CommandKind::GetAbduct) return commands[i].text;
  }
  return {};
}

/// Verdicts that need no point: the same answer twice, or one outside of the grammar. Right: neither is so.
CertificateVerdict judge_text(const Request& request, TermId body, std::string_view what) {
  for (const std::string_view past : request.past) {
    const ReadTerm before = read_definition(request, past);
    if (before.term == body)
      return wrong("the next " + std::string(what) + " is one that was given before", std::string(request.reply));
  }
  const std::string_view grammar = grammar_of(request);
  if (grammar.empty()) return right();
  const GrammarMatch match = matches_grammar(request.reply, grammar);
  if (match == GrammarMatch::No)
    return wrong("the " + std::string(what) + " is not in the grammar", std::string(request.reply));
  return match == GrammarMatch::Yes ? right() : not_refuted();
}

/// The formulas between which the interpolant stands: "(get-interpolant A B)" of z3 has both, and the goal is that B is
/// false. Else A are the assertions.
struct Sides {
  std::vector<TermId> assertions;
  std::optional<TermId> goal;
};
Sides sides_of(const Request& request) {
  if (request.command.kind != CommandKind::Opaque || request.name != "get-interpolant")
    return {request.assertions, goal_of(request)};
  const auto parts = parts_of(request.command.text);
  if (!parts || parts->size() != 3) return {};
  const ReadTerm first = read_term(request, (*parts)[1]), second = read_term(request, (*parts)[2]);
  if (!first.term || !second.term) return {};
  return {{*first.term}, make_not(request.store(), *second.term)};
}

/// A predicate and its meaning, in "(lambda ((x S) ...) F)" or, without arguments, F.
struct Lambda {
  std::vector<SymbolId> variables;
  TermId body;
};
Lambda lambda_of(const TermStore& store, TermId term) {
  Lambda lambda{{}, term};
  if (store.node(term).kind != TermKind::Binder || store.binder_info(term).kind != BinderKind::Lambda) return lambda;
  for (const BoundVariable& variable : store.binder_info(term).variables) lambda.variables.push_back(variable.name);
  lambda.body = store.children(term)[0];
  return lambda;
}

/// Judges "(eval (lambda ((x S) ...) (P x ...)))" behind Horn clauses: with the reply as the definition of P, all
/// clauses hold. P is an interpolant between the clauses that conclude it and the clauses that use it.
CertificateVerdict judge_predicate(const Request& request) {
  TermStore& store = request.store();
  const auto parts = parts_of(request.command.text);
  const ReadTerm asked = parts && parts->size() == 2 ? read_term(request, (*parts)[1]) : ReadTerm{};
  const auto call = asked.term ? std::optional(lambda_of(store, *asked.term).body) : std::nullopt;
  if (!call || store.node(*call).kind != TermKind::Call || request.run.script.logic != "HORN")
    return not_judged("only predicates of Horn clauses are judged");
  const ReadTerm read = read_term(request, request.reply);
  if (!read.term) return unread(read, "the interpolant", request.reply);
  const Lambda meaning = lambda_of(store, *read.term);
  const FunctionId predicate = store.function_of(*call);
  if (meaning.variables.size() != store.children(*call).size()) return not_judged("the interpolant cannot be read");
  VariableSubstitution substitution(store, "i");
  CertificateVerdict verdict = right();
  for (const TermId clause : request.assertions) {
    const TermId defined = rebuilt(
        store, clause, [](TermId) -> std::optional<TermId> { return std::nullopt; },
        [&](TermId term, std::span<const TermId> children) {
          if (store.node(term).kind != TermKind::Call || store.function_of(term) != predicate)
            return with_children(store, term, children);
          std::vector<Replacement> arguments;
          for (std::size_t i = 0; i < children.size(); ++i) arguments.emplace_back(meaning.variables[i], children[i]);
          return substitution.replaced(meaning.body, arguments);
        });
    verdict = worse(std::move(verdict), judge_condition(request.run, {make_not(store, defined)},
                                                        "the interpolant breaks a clause", shown(store, *read.term)));
  }
  return verdict;
}

/// Proved to have no model.
bool is_contradictory(const CertificateRun& run, const std::vector<TermId>& formulas) {
  return find_point(run, formulas).excluded;
}

}  // namespace

CertificateVerdict judge_interpolant(const Request& request) {
  if (is_refusal(request.reply)) return {};
  if (request.name == "eval") return judge_predicate(request);
  TermStore& store = request.store();
  const ReadTerm read = request.reply.starts_with("(define-fun") ? read_definition(request, request.reply)
                                                                 : read_term(request, request.reply);
  const auto [assertions, goal] = sides_of(request);
  if (!read.term) return unread(read, "the interpolant", request.reply);
  if (!goal) return not_judged("the request cannot be read");
  const std::string text = shown(store, *read.term);
  const std::vector<FunctionId> of_goal = declared_in(store, {*goal});
  std::vector<FunctionId> shared = declared_in(store, assertions);
  std::erase_if(shared, [&](FunctionId one) { return !std::binary_search(of_goal.begin(), of_goal.end(), one); });
  const std::vector<FunctionId> foreign = without(declared_in(store, {*read.term}), shared);
  if (!foreign.empty())
    return wrong("the interpolant has a symbol that only one side has",
                 "the interpolant " + text + " uses " + names_of(store, foreign));
  CertificateVerdict verdict = judge_text(request, *read.term, "interpolant");
  std::vector<TermId> first = assertions;
  first.push_back(make_not(store, *read.term));
  verdict = worse(std::move(verdict),
                  judge_condition(request.run, std::move(first), "the assertions do not imply the interpolant",
                                  "the assertions hold and the interpolant " + text + " does not"));
  return worse(std::move(verdict), judge_condition(request.run, {*read.term, make_not(store, *goal)},
                                                   "the interpolant does not imply the goal",
                                                   "the interpolant " + text + " holds and the goal does not"));
}

CertificateVerdict judge_abduct(const Request& request) {
  if (is_refusal(request.reply)) return {};
  TermStore& store = request.store();
  const ReadTerm read = read_definition(request, request.reply);
  const auto goal = goal_of(request);
  if (!read.term || !goal) return unread(read, "the abduct", request.reply);
  const std::string text = shown(store, *read.term);
  std::vector<TermId> both = request.assertions;
  both.push_back(*goal);
  const std::vector<FunctionId> foreign = without(declared_in(store, {*read.term}), declared_in(store, both));
  if (!foreign.empty())
    return wrong("the abduct has a symbol of neither side", "the abduct " + text + " uses " + names_of(store, foreign));
  CertificateVerdict verdict = judge_text(request, *read.term, "abduct");
  std::vector<TermId> assumed = request.assertions;
  assumed.push_back(*read.term);
  if (is_contradictory(request.run, assumed))
    return wrong("the abduct contradicts the assertions", "the abduct " + text + " and the assertions have no model");
  assumed.push_back(make_not(store, *goal));
  return worse(std::move(verdict),
               judge_condition(request.run, std::move(assumed), "the abduct does not suffice for the goal",
                               "the assertions and the abduct " + text + " hold and the goal does not"));
}

}  // namespace assay::smt
