#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smt/log/log_terms.hpp"

namespace assay::trigger {

/// The instantiations that a TraceReader keeps. E-matching of the same solver finds its own again.
enum class KeptInstances : std::uint8_t { OfModels, All };

/// Reads z3's log of a run (option `trace`, since release 4.8) line by line, and keeps the instantiations that
/// model-based instantiation chose, or also those by E-matching. The log needs no proof, and is useful even if the run
/// does not end. z3's patterns of quantifiers are kept, too.
class TraceReader {
 public:
  /// `sorts`: the variables of interest, by name, with the text of their sorts; other variables are ignored.
  /// `max_terms`: terms of the log with this or a higher number, and instantiations that have such terms, are ignored.
  explicit TraceReader(std::map<std::string, std::string> sorts, std::size_t max_terms = smt::LogTerms::kMaxTerms,
                       KeptInstances kept = KeptInstances::OfModels)
      : sorts_(std::move(sorts)), kept_(kept), terms_(max_terms) {}

  void line(std::string_view line);
  /// The instantiations in the format of cvc5 (read_cvc5_instances), each once, in the order of the log.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// For each quantifier with patterns whose variables are all of interest, an assertion with the patterns only:
  /// `(assert (forall ((x Int)) (! true :pattern ((f x)))))`.
  [[nodiscard]] const std::string& patterns() const { return patterns_; }

 private:
  void instance(std::string_view rest);
  void match(std::string_view rest);
  void keep(std::size_t quantifier, std::string_view values);
  void note_patterns(std::string_view rest);

  std::map<std::string, std::string> sorts_;
  KeptInstances kept_;
  smt::LogTerms terms_;
  std::set<std::string> seen_;
  std::string text_;
  std::set<std::vector<std::string>> with_patterns_;  ///< variable names of the quantifiers in patterns_
  std::string patterns_;
};

}  // namespace assay::trigger
