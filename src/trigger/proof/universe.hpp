#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// Scripts in which E-matching itself enumerates ground terms: a conjunct that is let loose is instantiated with all
/// elements of a universe, besides what its patterns match. The universe begins with a few small terms of each sort and
/// grows by every application that an instance brings with it, so a chain of instances is found that no pattern begins.
class Universe {
 public:
  explicit Universe(const Workplace& work);

  /// A quantified conjunct that can be let loose: there are terms of its variables' sorts.
  struct Loose {
    std::size_t conjunct;
    std::size_t variables;
  };
  [[nodiscard]] const std::vector<Loose>& conjuncts() const { return conjuncts_; }
  /// The assertions of the preprocessed script with these conjuncts loose.
  [[nodiscard]] std::vector<smt::TermId> assertions(const std::vector<std::size_t>& loose);
  /// The terms that the universe begins with: they may have constants that the script has not.
  [[nodiscard]] std::vector<smt::TermId> seeds() const;
  /// Whether a quantifier in a proof is one of our own, which say what is in the universe.
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
  std::vector<smt::FunctionId> functions_;  ///< with arguments, in the order of the conjuncts
  bool only_numbers_ = true;                ///< no sort is uninterpreted
  std::map<smt::SortId, std::vector<smt::TermId>> seeds_;
  std::map<smt::SortId, smt::FunctionId> predicates_;  ///< "is an element of the universe", by sort
  std::vector<smt::SymbolId> variables_;               ///< of our own quantifiers
  std::vector<Loose> conjuncts_;
};

}  // namespace assay::trigger
