#include <algorithm>
#include <utility>

#include "assay/smt/eval.hpp"
#include "smt/term/subterms.hpp"

namespace assay::smt {
namespace {

// A term that needs more is too expensive to be evaluated under many assignments.
constexpr std::uint64_t kMaxInstances = 256;       // of one quantifier
constexpr std::uint64_t kMaxSteps = 20'000;        // of one term under one assignment
constexpr std::uint64_t kStepsPerAssignment = 25;  // average; the total limit is kMaxSteps + 25 per allowed assignment

/// The declared constants in the terms and in the bodies of called definitions. Nullopt if there is an opaque or
/// recursive function, or a declared function with parameters.
std::optional<std::vector<FunctionId>> constants_in(const TermStore& store, std::span<const TermId> terms) {
  std::vector<FunctionId> found;  // the order depends only on the terms' shape
  for (Subterms below(store, terms); const auto term = below.next();) {
    if (store.node(*term).kind != TermKind::Call) continue;
    const FunctionId id = store.function_of(*term);
    const Function& function = store.node(id);
    if (function.body) below.add(*function.body);
    if (function.kind == FunctionKind::Opaque || function.kind == FunctionKind::Recursive) return std::nullopt;
    if (function.kind != FunctionKind::Declared) continue;
    if (!function.parameters.empty()) return std::nullopt;
    if (std::find(found.begin(), found.end(), id) == found.end()) found.push_back(id);
  }
  return found;
}

/// Enumerates all assignments to some constants.
class Odometer {
 public:
  /// False if there are more than `max_assignments` assignments, or if a sort has values that cannot be listed.
  bool start(const TermStore& store, const std::vector<FunctionId>& constants, std::uint64_t max_assignments) {
    std::uint64_t left = max_assignments;
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
  /// Goes to the next assignment and returns the number of constants that have a new value (the first ones). Nullopt
  /// after the last assignment.
  std::optional<std::size_t> turn() {
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
      if (++wheels_[i].at < wheels_[i].values.size()) return i + 1;
      wheels_[i].at = 0;
    }
    return std::nullopt;
  }

 private:
  struct Wheel {
    FunctionId constant;
    std::vector<Value> values;
    std::size_t at = 0;
  };
  std::vector<Wheel> wheels_;
};

/// The terms whose values depend on the first constants: the constants, the terms above them, and calls of definitions
/// whose bodies contain them.
class Dependants {
 public:
  Dependants(const TermStore& store, std::span<const TermId> terms, const std::vector<FunctionId>& constants)
      : store_(store), constants_(constants), by_first_(constants.size()) {
    for (const TermId term : terms) visit(term);
    for (const std::vector<TermId>& of_one : by_first_) {
      all_.insert(all_.end(), of_one.begin(), of_one.end());
      ends_.push_back(all_.size());
    }
  }
  [[nodiscard]] std::span<const TermId> of_first(std::size_t constants) const {
    return std::span(all_).first(ends_[constants - 1]);
  }

 private:
  // Postorder; bodies of definitions count as parts. There are no recursive definitions (see constants_in).
  void visit(TermId root) {
    std::vector<TermId> work{root};
    while (!work.empty()) {
      const TermId term = work.back();
      if (firsts_.contains(term.index)) {
        work.pop_back();
        continue;
      }
      const std::size_t before = work.size();
      std::size_t first = constants_.size();
      const auto add = [&](TermId part) {
        if (!firsts_.contains(part.index)) {
          work.push_back(part);
        } else {
          first = std::min<std::size_t>(first, firsts_.find(part.index));
        }
      };
      for (const TermId child : store_.children(term)) add(child);
      if (store_.node(term).kind == TermKind::Call) {
        const FunctionId id = store_.function_of(term);
        if (store_.node(id).body) add(*store_.node(id).body);
        const auto constant = std::find(constants_.begin(), constants_.end(), id);
        first = std::min(first, static_cast<std::size_t>(constant - constants_.begin()));
      }
      if (work.size() > before) continue;
      firsts_.set(term.index, static_cast<std::uint32_t>(first));
      if (first < constants_.size()) by_first_[first].push_back(term);
    }
  }

  const TermStore& store_;
  const std::vector<FunctionId>& constants_;
  IndexMap firsts_;  ///< by term: position of the first constant that the term depends on; constants_.size(): none
  std::vector<std::vector<TermId>> by_first_;
  std::vector<TermId> all_;
  std::vector<std::size_t> ends_;  ///< by constant: the number of terms of all_ for this constant and those before it
};

}  // namespace

Enumeration try_all_assignments(TermStore& store, std::span<const TermId> terms, std::uint64_t max_assignments) {
  Enumeration result;
  const auto constants = constants_in(store, terms);
  Odometer odometer;
  if (!constants || !odometer.start(store, *constants, max_assignments)) return result;
  Model model;
  odometer.show(model);
  EvalOptions options;
  options.max_instances = kMaxInstances;
  options.max_steps = kMaxSteps;
  Evaluator evaluator(store, model, options);
  std::optional<Dependants> dependants;
  std::vector<TermId> order(terms.begin(), terms.end());
  bool all_false = true;
  for (;;) {
    odometer.show(model);
    bool is_false = false;
    bool is_true = true;
    for (auto term = order.begin(); term != order.end(); ++term) {
      const Outcome& outcome = evaluator.evaluate(*term);
      is_true = is_true && outcome.known() && outcome.value.as_bool();
      if (outcome.lack == Lack::Budget) return result;
      is_false = outcome.known() && !outcome.value.as_bool();
      if (!is_false) continue;
      std::rotate(order.begin(), term, term + 1);  // the next assignment is likely to make the same term false
      break;
    }
    if (is_true) return {Enumeration::Kind::Satisfiable, std::move(model)};
    if (evaluator.steps() > kMaxSteps + max_assignments * kStepsPerAssignment) return result;
    all_false = all_false && is_false;
    const std::optional<std::size_t> turned = odometer.turn();
    if (!turned) break;
    if (!dependants) dependants.emplace(store, terms, *constants);
    evaluator.forget(dependants->of_first(*turned));
  }
  if (all_false) result.kind = Enumeration::Kind::Unsatisfiable;
  return result;
}

}  // namespace assay::smt
