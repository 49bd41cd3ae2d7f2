#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/proof/proof_reader.hpp"
#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// The terms that are taken from an instantiation. Bodies, the last resort, gives every term of the proof.
enum class Extent : std::uint8_t { FirstPattern, AllPatterns, Bodies };

/// Turns a proof's instantiations into triggering terms (section 4.8): the patterns of the instantiated quantifiers
/// under the values of the proof.
class ProofTerms {
 public:
  /// For instantiations of the conjuncts' quantifiers.
  explicit ProofTerms(const Workplace& work);
  /// For instantiations of the quantifiers of these formulas, whose variables have different names.
  ProofTerms(const Workplace& work, const std::vector<smt::TermId>& formulas);
  [[nodiscard]] Terms terms(const std::vector<Instance>& instances, Extent extent);
  /// The terms of the first extent with which E-matching refutes the script: first patterns, all patterns, all terms.
  /// The first check has a limit of `first_seconds`, later checks `seconds`: the smallest set is the most promising.
  /// Synthesis::tried reports failed checks. A set that a limit cut, and all later sets, go to the harvest. If no limit
  /// cut a check, the terms are also tried together with the terms of earlier refutations (Workplace::joined).
  [[nodiscard]] std::optional<Terms> validated(const std::vector<Instance>& instances, double seconds,
                                               double first_seconds);
  /// The work of the last call of validated().
  [[nodiscard]] Work spent() const { return spent_; }
  /// Maps the names of the quantifiers' variables to the text of their sorts.
  [[nodiscard]] std::map<std::string, std::string> sorts() const;

 private:
  /// A quantifier of a formula. Variable names are unique, so they identify a solver's copy of the quantifier.
  struct Quantifier {
    smt::TermId binder;
    std::size_t outer;  ///< index of the innermost quantifier around this quantifier, or kNoOuter
  };
  static constexpr std::size_t kNoOuter = static_cast<std::size_t>(-1);
  [[nodiscard]] std::optional<Terms> joined(Terms terms, double seconds);
  void add_quantifiers(smt::TermId formula);
  [[nodiscard]] bool is_quantifier(smt::TermId node) const;
  [[nodiscard]] Bindings bindings_of(const Instance& instance);
  /// The bindings combined with the bindings of all outer quantifiers. Empty if an outer quantifier has none.
  [[nodiscard]] std::vector<Bindings> completed(const Quantifier& quantifier, const Bindings& bindings) const;
  /// The bindings with a fresh constant for each variable that the solver eliminated.
  [[nodiscard]] Bindings filled(smt::TermId binder, Bindings bindings);
  void add_terms(smt::TermId binder, const Bindings& bindings, Extent extent, Terms& result);
  /// The value in which elements and symbols that the solver introduced are replaced by fresh constants.
  [[nodiscard]] smt::TermId plain_value(smt::TermId value, smt::SortId sort);
  smt::TermId own_constant(smt::TermId element, smt::SortId sort);

  const Workplace& work_;
  smt::TermStore& store_;
  std::vector<Quantifier> quantifiers_;
  std::map<std::uint32_t, std::size_t> by_variable_;
  std::map<std::size_t, std::vector<Bindings>> seen_;  ///< bindings in the current proof, by quantifier
  Replacements elements_;
  std::map<smt::SortId, smt::TermId> any_;
  Work spent_ = 0;
};

}  // namespace assay::trigger
