// Synthesis problems with a known solution: a term of the script as the function, and its values as examples.

#include <algorithm>
#include <string>
#include <utility>

#include "smt/certificate/make/make_requests.hpp"
#include "smt/certificate/request.hpp"
#include "smt/draw/random_value.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxParameters = 3;
constexpr std::uint64_t kMaxExamples = 4;

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

}  // namespace

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
  made.checks = {opaque_command("(synth-fun " + signature + ")")};
  for (std::uint64_t left = 1 + source.rng.below(kMaxExamples); left > 0; --left)
    if (std::string text = example(source, body, parameters); !text.empty())
      made.checks.push_back(opaque_command(std::move(text)));
  if (made.checks.size() < 2) return std::nullopt;
  made.requests = {opaque_command("(check-synth)")};
  made.solution = "(define-fun " + signature + " " + to_string(store, body) + ")\n";
  return made;
}

}  // namespace assay::smt
