#include "smt/log/log_terms.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/smt/script.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "smt/log/log_words.hpp"

namespace assay::smt {
namespace {

/// The terms of one log may use 1/kMemoryPerTerms of the memory limit.
constexpr std::size_t kMemoryPerTerms = 6;

/// z3's names of operators, and their SMT-LIB names.
constexpr std::array kNames = {std::pair<std::string_view, std::string_view>{"if", "ite"},
                               std::pair<std::string_view, std::string_view>{"iff", "="},
                               std::pair<std::string_view, std::string_view>{"implies", "=>"}};

/// Removes the identifiers from the end of `rest`, and returns them in their order.
std::vector<std::size_t> last_identifiers(std::string_view& rest) {
  std::vector<std::size_t> found;
  rest = trim(rest);
  while (true) {
    const std::size_t space = rest.rfind(' ');
    if (space == std::string_view::npos) break;
    const std::optional<std::size_t> id = log_identifier(rest.substr(space + 1));
    if (!id) break;
    found.push_back(*id);
    rest = rest.substr(0, space);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

/// A real literal as SMT-LIB decimals: `(/ (- 1) 2)` becomes `(/ (- 1.0) 2.0)`.
std::string real_literal(std::string_view meaning) {
  std::string text;
  for (std::size_t i = 0; i < meaning.size(); ++i) {
    const bool digit = is_digit(meaning[i]);
    text += meaning[i];
    const bool last = i + 1 == meaning.size() || !is_digit(meaning[i + 1]);
    if (digit && last) text += ".0";
  }
  return text;
}

}  // namespace

LogTerms::LogTerms(std::size_t max_terms) : max_terms_(std::min(max_terms, kMaxTerms)) {}

std::size_t LogTerms::terms_within(std::uint64_t memory_bytes) {
  return memory_bytes == 0 ? kMaxTerms : static_cast<std::size_t>(memory_bytes) / kMemoryPerTerms / sizeof(Node);
}

bool LogTerms::line(std::string_view line) {
  struct Row {
    std::string_view head;
    void (LogTerms::*read)(std::string_view);
  };
  constexpr std::array kRows = {
      Row{"[mk-app] ", &LogTerms::application},     Row{"[mk-var] ", &LogTerms::variable},
      Row{"[mk-quant] ", &LogTerms::quantifier},    Row{"[mk-lambda] ", &LogTerms::quantifier},
      Row{"[attach-meaning] ", &LogTerms::meaning}, Row{"[attach-var-names] ", &LogTerms::variable_names},
  };
  for (const Row& row : kRows) {
    if (!line.starts_with(row.head)) continue;
    (this->*row.read)(line.substr(row.head.size()));
    return true;
  }
  return false;
}

std::optional<std::size_t> LogTerms::identifier(std::string_view text) const {
  const std::optional<std::size_t> number = log_identifier(text);
  return number && *number < max_terms_ ? number : std::nullopt;
}

const std::vector<std::string>* LogTerms::variables_of(std::size_t quantifier) const {
  const auto found = variables_.find(quantifier);
  return found == variables_.end() ? nullptr : &found->second;
}

std::string_view LogTerms::name_of(std::size_t quantifier) const {
  const bool is_known = quantifier < nodes_.size() && nodes_[quantifier].kind == Kind::Quantifier;
  return is_known ? std::string_view(nodes_[quantifier].name) : std::string_view();
}

std::string LogTerms::patterns_of(std::size_t quantifier) const {
  const std::vector<std::string>* const names = variables_of(quantifier);
  std::string text;
  if (names == nullptr || quantifier >= nodes_.size()) return text;
  for (const std::size_t id : nodes_[quantifier].arguments) text += pattern(id, *names);
  return text;
}

std::optional<std::string> LogTerms::text_of(std::size_t term) const {
  std::string text;
  std::size_t budget = kMaxNodes;
  return write(term, {}, budget, text) ? std::optional(std::move(text)) : std::nullopt;
}

/// The node of an identifier. The vector grows by at least a half, up to max_terms_.
LogTerms::Node& LogTerms::node(std::size_t id) {
  if (id >= nodes_.size()) nodes_.resize(std::max(id + 1, std::min(max_terms_, nodes_.size() + nodes_.size() / 2)));
  return nodes_[id];
}

/// Reads `#5 f #3 #4`; names may have spaces.
void LogTerms::application(std::string_view rest) {
  const std::optional<std::size_t> id = identifier(next_word(rest));
  if (!id) return;
  Node made{Kind::Application, {}, {}, last_identifiers(rest)};
  made.name = trim(rest);
  node(*id) = std::move(made);
}

/// Reads `#5 2`: the identifier, and the variable's index.
void LogTerms::variable(std::string_view rest) {
  const std::optional<std::size_t> id = identifier(next_word(rest));
  const std::optional<std::uint64_t> index = parse_unsigned(trim(rest));
  if (id && index) node(*id) = {Kind::Variable, {}, {}, {static_cast<std::size_t>(*index)}};
}

/// Reads `#5 name 2 #7 #8 #9`: the number of variables, the patterns, and the body at the end.
void LogTerms::quantifier(std::string_view rest) {
  const std::optional<std::size_t> id = identifier(next_word(rest));
  if (!id) return;
  std::vector<std::size_t> patterns = last_identifiers(rest);
  if (!patterns.empty()) patterns.pop_back();
  const std::string_view number = rest.substr(rest.rfind(' ') + 1);
  rest.remove_suffix(number.size());
  node(*id) = {Kind::Quantifier, std::string(trim(rest)), {}, std::move(patterns)};
}

/// Reads the value of a literal: `#5 arith (- 1)`, `#6 bv #b0`.
void LogTerms::meaning(std::string_view rest) {
  const std::optional<std::size_t> id = identifier(next_word(rest));
  if (!id) return;
  (void)next_word(rest);
  Node& literal = node(*id);
  literal.meaning = literal.name == "Real" ? real_literal(trim(rest)) : std::string(trim(rest));
}

/// Reads `#5 (|y| ; |U|) (|x| ; |Int|)`: the variables, in the order of the values of instances.
void LogTerms::variable_names(std::string_view rest) {
  const std::optional<std::size_t> id = identifier(next_word(rest));
  if (!id) return;
  std::vector<std::string>& names = variables_[*id];
  names.clear();
  for (std::size_t at = rest.find("(|"); at != std::string_view::npos; at = rest.find("(|", at + 1)) {
    const std::size_t end = rest.find('|', at + 2);
    if (end == std::string_view::npos) break;
    names.emplace_back(rest.substr(at + 2, end - at - 2));
  }
}

/// ` :pattern (term...)`, or empty if a term cannot be written in a script.
std::string LogTerms::pattern(std::size_t id, const std::vector<std::string>& names) const {
  if (id >= nodes_.size() || nodes_[id].name != "pattern" || nodes_[id].arguments.empty()) return {};
  std::string text = " :pattern (";
  for (const std::size_t term : nodes_[id].arguments) {
    std::size_t budget = kMaxNodes;
    if (!write(term, names, budget, text)) return {};
    text += ' ';
  }
  text.back() = ')';
  return text;
}

bool LogTerms::write(std::size_t id, const std::vector<std::string>& names, std::size_t& budget,
                     std::string& text) const {
  if (id >= nodes_.size() || budget == 0) return false;
  --budget;
  const Node& top = nodes_[id];
  if (top.kind == Kind::Variable) {
    const std::size_t index = top.arguments.at(0);
    if (index < names.size()) text += quoted_symbol(names[index]);
    return index < names.size();
  }
  // The log does not say the sort of a constant array.
  if (top.kind != Kind::Application || (top.name == "const" && !top.arguments.empty())) return false;
  if (!top.meaning.empty()) {
    text += top.meaning;
    return true;
  }
  const auto* const renamed =
      std::find_if(kNames.begin(), kNames.end(), [&](const auto& row) { return row.first == top.name; });
  const std::string name = quoted_symbol(renamed == kNames.end() ? top.name : std::string(renamed->second));
  text += top.arguments.empty() ? name : "(" + name;
  for (const std::size_t argument : top.arguments) {
    text += ' ';
    if (!write(argument, names, budget, text)) return false;
  }
  if (!top.arguments.empty()) text += ')';
  return true;
}

}  // namespace assay::smt
