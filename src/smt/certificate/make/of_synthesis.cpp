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
  std::string text = "\n(constraint (= (f!";
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
std::string specification(RequestSource& source, TermId body, const std::vector<FunctionId>& parameters) {
  TermStore& store = source.store;
  std::string text, call = "(f!";
  for (const FunctionId parameter : parameters) {
    const std::string name = name_of(store, parameter);
    text += "\n(declare-var " + name + " " + to_string(store, store.node(parameter).result) + ")";
    call += " " + name;
  }
  const SortKind kind = store.kind(store.sort_of(body));
  std::vector<std::string> relations = {"=", "="};
  if (kind == SortKind::Int) relations.insert(relations.end(), {"<=", ">="});
  if (kind == SortKind::BitVector) relations.insert(relations.end(), {"bvule", "bvsge"});
  return text + "\n(constraint (" + source.rng.pick(relations) + " " + call + ") " + to_string(store, body) + "))";
}

bool is_within(const TermStore& store, TermId term, const std::vector<FunctionId>& parameters) {
  const std::vector<FunctionId> used = declared_in(store, {term});
  return std::includes(parameters.begin(), parameters.end(), used.begin(), used.end());
}

/// The body is an invariant: it holds at first, steps keep it, and it implies the end.
std::string invariant(RequestSource& source, TermId body, const std::vector<FunctionId>& parameters) {
  TermStore& store = source.store;
  TermId next = body;
  std::string now, then, same = "true";
  for (const FunctionId parameter : parameters) {
    const SortId sort = store.node(parameter).result;
    const std::string symbol(store.spelling(store.node(parameter).name));
    const FunctionId after = new_function(store, symbol + "!", {}, sort);
    next = replaced_constant(store, next, parameter, constant_term(store, after));
    const std::string before_step = name_of(store, parameter), after_step = name_of(store, after);
    now += "(" + before_step + " " + to_string(store, sort) + ")";
    then += "(" + after_step + " " + to_string(store, sort) + ")";
    same += " (= " + before_step + " " + after_step + ")";
  }
  std::vector<TermId> others = closed_subterms(store, source.assertions);
  std::erase_if(others, [&](TermId one) {
    return store.sort_of(one) != store.bool_sort() || store.has(one, kHasBinder) || !is_within(store, one, parameters);
  });
  const std::string holds = to_string(store, body), kept = to_string(store, next);
  const std::string other = others.empty() ? "true" : to_string(store, source.rng.pick(others));
  const std::string step =
      source.rng.coin() ? "(and " + same + ")" : "(and (=> " + holds + " " + kept + ") " + other + ")";
  const auto function = [](const std::string& name, const std::string& variables, const std::string& text) {
    return "\n(define-fun " + name + " (" + variables + ") Bool " + text + ")";
  };
  return function("pre!", now, "(and " + holds + " " + other + ")") + function("trans!", now + then, step) +
         function("post!", now, "(or " + holds + " " + other + ")") + "\n(inv-constraint f! pre! trans! post!)";
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
      parts.push_back(new_constant(store, "G" + std::to_string(nonterminal(sort)), sort));
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
    signature += std::string(signature.ends_with('(') ? "(" : " (") + name_of(store, parameter) + " " +
                 to_string(store, store.node(parameter).result) + ")";
  signature += ") " + to_string(store, store.sort_of(body));
  std::string problem =
      "(synth-fun " + signature + (source.rng.percent(40) ? " " + grammar_of(source, {body}) : "") + ")";
  const std::size_t stated = problem.size();
  if (store.sort_of(body) == store.bool_sort() && source.rng.percent(30)) {
    problem += invariant(source, body, parameters);
  } else if (source.rng.percent(40)) {
    problem += specification(source, body, parameters);
  } else {
    for (std::uint64_t left = 1 + source.rng.below(kMaxExamples); left > 0; --left)
      problem += example(source, body, parameters);
  }
  const auto commands = parse_script(store, problem, "problem");
  if (problem.size() == stated || !commands) return std::nullopt;
  RequestScript made;
  made.checks = commands->commands;
  made.requests = {opaque_command("(check-synth)")};
  if (source.rng.percent(kNextSolution)) made.requests.push_back(opaque_command("(check-synth-next)"));
  made.solution = "(define-fun " + signature + " " + to_string(store, body) + ")\n";
  return made;
}

}  // namespace assay::smt
