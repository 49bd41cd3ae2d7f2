// Sets of assertions and assumptions that a solver calls unsatisfiable, lemmas, and values.

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/request.hpp"
#include "smt/draw/points.hpp"
#include "smt/eval/assertion_stack.hpp"
#include "smt/parse/check_script.hpp"

namespace assay::smt {
namespace {

/// The list of the reply, behind the word `unsat` of a timeout core. Nullopt: no claim.
std::optional<std::vector<std::string_view>> claimed(const Request& request) {
  std::string_view reply = request.reply;
  if (request.name.starts_with("get-timeout-core")) {
    if (!reply.starts_with("unsat")) return std::nullopt;
    reply = trim(reply.substr(5));
  }
  return parts_of(reply);
}

/// Whether it is an unsat core, and the script sets the option that makes cvc5's cores minimal.
bool promises_minimal(const Request& request) {
  bool promised = false;
  if (request.name != "get-unsat-core") return false;
  for (std::size_t i = 0; i < request.at; ++i) {
    const Command& command = request.run.script.commands[i];
    if (command.kind == CommandKind::SetOption && command.keyword == ":minimal-unsat-cores")
      promised = command.text == "true";
  }
  return promised;
}

/// The verdict on get-assignment: an assertion with a name is true in each model.
CertificateVerdict judge_assignment(const Request& request) {
  const auto pairs = parts_of(request.reply);
  if (!pairs) return not_judged("the assignment cannot be read", std::string(request.reply));
  for (const std::string_view text : *pairs) {
    const auto pair = parts_of(text);
    if (!pair || pair->size() != 2) return not_judged("the assignment cannot be read", std::string(request.reply));
    if ((*pair)[1] == "false" && formula_of(request, (*pair)[0], request.assertions, "").index() == 0)
      return wrong("an assertion is said to be false", std::string(text));
  }
  return not_refuted();
}

}  // namespace

std::optional<ToldValues> told_values(const Request& request) {
  const auto pairs = parts_of(request.reply);
  if (!pairs) return std::nullopt;
  TermStore& store = request.store();
  ToldValues told;
  for (std::size_t i = 0; i < pairs->size(); ++i) {
    const auto pair = parts_of((*pairs)[i]);
    if (!pair || pair->size() != 2 || i >= request.command.terms.size()) return std::nullopt;
    const TermId term = request.command.terms[i];
    const ReadTerm value = read_term(request, (*pair)[1]);
    if (!value.term || store.sort_of(*value.term) != store.sort_of(term)) return std::nullopt;
    if (store.node(term).kind != TermKind::Call || !store.children(term).empty()) {
      told.others.emplace_back(term, *value.term);
      continue;
    }
    const std::optional<Value> known = closed_value(store, *value.term);
    if (!known) return std::nullopt;
    told.model.functions[store.function_of(term)].fallback = known;
  }
  return told;
}

std::optional<Value> value_at(TermStore& store, const Model& model, TermId term) {
  for (const FunctionId one : declared_in(store, {term}))
    if (!model.functions.contains(one)) return std::nullopt;
  const Outcome outcome = Evaluator(store, model).evaluate(term);
  return outcome.known() ? std::optional(outcome.value) : std::nullopt;
}

CertificateVerdict judge_core_reply(const Request& request) {
  const bool assumed_only = request.name == "get-unsat-assumptions" || request.name == "get-timeout-core-assuming";
  if (request.name.starts_with("get-timeout-core") && request.reply == "sat") {
    if (find_point(request.run, request.assumed()).excluded)
      return wrong("it is called satisfiable and is not", std::string(request.reply));
    return not_refuted();
  }
  const auto names = claimed(request);
  if (!names) return {};
  TermStore& store = request.store();
  std::vector<TermId> together;
  std::vector<std::size_t> named;  // positions in `together`
  bool names_assumptions = assumed_only;
  for (const TermId assertion : request.assertions)
    if (assumed_only || name_of_assertion(store, assertion).empty()) together.push_back(assertion);
  for (const std::string_view name : *names) {
    auto found = formula_of(request, name, request.assumptions, "it names a formula that was not assumed");
    names_assumptions = names_assumptions || found.index() == 0;
    if (found.index() != 0 && !assumed_only)
      found = formula_of(request, name, request.assertions, "it names a formula that was not asserted");
    if (auto* verdict = std::get_if<CertificateVerdict>(&found)) return std::move(*verdict);
    named.push_back(together.size());
    together.push_back(std::get<TermId>(found));
  }
  // The standard's cores name assertions only: all assumptions belong to them.
  if (!names_assumptions) together.insert(together.end(), request.assumptions.begin(), request.assumptions.end());
  // A core of names does not tell which assertions without names, and which assumptions, it has.
  if (names->size() == together.size() && request.assumptions.empty() && promises_minimal(request)) {
    for (const std::size_t at : named) {
      std::vector<TermId> fewer = together;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
      if (find_point(request.run, fewer).excluded)
        return wrong("it is promised to be minimal and has a needless formula",
                     std::string(request.reply) + " without " + shown(store, together[at]));
    }
  }
  return judge_condition(request.run, std::move(together), "what it names is satisfiable", std::string(request.reply));
}

CertificateVerdict judge_values(const Request& request) {
  if (has_no_model(request)) return not_judged("values behind a check without the answer sat");
  if (request.name == "get-assignment") return judge_assignment(request);
  const auto told = told_values(request);
  if (!told) return not_judged("the values cannot be read", std::string(request.reply));
  TermStore& store = request.store();
  CertificateVerdict verdict = told->others.empty() ? not_judged("only constants have values") : right();
  for (const auto& [term, value] : told->others) {
    const auto computed = value_at(store, told->model, term);
    const auto said = value_at(store, told->model, value);
    if (!computed || !said) {
      worsen(verdict, not_judged("a term has no value, or not all constants have"));
    } else if (!(*computed == *said)) {
      const auto exact = make_term(store, *computed, store.sort_of(term));
      return wrong("a term has another value than the constants give it",
                   shown(store, term) + " is said to be " + shown(store, value) + ", and is " +
                       (exact ? shown(store, *exact) : "another") + ": " + std::string(request.reply));
    }
  }
  return verdict;
}

}  // namespace assay::smt
