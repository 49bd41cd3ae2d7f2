#include <algorithm>
#include <map>
#include <utility>

#include "assay/analyzer/fact.hpp"
#include "assay/base/ascii.hpp"

namespace assay::analyzer {
namespace {

bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; }

/// Whether a statement's right side has a name in it.
bool uses(std::string_view statement, std::string_view name) {
  const std::size_t right = statement.find(" = ");
  for (std::size_t at = statement.find(name, right); at != std::string_view::npos; at = statement.find(name, at + 1)) {
    const bool begins = at == 0 || !is_name_part(statement[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == statement.size() || !is_name_part(statement[end]))) return true;
  }
  return false;
}

/// Whether the one fact's value is computed from the other's, where its origin is the statement that defines its value.
bool follows(const Fact& fact, const Fact& other) {
  return !other.subject.text.empty() && fact.subject.text != other.subject.text &&
         fact.origin.starts_with(fact.subject.text + " = ") && uses(fact.origin, other.subject.text);
}

}  // namespace

std::vector<std::size_t> first_of(const std::vector<Fact>& facts, const std::vector<std::size_t>& some) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>> moments;
  for (const std::size_t i : some) moments[{facts[i].place.function, facts[i].place.context}].push_back(i);
  std::vector<std::size_t> first;
  for (const auto& [moment, here] : moments) {
    const std::size_t before = first.size();
    for (const std::size_t i : here)
      if (std::none_of(here.begin(), here.end(), [&](std::size_t other) { return follows(facts[i], facts[other]); }))
        first.push_back(i);
    if (first.size() == before) first.insert(first.end(), here.begin(), here.end());
  }
  std::sort(first.begin(), first.end());
  return first;
}

}  // namespace assay::analyzer
