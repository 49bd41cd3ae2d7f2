#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/rng/rng.hpp"
#include "smt/draw/draw_patterns.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/fuzz/seed/fragments.hpp"
#include "smt/fuzz/seed/unsupported_operators.hpp"
#include "smt/fuzz/seed/valuation.hpp"

namespace assay::smt {

/// Makes random terms of a given sort from the operators and terms of a seed. Builders and mutations use it.
class Grafter {
 public:
  /// `unsupported`: nullptr, every operator may be drawn. `focus`: operators (by OperatorId) that at least half of the
  /// draws take where they fit; nullptr: none.
  Grafter(Fragments& seed, Valuation& valuation, const UnsupportedOperators* unsupported = nullptr,
          const std::vector<bool>* focus = nullptr);

  /// Sets the random stream for the following calls. Must be called before any of them; `rng` must outlive them.
  void use(core::Rng& rng) {
    rng_ = &rng;
    next_parameter_ = 0;
  }

  [[nodiscard]] core::Rng& rng() { return *rng_; }
  [[nodiscard]] TermStore& store() { return seed_.store; }
  [[nodiscard]] Fragments& seed() { return seed_; }
  [[nodiscard]] Valuation& valuation() { return valuation_; }
  [[nodiscard]] RandomValues& values() { return values_; }

  /// The value of a closed term under the witness; nullopt if the evaluator has none.
  [[nodiscard]] std::optional<Value> value_of(TermId term);
  /// The literal of this value; nullopt if the sort has none.
  [[nodiscard]] std::optional<TermId> literal(const Value& value, SortId sort) {
    return make_term(store(), value, sort);
  }
  /// A random term of the sort: a degenerate value, a term of the seed, a random value, or (if `nesting` > 0) a new
  /// application with arguments of `nesting` - 1.
  [[nodiscard]] std::optional<TermId> argument(SortId sort, unsigned nesting);
  /// A random term of the seed with this sort and a known value: the less deep of two candidates.
  [[nodiscard]] std::optional<TermId> from_pool(SortId sort);
  /// A new application of a random operator of the seed's theories with a result of this sort.
  [[nodiscard]] std::optional<TermId> application(SortId sort, unsigned nesting);
  /// A new application of the sort of `inner` in which `inner` is one argument.
  [[nodiscard]] std::optional<TermId> application_around(TermId inner);
  [[nodiscard]] std::optional<TermId> apply(std::string_view op, const std::vector<TermId>& children,
                                            const std::vector<Index>& indices = {});
  [[nodiscard]] bool has_theory(Theory theory) const;
  /// The operator patterns (operators with kinds of arguments) whose result is of this kind.
  [[nodiscard]] const std::vector<const OperatorPattern*>& with_result(SortKind kind) const {
    return by_result_[static_cast<std::size_t>(kind)];
  }

  // graft_functions.cpp: nullopt unless the seed has collections or functions as values and the targets support them.
  /// An application, with a result of this sort, of an operator that takes a function, to a new lambda.
  [[nodiscard]] std::optional<TermId> function_application(SortId wanted);
  /// A term equal to `inner`: a lambda, whose body has a variable in place of a sub-term, applied to the sub-term.
  [[nodiscard]] std::optional<TermId> redex(TermId inner);

 private:
  static constexpr std::size_t kSortKinds = static_cast<std::size_t>(SortKind::Unknown) + 1;
  [[nodiscard]] std::optional<TermId> boundary(SortId sort);
  [[nodiscard]] std::optional<TermId> fill(const OperatorPattern& pattern, SortId wanted, unsigned nesting,
                                           std::optional<TermId> inner);
  [[nodiscard]] std::optional<SortId> argument_sort(const OperatorPattern& pattern, std::size_t position, SortId wanted,
                                                    const std::vector<TermId>& before);
  [[nodiscard]] std::vector<Index> draw_indices(std::size_t count, const std::vector<TermId>& children, SortId wanted);

  void find_functions(const UnsupportedOperators* unsupported);
  [[nodiscard]] BoundVariable parameter(SortId sort, std::size_t number);
  [[nodiscard]] TermId lambda(std::span<const BoundVariable> variables, TermId body);
  /// A lambda with parameters of these sorts.
  [[nodiscard]] std::optional<TermId> function(const std::vector<SortId>& parameters, SortId result);
  [[nodiscard]] TermId with_some_variables(TermId body, std::span<const BoundVariable> variables);
  [[nodiscard]] std::optional<TermId> joined(TermId left, TermId right);
  [[nodiscard]] std::optional<TermId> applied_function(SortId wanted);
  [[nodiscard]] std::optional<TermId> iterated(OperatorId op, SortId collection, SortId wanted);

  Fragments& seed_;
  Valuation& valuation_;
  RandomValues values_;
  core::Rng* rng_ = nullptr;
  std::uint32_t theories_ = 0;         ///< bits of Theory
  std::vector<OperatorId> functions_;  ///< usable operators that take functions
  std::vector<SortId> collections_;    ///< the seed's sequence, set and bag sorts
  std::string prefix_;                 ///< of the names of lambdas' variables
  std::size_t next_parameter_ = 0;
  /// Patterns of the seed's theories and sort kinds, by kind of result; around_: also with an argument of that kind.
  std::array<std::vector<const OperatorPattern*>, kSortKinds> by_result_;
  std::array<std::vector<const OperatorPattern*>, kSortKinds> around_;
};

}  // namespace assay::smt
