#include "trigger/proof/trace_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/smt/script.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "smt/log/log_words.hpp"

namespace assay::trigger {
namespace {

/// Maximum number of nodes of a value; larger values are unreadable.
constexpr std::size_t kMaxNodes = 300;
/// Maximum number of instantiations that are kept of a log.
constexpr std::size_t kMaxInstances = 4000;
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
    const std::optional<std::size_t> id = smt::log_identifier(rest.substr(space + 1));
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

void TraceReader::line(std::string_view line) {
  struct Row {
    std::string_view head;
    void (TraceReader::*read)(std::string_view);
  };
  constexpr std::array kRows = {Row{"[mk-app] ", &TraceReader::application},
                                Row{"[mk-var] ", &TraceReader::variable},
                                Row{"[mk-quant] ", &TraceReader::quantifier},
                                Row{"[mk-lambda] ", &TraceReader::quantifier},
                                Row{"[attach-meaning] ", &TraceReader::meaning},
                                Row{"[attach-var-names] ", &TraceReader::variable_names},
                                Row{"[inst-discovered] MBQI ", &TraceReader::instance},
                                Row{"[new-match] ", &TraceReader::match}};
  for (const Row& row : kRows)
    if (line.starts_with(row.head)) return (this->*row.read)(line.substr(row.head.size()));
}

std::size_t TraceReader::terms_within(std::uint64_t memory_bytes) {
  return memory_bytes == 0 ? kMaxTerms : static_cast<std::size_t>(memory_bytes) / kMemoryPerTerms / sizeof(Node);
}

std::optional<std::size_t> TraceReader::identifier(std::string_view text) const {
  const std::optional<std::size_t> number = smt::log_identifier(text);
  return number && *number < max_terms_ ? number : std::nullopt;
}

/// The node of an identifier. The vector grows by at least a half, up to max_terms_.
TraceReader::Node& TraceReader::node(std::size_t id) {
  if (id >= nodes_.size()) nodes_.resize(std::max(id + 1, std::min(max_terms_, nodes_.size() + nodes_.size() / 2)));
  return nodes_[id];
}

/// Reads `#5 f #3 #4`; names may have spaces.
void TraceReader::application(std::string_view rest) {
  const std::optional<std::size_t> id = identifier(smt::next_word(rest));
  if (!id) return;
  Node made{Kind::Application, {}, {}, last_identifiers(rest)};
  made.name = trim(rest);
  node(*id) = std::move(made);
}

/// Reads `#5 2`: the identifier, and the variable's index.
void TraceReader::variable(std::string_view rest) {
  const std::optional<std::size_t> id = identifier(smt::next_word(rest));
  const std::optional<std::uint64_t> index = parse_unsigned(trim(rest));
  if (id && index) node(*id) = {Kind::Variable, {}, {}, {static_cast<std::size_t>(*index)}};
}

/// Reads `#5 name 2 #7 #8 #9`: the number of variables, the patterns, and the body at the end.
void TraceReader::quantifier(std::string_view rest) {
  const std::optional<std::size_t> id = identifier(smt::next_word(rest));
  if (!id) return;
  std::vector<std::size_t> patterns = last_identifiers(rest);
  if (!patterns.empty()) patterns.pop_back();
  node(*id) = {Kind::Quantifier, {}, {}, std::move(patterns)};
}

/// Reads the value of a literal: `#5 arith (- 1)`, `#6 bv #b0`.
void TraceReader::meaning(std::string_view rest) {
  const std::optional<std::size_t> id = identifier(smt::next_word(rest));
  if (!id) return;
  (void)smt::next_word(rest);
  Node& literal = node(*id);
  literal.meaning = literal.name == "Real" ? real_literal(trim(rest)) : std::string(trim(rest));
}

/// Reads `#5 (|y| ; |U|) (|x| ; |Int|)`: the variables, in the order of the values of instances.
void TraceReader::variable_names(std::string_view rest) {
  const std::optional<std::size_t> id = identifier(smt::next_word(rest));
  if (!id) return;
  std::vector<std::string> names;
  for (std::size_t at = rest.find("(|"); at != std::string_view::npos; at = rest.find("(|", at + 1)) {
    const std::size_t end = rest.find('|', at + 2);
    if (end == std::string_view::npos) break;
    names.emplace_back(rest.substr(at + 2, end - at - 2));
  }
  note_patterns(*id, names);
  variables_[*id] = std::move(names);
}

/// Keeps the first patterns of each quantifier; later patterns belong to copies.
void TraceReader::note_patterns(std::size_t quantifier, const std::vector<std::string>& names) {
  const bool ours =
      std::all_of(names.begin(), names.end(), [&](const std::string& name) { return sorts_.contains(name); });
  if (!ours || names.empty() || quantifier >= nodes_.size() || with_patterns_.contains(names)) return;
  std::string patterns;
  for (const std::size_t id : nodes_[quantifier].arguments) patterns += pattern(id, names);
  if (patterns.empty()) return;
  with_patterns_.insert(names);
  std::string variables;
  for (const std::string& name : names) variables += "(" + smt::quoted_symbol(name) + " " + sorts_.at(name) + ")";
  patterns_ += "(assert (forall (" + variables + ") (! true" + patterns + ")))\n";
}

/// ` :pattern (term...)`, or empty if a term cannot be written in a script.
std::string TraceReader::pattern(std::size_t id, const std::vector<std::string>& names) const {
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

/// Reads `0x55 #5 #7 #8`: an address, the quantifier and its values.
void TraceReader::instance(std::string_view rest) {
  (void)smt::next_word(rest);
  if (const std::optional<std::size_t> id = identifier(smt::next_word(rest))) keep(*id, rest);
}

/// Reads `0x55 #5 #6 #7 #8 ; #9`: an address, the quantifier, its pattern, its values, and what matched.
void TraceReader::match(std::string_view rest) {
  if (kept_ != KeptInstances::All) return;
  (void)smt::next_word(rest);
  const std::optional<std::size_t> id = identifier(smt::next_word(rest));
  (void)smt::next_word(rest);
  if (id) keep(*id, rest.substr(0, rest.find(';')));
}

void TraceReader::keep(std::size_t quantifier, std::string_view rest) {
  const auto names = variables_.find(quantifier);
  if (names == variables_.end() || seen_.size() >= kMaxInstances) return;
  std::string variables;
  std::string values;
  for (const std::string& name : names->second) {
    const std::optional<std::size_t> value = identifier(smt::next_word(rest));
    const auto sort = sorts_.find(name);
    if (!value || sort == sorts_.end()) continue;
    std::string text;
    std::size_t budget = kMaxNodes;
    if (!write(*value, {}, budget, text)) continue;
    variables += "(" + smt::quoted_symbol(name) + " " + sort->second + ")";
    values += " " + text;
  }
  if (variables.empty()) return;
  std::string entry = "(instantiations (forall (" + variables + ") true)\n  (" + values + " )\n)\n";
  if (seen_.insert(entry).second) text_ += entry;
}

bool TraceReader::write(std::size_t id, const std::vector<std::string>& names, std::size_t& budget,
                        std::string& text) const {
  if (id >= nodes_.size() || budget == 0) return false;
  --budget;
  const Node& top = nodes_[id];
  if (top.kind == Kind::Variable) {
    const std::size_t index = top.arguments.at(0);
    if (index < names.size()) text += smt::quoted_symbol(names[index]);
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
  const std::string name = smt::quoted_symbol(renamed == kNames.end() ? top.name : std::string(renamed->second));
  text += top.arguments.empty() ? name : "(" + name;
  for (const std::size_t argument : top.arguments) {
    text += ' ';
    if (!write(argument, names, budget, text)) return false;
  }
  if (!top.arguments.empty()) text += ')';
  return true;
}

}  // namespace assay::trigger
