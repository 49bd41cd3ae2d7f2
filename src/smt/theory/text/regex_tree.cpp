#include "smt/theory/text/regex_tree.hpp"

#include <algorithm>
#include <utility>

namespace assay::smt {

namespace {

Regex finish(RegexValue value) {
  std::uint64_t digest = combine(static_cast<std::uint64_t>(value.kind), value.children.size());
  for (const char32_t c : value.text) {
    digest = combine(digest, c);
  }
  digest = combine(combine(digest, value.low), value.high);
  digest = combine(combine(digest, value.minimum), value.maximum);
  for (const Regex& child : value.children) {
    if (child == nullptr) {
      return nullptr;
    }
    digest = combine(digest, child->digest);
    value.depth = std::max(value.depth, child->depth + 1);
    value.size += child->size;
  }
  if (value.depth > kMaxRegexDepth || value.size > kMaxRegexSize) {
    return nullptr;
  }
  value.digest = digest;
  return std::make_shared<const RegexValue>(std::move(value));
}

}  // namespace

Regex regex_none() { return finish({}); }

Regex regex_literal(std::u32string text) {
  RegexValue value;
  value.kind = RegexValue::Kind::Literal;
  value.text = std::move(text);
  return finish(std::move(value));
}

Regex regex_range(char32_t low, char32_t high) {
  if (low > high) {
    return regex_none();
  }
  RegexValue value;
  value.kind = RegexValue::Kind::Range;
  value.low = low;
  value.high = high;
  return finish(std::move(value));
}

Regex regex_node(RegexValue::Kind kind, std::vector<Regex> children) {
  RegexValue value;
  value.kind = kind;
  value.children = std::move(children);
  return finish(std::move(value));
}

Regex regex_loop(Regex child, std::uint64_t minimum, std::uint64_t maximum) {
  if (minimum > maximum) {
    return regex_none();
  }
  RegexValue value;
  value.kind = RegexValue::Kind::Loop;
  value.minimum = minimum;
  value.maximum = maximum;
  value.children.push_back(std::move(child));
  return finish(std::move(value));
}

}  // namespace assay::smt
