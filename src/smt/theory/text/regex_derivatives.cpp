#include "smt/theory/text/regex_derivatives.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "smt/theory/text/strings_evaluate.hpp"

namespace assay::smt {

namespace {

constexpr std::uint64_t kEquivalenceBudget = 200'000;

bool same(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) { return a == b; }

}  // namespace

RegexAutomaton::RegexAutomaton(const RegexValue& a, const RegexValue* b, std::uint64_t budget) : budget_(budget) {
  nodes_.push_back({});
  nodes_.push_back({.kind = Kind::Literal, .nullable = true, .children = {}});
  texts_.emplace_back();
  any_character_ = range(0, kMaxCharacter);
  all_ = intern({.kind = Kind::Star, .nullable = true, .children = {any_character_}});
  class_starts_.push_back(0);
  collect_classes(a);
  if (b != nullptr) {
    collect_classes(*b);
  }
  std::sort(class_starts_.begin(), class_starts_.end());
  class_starts_.erase(std::unique(class_starts_.begin(), class_starts_.end()), class_starts_.end());
  start_ = compile(a);
  if (b != nullptr) {
    const State other = compile(*b);
    const State only_a = join(Kind::Intersection, {start_, complement(other)});
    const State only_b = join(Kind::Intersection, {complement(start_), other});
    start_ = join(Kind::Union, {only_a, only_b});
  }
}

void RegexAutomaton::collect_classes(const RegexValue& root) {
  std::vector<const RegexValue*> open = {&root};
  std::unordered_set<const RegexValue*> seen = {&root};
  std::unordered_set<char32_t> characters;
  while (!open.empty()) {
    const RegexValue& value = *open.back();
    open.pop_back();
    if (value.kind == Kind::Range) {
      class_starts_.push_back(value.low);
      class_starts_.push_back(value.high + 1);
    }
    for (const char32_t c : value.text) {
      if (characters.insert(c).second) {
        class_starts_.push_back(c);
        class_starts_.push_back(c + 1);
      }
    }
    for (const auto& child : value.children) {
      if (seen.insert(child.get()).second) {
        open.push_back(child.get());
      }
    }
  }
}

RegexAutomaton::State RegexAutomaton::compile(const RegexValue& root) {
  std::vector<const RegexValue*> open = {&root};
  std::unordered_map<const RegexValue*, State> done;
  while (!open.empty()) {
    const RegexValue* value = open.back();
    if (done.contains(value)) {
      open.pop_back();
      continue;
    }
    std::vector<State> children;
    bool ready = true;
    for (const auto& child : value->children) {
      const auto found = done.find(child.get());
      if (found != done.end()) {
        children.push_back(found->second);
      } else {
        ready = false;
        open.push_back(child.get());
      }
    }
    if (ready) {
      open.pop_back();
      done.emplace(value, compile_node(*value, std::move(children)));
    }
  }
  return done.at(&root);
}

RegexAutomaton::State RegexAutomaton::compile_node(const RegexValue& value, std::vector<State> children) {
  switch (value.kind) {
    case Kind::None: return kNone;
    case Kind::Literal: {
      const auto [entry, is_new] = text_ids_.emplace(value.text, texts_.size());
      if (is_new) {
        texts_.emplace_back(value.text);
      }
      return literal(entry->second, 0);
    }
    case Kind::Range: return range(value.low, value.high);
    case Kind::Concat: {
      State result = kEmptyWord;
      for (auto it = children.rbegin(); it != children.rend(); ++it) {
        result = concat(*it, result);
      }
      return result;
    }
    case Kind::Union:
    case Kind::Intersection: return join(value.kind, children);
    case Kind::Star: return star(children[0]);
    case Kind::Complement: return complement(children[0]);
    case Kind::Loop: return loop(children[0], value.minimum, value.maximum);
  }
  return kNone;
}

std::uint32_t RegexAutomaton::class_of(char32_t character) const {
  const auto after = std::upper_bound(class_starts_.begin(), class_starts_.end(), character);
  return static_cast<std::uint32_t>(after - class_starts_.begin() - 1);
}

RegexAutomaton::State RegexAutomaton::intern(Node node) {
  std::uint64_t key = combine(combine(static_cast<std::uint64_t>(node.kind), node.x), node.y);
  for (const State child : node.children) {
    key = combine(key, child);
  }
  steps_ += 1 + node.children.size();
  const auto [first, last] = by_hash_.equal_range(key);
  for (auto it = first; it != last; ++it) {
    const Node& other = nodes_[it->second];
    if (other.kind == node.kind && other.x == node.x && other.y == node.y && same(other.children, node.children)) {
      return it->second;
    }
  }
  const auto id = static_cast<State>(nodes_.size());
  nodes_.push_back(std::move(node));
  by_hash_.emplace(key, id);
  return id;
}

RegexAutomaton::State RegexAutomaton::literal(std::uint64_t text, std::uint64_t offset) {
  if (offset == texts_[text].size()) {
    return kEmptyWord;
  }
  return intern({.kind = Kind::Literal, .x = text, .y = offset, .children = {}});
}

RegexAutomaton::State RegexAutomaton::range(std::uint64_t low, std::uint64_t high) {
  return intern({.kind = Kind::Range, .x = low, .y = high, .children = {}});
}

RegexAutomaton::State RegexAutomaton::concat(State left, State right) {
  if (left == kNone || right == kNone) {
    return kNone;
  }
  std::vector<State> parts;
  while (nodes_[left].kind == Kind::Concat) {
    parts.push_back(nodes_[left].children[0]);
    left = nodes_[left].children[1];
  }
  State result = cons(left, right);
  for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
    result = cons(*it, result);
  }
  return result;
}

/// The concatenation of `left` and `right`. Precondition: `left` is not a Concat.
RegexAutomaton::State RegexAutomaton::cons(State left, State right) {
  if (left == kEmptyWord) {
    return right;
  }
  if (right == kEmptyWord) {
    return left;
  }
  const State next = nodes_[right].kind == Kind::Concat ? nodes_[right].children[0] : right;
  if (left == next && nodes_[left].kind == Kind::Star) {
    return right;
  }
  const bool nullable = nodes_[left].nullable && nodes_[right].nullable;
  return intern({.kind = Kind::Concat, .nullable = nullable, .children = {left, right}});
}

std::vector<RegexAutomaton::State> RegexAutomaton::flatten(Kind kind, const std::vector<State>& children) {
  std::vector<State> flat;
  for (const State child : children) {
    if (nodes_[child].kind == kind) {
      flat.insert(flat.end(), nodes_[child].children.begin(), nodes_[child].children.end());
    } else {
      flat.push_back(child);
    }
  }
  steps_ += flat.size();
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  return flat;
}

RegexAutomaton::State RegexAutomaton::join(Kind kind, const std::vector<State>& children) {
  const bool is_union = kind == Kind::Union;
  const State absorbing = is_union ? all_ : kNone;
  const State neutral = is_union ? kNone : all_;
  std::vector<State> flat = flatten(kind, children);
  if (std::binary_search(flat.begin(), flat.end(), absorbing)) {
    return absorbing;
  }
  std::erase(flat, neutral);
  const auto nullable = [&](State child) { return nodes_[child].nullable; };
  const bool accepts =
      is_union ? std::any_of(flat.begin(), flat.end(), nullable) : std::all_of(flat.begin(), flat.end(), nullable);
  if (std::binary_search(flat.begin(), flat.end(), kEmptyWord)) {
    if (!is_union) {
      return accepts ? kEmptyWord : kNone;
    }
    if (std::count_if(flat.begin(), flat.end(), nullable) > 1) {
      std::erase(flat, kEmptyWord);
    }
  }
  if (flat.empty()) {
    return neutral;
  }
  if (flat.size() == 1) {
    return flat[0];
  }
  return intern({.kind = kind, .nullable = accepts, .children = std::move(flat)});
}

RegexAutomaton::State RegexAutomaton::star(State child) {
  if (child == kNone || child == kEmptyWord) {
    return kEmptyWord;
  }
  if (nodes_[child].kind == Kind::Star) {
    return child;
  }
  return intern({.kind = Kind::Star, .nullable = true, .children = {child}});
}

RegexAutomaton::State RegexAutomaton::complement(State child) {
  if (child == kNone) {
    return all_;
  }
  if (child == all_) {
    return kNone;
  }
  if (nodes_[child].kind == Kind::Complement) {
    return nodes_[child].children[0];
  }
  return intern({.kind = Kind::Complement, .nullable = !nodes_[child].nullable, .children = {child}});
}

RegexAutomaton::State RegexAutomaton::loop(State child, std::uint64_t minimum, std::uint64_t maximum) {
  if (maximum == 0 || child == kEmptyWord) {
    return kEmptyWord;
  }
  if (child == kNone) {
    return minimum == 0 ? kEmptyWord : kNone;
  }
  if (nodes_[child].kind == Kind::Star || (minimum == 1 && maximum == 1)) {
    return child;
  }
  // If the child accepts the empty word, fewer iterations are allowed, too.
  const std::uint64_t least = nodes_[child].nullable ? 0 : minimum;
  return intern({.kind = Kind::Loop, .nullable = least == 0, .x = least, .y = maximum, .children = {child}});
}

std::optional<RegexAutomaton::State> RegexAutomaton::known(State state, std::uint32_t character_class) const {
  const auto found = derivatives_.find((static_cast<std::uint64_t>(state) << 32) | character_class);
  return found == derivatives_.end() ? std::nullopt : std::optional(found->second);
}

RegexAutomaton::State RegexAutomaton::step(State state, char32_t character) {
  const std::uint32_t character_class = class_of(character);
  std::vector<State> open = {state};
  while (!open.empty() && !exhausted()) {
    ++steps_;
    const State top = open.back();
    if (known(top, character_class)) {
      open.pop_back();
    } else if (const auto result = derive(top, character_class, open)) {
      open.pop_back();
      derivatives_.emplace((static_cast<std::uint64_t>(top) << 32) | character_class, *result);
    }
  }
  return known(state, character_class).value_or(kNone);
}

std::optional<RegexAutomaton::State> RegexAutomaton::derive(State state, std::uint32_t character_class,
                                                            std::vector<State>& open) {
  const Node& node = nodes_[state];
  std::size_t needed = node.children.size();
  if (node.kind == Kind::Concat && !nodes_[node.children[0]].nullable) {
    needed = 1;
  }
  const std::size_t before = open.size();
  for (std::size_t i = 0; i < needed; ++i) {
    if (!known(node.children[i], character_class)) {
      open.push_back(node.children[i]);
    }
  }
  steps_ += needed;
  if (open.size() != before) {
    return std::nullopt;
  }
  return combine_derivatives(state, character_class);
}

RegexAutomaton::State RegexAutomaton::combine_derivatives(State state, std::uint32_t character_class) {
  // A copy, because making states moves the nodes.
  const Node node = nodes_[state];
  const char32_t character = class_starts_[character_class];
  switch (node.kind) {
    case Kind::None: return kNone;
    case Kind::Literal:
      return state != kEmptyWord && texts_[node.x][node.y] == character ? literal(node.x, node.y + 1) : kNone;
    case Kind::Range: return node.x <= character && character <= node.y ? kEmptyWord : kNone;
    case Kind::Concat: return derive_concat(node, character_class);
    case Kind::Union:
    case Kind::Intersection: {
      std::vector<State> children;
      for (const State child : node.children) {
        children.push_back(*known(child, character_class));
      }
      return join(node.kind, children);
    }
    case Kind::Star: return concat(*known(node.children[0], character_class), state);
    case Kind::Complement: return complement(*known(node.children[0], character_class));
    case Kind::Loop: {
      const State rest = loop(node.children[0], node.x == 0 ? 0 : node.x - 1, node.y - 1);
      return concat(*known(node.children[0], character_class), rest);
    }
  }
  return kNone;
}

RegexAutomaton::State RegexAutomaton::derive_concat(const Node& node, std::uint32_t character_class) {
  const State first = concat(*known(node.children[0], character_class), node.children[1]);
  if (!nodes_[node.children[0]].nullable) {
    return first;
  }
  return join(Kind::Union, {first, *known(node.children[1], character_class)});
}

std::optional<bool> RegexAutomaton::is_empty() {
  std::vector<State> open = {start_};
  std::unordered_set<State> seen = {start_};
  while (!open.empty()) {
    const State state = open.back();
    open.pop_back();
    if (accepts(state)) {
      return false;
    }
    for (const char32_t character : class_starts_) {
      if (character > kMaxCharacter) {
        continue;
      }
      const State next = step(state, character);
      if (exhausted()) {
        return std::nullopt;
      }
      if (seen.insert(next).second) {
        open.push_back(next);
      }
    }
  }
  return true;
}

std::optional<bool> same_language(const RegexValue& a, const RegexValue& b) {
  if (compare(a, b) == std::strong_ordering::equal) {
    return true;
  }
  return RegexAutomaton::difference(a, b, kEquivalenceBudget).is_empty();
}

}  // namespace assay::smt
