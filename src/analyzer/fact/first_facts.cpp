#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "analyzer/fact/fact.hpp"
#include "base/ascii.hpp"

namespace assay::analyzer {
namespace {

bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; }

/// Whether the text contains `words` at or after `from`, not as parts of longer names.
bool has_words(std::string_view text, std::string_view words, std::size_t from = 0) {
  for (std::size_t at = text.find(words, from); at != std::string_view::npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    const bool begins = at == 0 || !is_name_part(text[at - 1]) || !is_name_part(words.front());
    if (begins && (end == text.size() || !is_name_part(text[end]) || !is_name_part(words.back()))) return true;
  }
  return false;
}

/// Whether the right side of the statement `statement` contains the name.
bool uses(std::string_view statement, std::string_view name) {
  const std::size_t right = statement.find(" = ");
  return right != std::string_view::npos && has_words(statement, name, right);
}

/// Whether the value of `fact` is computed from the value of `other`. Applies if the fact's origin is the statement
/// that defines its value.
bool follows(const Fact& fact, const Fact& other) {
  return !other.subject.text.empty() && fact.subject.text != other.subject.text &&
         fact.origin.starts_with(fact.subject.text + " = ") && uses(fact.origin, other.subject.text);
}

/// Whether a variable has `property` because it got the value of an expression with the property `other`: the same
/// property, or a property that decides whether the value is zero.
bool gives(const Property& other, const Property& property) {
  const auto* truth = std::get_if<Truth>(&property);
  if (truth == nullptr || other == property) return other == property;
  if (const auto* set = std::get_if<ValueSet>(&other); set != nullptr && !set->excluded)
    return !set->values.empty() && std::all_of(set->values.begin(), set->values.end(),
                                               [&](Wide value) { return (value != 0) == truth->value; });
  return truth->value && holds(other, 0) == false;
}

/// Whether a fact about a source expression follows from `other`: a fact at the same place, about an expression that
/// `fact`'s expression contains, or about the expression whose value the variable got.
bool follows_in_source(const Fact& fact, const Fact& other) {
  if (fact.subject.kind != Subject::Kind::Expression || other.subject.kind != Subject::Kind::Expression) return false;
  const std::string& text = fact.subject.text;
  const std::string& inner = other.subject.text;
  if (fact.place.file != other.place.file || fact.place.line == 0 || fact.place.line < other.place.line ||
      inner.empty())
    return false;
  const bool same_line = fact.place.line == other.place.line;
  if (text.empty()) return same_line && fact.place.column == other.place.column;
  if (same_line && text.size() > inner.size() && has_words(text, inner)) return true;
  constexpr std::string_view kVariable = "variable";
  return fact.subject.operation == kVariable && other.subject.operation != kVariable &&
         gives(other.property, fact.property) && (!same_line || fact.place.column > other.place.column);
}

}  // namespace

std::vector<std::size_t> first_of(const std::vector<Fact>& facts, const std::vector<std::size_t>& some) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>> moments;
  for (const std::size_t i : some) moments[{facts[i].place.function, facts[i].place.context}].push_back(i);
  std::vector<std::size_t> first;
  for (const auto& [moment, here] : moments) {
    const std::size_t before = first.size();
    for (const std::size_t i : here)
      if (std::none_of(here.begin(), here.end(), [&](std::size_t other) {
            return follows(facts[i], facts[other]) || follows_in_source(facts[i], facts[other]);
          }))
        first.push_back(i);
    if (first.size() == before) first.insert(first.end(), here.begin(), here.end());
  }
  std::sort(first.begin(), first.end());
  return first;
}

}  // namespace assay::analyzer
