#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::horn {

using smt::BoundVariable;
using smt::FunctionId;
using smt::SortId;
using smt::SortKind;
using smt::SymbolId;
using smt::TermId;
using smt::TermStore;
using smt::Value;

/// Makes terms in one store. The sorts of the arguments must fit (checked).
class Terms {
 public:
  explicit Terms(TermStore& store) : store_(store) {}

  [[nodiscard]] TermId op(std::string_view name, const std::vector<TermId>& children) const;
  /// The conjunction, without `true` and nested conjunctions.
  [[nodiscard]] TermId all(const std::vector<TermId>& parts) const;
  /// The disjunction, without `false`.
  [[nodiscard]] TermId any(const std::vector<TermId>& parts) const;
  [[nodiscard]] TermId negation(TermId term) const;
  [[nodiscard]] TermId equal(TermId a, TermId b) const { return op("=", {a, b}); }
  /// The conjunction of the equations between terms at the same positions.
  [[nodiscard]] TermId equal(const std::vector<TermId>& a, const std::vector<TermId>& b) const;
  [[nodiscard]] TermId implies(TermId a, TermId b) const;
  [[nodiscard]] TermId truth(bool value) const { return store_.bool_constant(value); }
  /// A literal of sort Int, Real or of bit-vectors (modulo their width).
  [[nodiscard]] TermId number(long value, SortId sort) const;
  /// The values as literals. Nullopt if no term stands for a value.
  [[nodiscard]] std::optional<std::vector<TermId>> literals(std::span<const Value> values,
                                                            const std::vector<SortId>& sorts) const;
  [[nodiscard]] std::vector<TermId> variables(const std::vector<BoundVariable>& variables) const;
  [[nodiscard]] TermId quantified(smt::BinderKind kind, std::span<const BoundVariable> variables, TermId body) const;
  [[nodiscard]] bool is(TermId term, std::string_view name) const;
  [[nodiscard]] TermStore& store() const { return store_; }

 private:
  TermStore& store_;
};

/// The conjuncts of a term, without nested conjunctions and without `true`.
[[nodiscard]] std::vector<TermId> conjuncts_of(const TermStore& store, TermId term);

/// True of Int, Real and bit-vectors.
[[nodiscard]] bool is_number(SortKind kind);
/// A value of such a sort; bit-vectors are numbers modulo their width.
[[nodiscard]] Value number_value(const smt::SortNode& sort, const mpq_class& number);
/// The number that a value of such a sort is.
[[nodiscard]] mpq_class number_of(const Value& value, SortKind kind);

/// All literals of the sort in the terms, sorted, without duplicates.
[[nodiscard]] std::vector<Value> literals_in(const TermStore& store, std::span<const TermId> terms, SortId sort);

}  // namespace assay::horn
