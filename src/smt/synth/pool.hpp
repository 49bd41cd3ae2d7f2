#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "smt/synth/workshop.hpp"

namespace assay::smt {

/// A term of the pool, over the pool's variables and with their constants in their places.
struct PoolTerm {
  TermId open;    ///< constants are variables, the same one for equal constants
  TermId closed;  ///< without variables
  Value value;
  bool specified = true;        ///< see Execution
  std::uint64_t constants = 0;  ///< bit i: constant i of the pool occurs
};

/// A constant of the pool, and the variable that stands for it.
struct PoolConstant {
  TermId variable;
  TermId term;
  Value value;
  SortId sort;
  bool free = true;  ///< false: the term stands in open terms, too
};

/// All type-correct applications of a theory's operators to few constants, then of operators to those, by depth and
/// sort (procedure termsPool, thesis Alg. 3.3). Bounded: of more combinations, evenly spaced ones are taken.
class Pool {
 public:
  Pool(Workshop& workshop, const TheoryRow& theory);

  [[nodiscard]] const std::vector<PoolConstant>& constants() const { return constants_; }
  /// The constants of a sort, as terms.
  [[nodiscard]] const std::vector<PoolTerm>& base(SortId sort);
  /// Terms whose depth is `depth` + 1 applications; of sorts that no operator gives, the constants.
  [[nodiscard]] const std::vector<PoolTerm>& terms(unsigned depth, SortId sort);
  /// Positions in terms(depth, sort) of those with this value.
  [[nodiscard]] const std::vector<std::uint32_t>& with_value(unsigned depth, SortId sort, const Value& value);

  /// How many operations the theory has.
  [[nodiscard]] std::size_t count_of_operations() const { return operations_.size(); }

  /// The values of the constants in a set.
  [[nodiscard]] Model model(std::uint64_t constants) const;
  /// The operation on these terms; nothing when it has no value.
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
