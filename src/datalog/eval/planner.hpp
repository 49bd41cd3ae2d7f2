#pragma once

#include <cstdint>
#include <vector>

#include "assay/datalog/program.hpp"
#include "plan.hpp"

namespace assay::datalog {

/// Orders the literals of rules and writes instructions. Positive atoms with the most known columns come first; among
/// equal atoms, the smaller table. All other literals come as soon as their variables are known.
class Planner {
 public:
  /// `computing[r]`: whether relation r belongs to the component that is computed, so that its table still grows.
  Planner(Code& code, Store& store, const std::vector<bool>& computing)
      : code_(code), store_(store), computing_(computing) {}

  /// The rule must be safe. `fresh` is the position of the body's literal that reads fresh rows only, or kNone. Only
  /// heads of the current component get tuples.
  RulePlan plan(const Rule& rule, std::uint32_t fresh);

 private:
  /// A literal of the body. Exactly one pointer is set.
  struct Goal {
    const Atom* atom = nullptr;
    const Comparison* comparison = nullptr;
    const Computation* computation = nullptr;
    const Aggregate* aggregate = nullptr;
    const Call* call = nullptr;
    Rows rows = Rows::Visible;
    bool done = false;  ///< its instruction is written
  };

  /// An Aggregate instruction whose inner instructions are not written yet.
  struct Pending {
    const Aggregate* aggregate = nullptr;
    std::uint32_t step = 0;
  };

  void count_occurrences(const Rule& rule);
  void list_goals(const Rule& rule, std::uint32_t fresh);
  void place_goals(bool aggregated);
  [[nodiscard]] Goal* next_goal();
  [[nodiscard]] bool is_better(const Atom& atom, const Atom& than) const;
  [[nodiscard]] std::size_t known_columns(const Atom& atom) const;
  [[nodiscard]] int readiness(const Goal& goal) const;

  void place(const Goal& goal, bool aggregated);
  void place(const Atom& atom, Rows rows, bool aggregated);
  void place(const Comparison& comparison);
  void place(const Computation& computation);
  void place(const Aggregate& aggregate);
  void place(const Call& call);
  void place_columns(const Atom& atom, bool aggregated, PlanStep& step);
  [[nodiscard]] std::uint32_t index_for(const PlanStep& step);
  void place_heads(const Rule& rule, RulePlan& plan);
  void place_inner(const Pending& pending);

  [[nodiscard]] bool known(const Term& term) const {
    return term.is_constant() || (term.is_variable() && bound_[static_cast<std::size_t>(term.value)] != 0);
  }
  void bind(const Term& term) {
    if (term.is_variable()) bound_[static_cast<std::size_t>(term.value)] = 1;
  }
  /// Whether the term does not restrict its column: a wildcard, or a variable that occurs nowhere else.
  [[nodiscard]] bool is_free(const Term& term) const {
    return term.is_wildcard() || (term.is_variable() && all_[static_cast<std::size_t>(term.value)] == 1);
  }
  ValueIndex slot(const Term& term);

  Code& code_;
  Store& store_;
  const std::vector<bool>& computing_;
  ValueIndex base_ = 0;                 ///< slot of the rule's first variable
  std::uint32_t back_ = kNone;          ///< the last Scan; kNone: there is none yet
  std::vector<std::uint8_t> bound_;     ///< by variable
  std::vector<std::uint32_t> outside_;  ///< by variable: occurrences outside of aggregates
  std::vector<std::uint32_t> all_;      ///< by variable: all occurrences
  std::vector<Goal> goals_;
  std::vector<Pending> pending_;
  std::vector<std::uint32_t> key_columns_;
};

}  // namespace assay::datalog
