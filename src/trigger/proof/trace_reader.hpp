#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  explicit TraceReader(std::map<std::string, std::string> sorts, std::size_t max_terms = kMaxTerms,
                       KeptInstances kept = KeptInstances::OfModels)
      : sorts_(std::move(sorts)), max_terms_(std::min(max_terms, kMaxTerms)), kept_(kept) {}
  /// The value of `max_terms` for a memory limit of this process; 0: no limit.
  [[nodiscard]] static std::size_t terms_within(std::uint64_t memory_bytes);

  void line(std::string_view line);
  /// The instantiations in the format of cvc5 (read_cvc5_instances), each once, in the order of the log.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// For each quantifier with patterns whose variables are all of interest, an assertion with the patterns only:
  /// `(assert (forall ((x Int)) (! true :pattern ((f x)))))`.
  [[nodiscard]] const std::string& patterns() const { return patterns_; }

 private:
  enum class Kind : std::uint8_t { None, Application, Variable, Quantifier };
  /// The current term of an identifier. z3 reuses the identifiers of deleted terms.
  struct Node {
    Kind kind = Kind::None;
    std::string name;
    std::string meaning;                 ///< the text of a literal; else empty
    std::vector<std::size_t> arguments;  ///< Quantifier: its patterns; Variable: its index
  };
  static constexpr std::size_t kMaxTerms = std::size_t{1} << 26;
  /// The number in `#7`. Nullopt for other name spaces (`datatype#7`), and for numbers from max_terms_ on.
  [[nodiscard]] std::optional<std::size_t> identifier(std::string_view text) const;
  Node& node(std::size_t id);
  void application(std::string_view rest);
  void variable(std::string_view rest);
  void quantifier(std::string_view rest);
  void meaning(std::string_view rest);
  void variable_names(std::string_view rest);
  void instance(std::string_view rest);
  void match(std::string_view rest);
  void keep(std::size_t quantifier, std::string_view values);
  void note_patterns(std::size_t quantifier, const std::vector<std::string>& names);
  [[nodiscard]] std::string pattern(std::size_t id, const std::vector<std::string>& names) const;
  /// Appends the term to `text`. False if the term cannot be written in a script, or has more than `budget` nodes.
  /// `names`: names of the variables that may occur, by index.
  bool write(std::size_t id, const std::vector<std::string>& names, std::size_t& budget, std::string& text) const;

  std::map<std::string, std::string> sorts_;
  std::size_t max_terms_;
  KeptInstances kept_;
  std::vector<Node> nodes_;
  std::map<std::size_t, std::vector<std::string>> variables_;  ///< names of a quantifier's variables, by identifier
  std::set<std::string> seen_;
  std::string text_;
  std::set<std::vector<std::string>> with_patterns_;  ///< variable names of the quantifiers in patterns_
  std::string patterns_;
};

}  // namespace assay::trigger
