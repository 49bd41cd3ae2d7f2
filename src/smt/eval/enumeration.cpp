#include <algorithm>
#include <utility>

#include "assay/smt/eval.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {
namespace {

// Of one quantifier, and of one term under one assignment: a term that takes longer is not worth as many assignments.
constexpr std::uint64_t kMostInstances = 256;
constexpr std::uint64_t kMostSteps = 20'000;
constexpr std::uint64_t kStepsPerAssignment = 25;  // on average over as many as are allowed, beyond those of one

/// The declared constants below the terms, definitions' bodies included; std::nullopt when there is a function that no
/// list of values covers.
std::optional<std::vector<FunctionId>> constants_in(const TermStore& store, std::span<const TermId> terms) {
  std::vector<FunctionId> found;  // in an order that only the terms' shape decides
  TermSet seen;
  std::vector<TermId> work(terms.begin(), terms.end());
  while (!work.empty()) {
    const TermId term = work.back();
    work.pop_back();
    if (!seen.insert(term)) continue;
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
  /// How many of the constants have another value now; nothing: it has been round.
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

/// Which terms a change of the first constants concerns: themselves, what stands over them, and calls whose definitions
/// have them in their bodies.
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
  // Parts before the whole; bodies count as parts. Definitions that call themselves are none of ours.
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
  IndexMap firsts_;  ///< by term: the first constant that it depends on; their number: on none
  std::vector<std::vector<TermId>> by_first_;
  std::vector<TermId> all_;
  std::vector<std::size_t> ends_;  ///< of all_, by constant
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
      std::rotate(order.begin(), term, term + 1);  // the next assignment is likely to fail there, too
      break;
    }
    if (is_true) return {Enumeration::Kind::Satisfiable, std::move(model)};
    if (evaluator.steps() > kMostSteps + most * kStepsPerAssignment) return result;
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
