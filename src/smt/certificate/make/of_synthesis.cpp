// Synthesis problems with a known solution: a term of the script as the function, and its values as examples.

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/make/make_requests.hpp"
#include "smt/certificate/request.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/term/rebuild.hpp"
#include "smt/term/subterms.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxParameters = 3;
constexpr std::uint64_t kMaxExamples = 4;
constexpr unsigned kNextSolution = 10;  ///< percent of the requests that ask for the next solution, too; it may not end

bool is_synthesisable(SortKind kind) {
  return kind == SortKind::Bool || kind == SortKind::Int || kind == SortKind::BitVector || kind == SortKind::String;
}

/// "(= (f! 1 #b01) 3)" for random arguments; empty: the term has no value there.
std::string example(RequestSource& source, TermId body, const std::vector<FunctionId>& parameters) {
  TermStore& store = source.store;
  const std::vector<std::pair<SortId, Value>> literals;
  RandomValues values(store, literals);
  Model model;
  std::string text = "(constraint (= (f!";
  for (const FunctionId parameter : parameters) {
    const SortId sort = store.node(parameter).result;
    auto value = values.draw(sort, source.rng);
    const auto term = value ? make_term(store, *value, sort) : std::nullopt;
    if (!term) return {};
    text += " " + to_string(store, *term);
    model.functions[parameter].fallback = std::move(*value);
  }
  const Outcome outcome = Evaluator(store, model).evaluate(body);
  const auto result = outcome.known() ? make_term(store, outcome.value, store.sort_of(body)) : std::nullopt;
  return result ? text + ") " + to_string(store, *result) + "))" : "";
}

/// The function is equal to the term everywhere, or is not less, or not greater.
void specify(RequestSource& source, TermId body, const std::vector<FunctionId>& parameters, RequestScript& made) {
  TermStore& store = source.store;
  std::string call = "(f!";
  for (const FunctionId parameter : parameters) {
    const std::string name = to_string(store, constant_term(store, parameter));
    made.checks.push_back(
        opaque_command("(declare-var " + name + " " + to_string(store, store.node(parameter).result) + ")"));
    call += " " + name;
  }
  const SortKind kind = store.kind(store.sort_of(body));
  std::vector<std::string> relations = {"=", "="};
  if (kind == SortKind::Int) relations.insert(relations.end(), {"<=", ">="});
  if (kind == SortKind::BitVector) relations.insert(relations.end(), {"bvule", "bvsge"});
  made.checks.push_back(
      opaque_command("(constraint (" + source.rng.pick(relations) + " " + call + ") " + to_string(store, body) + "))"));
}

}  // namespace

std::string grammar_of(RequestSource& source, const std::vector<TermId>& terms) {
  TermStore& store = source.store;
  std::vector<std::pair<SortId, std::vector<std::string>>> rules;
  const auto nonterminal = [&](SortId sort) {
    std::size_t at = 0;
    while (at < rules.size() && rules[at].first != sort) ++at;
    if (at == rules.size()) rules.push_back({sort, {}});
    return at;
  };
  for (Subterms below(store, terms); const auto term = below.next();) {
    const std::size_t own = nonterminal(store.sort_of(*term));
    std::vector<TermId> parts;
    for (const TermId child : store.children(*term)) {
      const SortId sort = store.sort_of(child);
      parts.push_back(constant_term(store, new_function(store, "G" + std::to_string(nonterminal(sort)), {}, sort)));
    }
    std::string rule = to_string(store, with_children(store, *term, parts));
    std::vector<std::string>& all = rules[own].second;
    if (std::find(all.begin(), all.end(), rule) == all.end()) all.push_back(std::move(rule));
  }
  std::string heads, bodies;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const std::string head = "(G" + std::to_string(i) + " " + to_string(store, rules[i].first);
    heads += (i > 0 ? " " : "") + head + ")";
    const bool any_literal = store.kind(rules[i].first) == SortKind::Int && source.rng.percent(30);
    bodies +=
        (i > 0 ? " " : "") + head + " (" + join(rules[i].second, " ") + (any_literal ? " (Constant Int)))" : "))");
  }
  return "(" + heads + ") (" + bodies + ")";
}

std::optional<RequestScript> make_synthesis_request(RequestSource& source) {
  TermStore& store = source.store;
  std::vector<TermId> bodies = closed_subterms(store, source.assertions);
  std::erase_if(bodies, [&](TermId term) {
    const std::vector<FunctionId> used = declared_in(store, {term});
    return !is_synthesisable(store.kind(store.sort_of(term))) || used.empty() || used.size() > kMaxParameters ||
           store.has(term, kHasBinder) || declarations_for(store, {&term, 1}).size() > used.size() ||
           std::any_of(used.begin(), used.end(), [&](FunctionId one) {
             const Function& function = store.node(one);
             return !function.parameters.empty() || !is_synthesisable(store.kind(function.result));
           });
  });
  if (bodies.empty()) return std::nullopt;
  const TermId body = source.rng.pick(bodies);
  const std::vector<FunctionId> parameters = declared_in(store, {body});
  std::string signature = "f! (";
  for (const FunctionId parameter : parameters)
    signature += std::string(signature.ends_with('(') ? "(" : " (") +
                 quoted_symbol(store.spelling(store.node(parameter).name)) + " " +
                 to_string(store, store.node(parameter).result) + ")";
  signature += ") " + to_string(store, store.sort_of(body));
  RequestScript made;
  const std::string grammar = source.rng.percent(40) ? " " + grammar_of(source, {body}) : "";
  made.checks = {opaque_command("(synth-fun " + signature + grammar + ")")};
  if (source.rng.percent(40)) {
    specify(source, body, parameters, made);
  } else {
    for (std::uint64_t left = 1 + source.rng.below(kMaxExamples); left > 0; --left)
      if (std::string text = example(source, body, parameters); !text.empty())
        made.checks.push_back(opaque_command(std::move(text)));
  }
  if (made.checks.size() < 2) return std::nullopt;
  made.requests = {opaque_command("(check-synth)")};
  if (source.rng.percent(kNextSolution)) made.requests.push_back(opaque_command("(check-synth-next)"));
  made.solution = "(define-fun " + signature + " " + to_string(store, body) + ")\n";
  return made;
}

}  // namespace assay::smt
