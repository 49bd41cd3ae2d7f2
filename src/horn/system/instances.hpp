#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "horn/system/system.hpp"

namespace assay::horn {

/// Values to try for variables that nothing else determines, by sort.
using ValuePool = std::map<SortId, std::vector<Value>>;
/// The literals of the system with their neighbours, small numbers, and a default value of each sort.
[[nodiscard]] ValuePool pool_of(TermStore& store, const System& system);

/// Searches instances of clauses: values of the variables for which the constraint is true and every body atom is a
/// known fact. Not complete: a variable that no atom and no equation determines takes values of the pool only.
class InstanceSearch {
 public:
  InstanceSearch(Evaluation& evaluation, const ValuePool& pool) : evaluation_(evaluation), pool_(pool) {}

  /// Calls `found` for each instance, with the head `head` if it is given, until `found` returns true. `max_tries`
  /// limits the number of tried assignments. True if `found` returned true.
  bool find(const Clause& clause, const Fact* head, const Facts& facts, std::uint64_t max_tries,
            const std::function<bool(const Step& step, const Values& values)>& found);
  /// The tries that the last search did not need.
  [[nodiscard]] std::uint64_t tries_left() const { return tries_left_; }

 private:
  struct Pending {
    TermId term;
    Value value;
  };
  bool match(TermId term, const Value& value, Values& values, std::vector<Pending>& pending);
  bool match_body(std::size_t atom, Values values, const std::vector<Pending>& pending);
  bool complete(Values values, const std::vector<Pending>& pending);
  /// Binds a variable by an equation with one unknown. False if there is none.
  bool bind_by_equation(Values& values, const std::vector<Pending>& pending);
  bool solve(TermId term, const Value& value, Values& values);
  bool check(const Values& values);

  Evaluation& evaluation_;
  const ValuePool& pool_;
  const Clause* clause_ = nullptr;
  const Fact* head_ = nullptr;
  const Facts* facts_ = nullptr;
  std::uint64_t tries_left_ = 0;
  const std::function<bool(const Step&, const Values&)>* found_ = nullptr;
};

}  // namespace assay::horn
