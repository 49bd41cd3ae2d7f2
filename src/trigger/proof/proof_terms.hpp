#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trigger/problem/rewrite.hpp"
#include "trigger/proof/proof_reader.hpp"
#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// What is taken of an instantiation. All terms of the bodies are the last resort: E-matching then sees every term of
/// the proof.
enum class Extent : std::uint8_t { FirstPattern, AllPatterns, Bodies };

/// Turns a proof's instantiations into triggering terms (section 4.8): the patterns of the instantiated quantifiers
/// under the values of the proof.
class ProofTerms {
 public:
  explicit ProofTerms(const Workplace& work);
  [[nodiscard]] Terms terms(const std::vector<Instance>& instances, Extent extent);
  /// The first of these with which E-matching refutes the script: first patterns (within `of_first` seconds, as the
  /// fewest terms are the likeliest), all patterns, all terms. Terms that did not help are told in Synthesis::tried;
  /// those that a limit cut off, and larger ones, go to Workplace::harvest.
  [[nodiscard]] std::optional<Terms> validated(const std::vector<Instance>& instances, double seconds, double of_first);
  /// What the last of these cost.
  [[nodiscard]] Work spent() const { return spent_; }
  /// The conjuncts' universal variables, by name, with the text of their sorts.
  [[nodiscard]] std::map<std::string, std::string> sorts() const;

 private:
  /// A quantifier of a conjunct. Its variables' names are its own, so a solver's copy of it is known by them.
  struct Quantifier {
    smt::TermId binder;
    std::size_t outer;  ///< the innermost quantifier around it; kNoOuter if there is none
  };
  static constexpr std::size_t kNoOuter = static_cast<std::size_t>(-1);
  void add_quantifiers(smt::TermId formula);
  [[nodiscard]] Bindings bindings_of(const Instance& instance);
  /// The bindings with those of each instantiation of the quantifiers around, a few.
  [[nodiscard]] std::vector<Bindings> completed(const Quantifier& quantifier, const Bindings& bindings) const;
  /// The bindings with some value for each variable that the solver got rid of.
  [[nodiscard]] Bindings filled(smt::TermId binder, Bindings bindings);
  void add_terms(smt::TermId binder, const Bindings& bindings, Extent extent, Terms& result);
  /// Elements that the solver made up, and its own names where a value is one, become constants of our own.
  [[nodiscard]] smt::TermId plain_value(smt::TermId value, smt::SortId sort);
  smt::TermId own_constant(smt::TermId element, smt::SortId sort);

  const Workplace& work_;
  smt::TermStore& store_;
  std::vector<Quantifier> quantifiers_;
  std::map<std::uint32_t, std::size_t> by_variable_;
  std::map<std::size_t, std::vector<Bindings>> seen_;  ///< bindings of the quantifiers of the proof at hand
  Replacements elements_;
  std::map<smt::SortId, smt::TermId> any_;
  Work spent_ = 0;
};

}  // namespace assay::trigger
