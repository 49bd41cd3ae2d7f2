#pragma once

#include <functional>
#include <optional>
#include <span>

#include "assay/smt/eval.hpp"
#include "smt/term/substitution.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {

/// Unfolds functions in a term: each call of a function that a definition or the model gives by a body or a table
/// becomes that body over the call's arguments. Closed terms become their values. Recursive functions stay. The result
/// has the same value as the term, whatever its free variables are; it has no patterns and no names.
class Inlining {
 public:
  /// The value of a closed term, if it has a value that is quickly found.
  using ValueOf = std::function<std::optional<Value>(TermId)>;

  Inlining(TermStore& store, const Model& model, ValueOf value_of)
      : store_(store), model_(model), value_of_(std::move(value_of)), names_(store, "i") {}

  /// Nullopt: the result would be too large.
  [[nodiscard]] std::optional<TermId> inlined(TermId term);
  /// The same, where terms take the places of variables.
  [[nodiscard]] std::optional<TermId> inlined(TermId term, std::span<const Replaced> replacements);
  /// The nodes that the last call has looked at.
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
  TermMap calls_;  ///< calls over unfolded arguments to what they became
  std::size_t visited_ = 0;
};

}  // namespace assay::smt
