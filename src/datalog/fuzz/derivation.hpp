#pragma once

#include <string>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "compare.hpp"

namespace assay::datalog {

/// Says why a program has a tuple or has it not, in the words of the text that the engine reads: a person can check the
/// sentence by hand.
class Derivation {
 public:
  /// All four must outlive it. `evaluation` is that of `program`.
  Derivation(const Program& program, const Evaluation& evaluation, const Dialect& dialect,
             const EvaluationLimits& limits)
      : program_(program), evaluation_(evaluation), dialect_(dialect), limits_(limits) {}

  /// Why the first missing tuple must be there, or else why the first extra tuple must not.
  [[nodiscard]] std::string reason(const WrongTuples& wrong) const;

 private:
  struct Instance {
    std::size_t rule = 0;
    std::vector<std::pair<RelationId, std::vector<Value>>> premises;  ///< of the positive atoms outside of aggregates
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
  /// The instances of the program's rules that give the tuple, without those that need one of `path` to do so.
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
