#include "smt/certificate/grammar.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "smt/certificate/request.hpp"
#include "smt/solver/script_shape.hpp"

namespace assay::smt {
namespace {

using Parts = std::vector<std::string_view>;
constexpr std::size_t kMaxSteps = 200'000;

/// The text as a tree in which equal terms are equal: blanks are single, literals have one form.
std::string canonical(std::string_view text) {
  const auto parts = parts_of(text);
  if (!parts) {
    if (!text.starts_with("#x")) return std::string(text);
    std::string bits = "#b";
    for (const char digit : text.substr(2)) {
      const auto value = static_cast<unsigned>(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
      for (unsigned bit = 4; bit-- > 0;) bits += (value >> bit & 1U) != 0 ? '1' : '0';
    }
    return bits;
  }
  if (parts->size() == 2 && (*parts)[0] == "-" && parse_unsigned((*parts)[1])) return "-" + std::string((*parts)[1]);
  std::string joined = "(";
  for (const std::string_view part : *parts) joined += (joined.size() > 1 ? " " : "") + canonical(part);
  return joined + ")";
}

bool is_literal(std::string_view text) {
  if (text.empty()) return false;
  const bool negative = text.front() == '-' && text.size() > 1;
  const char first = text[negative ? 1 : 0];
  return (first >= '0' && first <= '9') || first == '#' || first == '"' || text == "true" || text == "false" ||
         text.starts_with("(/ ") || text.starts_with("(- ") || text.starts_with("(_ bv");
}

class Derivation {
 public:
  /// False if the grammar has another form.
  bool read(std::string_view grammar) {
    std::vector<Parts> lists;
    for (grammar = trim(grammar); !grammar.empty(); grammar = trim(grammar)) {
      const std::size_t end = skip_expression(grammar, 0);
      const auto list = end == std::string_view::npos ? std::nullopt : parts_of(grammar.substr(0, end));
      if (!list) return false;
      lists.push_back(*list);
      grammar = grammar.substr(end);
    }
    if (lists.empty()) return false;
    for (const std::string_view group : lists.back()) {
      const auto parts = parts_of(group);
      const auto rules = parts && parts->size() == 3 ? parts_of((*parts)[2]) : std::nullopt;
      if (!rules) return false;
      if (start_.empty()) start_ = std::string((*parts)[0]);
      std::vector<std::string>& into = rules_[std::string((*parts)[0])];
      for (const std::string_view rule : *rules) into.push_back(canonical(rule));
    }
    return !start_.empty();
  }
  void add_variable(std::string_view name) { variables_.insert(std::string(name)); }

  GrammarMatch derives(const std::string& term) {
    const bool derived = from_rule(start_, term);
    return derived ? GrammarMatch::Yes : steps_ > kMaxSteps ? GrammarMatch::Unknown : GrammarMatch::No;
  }

 private:
  bool from_nonterminal(const std::string& nonterminal, const std::string& term) {
    const auto key = std::pair(nonterminal, term);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    known_[key] = false;  // a derivation of a term need not repeat the pair
    const auto& rules = rules_[nonterminal];
    const bool found =
        std::any_of(rules.begin(), rules.end(), [&](const std::string& rule) { return from_rule(rule, term); });
    return known_[key] = found;
  }

  bool from_rule(const std::string& rule, const std::string& term) {
    if (++steps_ > kMaxSteps) return false;
    if (rules_.contains(rule)) return from_nonterminal(rule, term);
    const auto parts = parts_of(rule);
    if (!parts) return rule == term;
    if (parts->size() == 2 && (*parts)[0] == "Constant") return is_literal(term);
    if (parts->size() == 2 && (*parts)[0] == "Variable") return variables_.contains(term);
    const std::string negative = term.starts_with('-') && term.size() > 1 ? "(- " + term.substr(1) + ")" : term;
    const auto given = parts_of(negative);
    if (!given || given->size() != parts->size()) return false;
    for (std::size_t i = 0; i < parts->size(); ++i)
      if (!from_rule(std::string((*parts)[i]), std::string((*given)[i]))) return false;
    return true;
  }

  std::string start_;
  std::map<std::string, std::vector<std::string>> rules_;
  std::set<std::string> variables_;
  std::map<std::pair<std::string, std::string>, bool> known_;
  std::size_t steps_ = 0;
};

}  // namespace

GrammarMatch matches_grammar(std::string_view reply, std::string_view grammar) {
  const std::size_t begin = reply.find("(define-fun ");
  if (begin == std::string_view::npos) return GrammarMatch::Unknown;
  const std::size_t end = skip_expression(reply, begin);
  const auto parts = end == std::string_view::npos ? std::nullopt : parts_of(reply.substr(begin, end - begin));
  if (!parts || parts->size() != 5) return GrammarMatch::Unknown;
  const std::string body = canonical((*parts)[4]);
  Derivation derivation;
  if (body.find("(let ") != std::string::npos || !derivation.read(grammar)) return GrammarMatch::Unknown;
  const auto parameters = parts_of((*parts)[2]);
  for (const std::string_view parameter : parameters.value_or(Parts{}))
    if (const auto pair = parts_of(parameter); pair && !pair->empty()) derivation.add_variable((*pair)[0]);
  return derivation.derives(body);
}

}  // namespace assay::smt
