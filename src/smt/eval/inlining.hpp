#pragma once

#include <functional>
#include <optional>
#include <span>

#include "assay/smt/eval.hpp"
#include "smt/term/substitution.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {

/// Unfolds functions in a term: a call of a function with a body or a table (by a definition or the model) becomes the
/// body over the call's arguments. Closed terms become their values. Recursive functions stay. The result has the same
/// value as the term for all values of the free variables. It has no patterns and no names.
class Inlining {
 public:
  /// Returns the value of a closed term, or nullopt if it has none or would take too long.
  using ValueOf = std::function<std::optional<Value>(TermId)>;

  Inlining(TermStore& store, const Model& model, ValueOf value_of)
      : store_(store), model_(model), value_of_(std::move(value_of)), names_(store, "i") {}

  /// The unfolded term. Nullopt if it would be too large.
  [[nodiscard]] std::optional<TermId> inlined(TermId term);
  /// Replaces variables by terms first.
  [[nodiscard]] std::optional<TermId> inlined(TermId term, std::span<const Replacement> replacements);
  /// The number of nodes that the last call of `inlined` visited.
  [[nodiscard]] std::size_t visited() const { return visited_; }

 private:
  [[nodiscard]] TermId unfolded(TermId term, unsigned depth);
  [[nodiscard]] TermId built(TermId term, std::span<const TermId> children, unsigned depth);
  [[nodiscard]] TermId call(TermId term, std::span<const TermId> children, unsigned depth);
  [[nodiscard]] std::optional<TermId> body_over(std::span<const BoundVariable> variables, TermId body,
                                                std::span<const TermId> arguments, SortId sort, unsigned depth);
  [[nodiscard]] std::optional<TermId> table_over(const Function& function, const Interpretation& table,
                                                 std::span<const TermId> arguments);
  [[nodiscard]] std::optional<TermId> part_of_constructor(const Function& function, TermId argument);
  [[nodiscard]] std::optional<TermId> selected(TermId array, TermId index, unsigned depth);
  [[nodiscard]] TermId applied(TermId term, std::span<const TermId> children, unsigned depth);
  [[nodiscard]] std::optional<TermId> connective(TermId term, std::span<const TermId> children);
  [[nodiscard]] std::optional<TermId> fitted(TermId term, SortId sort);
  [[nodiscard]] std::optional<TermId> literal(TermId closed);
  [[nodiscard]] std::optional<bool> truth(TermId term) const;

  TermStore& store_;
  const Model& model_;
  ValueOf value_of_;
  VariableSubstitution names_;
  TermMap calls_;  ///< from calls with unfolded arguments to their unfolded forms
  std::size_t visited_ = 0;
};

}  // namespace assay::smt
