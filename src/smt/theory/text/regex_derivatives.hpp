#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "smt/term/regex_value.hpp"

namespace assay::smt {

/// A regular language as an automaton whose states are made on demand. A state is a language, and a step is a
/// derivative, which is also exact for complement and intersection. States are simplified so that there are finitely
/// many (similarity: Brzozowski, "Derivatives of Regular Expressions", J. ACM 1964). Characters that the expression
/// does not distinguish share their steps (character classes: Owens, Reppy and Turon, JFP 2009). Iterative. The value
/// must outlive the automaton.
class RegexAutomaton {
 public:
  using State = std::uint32_t;

  RegexAutomaton(const RegexValue& language, std::uint64_t budget) : RegexAutomaton(language, nullptr, budget) {}
  /// The automaton of the words that are in either language, but not in both.
  static RegexAutomaton difference(const RegexValue& a, const RegexValue& b, std::uint64_t budget) {
    return RegexAutomaton(a, &b, budget);
  }

  [[nodiscard]] State start() const { return start_; }
  /// The state after a character. Meaningless if exhausted().
  [[nodiscard]] State step(State state, char32_t character);
  [[nodiscard]] bool accepts(State state) const { return nodes_[state].nullable; }
  [[nodiscard]] bool is_none(State state) const { return state == kNone; }  ///< no word is accepted from this state
  [[nodiscard]] bool is_all(State state) const { return state == all_; }    ///< all words are accepted from this state
  /// Whether the budget of steps was exceeded, so that results are meaningless.
  [[nodiscard]] bool exhausted() const { return steps_ > budget_; }
  /// Whether no word is accepted. Visits all reachable states. Nullopt if exhausted.
  [[nodiscard]] std::optional<bool> is_empty();

 private:
  using Kind = RegexValue::Kind;
  static constexpr State kNone = 0;
  static constexpr State kEmptyWord = 1;

  struct Node {
    Kind kind = Kind::None;
    bool nullable = false;
    std::uint64_t x = 0;  ///< Literal: text; Range: low; Loop: minimum
    std::uint64_t y = 0;  ///< Literal: position of its next character; Range: high; Loop: maximum
    std::vector<State> children;
  };

  RegexAutomaton(const RegexValue& a, const RegexValue* b, std::uint64_t budget);

  void collect_classes(const RegexValue& root);
  [[nodiscard]] State compile(const RegexValue& root);
  [[nodiscard]] State compile_node(const RegexValue& value, std::vector<State> children);
  [[nodiscard]] std::uint32_t class_of(char32_t character) const;

  State intern(Node node);
  State literal(std::uint64_t text, std::uint64_t offset);
  State range(std::uint64_t low, std::uint64_t high);
  State concat(State left, State right);
  State cons(State left, State right);
  State join(Kind kind, const std::vector<State>& children);
  [[nodiscard]] std::vector<State> flatten(Kind kind, const std::vector<State>& children);
  State star(State child);
  State complement(State child);
  State loop(State child, std::uint64_t minimum, std::uint64_t maximum);

  [[nodiscard]] std::optional<State> known(State state, std::uint32_t character_class) const;
  /// The derivative, if the derivatives of the needed children are known. Otherwise pushes these children on `open`.
  std::optional<State> derive(State state, std::uint32_t character_class, std::vector<State>& open);
  State combine_derivatives(State state, std::uint32_t character_class);
  State derive_concat(const Node& node, std::uint32_t character_class);

  std::uint64_t budget_;
  std::uint64_t steps_ = 0;
  std::vector<Node> nodes_;
  std::unordered_multimap<std::uint64_t, State> by_hash_;
  std::unordered_map<std::uint64_t, State> derivatives_;  ///< by state and class
  std::vector<std::u32string_view> texts_;
  std::map<std::u32string_view, std::uint64_t> text_ids_;
  std::vector<char32_t> class_starts_;  ///< the least character of each class, sorted
  State any_character_ = kNone;
  State all_ = kNone;
  State start_ = kNone;
};

/// Whether two expressions denote the same language. Nullopt if the test takes too many steps.
[[nodiscard]] std::optional<bool> same_language(const RegexValue& a, const RegexValue& b);

}  // namespace assay::smt
