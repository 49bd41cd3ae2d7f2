#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::trigger {

/// Reads the log that z3 writes of a run (`trace`, of releases since 4.8), line by line as it comes, and keeps what
/// model-based instantiation chose: it needs no proof, and is there when the run did not end. Instantiations by
/// E-matching are left out: E-matching finds them again.
class TraceReader {
 public:
  /// The variables that are asked for, by name, with the text of their sorts. No others are looked at.
  explicit TraceReader(std::map<std::string, std::string> sorts) : sorts_(std::move(sorts)) {}

  void line(std::string_view line);
  /// The instantiations in the form in which cvc5 dumps them (read_cvc5_instances), each once, in their order.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  enum class Kind : std::uint8_t { None, Application, Other };
  /// What an identifier stands for now: z3 uses the identifiers of terms that are gone again.
  struct Node {
    Kind kind = Kind::None;
    std::string name;
    std::string meaning;  ///< of a literal
    std::vector<std::size_t> arguments;
  };
  Node& node(std::size_t id);
  void application(std::string_view rest);
  void meaning(std::string_view rest);
  void variable_names(std::string_view rest);
  void instance(std::string_view rest);
  /// False: it cannot be said in a script, or is too large.
  bool write(std::size_t id, std::size_t& budget, std::string& text) const;

  std::map<std::string, std::string> sorts_;
  std::vector<Node> nodes_;
  std::map<std::size_t, std::vector<std::string>> variables_;  ///< of quantifiers
  std::set<std::string> seen_;
  std::string text_;
};

}  // namespace assay::trigger
