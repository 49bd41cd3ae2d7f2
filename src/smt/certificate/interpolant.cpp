// Interpolants (Craig, 1957) and abducts, as SMT solvers define them: for assertions A and a goal G, an interpolant I
// has A => I, I => G and symbols of both only; an abduct X is consistent with A, and A and X imply G.

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/request.hpp"
#include "smt/term/rebuild.hpp"
#include "smt/term/substitution.hpp"

namespace assay::smt {
namespace {

/// The command that has the goal and the grammar: for a `-next` request, the one before it. Null: there is none.
const Command* asked_by(const Request& request) {
  const auto& commands = request.run.script.commands;
  for (std::size_t i = request.at + 1; i-- > 0;)
    if (commands[i].kind == CommandKind::GetInterpolant || commands[i].kind == CommandKind::GetAbduct)
      return &commands[i];
  return nullptr;
}

/// Verdicts that need no point: a symbol that is not allowed, the same answer twice, or one outside of the grammar. A
/// grammar says itself which symbols the user allows. Right: none is so.
CertificateVerdict judge_text(const Request& request, TermId body, const std::string& what,
                              const std::vector<FunctionId>& allowed, const std::string& foreign) {
  const TermStore& store = request.store();
  const Command* asked = asked_by(request);
  const std::string symbol = asked == nullptr || asked->text.empty() ? symbol_outside(store, body, allowed) : "";
  if (!symbol.empty())
    return wrong("the " + what + " has a symbol " + foreign,
                 "the " + what + " " + shown(store, body) + " uses " + symbol);
  for (const std::string_view past : request.past)
    if (read_definition(request, past).term == body)
      return wrong("the next " + what + " is one that was given before", std::string(request.reply));
  if (asked == nullptr || asked->text.empty()) return right();
  const GrammarMatch match = matches_grammar(request.reply, asked->text);
  if (match == GrammarMatch::No) return wrong("the " + what + " is not in the grammar", std::string(request.reply));
  return match == GrammarMatch::Yes ? right() : not_refuted();
}

/// The formulas between which the interpolant stands: "(get-interpolant A B)" of z3 has both, and the goal is that B is
/// false. Else A are the assertions.
struct Sides {
  std::vector<TermId> assertions;
  std::optional<TermId> goal;
};
Sides sides_of(const Request& request) {
  if (request.command.kind != CommandKind::Opaque || request.name != "get-interpolant") {
    const Command* asked = asked_by(request);
    return {request.assertions, asked == nullptr ? std::nullopt : std::optional(asked->terms[0])};
  }
  const auto parts = parts_of(request.command.text);
  if (!parts || parts->size() != 3) return {};
  const ReadTerm first = read_term(request, (*parts)[1]), second = read_term(request, (*parts)[2]);
  if (!first.term || !second.term) return {};
  return {{*first.term}, make_not(request.store(), *second.term)};
}

/// The formulas, and the bodies of the script's definitions, which both sides have.
std::vector<TermId> with_definitions(const Request& request, std::vector<TermId> formulas) {
  for (std::size_t i = 0; i < request.at; ++i)
    for (const FunctionId function : request.run.script.commands[i].functions)
      if (const auto& body = request.store().node(function).body) formulas.push_back(*body);
  return formulas;
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
  const std::vector<FunctionId> used = declared_in(store, {*read.term});
  if (std::binary_search(used.begin(), used.end(), predicate))
    return not_judged("the model has no meaning for the predicate", std::string(request.reply));
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
    worsen(verdict, judge_condition(request.run, {make_not(store, defined)}, "the interpolant breaks a clause",
                                    shown(store, *read.term)));
  }
  return verdict;
}

}  // namespace

CertificateVerdict judge_interpolant(const Request& request) {
  if (request.name == "eval") return judge_predicate(request);
  TermStore& store = request.store();
  const auto [assertions, goal] = sides_of(request);
  if (request.reply == "sat" && goal) {  // z3 says of a pair that both hold together
    if (find_point(request.run, extended(assertions, {make_not(store, *goal)})).excluded)
      return wrong("two formulas that exclude each other are called satisfiable", "sat");
    return {};
  }
  const ReadTerm read = request.reply.starts_with("(define-fun") ? read_definition(request, request.reply)
                                                                 : read_term(request, request.reply);
  if (!read.term) return unread(read, "the interpolant", request.reply);
  if (!goal) return not_judged("the request cannot be read");
  const std::string text = shown(store, *read.term);
  const std::vector<FunctionId> of_goal = declared_in(store, with_definitions(request, {*goal}));
  std::vector<FunctionId> shared = declared_in(store, with_definitions(request, assertions));
  std::erase_if(shared, [&](FunctionId one) { return !std::binary_search(of_goal.begin(), of_goal.end(), one); });
  CertificateVerdict verdict = judge_text(request, *read.term, "interpolant", shared, "that only one side has");
  if (verdict.kind == CertificateVerdict::Kind::Wrong) return verdict;
  worsen(verdict, judge_condition(request.run, extended(assertions, {make_not(store, *read.term)}),
                                  "the assertions do not imply the interpolant",
                                  "the assertions hold and the interpolant " + text + " does not"));
  return worsen(verdict, judge_condition(request.run, {*read.term, make_not(store, *goal)},
                                         "the interpolant does not imply the goal",
                                         "the interpolant " + text + " holds and the goal does not"));
}

CertificateVerdict judge_abduct(const Request& request) {
  TermStore& store = request.store();
  const ReadTerm read = read_definition(request, request.reply);
  const Command* asked = asked_by(request);
  if (!read.term || asked == nullptr) return unread(read, "the abduct", request.reply);
  const std::string text = shown(store, *read.term);
  const TermId goal = asked->terms[0];
  CertificateVerdict verdict = judge_text(request, *read.term, "abduct",
                                          declared_in(store, extended(request.assertions, {goal})), "of neither side");
  if (verdict.kind == CertificateVerdict::Kind::Wrong) return verdict;
  const std::vector<TermId> assumed = extended(request.assertions, {*read.term});
  if (find_point(request.run, assumed).excluded)
    return wrong("the abduct contradicts the assertions", "the abduct " + text + " and the assertions have no model");
  return worsen(verdict, judge_condition(request.run, extended(assumed, {make_not(store, goal)}),
                                         "the abduct does not suffice for the goal",
                                         "the assertions and the abduct " + text + " hold and the goal does not"));
}

}  // namespace assay::smt
