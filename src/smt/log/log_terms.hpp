#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::smt {

/// The terms of z3's log (option `trace`, since release 4.8), line by line. z3 reuses the identifiers of deleted terms,
/// so a term must be written before the next line is read.
class LogTerms {
 public:
  static constexpr std::size_t kMaxTerms = std::size_t{1} << 26;
  /// Maximum number of nodes of a term that is written.
  static constexpr std::size_t kMaxNodes = 300;

  /// `max_terms`: terms with this or a higher identifier are ignored.
  explicit LogTerms(std::size_t max_terms = kMaxTerms);
  /// The value of `max_terms` for a memory limit of this process; 0: no limit.
  [[nodiscard]] static std::size_t terms_within(std::uint64_t memory_bytes);

  /// Reads a line. False: it defines and names no term.
  bool line(std::string_view line);
  /// The number in `#7`. Nullopt for other name spaces (`datatype#7`), and for numbers from `max_terms` on.
  [[nodiscard]] std::optional<std::size_t> identifier(std::string_view text) const;
  /// The names of a quantifier's variables, in the order of the values of instances. Null: the log does not say them.
  [[nodiscard]] const std::vector<std::string>* variables_of(std::size_t quantifier) const;
  /// The quantifier's `:qid`, or z3's name for it. Empty: no quantifier.
  [[nodiscard]] std::string_view name_of(std::size_t quantifier) const;
  /// ` :pattern (term...)` for each pattern of the quantifier that can be written.
  [[nodiscard]] std::string patterns_of(std::size_t quantifier) const;
  /// The term as SMT-LIB. Nullopt if a script cannot have it, or for more than kMaxNodes nodes.
  [[nodiscard]] std::optional<std::string> text_of(std::size_t term) const;

 private:
  enum class Kind : std::uint8_t { None, Application, Variable, Quantifier };
  struct Node {
    Kind kind = Kind::None;
    std::string name;
    std::string meaning;                 ///< the text of a literal; else empty
    std::vector<std::size_t> arguments;  ///< Quantifier: its patterns; Variable: its index
  };
  Node& node(std::size_t id);
  void application(std::string_view rest);
  void variable(std::string_view rest);
  void quantifier(std::string_view rest);
  void meaning(std::string_view rest);
  void variable_names(std::string_view rest);
  [[nodiscard]] std::string pattern(std::size_t id, const std::vector<std::string>& names) const;
  /// Appends the term to `text`. False if it cannot be written, or has more than `budget` nodes. `names`: names of the
  /// variables that may occur, by index.
  bool write(std::size_t id, const std::vector<std::string>& names, std::size_t& budget, std::string& text) const;

  std::size_t max_terms_;
  std::vector<Node> nodes_;
  std::map<std::size_t, std::vector<std::string>> variables_;  ///< names of a quantifier's variables, by identifier
};

}  // namespace assay::smt
