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

/// Reads the log that z3 writes of a run (`trace`, of releases since 4.8), line by line as it comes, and keeps what
/// model-based instantiation chose: it needs no proof, and is there when the run did not end. Instantiations by
/// E-matching are left out: E-matching finds them again. Patterns of quantifiers are kept, too: those that z3 made
/// itself.
class TraceReader {
 public:
  /// The variables that are asked for, by name, with the text of their sorts. No others are looked at.
  /// `most_terms`: terms of the log with higher numbers are not kept, nor instantiations that have them.
  explicit TraceReader(std::map<std::string, std::string> sorts, std::size_t most_terms = kMostTerms)
      : sorts_(std::move(sorts)), most_terms_(std::min(most_terms, kMostTerms)) {}
  /// What a memory limit of so many bytes allows; 0: none.
  [[nodiscard]] static std::size_t terms_within(std::uint64_t memory_bytes);

  void line(std::string_view line);
  /// The instantiations in the form in which cvc5 dumps them (read_cvc5_instances), each once, in their order.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// An assertion for each quantifier of our variables that has patterns, with nothing else in it:
  /// `(assert (forall ((x Int)) (! true :pattern ((f x)))))`.
  [[nodiscard]] const std::string& patterns() const { return patterns_; }

 private:
  enum class Kind : std::uint8_t { None, Application, Variable, Quantifier };
  /// What an identifier stands for now: z3 uses the identifiers of terms that are gone again.
  struct Node {
    Kind kind = Kind::None;
    std::string name;
    std::string meaning;                 ///< of a literal
    std::vector<std::size_t> arguments;  ///< Quantifier: its patterns; Variable: its index
  };
  static constexpr std::size_t kMostTerms = std::size_t{1} << 26;
  /// The number in `#7`. Other name spaces (`datatype#7`) are not looked at.
  [[nodiscard]] std::optional<std::size_t> identifier(std::string_view text) const;
  Node& node(std::size_t id);
  void application(std::string_view rest);
  void variable(std::string_view rest);
  void quantifier(std::string_view rest);
  void meaning(std::string_view rest);
  void variable_names(std::string_view rest);
  void instance(std::string_view rest);
  void note_patterns(std::size_t quantifier, const std::vector<std::string>& names);
  [[nodiscard]] std::string pattern(std::size_t id, const std::vector<std::string>& names) const;
  /// False: it cannot be said in a script, or is too large. `names`: of the variables that may be in it, by index.
  bool write(std::size_t id, const std::vector<std::string>& names, std::size_t& budget, std::string& text) const;

  std::map<std::string, std::string> sorts_;
  std::size_t most_terms_;
  std::vector<Node> nodes_;
  std::map<std::size_t, std::vector<std::string>> variables_;  ///< of quantifiers, by index
  std::set<std::string> seen_;
  std::string text_;
  std::set<std::vector<std::string>> with_patterns_;  ///< variables of quantifiers whose patterns are known
  std::string patterns_;
};

}  // namespace assay::trigger
