// Interpolants (Craig, 1957) and abducts, as SMT solvers define them: for assertions A and a goal G, an interpolant I
// has A => I, I => G and symbols of both only; an abduct X is consistent with A, and A and X imply G.

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/grammar.hpp"
#include "smt/certificate/request.hpp"
#include "smt/truth/truth.hpp"
#include "smt/truth/validity.hpp"

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

/// Proved to have no model.
bool is_contradictory(const CertificateRun& run, const std::vector<TermId>& formulas) {
  return find_point(run, formulas).excluded;
}

}  // namespace

CertificateVerdict judge_interpolant(const Request& request) {
  if (is_refusal(request.reply)) return {};
  TermStore& store = request.store();
  const ReadTerm read = read_definition(request, request.reply);
  const auto goal = goal_of(request);
  if (!read.term || !goal) return unread(read, "the interpolant", request.reply);
  const std::string text = shown(store, *read.term);
  const std::vector<FunctionId> of_goal = declared_in(store, {*goal});
  std::vector<FunctionId> shared = declared_in(store, request.assertions);
  std::erase_if(shared, [&](FunctionId one) { return !std::binary_search(of_goal.begin(), of_goal.end(), one); });
  const std::vector<FunctionId> foreign = without(declared_in(store, {*read.term}), shared);
  if (!foreign.empty())
    return wrong("the interpolant has a symbol that only one side has",
                 "the interpolant " + text + " uses " + names_of(store, foreign));
  CertificateVerdict verdict = judge_text(request, *read.term, "interpolant");
  std::vector<TermId> first = request.assertions;
  first.push_back(negated(store, *read.term));
  verdict = worse(std::move(verdict),
                  judge_condition(request.run, std::move(first), "the assertions do not imply the interpolant",
                                  "the assertions hold and the interpolant " + text + " does not"));
  return worse(std::move(verdict), judge_condition(request.run, {*read.term, negated(store, *goal)},
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
  assumed.push_back(negated(store, *goal));
  return worse(std::move(verdict),
               judge_condition(request.run, std::move(assumed), "the abduct does not suffice for the goal",
                               "the assertions and the abduct " + text + " hold and the goal does not"));
}

}  // namespace assay::smt
