#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "core/rng/rng.hpp"
#include "smt/draw/random_value.hpp"

namespace assay::smt {

/// A term without variables, and its value.
struct GroundTerm {
  TermId term;
  /// The value as a term. If the standard leaves the value open (`is_open`), a possible value.
  TermId value;
  bool is_open = false;
};

/// Draws applications of operators to constants, with a preference for boundary values, and evaluates them. The result
/// depends on the random stream only.
class GroundTerms {
 public:
  explicit GroundTerms(TermStore& store) : store_(store), values_(store, no_literals_) {}

  /// The operators that have such terms: Assay evaluates them, and they take no function.
  [[nodiscard]] static const std::vector<OperatorId>& operators();

  /// An application of the operator. Nullopt if no arguments fit, or the value cannot be written.
  [[nodiscard]] std::optional<GroundTerm> draw(OperatorId op, core::Rng& rng);
  /// A constant of the sort, for regular languages a small expression. `small`: a boundary value.
  [[nodiscard]] std::optional<TermId> draw_constant(SortId sort, core::Rng& rng, bool small);
  /// A value of the term's sort that differs from `right`, as faulty implementations often compute it.
  [[nodiscard]] std::optional<TermId> draw_wrong_value(const GroundTerm& right, core::Rng& rng);

 private:
  [[nodiscard]] std::optional<TermId> draw_application(OperatorId op, core::Rng& rng);
  /// A constant of the same sort, often the same, a part of it, or a longer word.
  [[nodiscard]] std::optional<TermId> draw_related(TermId constant, core::Rng& rng);
  [[nodiscard]] std::optional<TermId> draw_language(core::Rng& rng, unsigned depth);

  TermStore& store_;
  std::vector<std::pair<SortId, Value>> no_literals_;
  RandomValues values_;
};

}  // namespace assay::smt
