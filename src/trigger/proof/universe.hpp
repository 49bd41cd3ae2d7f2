#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// Builds scripts in which E-matching itself enumerates ground terms. A loose conjunct is instantiated with all
/// elements of a universe, in addition to the matches of its patterns. The universe begins with a few small terms of
/// each sort and grows by every application in an instance. Thus E-matching finds instances that no pattern starts.
class Universe {
 public:
  explicit Universe(const Workplace& work);

  /// A quantified conjunct that can be loose: the universe has terms of all its variables' sorts.
  struct Loose {
    std::size_t conjunct;   ///< index in Problem::conjuncts
    std::size_t variables;  ///< number of variables
  };
  [[nodiscard]] const std::vector<Loose>& conjuncts() const { return conjuncts_; }
  /// The assertions of the preprocessed script in which the conjuncts `loose` are loose.
  [[nodiscard]] std::vector<smt::TermId> assertions(const std::vector<std::size_t>& loose);
  /// The initial terms of the universe. They may have constants that are not in the script.
  [[nodiscard]] std::vector<smt::TermId> seeds() const;
  /// True if a quantifier in a proof defines the growth of the universe, and is not a quantifier of the script.
  [[nodiscard]] bool is_own(smt::TermId quantifier) const;

 private:
  void collect();
  void add_seed(smt::TermId term);
  void add_built_seeds();
  [[nodiscard]] bool grows(smt::SortId sort) const;
  [[nodiscard]] smt::TermId is_there(smt::TermId term);
  [[nodiscard]] smt::TermId let_loose(smt::TermId quantifier);
  [[nodiscard]] smt::TermId growth_by(smt::FunctionId function);

  const Workplace& work_;
  smt::TermStore& store_;
  std::vector<smt::FunctionId> functions_;  ///< functions with parameters, in the order of the conjuncts
  bool only_numbers_ = true;                ///< no sort is uninterpreted
  std::map<smt::SortId, std::vector<smt::TermId>> seeds_;
  std::map<smt::SortId, smt::FunctionId> predicates_;  ///< the predicates "is an element of the universe", by sort
  std::vector<smt::SymbolId> variables_;               ///< variables of the quantifiers that define the growth
  std::vector<Loose> conjuncts_;
};

}  // namespace assay::trigger
