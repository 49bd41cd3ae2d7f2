// Requests behind a check: cores of assumptions, lemmas, values.

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "smt/certificate/make/make_requests.hpp"
#include "smt/certificate/request.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxValues = 6;  ///< terms besides the constants

Command plain(CommandKind kind, std::vector<TermId> terms) {
  Command command;
  command.kind = kind;
  command.terms = std::move(terms);
  return command;
}

/// Sorts whose values solvers print in a form that can be read back.
bool has_printed_values(SortKind kind) {
  return kind == SortKind::Bool || kind == SortKind::Int || kind == SortKind::Real || kind == SortKind::BitVector ||
         kind == SortKind::Float || kind == SortKind::RoundingMode || kind == SortKind::String;
}

}  // namespace

// Each assertion is guarded by a new constant, or by the negation of one; these are the assumptions, in random order,
// with an assumption that is not needed or the constant `false` now and then.
std::optional<RequestScript> make_core_request(RequestSource& source) {
  TermStore& store = source.store;
  static const OperatorId implies = Operators::get().at("=>");
  RequestScript made;
  std::vector<TermId> assumptions;
  for (std::size_t i = 0; i < source.assertions.size(); ++i) {
    if (source.rng.percent(20)) {
      made.assertions.push_back(source.assertions[i]);
      continue;
    }
    Function guard;
    guard.name = store.symbol("g!" + std::to_string(i));
    guard.result = store.bool_sort();
    const TermId constant = store.call_as(store.function(guard), {}, store.bool_sort());
    const TermId literal = source.rng.coin() ? constant : negated(store, constant);
    made.assertions.push_back(
        store.apply_as(implies, std::array{literal, source.assertions[i]}, {}, store.bool_sort()));
    assumptions.push_back(literal);
  }
  const bool with_false = source.rng.percent(10);
  if (with_false) assumptions.push_back(store.bool_constant(false));
  if (assumptions.empty()) return std::nullopt;
  source.rng.shuffle(assumptions);
  made.checks.push_back(plain(CommandKind::CheckSatAssuming, assumptions));
  made.requests.push_back(plain(source.rng.coin() ? CommandKind::GetUnsatAssumptions : CommandKind::GetUnsatCore, {}));
  made.keeps_truth = !with_false;
  return made;
}

std::optional<RequestScript> make_lemma_request(RequestSource& source) {
  RequestScript made;
  made.assertions = source.assertions;
  made.checks = {check_sat()};
  constexpr std::array<const char*, 4> kTypes = {"", " :input", " :solvable", " :internal"};
  made.requests = {
      opaque_command("(get-learned-literals" + std::string(kTypes[source.rng.below(kTypes.size())]) + ")")};
  made.keeps_truth = true;
  return made;
}

std::optional<RequestScript> make_value_request(RequestSource& source) {
  if (source.truth == Truth::Unsat || source.constants.empty()) return std::nullopt;
  TermStore& store = source.store;
  std::vector<TermId> asked;
  for (const FunctionId constant : source.constants) {
    if (!has_printed_values(store.kind(store.node(constant).result))) return std::nullopt;
    asked.push_back(store.call_as(constant, {}, store.node(constant).result));
  }
  std::vector<TermId> terms = closed_subterms(store, source.assertions);
  std::erase_if(terms, [&](TermId term) { return !has_printed_values(store.kind(store.sort_of(term))); });
  source.rng.shuffle(terms);
  terms.resize(std::min(terms.size(), kMaxValues));
  if (terms.empty()) return std::nullopt;
  asked.insert(asked.end(), terms.begin(), terms.end());
  RequestScript made;
  made.assertions = source.assertions;
  made.checks = {check_sat()};
  made.requests = {plain(CommandKind::GetValue, std::move(asked))};
  made.keeps_truth = true;
  return made;
}

}  // namespace assay::smt
