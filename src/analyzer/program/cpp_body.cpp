#include "analyzer/program/cpp_body.hpp"

#include <algorithm>
#include <array>

namespace assay::analyzer::cpp {

namespace {

constexpr unsigned kDeepest = 4;  // maximum depth of blocks

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"std::vector<int>", kBack | kIndex},         {"std::vector<unsigned char>", kBack | kIndex},
      {"std::deque<int>", kBack | kFront | kIndex}, {"std::list<int>", kBack | kFront | kList},
      {"std::string", kBack | kIndex | kText},      {"std::set<int>", kKeys},
      {"std::multiset<int>", kKeys | kMulti},       {"std::map<int, int>", kKeys | kMap},
      {"std::array<int, 4>", kIndex | kFixed},
  };
  return all;
}

std::string signature(const Function& function) {
  std::string text = "static int " + function.name + "(";
  for (const Parameter& p : function.parameters) {
    if (text.back() != '(') text += ", ";
    const std::string type(p.container == nullptr ? "int" : p.container->type);
    switch (p.kind) {
      case Parameter::Kind::Int:
      case Parameter::Kind::Value: text += type + " "; break;
      case Parameter::Kind::Reference: text += type + "& "; break;
      case Parameter::Kind::Constant: text += "const " + type + "& "; break;
      case Parameter::Kind::Pointer: text += type + "* "; break;
    }
    text += p.name;
  }
  return text + ")";
}

/// The kinds of statements, with their weights.
struct Statements {
  struct Row {
    Body::Make make;
    unsigned weight;
  };
  static constexpr std::array<Row, 31> kRows = {{
      {&Body::declare, 10},   {&Body::copy, 4},
      {&Body::alias, 4},      {&Body::push, 10},
      {&Body::insert, 5},     {&Body::insert_some, 4},
      {&Body::insert_key, 5}, {&Body::pop, 9},
      {&Body::erase, 5},      {&Body::erase_range, 4},
      {&Body::erase_key, 3},  {&Body::resize, 6},
      {&Body::clear, 4},      {&Body::assign, 5},
      {&Body::exchange, 3},   {&Body::move_away, 2},
      {&Body::text_more, 6},  {&Body::text_less, 4},
      {&Body::list_only, 5},  {&Body::record, 2},
      {&Body::observe, 8},    {&Body::look_at_element, 5},
      {&Body::branch, 14},    {&Body::keep_size, 5},
      {&Body::count_up, 6},   {&Body::drain, 3},
      {&Body::fill, 3},       {&Body::walk, 3},
      {&Body::filter, 2},     {&Body::call, 5},
      {&Body::capture, 3},
  }};
  static constexpr std::array<Row, 3> kOthers = {{{&Body::choose, 2}, {&Body::scope, 2}, {&Body::early, 5}}};
  static const std::vector<Row>& all() {
    static const std::vector<Row> all = [] {
      std::vector<Row> rows(kRows.begin(), kRows.end());
      rows.insert(rows.end(), kOthers.begin(), kOthers.end());
      return rows;
    }();
    return all;
  }
};

void Body::make(unsigned statements) {
  add_parameters();
  // Some variables to begin with.
  for (int i = 0; i < 3; ++i) declare();
  left_ = statements;
  while (left_ > 0) statement();
  if (const std::optional<Container> one = any(0, false); one && rng_.percent(80)) {
    line("return (int)" + one->dot() + "size();");
  } else {
    line("return " + number() + ";");
  }
}

void Body::line(const std::string& text) { function_.body += std::string(std::size_t{4} * depth_, ' ') + text + '\n'; }
void Body::open(const std::string& head) {
  line(head.empty() ? "{" : head + " {");
  ++depth_;
}
void Body::close(const std::string& rest) {
  --depth_;
  line("}" + rest);
}

/// Generates a block, whose declarations end with it.
void Body::block(unsigned statements) {
  const std::size_t containers = containers_.size();
  const std::size_t ints = ints_.size();
  const unsigned most = std::min(left_, statements);
  left_ -= most;
  const unsigned later = left_;
  left_ = most;
  do statement();
  while (left_ > 0);
  left_ = later;
  if (rng_.percent(12)) leave();
  containers_.resize(containers);
  ints_.resize(ints);
}

void Body::leave() {
  if (loops_ > 0 && rng_.coin()) {
    line(rng_.coin() ? "break;" : "continue;");
  } else {
    line("return " + number() + ";");
  }
  alive_ = false;
}

void Body::statement() {
  static const std::vector<unsigned> weights_of_rows = [] {
    std::vector<unsigned> weights;
    for (const Statements::Row& row : Statements::all()) weights.push_back(row.weight);
    return weights;
  }();
  constexpr int kTries = 20;
  if (left_ > 0) --left_;
  for (int i = 0; i < kTries; ++i) {
    const Make production = Statements::all()[rng_.weighted(weights_of_rows)].make;
    const bool nested = production == &Body::branch || production == &Body::count_up || production == &Body::scope;
    if (nested && depth_ >= kDeepest) continue;
    if ((this->*production)()) return;
  }
}

void Body::add_parameters() {
  for (const Parameter& p : function_.parameters) {
    if (p.kind == Parameter::Kind::Int) {
      ints_.push_back(p.name);
      continue;
    }
    Container& one = add(p.name, *p.container, 0);
    one.pointer = p.kind == Parameter::Kind::Pointer;
    one.writable = p.kind != Parameter::Kind::Constant;
  }
}

Container& Body::add(std::string text, const Kind& kind, unsigned least) {
  least_.push_back(kind.has(kFixed) ? kArraySize : least);
  containers_.push_back({std::move(text), &kind, least_.size() - 1, false, true});
  return containers_.back();
}

std::vector<std::size_t> Body::chosen(unsigned traits, bool writable) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < containers_.size(); ++i)
    if (containers_[i].kind->has(traits) && (containers_[i].writable || !writable)) found.push_back(i);
  return found;
}
std::optional<Container> Body::any(unsigned traits, bool writable) {
  const std::vector<std::size_t> found = chosen(traits, writable);
  if (found.empty()) return std::nullopt;
  return containers_[rng_.pick(found)];
}
std::optional<Container> Body::any_sequence() {
  std::vector<std::size_t> found = chosen(0, true);
  std::erase_if(found, [&](std::size_t i) { return !containers_[i].kind->is_sequence(); });
  if (found.empty()) return std::nullopt;
  return containers_[rng_.pick(found)];
}
/// Another container of the same type.
std::optional<Container> Body::another(const Container& one) {
  std::vector<std::size_t> found = chosen(0, true);
  std::erase_if(found,
                [&](std::size_t i) { return containers_[i].kind != one.kind || containers_[i].state == one.state; });
  if (found.empty()) return std::nullopt;
  return containers_[rng_.pick(found)];
}

void Body::forget() {
  for (const Container& one : containers_)
    if (!one.kind->has(kFixed)) least_[one.state] = 0;
}
void Body::join(const std::vector<unsigned>& other) {
  for (std::size_t i = 0; i < other.size(); ++i) least_[i] = std::min(least_[i], other[i]);
}

/// An integer expression whose value is not tracked.
std::string Body::number() {
  if (!ints_.empty() && rng_.percent(45)) return rng_.pick(ints_);
  if (rng_.percent(15))
    if (const std::optional<Container> one = any(0, false)) return "(int)" + one->dot() + "size()";
  return std::to_string(rng_.between(-2, 9));
}

std::string Body::element(const Kind& kind) {
  if (kind.type == "std::vector<unsigned char>") return "(unsigned char)" + number();
  if (!kind.has(kText)) return number();
  if (!ints_.empty() && rng_.percent(30)) return "(char)('a' + (" + rng_.pick(ints_) + " & 7))";
  return std::string("'") + static_cast<char>('a' + rng_.below(4)) + "'";
}

/// A braced list of elements.
std::string Body::list(const Kind& kind, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    const std::string one = element(kind);
    text += (i > 0 ? ", " : "") + (kind.has(kMap) ? "{" + one + ", " + number() + "}" : one);
  }
  return "{" + text + "}";
}

/// A string literal. Characters behind a zero do not count for its length.
std::string Body::literal(unsigned& length) {
  std::string text;
  length = static_cast<unsigned>(rng_.below(5));
  for (unsigned i = 0; i < length; ++i)
    text += rng_.percent(8) ? "\\n" : std::string(1, static_cast<char>('a' + rng_.below(4)));
  if (rng_.percent(8)) text += "\\0x";
  if (rng_.percent(8)) {
    text += "\" \"z";
    if (text.find("\\0") == std::string::npos) ++length;
  }
  return '"' + text + '"';
}

/// A small number of elements; `least` becomes a lower bound.
std::string Body::few(unsigned& least) {
  least = static_cast<unsigned>(rng_.below(6));
  if (ints_.empty() || rng_.percent(60)) return std::to_string(least);
  const std::string some = "(" + rng_.pick(ints_) + " & 3)";
  if (least > 0 && rng_.coin()) return some + " + " + std::to_string(least);
  least = 0;
  return some;
}

std::string Body::size_of(const Container& one) {
  if (one.kind->has(kText) && rng_.percent(30)) return one.dot() + "length()";
  if (rng_.percent(8)) return "std::size(" + one.value() + ")";
  return one.dot() + "size()";
}

}  // namespace assay::analyzer::cpp
