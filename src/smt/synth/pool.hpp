#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "smt/synth/workshop.hpp"

namespace assay::smt {

/// A term of the pool, in two forms: over the pool's variables and over their constants.
struct PoolTerm {
  TermId open;    ///< with a variable in place of each constant, the same for equal constants
  TermId closed;  ///< with constants only
  Value value;
  bool specified = true;        ///< see Execution
  std::uint64_t constants = 0;  ///< bit i: constant i of the pool occurs
};

/// A constant of the pool, and its variable.
struct PoolConstant {
  TermId variable;
  TermId term;
  Value value;
  SortId sort;
  bool free = true;  ///< false: open terms contain the constant, not the variable
};

/// All well-sorted applications of a theory's operators to few constants, then to terms of the previous depth, by depth
/// and sort (procedure termsPool, thesis Alg. 3.3). If there are too many combinations, evenly spaced ones are used.
class Pool {
 public:
  Pool(Workshop& workshop, const TheoryRow& theory);

  [[nodiscard]] const std::vector<PoolConstant>& constants() const { return constants_; }
  /// The constants of a sort, as terms.
  [[nodiscard]] const std::vector<PoolTerm>& base(SortId sort);
  /// Terms of `depth` + 1 nested applications; for sorts that are no operator's result, the constants.
  [[nodiscard]] const std::vector<PoolTerm>& terms(unsigned depth, SortId sort);
  /// Positions in terms(depth, sort) of the terms with this value.
  [[nodiscard]] const std::vector<std::uint32_t>& with_value(unsigned depth, SortId sort, const Value& value);

  /// The number of operations of the theory.
  [[nodiscard]] std::size_t operation_count() const { return operations_.size(); }

  /// A model that assigns the variables of these constants (bit i: constant i) their values.
  [[nodiscard]] Model model(std::uint64_t constants) const;
  /// The operation applied to these terms; nullopt if it has no value.
  [[nodiscard]] std::optional<PoolTerm> combine(const Operation& operation,
                                                const std::vector<const PoolTerm*>& arguments);

 private:
  using BySort = std::map<SortId, std::vector<PoolTerm>>;
  void add_level();

  Workshop& workshop_;
  std::vector<const Operation*> operations_;
  std::vector<PoolConstant> constants_;
  std::map<SortId, std::vector<PoolTerm>> base_;
  std::vector<BySort> levels_;
  std::map<std::pair<unsigned, SortId>, std::unordered_map<Value, std::vector<std::uint32_t>, ValueHash>> index_;
};

}  // namespace assay::smt
