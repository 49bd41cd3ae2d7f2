#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "trigger/problem/clause.hpp"
#include "trigger/problem/formula/normal_form.hpp"
#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// Backward search by unification. All disjuncts of an axiom but one must be false (all, if it says only that two terms
/// differ): each is a goal. A goal is solved by a literal without variables, or by another axiom, whose other disjuncts
/// become goals. Equations are solved by lazy narrowing: sides with one root are taken apart, and a side whose root is
/// the left side of an equation is replaced by the right side. Literals below a disjunction count as available, because
/// E-matching splits cases itself.
class GoalSearch {
 public:
  explicit GoalSearch(const Workplace& work);

  /// The patterns of all axioms in the solutions that cost `cost`: the number of axioms used (twice for a false atom),
  /// of literals assumed, of replacements that do not give the other side's root or exchange the sides of a sum, and of
  /// variables without a value; 2 if these do not get the first constants; and 3 if E-matching may find the first axiom
  /// alone. Terms of earlier calls are left out. Call it with 0, 1, ...
  [[nodiscard]] Terms terms(unsigned cost);
  /// Number of the last call's terms, at their beginning, that belong to axioms that E-matching never finds alone.
  [[nodiscard]] std::size_t never_matched() const { return never_matched_; }
  /// Number of steps so far.
  [[nodiscard]] std::size_t steps() const { return all_steps_; }

 private:
  /// A term whose variables belong to one copy of an axiom: its frame, from 1; 0 for terms without variables.
  struct Item {
    smt::TermId term;
    std::uint32_t frame = 0;
  };
  enum class Want : std::uint8_t { Equal, True, False };
  struct Goal {
    Want want;
    Item left;
    Item right = {};  ///< Equal
  };
  using Goals = std::vector<Goal>;  ///< the last one is solved first
  /// Left and right side of an equation, or an atom (left) that is true or false, in a disjunct of a clause.
  struct Rule {
    smt::TermId left;
    smt::TermId right;
    std::size_t clause;
    std::size_t disjunct;
  };
  using Rules = std::unordered_map<std::uint32_t, std::vector<Rule>>;  ///< by the left side's function
  struct Use {
    std::size_t clause;
    std::uint32_t frame;
  };

  void add_clauses(Clause clause);
  /// Adds a second choice for variables of its sort.
  void add_default(smt::TermId value);
  void collect(std::size_t clause);
  void collect_literal(smt::TermId literal, const Rule& where);
  void add_equation(smt::TermId left, smt::TermId right, Rule rule);
  void begin(std::size_t clause, std::size_t open, unsigned cost);

  void solve(Goals goals, unsigned left);
  void solve_equal(Item a, Item b, const Goals& rest, unsigned left);
  void bind(Item variable, Item value, const Goals& rest, unsigned left);
  void decompose(Item a, Item b, const Goals& rest, unsigned left, bool crossed);
  void replace(Item side, Item other, const Goals& rest, unsigned left);
  void solve_literal(Item atom, bool positive, Goals rest, unsigned left);
  void solve_call(Item atom, bool positive, const Goals& rest, unsigned left);
  /// Solves `rest`, then `more` on the frame of a new copy of the rule's clause, the clause's other disjuncts being
  /// false, and the arguments of `side` being equal to the arguments of the rule's left side.
  template <typename More>
  void use(const Rule& rule, Item side, const Goals& rest, unsigned left, const More& more);
  void report(unsigned left);

  [[nodiscard]] Item value_of(Item item) const;
  [[nodiscard]] bool is_variable(Item item) const;
  [[nodiscard]] bool is_ground(std::size_t clause) const { return clauses_[clause].is_ground(); }
  [[nodiscard]] bool same_root(Item a, Item b) const;
  [[nodiscard]] bool occurs(std::uint64_t variable, Item item) const;
  [[nodiscard]] bool may_be_equal(Item a, Item b) const;
  [[nodiscard]] std::span<const Rule> rules_for(const Rules& rules, smt::TermId term) const;
  [[nodiscard]] bool says_something(smt::TermId disjunct) const;
  [[nodiscard]] bool is_distinction(const Clause& clause) const;
  [[nodiscard]] bool is_never_matched(const Clause& clause) const;
  [[nodiscard]] smt::TermId resolved(Item item);
  [[nodiscard]] std::vector<std::uint64_t> unbound_variables() const;
  [[nodiscard]] Terms constants_in(const Terms& terms) const;
  [[nodiscard]] Terms choices_for(smt::SortId sort, const Terms& terms, const Terms& own);

  const Workplace& work_;
  smt::TermStore& store_;
  Connectives ops_;
  smt::OperatorId sum_ = smt::Operators::get().at("+"), product_ = smt::Operators::get().at("*");
  std::vector<Clause> clauses_;
  Rules equations_;
  std::map<bool, Rules> atoms_;                           ///< by truth value
  std::unordered_set<std::uint32_t> made_;                ///< functions in disjuncts of axioms
  std::unordered_set<std::uint32_t> collected_;           ///< formulas of the current disjunct
  std::map<smt::SortId, Terms> constants_;                ///< of conjuncts without variables, the last conjunct's first
  std::map<smt::TermId, Terms> near_;                     ///< constants that share a literal with a constant
  std::unordered_map<std::uint64_t, smt::SortId> sorts_;  ///< of the variables, by symbol

  std::unordered_map<std::uint64_t, Item> bindings_;  ///< by frame and symbol
  std::vector<Use> uses_;
  std::uint32_t frames_ = 0;
  std::size_t steps_ = 0;  ///< of the current beginning
  std::size_t max_steps_ = 0;
  std::size_t all_steps_ = 0;
  std::size_t depth_ = 0;
  std::size_t facts_ = 0;  ///< number of literals without variables that are used
  std::size_t max_terms_ = 0;
  std::size_t never_matched_ = 0;
  std::unordered_set<std::uint32_t> seen_;
  Terms found_;
};

}  // namespace assay::trigger
