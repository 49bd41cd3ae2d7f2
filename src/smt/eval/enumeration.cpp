#include <algorithm>
#include <unordered_set>
#include <utility>

#include "assay/smt/eval.hpp"

namespace assay::smt {
namespace {

// Of one quantifier, and of one term under one assignment: a term that takes longer is not worth as many assignments.
constexpr std::uint64_t kMostInstances = 256;
constexpr std::uint64_t kMostSteps = 20'000;

/// The declared constants below the terms, definitions' bodies included; std::nullopt when there is a function that no
/// list of values covers.
std::optional<std::vector<FunctionId>> constants_in(const TermStore& store, std::span<const TermId> terms) {
  std::vector<FunctionId> found;  // in an order that only the terms' shape decides
  std::unordered_set<TermId, IdHash> seen;
  std::vector<TermId> work(terms.begin(), terms.end());
  while (!work.empty()) {
    const TermId term = work.back();
    work.pop_back();
    if (!seen.insert(term).second) continue;
    const auto children = store.children(term);
    work.insert(work.end(), children.begin(), children.end());
    if (store.node(term).kind != TermKind::Call) continue;
    const FunctionId id = store.function_of(term);
    const Function& function = store.node(id);
    if (function.body) work.push_back(*function.body);
    if (function.kind == FunctionKind::Opaque || function.kind == FunctionKind::Recursive) return std::nullopt;
    if (function.kind != FunctionKind::Declared) continue;
    if (!function.parameters.empty()) return std::nullopt;
    if (std::find(found.begin(), found.end(), id) == found.end()) found.push_back(id);
  }
  return found;
}

/// All assignments of some constants, one after the other.
class Odometer {
 public:
  /// False: there are more assignments than `most`, or a sort has values that cannot be listed.
  bool start(const TermStore& store, const std::vector<FunctionId>& constants, std::uint64_t most) {
    std::uint64_t left = most;
    for (const FunctionId id : constants) {
      auto values = enumerate(SortSizes(store), store.node(id).result, left);
      if (!values || values->empty()) return false;
      left /= values->size();
      wheels_.push_back({id, std::move(*values), 0});
    }
    return true;
  }
  void show(Model& model) const {
    for (const Wheel& wheel : wheels_) model.functions[wheel.constant].fallback = wheel.values[wheel.at];
  }
  /// False: it has been round.
  bool turn() {
    for (Wheel& wheel : wheels_) {
      if (++wheel.at < wheel.values.size()) return true;
      wheel.at = 0;
    }
    return false;
  }

 private:
  struct Wheel {
    FunctionId constant;
    std::vector<Value> values;
    std::size_t at = 0;
  };
  std::vector<Wheel> wheels_;
};

}  // namespace

Enumeration try_all_assignments(TermStore& store, std::span<const TermId> terms, std::uint64_t most) {
  Enumeration result;
  const auto constants = constants_in(store, terms);
  Odometer odometer;
  if (!constants || !odometer.start(store, *constants, most)) return result;
  Model model;
  odometer.show(model);
  EvalOptions options;
  options.max_instances = kMostInstances;
  options.max_steps = kMostSteps;
  Evaluator evaluator(store, model, options);
  bool all_false = true;
  do {
    odometer.show(model);
    evaluator.forget();
    bool is_false = false;
    bool is_true = true;
    for (const TermId term : terms) {
      const Outcome& outcome = evaluator.evaluate(term);
      is_true = is_true && outcome.known() && outcome.value.as_bool();
      if (outcome.lack == Lack::Budget) return result;
      is_false = outcome.known() && !outcome.value.as_bool();
      if (is_false) break;
    }
    if (is_true) return {Enumeration::Kind::Satisfiable, std::move(model)};
    all_false = all_false && is_false;
  } while (odometer.turn());
  if (all_false) result.kind = Enumeration::Kind::Unsatisfiable;
  return result;
}

}  // namespace assay::smt
