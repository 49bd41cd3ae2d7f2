
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/smt/operator.hpp"
#include "base/text.hpp"
#include "smt/certificate/request.hpp"
#include "smt/parse/literals.hpp"
#include "smt/solver/script_shape.hpp"

namespace assay::smt {
namespace {

using Parts = std::vector<std::string_view>;
constexpr std::size_t kMaxSteps = 200'000;

bool is_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A literal without parentheses, or an operator, in its one form: "3/2" for 1.5, "2" for 2.0.
std::string canonical_word(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (is_integer(text)) return mpz_class(std::string(text), 10).get_str();
  if (dot != std::string_view::npos && is_integer(text.substr(0, dot)) &&
      is_integer("1" + std::string(text.substr(dot + 1))))
    return decimal_literal(text).get_str();
  if (text.size() > 1 && text.starts_with('"')) return string_literal(string_value(text, true));
  if (const auto op = Operators::get().find(text, 0)) return std::string(Operators::get().row(*op).name);
  if (!text.starts_with("#x")) return std::string(text);
  std::string bits = "#b";
  for (const char digit : text.substr(2)) {
    const auto value = static_cast<unsigned>(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
    for (unsigned bit = 4; bit-- > 0;) bits += (value >> bit & 1U) != 0 ? '1' : '0';
  }
  return bits;
}

/// The bits of "(_ bv5 8)" and "(_ +oo 3 4)" ("(fp #b0 #b111 #b000)"); empty: it is another term. `words` are its
/// words.
std::string indexed_literal(const std::vector<std::string>& words) {
  constexpr std::uint64_t kMaxBits = 1U << 16U;
  const auto number = [&](std::size_t i) -> std::uint64_t {
    const auto read = i < words.size() ? parse_unsigned(words[i]) : std::nullopt;
    return read && *read <= kMaxBits ? *read : 0;
  };
  if (words.size() < 3 || words.size() > 4 || words[0] != "_") return {};
  const std::string_view name = words[1];
  if (const auto digits = bits_digits(name); digits && words.size() == 3 && number(2) > 0) {
    const std::string bits = integer_literal(*digits).get_str(2);
    return bits.size() > number(2) ? "" : "#b" + std::string(number(2) - bits.size(), '0') + bits;
  }
  const bool is_infinite = name.substr(std::min<std::size_t>(1, name.size())) == "oo";
  if (words.size() != 4 || number(2) == 0 || number(3) == 0 || (!is_infinite && name != "+zero" && name != "-zero"))
    return {};
  return std::string("(fp #b") + (name[0] == '-' ? "1" : "0") + " #b" +
         std::string(number(2), is_infinite ? '1' : '0') + " #b" + std::string(number(3) - 1, '0') + ")";
}

/// The text as a tree in which equal terms are equal: blanks are single, literals have one form.
std::string canonical(std::string_view text) {
  const auto parts = parts_of(text);
  if (!parts) return canonical_word(text);
  std::vector<std::string> words;
  for (const std::string_view part : *parts) words.push_back(canonical(part));
  if (std::string literal = indexed_literal(words); !literal.empty()) return literal;
  if (words.size() == 2 && words[0] == "-" && words[1][0] >= '0' && words[1][0] <= '9') return "-" + words[1];
  // Only a quotient in lowest terms is a literal.
  if (words.size() == 3 && words[0] == "/" && is_integer(words[1]) && is_integer(words[2]))
    if (mpz_class(words[2], 10) > 1 && gcd(mpz_class(words[1], 10), mpz_class(words[2], 10)) == 1)
      return words[1] + "/" + words[2];
  return "(" + join(words, " ") + ")";
}

/// The term, and the terms that a number may stand for: (- 1/2) and (/ -1 2) for -1/2.
std::vector<std::string> spellings(const std::string& term) {
  std::vector<std::string> all = {term};
  const std::size_t slash = term.find('/');
  if (!is_integer(std::string_view(term).substr(0, slash))) return all;
  if (term.front() == '-') all.push_back("(- " + term.substr(1) + ")");
  if (slash != std::string::npos) all.push_back("(/ " + term.substr(0, slash) + " " + term.substr(slash + 1) + ")");
  return all;
}

/// Whether the rule is an operator with more than two arguments that stands for several with two, such as (= S S S).
/// Solvers may print either form.
bool is_chain(std::string_view rule) {
  const auto parts = parts_of(rule);
  if (!parts || parts->size() <= 3) return false;
  const auto op = Operators::get().find((*parts)[0], 0);
  return op && Operators::get().row(*op).chaining != Chaining::None;
}

bool is_literal(std::string_view text) {
  if (text.empty()) return false;
  const bool negative = text.front() == '-' && text.size() > 1;
  const char first = text[negative ? 1 : 0];
  return (first >= '0' && first <= '9') || first == '#' || first == '"' || text == "true" || text == "false" ||
         text.starts_with("(/ ") || text.starts_with("(- ") || text.starts_with("(_ ");
}

/// Whether is_literal knows all literals of the sort.
bool has_plain_literals(std::string_view sort) {
  constexpr std::array<std::string_view, 4> kSorts = {"Bool", "Int", "Real", "String"};
  return sort.starts_with("(_ BitVec ") || std::find(kSorts.begin(), kSorts.end(), sort) != kSorts.end();
}

class Derivation {
 public:
  /// False if the grammar has another form.
  bool read(std::string_view grammar) {
    const std::string list = "(" + std::string(grammar) + ")";
    const auto lists = parts_of(list);
    const auto groups = lists && !lists->empty() ? parts_of(lists->back()) : std::nullopt;
    if (!groups) return false;
    for (const std::string_view group : *groups) {
      const auto parts = parts_of(group);
      const auto rules = parts && parts->size() == 3 ? parts_of((*parts)[2]) : std::nullopt;
      if (!rules) return false;
      if (start_.empty()) start_ = std::string((*parts)[0]);
      std::vector<std::string>& into = rules_[std::string((*parts)[0])];
      for (const std::string_view rule : *rules) {
        into.push_back(canonical(rule));
        may_miss_ = may_miss_ || is_chain(rule);
      }
    }
    return !start_.empty();
  }
  void add_variable(std::string_view name) { variables_.insert(std::string(name)); }

  GrammarMatch derives(const std::string& term) {
    const bool derived = from_rule(start_, term);
    return derived ? GrammarMatch::Yes : steps_ > kMaxSteps || may_miss_ ? GrammarMatch::Unknown : GrammarMatch::No;
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
    if (parts->size() == 2 && (*parts)[0] == "Constant") {
      may_miss_ = may_miss_ || !has_plain_literals((*parts)[1]);
      return is_literal(term);
    }
    if (parts->size() == 2 && (*parts)[0] == "Variable") return variables_.contains(term);
    const std::vector<std::string> all = spellings(term);
    return std::any_of(all.begin(), all.end(), [&](const std::string& one) { return matches(*parts, one); });
  }

  /// The parts of a rule derive the parts of the term.
  bool matches(const Parts& rule, const std::string& term) {
    const auto given = parts_of(term);
    if (!given || given->size() != rule.size()) return false;
    for (std::size_t i = 0; i < rule.size(); ++i)
      if (!from_rule(std::string(rule[i]), std::string((*given)[i]))) return false;
    return true;
  }

  std::string start_;
  std::map<std::string, std::vector<std::string>> rules_;
  std::set<std::string> variables_;
  std::map<std::pair<std::string, std::string>, bool> known_;
  bool may_miss_ = false;  ///< a rule derives terms that are not found here
  std::size_t steps_ = 0;
};

}  // namespace

GrammarMatch matches_grammar(std::string_view reply, std::string_view grammar) {
  const auto parts = parts_of(next_definition(reply));
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
