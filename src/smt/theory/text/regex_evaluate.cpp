#include "smt/theory/text/regex_evaluate.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "smt/theory/text/regex_derivatives.hpp"
#include "smt/theory/text/regex_tree.hpp"
#include "smt/theory/text/strings_evaluate.hpp"

namespace assay::smt::regex {

namespace {

using Kind = RegexValue::Kind;

/// Maximum number of steps of one automaton, which take about 100 milliseconds.
constexpr std::uint64_t kBudget = 2'000'000;

const Regex& child(const Arguments& arguments, std::size_t i = 0) { return arguments[i].as<Regex>(); }

Outcome made(Regex regex) { return regex == nullptr ? Outcome(Lack::Budget) : Outcome(Value(std::move(regex))); }

Regex any_character() { return regex_range(0, kMaxCharacter); }

std::vector<Regex> children(const Arguments& arguments) {
  std::vector<Regex> result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    result.push_back(child(arguments, i));
  }
  return result;
}

/// The language of at least `minimum` repetitions.
Regex at_least(const Regex& regex, std::uint64_t minimum) {
  Regex star = regex_node(Kind::Star, {regex});
  return minimum == 0 ? star : regex_node(Kind::Concat, {regex_loop(regex, minimum, minimum), std::move(star)});
}

/// The end of the shortest match that starts at `begin`. Nullopt if there is none.
std::optional<std::size_t> match_end(RegexAutomaton& automaton, const std::u32string& word, std::size_t begin,
                                     bool may_be_empty) {
  RegexAutomaton::State state = automaton.start();
  if (may_be_empty && automaton.accepts(state)) {
    return begin;
  }
  for (std::size_t i = begin; i < word.size(); ++i) {
    state = automaton.step(state, word[i]);
    if (automaton.exhausted() || automaton.is_none(state)) {
      return std::nullopt;
    }
    if (automaton.accepts(state)) {
      return i + 1;
    }
  }
  return std::nullopt;
}

/// The reversed language. Recursive, because the depth of trees is bounded. Shared nodes are reversed once.
Regex reversed(const Regex& regex, std::unordered_map<const RegexValue*, Regex>& known) {
  if (const auto found = known.find(regex.get()); found != known.end()) {
    return found->second;
  }
  if (regex->kind == Kind::Literal) {
    return known[regex.get()] = regex_literal({regex->text.rbegin(), regex->text.rend()});
  }
  if (regex->children.empty()) {
    return regex;
  }
  std::vector<Regex> parts;
  for (const Regex& part : regex->children) {
    parts.push_back(reversed(part, known));
  }
  if (regex->kind == Kind::Concat) {
    std::reverse(parts.begin(), parts.end());
  }
  const bool is_loop = regex->kind == Kind::Loop;
  return known[regex.get()] = is_loop ? regex_loop(std::move(parts[0]), regex->minimum, regex->maximum)
                                      : regex_node(regex->kind, std::move(parts));
}

}  // namespace

Outcome none(const Arguments& /*arguments*/) { return made(regex_none()); }
Outcome all(const Arguments& /*arguments*/) { return made(regex_node(Kind::Star, {any_character()})); }
Outcome all_char(const Arguments& /*arguments*/) { return made(any_character()); }
Outcome to_re(const Arguments& arguments) { return made(regex_literal(arguments[0].as_string())); }
Outcome concat(const Arguments& arguments) { return made(regex_node(Kind::Concat, children(arguments))); }
Outcome make_union(const Arguments& arguments) { return made(regex_node(Kind::Union, children(arguments))); }
Outcome intersection(const Arguments& arguments) { return made(regex_node(Kind::Intersection, children(arguments))); }
Outcome star(const Arguments& arguments) { return made(regex_node(Kind::Star, {child(arguments)})); }
Outcome plus(const Arguments& arguments) { return made(at_least(child(arguments), 1)); }
Outcome complement(const Arguments& arguments) { return made(regex_node(Kind::Complement, {child(arguments)})); }

Outcome option(const Arguments& arguments) {
  return made(regex_node(Kind::Union, {regex_literal(std::u32string()), child(arguments)}));
}

Outcome range(const Arguments& arguments) {
  const std::u32string& low = arguments[0].as_string();
  const std::u32string& high = arguments[1].as_string();
  return made(low.size() == 1 && high.size() == 1 ? regex_range(low[0], high[0]) : regex_none());
}

Outcome difference(const Arguments& arguments) {
  std::vector<Regex> parts = children(arguments);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    parts[i] = regex_node(Kind::Complement, {parts[i]});
  }
  return made(regex_node(Kind::Intersection, std::move(parts)));
}

Outcome reverse(const Arguments& arguments) {
  std::unordered_map<const RegexValue*, Regex> known;
  return made(reversed(child(arguments), known));
}

Outcome power(const Arguments& arguments) {
  const std::uint64_t times = arguments.indices[0].number;
  return made(regex_loop(child(arguments), times, times));
}

Outcome loop(const Arguments& arguments) {
  return made(regex_loop(child(arguments), arguments.indices[0].number, arguments.indices[1].number));
}

Outcome open_loop(const Arguments& arguments) { return made(at_least(child(arguments), arguments.indices[0].number)); }

Outcome arguments_loop(const Arguments& arguments) {
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const mpz_class& bound = arguments[i].as_int();
    if (bound < 0) {
      return arguments.unspecified != nullptr ? arguments.unspecified->open(arguments) : Lack::Unspecified;
    }
    if (!bound.fits_ulong_p()) {
      return Lack::Budget;
    }
  }
  const std::uint64_t minimum = arguments[1].as_int().get_ui();
  if (arguments.size() == 2) {
    return made(at_least(child(arguments), minimum));
  }
  return made(regex_loop(child(arguments), minimum, arguments[2].as_int().get_ui()));
}

Outcome in_re(const Arguments& arguments) {
  const std::u32string& word = arguments[0].as_string();
  RegexAutomaton automaton(*child(arguments, 1), kBudget);
  RegexAutomaton::State state = automaton.start();
  for (const char32_t character : word) {
    if (automaton.is_none(state) || automaton.is_all(state)) {
      break;
    }
    state = automaton.step(state, character);
    if (automaton.exhausted()) {
      return Lack::Budget;
    }
  }
  return automaton.exhausted() ? Outcome(Lack::Budget) : Outcome(Value(automaton.accepts(state)));
}

Outcome replace(const Arguments& arguments) {
  const std::u32string& word = arguments[0].as_string();
  const std::u32string& by = arguments[2].as_string();
  RegexAutomaton automaton(*child(arguments, 1), kBudget);
  for (std::size_t begin = 0; begin <= word.size(); ++begin) {
    const auto end = match_end(automaton, word, begin, true);
    if (automaton.exhausted()) {
      return Lack::Budget;
    }
    if (end) {
      const std::size_t size = word.size() - (*end - begin) + by.size();
      return size > arguments.max_string ? Outcome(Lack::Budget)
                                         : Value(word.substr(0, begin) + by + word.substr(*end));
    }
  }
  return Value(word);
}

Outcome replace_all(const Arguments& arguments) {
  const std::u32string& word = arguments[0].as_string();
  const std::u32string& by = arguments[2].as_string();
  RegexAutomaton automaton(*child(arguments, 1), kBudget);
  std::u32string result;
  for (std::size_t begin = 0; begin < word.size();) {
    const auto end = match_end(automaton, word, begin, false);
    if (automaton.exhausted() || result.size() + by.size() >= arguments.max_string) {
      return Lack::Budget;
    }
    if (end) {
      result += by;
    } else {
      result += word[begin];
    }
    begin = end.value_or(begin + 1);
  }
  return Value(std::move(result));
}

Outcome index_of(const Arguments& arguments) {
  const std::u32string& word = arguments[0].as_string();
  const mpz_class& from = arguments[2].as_int();
  if (from < 0 || from > static_cast<unsigned long>(word.size())) {
    return Value(mpz_class(-1));
  }
  RegexAutomaton automaton(*child(arguments, 1), kBudget);
  for (std::size_t begin = from.get_ui(); begin <= word.size(); ++begin) {
    const auto end = match_end(automaton, word, begin, true);
    if (automaton.exhausted()) {
      return Lack::Budget;
    }
    if (end) {
      return Value(mpz_class(static_cast<unsigned long>(begin)));
    }
  }
  return Value(mpz_class(-1));
}

}  // namespace assay::smt::regex
