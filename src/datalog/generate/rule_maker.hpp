#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rng/rng.hpp"
#include "draft.hpp"

namespace assay::datalog {

/// The relations that a rule's body may use.
struct Surroundings {
  std::vector<RelationId> earlier;    ///< relations that are defined already: for any atom
  std::vector<RelationId> component;  ///< relations that are being defined: for positive atoms only
  bool recursive = false;             ///< whether this rule may use the component
  bool fails = false;                 ///< true: the rule gets a literal that makes its derivation fail
};

/// Makes one rule around one derivation. Each variable has a value, atoms match the draft's samples under these values,
/// and the head's tuple becomes a sample. If the derivation must fail, one literal does not hold: a comparison, a
/// negated atom, or an atom without a matching tuple.
class RuleMaker {
 public:
  RuleMaker(Draft& draft, core::Rng& rng) : draft_(draft), rng_(rng) {}

  /// Nullopt if there is no usable relation for the body.
  [[nodiscard]] std::optional<Rule> make(RelationId head, const Surroundings& surroundings);

 private:
  struct Variable {
    Type type;
    Value value;
  };

  [[nodiscard]] std::optional<RelationId> draw_relation(const Surroundings& surroundings);
  void add_atom(RelationId relation);
  void add_negated_atom(const std::vector<RelationId>& from);
  [[nodiscard]] Atom negated_atom(const Relation& declared, RelationId relation);
  void add_failure();
  bool contradict_atom();
  bool contradict_comparison();
  bool miss_tuple();
  void add_comparison();
  void add_computation();
  void add_aggregate(const std::vector<RelationId>& from);
  [[nodiscard]] Atom aggregated_atom(RelationId relation, bool first, std::vector<Term>& targets);
  [[nodiscard]] Atom head_of(RelationId relation, bool holds);
  [[nodiscard]] std::optional<Term> repeated(const Terms& arguments, Type type);
  [[nodiscard]] const Value* draw_tuple(RelationId relation);
  [[nodiscard]] Term argument(Type type, Value value, bool may_be_fresh);
  [[nodiscard]] std::optional<std::uint32_t> variable_with(Type type, Value value);
  [[nodiscard]] std::optional<std::uint32_t> variable_of(Type type) { return variable_of(type, variables_.size()); }
  /// A random variable of the type with a number smaller than `below`.
  [[nodiscard]] std::optional<std::uint32_t> variable_of(Type type, std::size_t below);
  [[nodiscard]] Term new_variable(Type type, Value value);
  [[nodiscard]] Value value_of(const Term& term) const;

  Draft& draft_;
  core::Rng& rng_;
  Rule rule_;
  std::vector<Variable> variables_;
  std::size_t outer_ = 0;            ///< variables below this number are not local to an aggregate
  std::size_t grouping_ = 0;         ///< variables below this number are bound outside of all aggregates
  std::size_t aggregate_begin_ = 0;  ///< the first variable of the aggregate that is being made
  bool uses_component_ = false;
  std::vector<Value> scratch_;
};

}  // namespace assay::datalog
