#pragma once

#include <initializer_list>
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

  [[nodiscard]] TermId op(std::string_view name, std::span<const TermId> children) const;
  [[nodiscard]] TermId op(std::string_view name, std::initializer_list<TermId> children) const {
    return op(name, std::span<const TermId>(children.begin(), children.size()));
  }
  /// The conjunction, without `true` and nested conjunctions.
  [[nodiscard]] TermId all(std::span<const TermId> parts) const;
  /// The disjunction, without `false`.
  [[nodiscard]] TermId any(std::span<const TermId> parts) const;
  [[nodiscard]] TermId negation(TermId term) const;
  [[nodiscard]] TermId equal(TermId a, TermId b) const { return op("=", {a, b}); }
  [[nodiscard]] TermId implies(TermId a, TermId b) const;
  [[nodiscard]] TermId truth(bool value) const { return store_.bool_constant(value); }
  /// A literal of sort Int, Real or of bit-vectors (modulo their width).
  [[nodiscard]] TermId number(long value, SortId sort) const;
  [[nodiscard]] TermId quantified(smt::BinderKind kind, std::span<const BoundVariable> variables, TermId body) const;
  [[nodiscard]] bool is(TermId term, std::string_view name) const;
  [[nodiscard]] TermStore& store() const { return store_; }

 private:
  TermStore& store_;
};

/// The conjuncts of a term, without nested conjunctions and without `true`.
[[nodiscard]] std::vector<TermId> conjuncts_of(const TermStore& store, TermId term);

/// All literals of the sort in the terms, sorted, without duplicates.
[[nodiscard]] std::vector<Value> literals_in(const TermStore& store, std::span<const TermId> terms, SortId sort);

}  // namespace assay::horn
