#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/core/rng.hpp"
#include "smt/draw/draw_patterns.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/fuzz/seed/fragments.hpp"
#include "smt/fuzz/seed/lacking.hpp"
#include "smt/fuzz/seed/valuation.hpp"

namespace assay::smt {

/// Makes terms of a wanted sort (and value) over what a seed has: the common ground of the builders.
class Grafter {
 public:
  /// `lacking`: nullptr, every operator may be drawn.
  Grafter(Fragments& seed, Valuation& valuation, const Lacking* lacking = nullptr);

  /// For the call that follows.
  void use(core::Rng& rng) {
    rng_ = &rng;
    next_parameter_ = 0;
  }

  [[nodiscard]] core::Rng& rng() { return *rng_; }
  [[nodiscard]] TermStore& store() { return seed_.store; }
  [[nodiscard]] Fragments& seed() { return seed_; }
  [[nodiscard]] Valuation& valuation() { return valuation_; }
  [[nodiscard]] RandomValues& values() { return values_; }

  /// The value of a closed term, or nothing.
  [[nodiscard]] std::optional<Value> value_of(TermId term);
  /// A term that is this value.
  [[nodiscard]] std::optional<TermId> literal(const Value& value, SortId sort) {
    return make_term(store(), value, sort);
  }
  /// A term of the sort for an argument: a degenerate value, a term of the pool, a random value, or (while `nesting`
  /// lasts) a fresh application.
  [[nodiscard]] std::optional<TermId> argument(SortId sort, unsigned nesting);
  /// A term of the pool of this sort; of two candidates the less deep one.
  [[nodiscard]] std::optional<TermId> from_pool(SortId sort);
  /// A fresh application of some operator of the seed's theories with a result of this sort.
  [[nodiscard]] std::optional<TermId> application(SortId sort, unsigned nesting);
  /// The same around `inner` (one argument is it), which has this sort as well.
  [[nodiscard]] std::optional<TermId> application_around(TermId inner);
  [[nodiscard]] std::optional<TermId> apply(std::string_view op, const std::vector<TermId>& children,
                                            const std::vector<Index>& indices = {});
  [[nodiscard]] bool has_theory(Theory theory) const;
  /// Operators, with kinds of arguments, whose result is of this kind.
  [[nodiscard]] const std::vector<const OperatorPattern*>& with_result(SortKind kind) const {
    return by_result_[static_cast<std::size_t>(kind)];
  }

  // graft_functions.cpp: only where the seed has functions as values, or collections, and the target takes lambdas.
  /// An application of an operator that takes a function (a fresh lambda), with a result of this sort.
  [[nodiscard]] std::optional<TermId> function_application(SortId wanted);
  /// The same term by a detour: a lambda, in whose body a variable is in the place of a sub-term, applied to that.
  [[nodiscard]] std::optional<TermId> redex(TermId inner);

 private:
  static constexpr std::size_t kSortKinds = static_cast<std::size_t>(SortKind::Unknown) + 1;
  [[nodiscard]] std::optional<TermId> boundary(SortId sort);
  [[nodiscard]] std::optional<TermId> fill(const OperatorPattern& pattern, SortId wanted, unsigned nesting,
                                           std::optional<TermId> inner);
  [[nodiscard]] std::optional<SortId> argument_sort(const OperatorPattern& pattern, std::size_t position, SortId wanted,
                                                    const std::vector<TermId>& before);
  [[nodiscard]] std::vector<Index> draw_indices(std::size_t count, const std::vector<TermId>& children, SortId wanted);

  void find_functions(const Lacking* lacking);
  [[nodiscard]] BoundVariable parameter(SortId sort, std::size_t number);
  [[nodiscard]] TermId lambda(std::span<const BoundVariable> variables, TermId body);
  /// A lambda with these parameters.
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
  std::vector<OperatorId> functions_;  ///< that take functions
  std::vector<SortId> collections_;    ///< of the seed: what these go through
  std::string prefix_;                 ///< of lambdas' variables
  std::size_t next_parameter_ = 0;
  /// Patterns of the seed's theories and kinds of sorts, by kind of result; and those with an argument of that kind.
  std::array<std::vector<const OperatorPattern*>, kSortKinds> by_result_;
  std::array<std::vector<const OperatorPattern*>, kSortKinds> around_;
};

}  // namespace assay::smt
