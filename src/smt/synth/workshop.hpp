#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smt/rules/rules.hpp"
#include "smt/synth/constants.hpp"
#include "smt/synth/executor.hpp"
#include "smt/synth/formula.hpp"
#include "smt/synth/operations.hpp"

namespace assay::smt {

class Pool;

/// Bounds on the number of formulas. Cases depend on them.
struct SynthBounds {
  unsigned depth = 1;               ///< of term synthesis (delta in Alg. 3.3)
  std::size_t constants = 12;       ///< maximum number per sort, for constant assignment
  std::size_t pool_constants = 2;   ///< maximum number per sort, for term synthesis
  std::size_t combinations = 1024;  ///< of arguments of one operation; the longest lists of constants are cut first
  std::size_t pool = 40;            ///< maximum number of terms of one sort and depth
  bool computed_constants = true;   ///< see Constants
};

/// The rules, constants and operations from which a worker makes formulas, in one term store. They depend only on the
/// rules, the bounds and the wanted theories.
class Workshop {
 public:
  /// `rules` must outlive the workshop, and make_rule() must succeed for each.
  Workshop(const std::vector<RuleText>& rules, const SynthBounds& bounds, const std::vector<std::string>& theories);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  TermStore store;
  const SynthBounds bounds;
  std::vector<Rule> rules;
  Constants constants;
  Executor executor;
  /// The operations of the wanted theories, in registry order.
  std::vector<Operation> operations;

  [[nodiscard]] bool wants(std::string_view theory) const;
  /// The terms of a theory's operators over few constants (termsPool in Alg. 3.3).
  [[nodiscard]] Pool& pool(const TheoryRow& theory);

  /// The equality rules whose right side is a variable of the sort, or this value.
  [[nodiscard]] const std::vector<const Rule*>& equalities_to_variable(SortId sort) const;
  [[nodiscard]] const std::vector<const Rule*>& equalities_to_value(TermId value) const;

  /// A declared constant; the same constant for the same name and sort.
  [[nodiscard]] TermId variable(const std::string& name, SortId sort);
  /// The letter for names of variables of the sort: "s" for strings, "i" for integers, ...
  [[nodiscard]] std::string_view letter(SortId sort) const;
  /// left = right; `left` or its negation if `right` is true or false.
  [[nodiscard]] TermId equation(TermId left, TermId right);
  [[nodiscard]] TermId negation(TermId term);
  [[nodiscard]] TermId conjunction(TermId left, TermId right);
  /// Sets the value of a declared constant.
  void fix(Model& model, TermId variable_term, const Value& value) const;
  /// The classes of the constants at an operation's arguments.
  [[nodiscard]] std::vector<std::string> traits_of(const Operation& operation,
                                                   const std::vector<const Value*>& arguments) const;

 private:
  void index_equalities();

  std::vector<std::string> theories_;
  std::map<SortId, std::vector<const Rule*>> to_variable_;
  std::map<TermId, std::vector<const Rule*>> to_value_;
  std::map<std::string, std::unique_ptr<Pool>, std::less<>> pools_;
};

/// All combinations of list positions (the Cartesian product of the algorithms). The first position changes fastest.
class Combinations {
 public:
  explicit Combinations(std::vector<std::size_t> sizes);
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// The positions of the combination with this number.
  void get(std::uint64_t number, std::vector<std::size_t>& positions) const;

 private:
  std::vector<std::size_t> sizes_;
  std::uint64_t count_ = 1;
};

/// The sizes, with the longest cut until their product is at most `max_product`.
[[nodiscard]] std::vector<std::size_t> cut_to_product(std::vector<std::size_t> sizes, std::size_t max_product);

}  // namespace assay::smt
