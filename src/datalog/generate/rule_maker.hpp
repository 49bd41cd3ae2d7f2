#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "assay/core/rng.hpp"
#include "draft.hpp"

namespace assay::datalog {

/// What a rule may be made of. Relations of its own component may stand in positive atoms only.
struct Surroundings {
  std::vector<RelationId> earlier;    ///< known before: in any atom
  std::vector<RelationId> component;  ///< relations that are being defined
  bool recursive = false;             ///< whether this rule may use the component
  bool fails = false;                 ///< the derivation must fail: by a literal that does not hold
};

/// Makes one rule around one derivation: variables have values, atoms are drawn so that they hold under them as far as
/// the draft's samples tell, and the head's tuple becomes a sample. Or around one that fails because of one literal: a
/// test or a negated atom that does not hold, or a tuple that is not there.
class RuleMaker {
 public:
  RuleMaker(Draft& draft, core::Rng& rng) : draft_(draft), rng_(rng) {}

  /// Nothing when there is no relation that the body could begin with.
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
  /// Only of the first `below` ones.
  [[nodiscard]] std::optional<std::uint32_t> variable_of(Type type, std::size_t below);
  [[nodiscard]] Term new_variable(Type type, Value value);
  [[nodiscard]] Value value_of(const Term& term) const;

  Draft& draft_;
  core::Rng& rng_;
  Rule rule_;
  std::vector<Variable> variables_;
  std::size_t outer_ = 0;            ///< variables below this number are none of an aggregate's own
  std::size_t grouping_ = 0;         ///< variables below this number are bound outside of all aggregates
  std::size_t aggregate_begin_ = 0;  ///< the first variable of the aggregate that is being made
  bool uses_component_ = false;
  std::vector<Value> scratch_;
};

}  // namespace assay::datalog
