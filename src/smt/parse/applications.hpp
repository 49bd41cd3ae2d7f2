#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/smt/script.hpp"
#include "smt/parse/scope.hpp"

namespace assay::smt {

/// The head of an application: `f`, `(_ f 1 2)`, `(as f S)` or `(as (_ f 1) S)`.
struct Head {
  SymbolId name;
  std::vector<Index> indices;
  std::optional<SortId> ascribed;
};

/// Makes terms of heads and arguments: resolves names, converts literals and opaque terms to the required sorts, and
/// makes opaque operators of unknown names.
class Applications {
 public:
  Applications(TermStore& store, Scope& scope, const ParseOptions& options);

  /// The term. Nullopt after an error, which problem() describes.
  std::optional<TermId> make(const Head& head, std::vector<TermId>& arguments);
  /// Applies a term whose sort is a function sort.
  TermId apply_value(TermId function, std::span<const TermId> arguments);
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// The term converted to the sort, if that is an implicit conversion: an Int literal or term as a Real, an opaque
  /// term of unknown sort as a term of this sort. Otherwise the term itself.
  TermId coerced(TermId term, SortId sort);
  /// The newest constructor of this name, only of `datatype` if it is given. Nullopt if there is none.
  [[nodiscard]] std::optional<FunctionId> constructor(SymbolId name, std::optional<DatatypeId> datatype = {}) const;

 private:
  std::optional<TermId> fail(std::string why);
  void note_spelling(OperatorId op, SymbolId name);
  std::optional<TermId> make_indexed(const Head& head, std::vector<TermId>& arguments);
  std::optional<TermId> call_function(FunctionId function, const Head& head, std::vector<TermId>& arguments);
  std::optional<TermId> call_any(const Head& head, std::vector<TermId>& arguments);
  std::optional<TermId> apply_operator(OperatorId op, const Head& head, std::vector<TermId>& arguments);
  std::optional<TermId> misfit(OperatorId op, const Head& head, std::span<const TermId> arguments);
  /// `-12`: z3 and other solvers read this symbol as a number if it is not declared.
  std::optional<TermId> negative_number(std::string_view name);
  /// `#f3m7`, or `ff3` ascribed to a field.
  std::optional<TermId> field_literal(std::string_view name, std::optional<SortId> ascribed);
  std::optional<TermId> bit_vector(std::string_view digits, const Index& width);
  std::optional<TermId> test(SymbolId constructor_name, std::span<const TermId> arguments);
  std::optional<TermId> update(SymbolId selector_name, std::span<const TermId> arguments);
  [[nodiscard]] bool is_function(std::span<const TermId> arguments) const;
  TermId opaque(const Head& head, std::span<const TermId> arguments);
  void coerce_arguments(OperatorId op, std::vector<TermId>& arguments);
  void coerce_to_array(std::vector<TermId>& arguments);
  void agree(std::span<TermId> arguments, bool want_real);

  TermStore& store_;
  Scope& scope_;
  const ParseOptions& options_;
  OperatorId to_real_;
  OperatorId minus_;
  OperatorId application_;  ///< `@`
  OperatorId select_;
  std::string problem_;
};

}  // namespace assay::smt
