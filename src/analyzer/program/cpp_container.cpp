// Operations on one container.

#include <algorithm>
#include <utility>

#include "analyzer/program/cpp_body.hpp"

namespace assay::analyzer::cpp {

namespace {

constexpr std::size_t kMaxContainers = 9;  // maximum number of containers that a function sees at a point

unsigned less(unsigned least, unsigned by) { return least > by ? least - by : 0; }
std::string text_of(unsigned number) { return std::to_string(number); }

/// Number of elements that a container made from `count` equal elements has.
unsigned kept(const Kind& kind, unsigned count) {
  return kind.has(kKeys) && !kind.has(kMulti) ? std::min(count, 1U) : count;
}

}  // namespace

bool Body::declare() {
  if (containers_.size() >= kMaxContainers) return false;
  // Two containers of one type allow more operations than two of different types.
  const bool another_one = !containers_.empty() && rng_.percent(35);
  const Kind& kind = another_one ? *rng_.pick(containers_).kind : rng_.pick(kinds());
  const std::string type(kind.type);
  const std::string name = fresh("c");
  unsigned least = 0;
  std::string rest;
  const bool sequence = kind.is_sequence();
  const std::uint64_t form = rng_.below(8);
  if (kind.has(kFixed)) {
    rest = rng_.coin() ? "{}" : " = " + list(kind, kArraySize);
  } else if (form == 0 && loops_ == 0) {
    line("static " + type + " " + name + ";");
    line("if (" + name + ".size() > 20)");
    line("    " + name + ".clear();");
    add(name, kind, 0);
    return true;
  } else if (form == 1 && kind.has(kText)) {
    unsigned length = 0;
    const std::string text = literal(length);
    least = static_cast<unsigned>(rng_.below(length + 1));
    rest = "(" + text + ", " + text_of(least) + ")";
  } else if (form <= 3 && kind.has(kText)) {
    rest = " = " + literal(least);
  } else if (form <= 3 && sequence) {
    rest = "(" + few(least);
    if (kind.has(kText) || rng_.coin()) rest += ", " + element(kind);
    rest += ")";
  } else if (form <= 5) {
    const auto count = static_cast<unsigned>(rng_.between(1, 5));
    rest = rng_.coin() ? " = " : "";
    rest += list(kind, count);
    least = kept(kind, count);
  } else if (form == 6 && !kind.has(kMap)) {
    const std::optional<Container> other = any(0, false);
    if (!other || other->kind->has(kMap)) return false;
    rest = "(" + other->dot() + "begin(), " + other->dot() + "end())";
    least = kept(kind, this->least(*other));
  }
  const bool constant = rng_.percent(8);
  line((constant ? "const " : "") + type + " " + name + (constant && rest.empty() ? "{}" : rest) + ";");
  add(name, kind, least).writable = !constant;
  return true;
}

bool Body::copy() {
  const std::optional<Container> one = any(0, false);
  if (!one || containers_.size() >= kMaxContainers) return false;
  const std::string name = fresh("c");
  const std::string type(rng_.coin() ? "auto" : one->kind->type);
  line(type + " " + name + (type != "auto" && rng_.coin() ? "(" + one->value() + ");" : " = " + one->value() + ";"));
  add(name, *one->kind, least(*one));
  return true;
}

bool Body::alias() {
  const std::optional<Container> one = any(0, false);
  if (!one || containers_.size() >= kMaxContainers) return false;
  Container other = *one;
  other.pointer = one->writable && rng_.percent(30);
  const bool constant = !one->writable || rng_.percent(15);
  other.writable = !constant;
  const std::string type(rng_.percent(40) ? "auto" : one->kind->type);
  other.text = fresh(other.pointer ? "q" : "r");
  line((constant ? "const " : "") + type + (other.pointer ? "* " : "& ") + other.text + " = " +
       (!other.pointer ? one->value()
        : one->pointer ? one->text
                       : "&" + one->text) +
       ";");
  containers_.push_back(other);
  return true;
}

bool Body::push() {
  const std::optional<Container> one = any(kBack);
  if (!one) return false;
  const bool front = one->kind->has(kFront) && rng_.percent(40);
  const bool emplace = !one->kind->has(kText) && rng_.percent(25);
  line(one->dot() + (emplace ? "emplace_" : "push_") + (front ? "front(" : "back(") + element(*one->kind) + ");");
  ++least(*one);
  return true;
}

/// Emits an action that needs elements, behind a condition if the elements may not exist.
void Body::guarded(const Container& one, unsigned needed, const std::string& action) {
  if (least(one) >= needed && (needed == 0 || rng_.percent(85))) {
    line(action);
    return;
  }
  std::string condition;
  if (needed == 1 && rng_.percent(70)) {
    condition = "!" + one.dot() + "empty()";
  } else if (rng_.coin()) {
    condition = size_of(one) + " > " + text_of(std::max(needed, 1U) - 1);
  } else {
    condition = size_of(one) + " >= " + text_of(needed);
  }
  line("if (" + condition + ")");
  line("    " + action);
}

bool Body::insert() {
  const std::optional<Container> one = any_sequence();
  if (!one) return false;
  const std::string begin = one->dot() + "begin()";
  const std::string add = element(*one->kind);
  if (one->kind->has(kIndex) && rng_.percent(40)) {
    const auto at = static_cast<unsigned>(rng_.between(1, 3));
    const bool sure = least(*one) >= at;
    guarded(*one, at, one->dot() + "insert(" + begin + " + " + text_of(at) + ", " + add + ");");
    if (sure) ++least(*one);
    return true;
  }
  const bool emplace = !one->kind->has(kText) && rng_.percent(25);
  line(one->dot() + (emplace ? "emplace(" : "insert(") + (rng_.coin() ? begin : one->dot() + "end()") + ", " + add +
       ");");
  ++least(*one);
  return true;
}

bool Body::insert_some() {
  const std::optional<Container> one = any_sequence();
  if (!one) return false;
  const std::string head = one->dot() + "insert(" + one->dot() + (rng_.coin() ? "end()" : "begin()");
  if (rng_.percent(40) && loops_ == 0) {
    const std::optional<Container> other = any(0, false);
    if (!other || other->state == one->state || other->kind->has(kMap)) return false;
    line(head + ", " + other->dot() + "begin(), " + other->dot() + "end());");
    least(*one) += least(*other);
    return true;
  }
  if (rng_.coin()) {
    unsigned count = 0;
    const std::string many = few(count);
    line(head + ", " + many + ", " + element(*one->kind) + ");");
    least(*one) += count;
  } else {
    const auto count = static_cast<unsigned>(rng_.between(1, 3));
    line(head + ", " + list(*one->kind, count) + ");");
    least(*one) += count;
  }
  return true;
}

bool Body::insert_key() {
  const std::optional<Container> one = any(kKeys);
  if (!one) return false;
  const std::string key = number();
  const std::string value = number();
  const std::uint64_t form = rng_.below(5);
  if (one->kind->has(kMap)) {
    const std::string pairs[] = {"insert({" + key + ", " + value + "});", "emplace(" + key + ", " + value + ");",
                                 "insert_or_assign(" + key + ", " + value + ");",
                                 "try_emplace(" + key + ", " + value + ");"};
    line(form < 4 ? one->dot() + pairs[form]
                  : (one->pointer ? "(" + one->value() + ")" : one->text) + "[" + key + "] = " + value + ";");
  } else if (form == 0) {
    line(one->dot() + "insert({" + key + ", " + value + "});");
    if (one->kind->has(kMulti)) ++least(*one);
  } else {
    line(one->dot() + (form == 1 ? "emplace(" : "insert(") + key + ");");
  }
  least(*one) = one->kind->has(kMulti) ? least(*one) + 1 : std::max(least(*one), 1U);
  return true;
}

bool Body::pop() {
  const std::optional<Container> one = any(kBack);
  if (!one) return false;
  const bool front = one->kind->has(kFront) && rng_.percent(40);
  guarded(*one, 1, one->dot() + (front ? "pop_front();" : "pop_back();"));
  least(*one) = less(least(*one), 1);
  return true;
}

bool Body::erase() {
  const std::optional<Container> one = any();
  if (!one || one->kind->has(kFixed)) return false;
  const unsigned at = one->kind->has(kIndex) ? static_cast<unsigned>(rng_.below(3)) : 0;
  std::string where = one->dot() + "begin()" + (at > 0 ? " + " + text_of(at) : "");
  if (at == 0 && rng_.percent(25)) where = "std::prev(" + one->dot() + "end())";
  guarded(*one, at + 1, one->dot() + "erase(" + where + ");");
  least(*one) = less(least(*one), 1);
  return true;
}

bool Body::erase_range() {
  const std::optional<Container> one = any();
  if (!one || one->kind->has(kFixed)) return false;
  const std::string begin = one->dot() + "begin()";
  const std::string end = one->dot() + "end()";
  const auto at = static_cast<unsigned>(rng_.below(4));
  const std::string middle =
      one->kind->has(kIndex) ? begin + " + " + text_of(at) : "std::next(" + begin + ", " + text_of(at) + ")";
  switch (rng_.below(3)) {
    case 0:
      line(one->dot() + "erase(" + begin + ", " + end + ");");
      least(*one) = 0;
      break;
    case 1:
      guarded(*one, at, one->dot() + "erase(" + begin + ", " + middle + ");");
      least(*one) = less(least(*one), at);
      break;
    default:
      guarded(*one, at, one->dot() + "erase(" + middle + ", " + end + ");");
      least(*one) = std::min(least(*one), at);
  }
  return true;
}

bool Body::erase_key() {
  const std::optional<Container> one = any(kKeys);
  if (!one) return false;
  line(one->dot() + "erase(" + number() + ");");
  least(*one) = one->kind->has(kMulti) ? 0 : less(least(*one), 1);
  return true;
}

bool Body::resize() {
  const std::optional<Container> one = any_sequence();
  if (!one) return false;
  const auto by = static_cast<unsigned>(rng_.between(1, 3));
  unsigned count = 0;
  switch (rng_.below(4)) {
    case 0:
      line(one->dot() + "resize(" + size_of(*one) + " + " + text_of(by) + ");");
      least(*one) += by;
      break;
    case 1:
      guarded(*one, by, one->dot() + "resize(" + size_of(*one) + " - " + text_of(by) + ");");
      least(*one) = less(least(*one), by);
      break;
    default: {
      const std::string size = few(count);
      line(one->dot() + "resize(" + size + (rng_.coin() ? ", " + element(*one->kind) : "") + ");");
      least(*one) = count;
    }
  }
  return true;
}

bool Body::clear() {
  const std::optional<Container> one = any();
  if (!one || one->kind->has(kFixed)) return false;
  const std::string empty = std::string(one->kind->type) + "()";
  switch (rng_.below(4)) {
    case 0: line(one->value() + " = " + empty + ";"); break;
    case 1: line(empty + ".swap(" + one->value() + ");"); break;
    default: line(one->dot() + "clear();");
  }
  least(*one) = 0;
  return true;
}

bool Body::assign() {
  const std::optional<Container> one = any();
  if (!one) return false;
  const std::optional<Container> other = another(*one);
  const Kind& kind = *one->kind;
  if (other && rng_.percent(40)) {
    line(one->value() + " = " + other->value() + ";");
    least(*one) = least(*other);
  } else if (kind.has(kFixed)) {
    line(one->dot() + "fill(" + number() + ");");
  } else if (kind.has(kText) && rng_.coin()) {
    line(one->value() + " = " + literal(least(*one)) + ";");
  } else if (kind.is_sequence() && rng_.percent(40)) {
    const std::string count = few(least(*one));
    line(one->dot() + "assign(" + count + ", " + element(kind) + ");");
  } else {
    const auto count = static_cast<unsigned>(rng_.between(1, 4));
    line(one->value() + " = " + list(kind, count) + ";");
    least(*one) = kept(kind, count);
  }
  return true;
}

bool Body::exchange() {
  const std::optional<Container> one = any();
  if (!one) return false;
  const std::optional<Container> other = another(*one);
  if (!other) return false;
  line(rng_.coin() ? one->dot() + "swap(" + other->value() + ");"
                   : "std::swap(" + one->value() + ", " + other->value() + ");");
  std::swap(least(*one), least(*other));
  return true;
}

/// A moved-from container may have any size, until it gets a new one.
bool Body::move_away() {
  const std::optional<Container> one = any();
  if (!one || one->kind->has(kFixed)) return false;
  const std::optional<Container> other = another(*one);
  if (!other) return false;
  line(one->value() + " = std::move(" + other->value() + ");");
  least(*one) = least(*other);
  least(*other) = 0;
  line(other->dot() + "clear();");
  return true;
}

bool Body::text_more() {
  const std::optional<Container> one = any(kText);
  if (!one) return false;
  unsigned more = 0;
  const std::string text = literal(more);
  const std::string value = one->value();
  switch (rng_.below(8)) {
    case 0: line(one->dot() + "append(" + text + ");"); break;
    case 1: line(one->dot() + "insert(0, " + text + ");"); break;
    case 2: line(value + " = " + value + " + " + text + ";"); break;
    case 3: line(value + " = " + text + " + " + value + ";"); break;
    case 4:
      line(value + " += " + element(*one->kind) + ";");
      more = 1;
      break;
    case 5: {
      const std::string count = few(more);
      line(one->dot() + "append(" + count + ", 'x');");
      break;
    }
    case 6: {
      const std::optional<Container> other = any(kText, false);
      if (!other || other->state == one->state || loops_ > 0) return false;
      line(value + " += " + other->value() + ";");
      more = least(*other);
      break;
    }
    default: line(value + " += " + text + ";");
  }
  least(*one) += more;
  return true;
}

bool Body::text_less() {
  const std::optional<Container> one = any(kText);
  if (!one) return false;
  const auto at = static_cast<unsigned>(rng_.below(4));
  const auto count = static_cast<unsigned>(rng_.below(4));
  const std::string value = one->value();
  unsigned length = 0;
  switch (rng_.below(5)) {
    case 0:
      guarded(*one, at, one->dot() + "erase(" + text_of(at) + ");");
      least(*one) = std::min(least(*one), at);
      break;
    case 1:
      guarded(*one, at, one->dot() + "erase(" + text_of(at) + ", " + text_of(count) + ");");
      least(*one) = less(least(*one), count);
      break;
    case 2:
      guarded(*one, at, value + " = " + one->dot() + "substr(" + text_of(at) + ");");
      least(*one) = less(least(*one), at);
      break;
    case 3:
      line(value + " = " + one->dot() + "substr(0, " + text_of(count) + ");");
      least(*one) = std::min(least(*one), count);
      break;
    default: {
      const std::string text = literal(length);
      guarded(*one, at, one->dot() + "replace(0, " + text_of(at) + ", " + text + ");");
      least(*one) = less(least(*one), at);
    }
  }
  return true;
}

bool Body::list_only() {
  const std::optional<Container> one = any(kList);
  if (!one) return false;
  const std::optional<Container> other = another(*one);
  switch (rng_.below(other ? 10 : 4)) {
    case 0: line(one->dot() + "reverse();"); break;
    case 1: line(one->dot() + "sort();"); break;
    case 2:
      line(one->dot() + "remove(" + number() + ");");
      least(*one) = 0;
      break;
    case 3:
      line(one->dot() + "unique();");
      least(*one) = std::min(least(*one), 1U);
      break;
    case 4:
    case 5:
    case 6:
      line(one->dot() + "sort();");
      line(other->dot() + "sort();");
      line(one->dot() + "merge(" + other->value() + ");");
      least(*one) += std::exchange(least(*other), 0);
      break;
    default:
      line(one->dot() + "splice(" + one->dot() + "begin(), " + other->value() + ");");
      least(*one) += std::exchange(least(*other), 0);
  }
  return true;
}

bool Body::record() {
  if (containers_.size() + 3 > kMaxContainers) return false;
  const std::string name = fresh("s");
  const bool filled = rng_.coin();
  line("Record " + name + (filled ? "{{1, 2}, \"ab\", {3}};" : ";"));
  constexpr std::pair<const char*, std::string_view> kMembers[] = {
      {".items", "std::vector<int>"}, {".name", "std::string"}, {".keys", "std::set<int>"}};
  for (const auto& [member, type] : kMembers)
    for (const Kind& kind : kinds())
      if (kind.type == type) add(name + member, kind, !filled ? 0 : kind.has(kKeys) ? 1 : 2);
  return true;
}

bool Body::observe() {
  const std::optional<Container> one = any(0, false);
  if (!one) return false;
  const std::string dot = one->dot();
  const std::string some = text_of(static_cast<unsigned>(rng_.below(5)));
  switch (rng_.below(8)) {
    case 0: note(dot + "empty()"); break;
    case 1: note("(" + size_of(*one) + " > " + some + ")"); break;
    case 2: note("std::distance(" + dot + "begin(), " + dot + "end())"); break;
    case 3: note("(" + dot + "begin() == " + dot + "end())"); break;
    case 4:
      if (one->kind->has(kKeys)) {
        note(dot + "count(" + some + ")");
      } else if (one->kind->has(kText)) {
        note("(" + dot + "find('a') + 1)");
      } else if (one->kind->has(kIndex)) {
        note("(" + dot + "end() - " + dot + "begin())");
      } else {
        note("(" + size_of(*one) + " - " + some + ")");
      }
      break;
    default: note(size_of(*one));
  }
  return true;
}

bool Body::look_at_element() {
  const std::optional<Container> one = any(0, false);
  if (!one) return false;
  const std::string what = one->kind->has(kMap) ? "begin()->second" : "begin()";
  if (one->kind->has(kKeys)) {
    guarded(*one, 1, "note((unsigned long)" + std::string(one->kind->has(kMap) ? "" : "*") + one->dot() + what + ");");
  } else if (one->kind->has(kIndex) && rng_.percent(70)) {
    const auto at = static_cast<unsigned>(rng_.below(one->kind->has(kFixed) ? kArraySize : 4));
    const std::string element = (one->pointer ? "(" + one->value() + ")" : one->text) + "[" + text_of(at) + "]";
    guarded(*one, at + 1,
            one->writable && rng_.coin() ? element + " = " + this->element(*one->kind) + ";"
                                         : "note((unsigned long)" + element + ");");
  } else {
    guarded(*one, 1, "note((unsigned long)" + one->dot() + (rng_.coin() ? "front());" : "back());"));
  }
  return true;
}

}  // namespace assay::analyzer::cpp
