#pragma once

#include <string>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "datalog/fuzz/result/compare.hpp"

namespace assay::datalog {

/// Explains why a tuple belongs or does not belong to a program's result. The sentence quotes rules and facts as they
/// stand in the engine's input, so that a person can check it by hand.
class Derivation {
 public:
  /// All four arguments must outlive the object. `evaluation` is the evaluation of `program`.
  Derivation(const Program& program, const Evaluation& evaluation, const Dialect& dialect,
             const EvaluationLimits& limits)
      : program_(program), evaluation_(evaluation), dialect_(dialect), limits_(limits) {}

  /// Why the first missing tuple must be there, or else why the first extra tuple must not.
  [[nodiscard]] std::string reason(const WrongTuples& wrong) const;

 private:
  /// A rule with values for its variables.
  struct Instance {
    std::size_t rule = 0;
    std::vector<std::pair<RelationId, std::vector<Value>>>
        premises;  ///< tuples of the positive atoms outside of aggregates
  };

  [[nodiscard]] std::string fact_text(RelationId relation, const Value* tuple,
                                      const std::vector<std::string>& symbols) const;
  [[nodiscard]] std::string rule_text(std::size_t rule) const;
  [[nodiscard]] std::string facts_of_instance(const Instance& instance) const;
  [[nodiscard]] std::string why_missing(RelationId relation, const std::vector<Value>& tuple) const;
  [[nodiscard]] std::string why_extra(RelationId relation) const;
  /// ", as r is empty" if the rule reads an empty relation r; else empty.
  [[nodiscard]] std::string why_not(std::size_t rule) const;
  [[nodiscard]] bool can_explain() const;
  [[nodiscard]] bool is_fact(RelationId relation, const std::vector<Value>& tuple) const;
  /// An instance of a rule that derives the tuple without using a tuple of `path` as a premise. `budget`: number of
  /// instances that the search may still look at.
  [[nodiscard]] std::optional<Instance> derive(RelationId relation, const std::vector<Value>& tuple,
                                               std::vector<std::pair<RelationId, std::vector<Value>>>& path,
                                               unsigned& budget) const;
  [[nodiscard]] std::vector<Instance> instances(std::size_t rule, const Atom& head,
                                                const std::vector<Value>& tuple) const;

  const Program& program_;
  const Evaluation& evaluation_;
  const Dialect& dialect_;
  const EvaluationLimits& limits_;
};

}  // namespace assay::datalog
