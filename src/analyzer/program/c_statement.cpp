#include <algorithm>
#include <array>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

/// The kinds of statements, with their weights for each theme.
struct Productions {
  struct Row {
    Body::Make make;
    std::array<unsigned, kThemes> weights;  ///< values, loops, pointers, calls, strings, mixed
    bool nests;                             ///< has nested blocks
  };
  static constexpr std::array<Row, 38> kRows = {{
      {&Body::assign, {24, 14, 10, 12, 8, 12}, false},
      {&Body::compound, {12, 10, 5, 6, 4, 8}, false},
      {&Body::increment, {5, 5, 2, 2, 2, 4}, false},
      {&Body::declare, {12, 9, 7, 8, 6, 9}, false},
      {&Body::branch, {20, 12, 12, 12, 10, 14}, true},
      {&Body::implied, {14, 5, 5, 6, 3, 8}, true},
      {&Body::leave, {6, 3, 4, 5, 3, 4}, true},
      {&Body::switching, {6, 3, 2, 3, 2, 4}, true},
      {&Body::boolean, {6, 2, 2, 3, 2, 3}, false},
      {&Body::comma, {2, 1, 1, 1, 1, 1}, false},
      {&Body::enumeration, {3, 1, 1, 2, 1, 2}, true},
      {&Body::late_value, {4, 2, 2, 2, 1, 3}, true},
      {&Body::counting, {2, 10, 3, 1, 2, 4}, true},
      {&Body::halving, {1, 5, 1, 1, 1, 2}, true},
      {&Body::bounded_while, {1, 5, 1, 1, 1, 2}, true},
      {&Body::do_while, {1, 4, 1, 1, 1, 2}, true},
      {&Body::endless, {0, 3, 0, 0, 0, 1}, true},
      {&Body::down, {1, 5, 1, 1, 1, 2}, true},
      {&Body::variable_bound, {1, 6, 1, 1, 1, 2}, true},
      {&Body::exit_loop, {6, 14, 6, 6, 6, 8}, true},
      {&Body::store_element, {2, 8, 12, 2, 2, 6}, false},
      {&Body::fill_array, {0, 3, 4, 1, 1, 2}, false},
      {&Body::local_array, {1, 3, 8, 1, 1, 3}, false},
      {&Body::point, {0, 1, 12, 2, 1, 4}, false},
      {&Body::store_through, {0, 1, 10, 4, 1, 4}, true},
      {&Body::walk, {0, 2, 5, 1, 1, 2}, false},
      {&Body::local_record, {1, 1, 6, 2, 1, 3}, false},
      {&Body::copy_record, {0, 0, 4, 1, 0, 1}, false},
      {&Body::local_union, {1, 0, 4, 1, 0, 1}, false},
      {&Body::swap_through, {0, 0, 3, 1, 0, 1}, false},
      {&Body::call_statement, {3, 2, 4, 24, 4, 7}, false},
      {&Body::recurse, {1, 1, 1, 10, 1, 3}, false},
      {&Body::call_twice, {1, 0, 1, 6, 1, 2}, false},
      {&Body::local_text, {0, 0, 1, 0, 14, 3}, false},
      {&Body::store_text, {0, 0, 0, 0, 12, 2}, false},
      {&Body::library_text, {0, 0, 0, 0, 14, 2}, false},
      {&Body::append_text, {0, 0, 0, 0, 8, 1}, true},
      {&Body::scan_text, {0, 0, 0, 0, 8, 1}, true},
  }};
};

void Body::statement(Stmts& out) {
  if (left_ > 0) --left_;
  std::vector<unsigned> weights;
  for (const auto& row : Productions::kRows) {
    const bool too_deep = row.nests && (depth_ >= 4 || (left_ == 0 && depth_ >= 2));
    weights.push_back(too_deep ? 0 : row.weights.at(weighed_as(unit_.theme)));
  }
  const Mark before = mark();
  const Ranges known = now_;
  const std::size_t written = out.size();
  for (int tries = 0; tries < 6; ++tries) {
    begin_expression();
    if (unit_.theme == Theme::Clamps && rng_.percent(25) && limit(out)) {
      spend();
      return;
    }
    const bool made = unit_.theme == Theme::Objects && rng_.percent(35)    ? object_statement(out)
                      : unit_.theme == Theme::Classes && rng_.percent(35)  ? class_statement(out)
                      : unit_.theme == Theme::Barriers && rng_.percent(25) ? barrier_statement(out)
                      : has_reals(unit_.theme) && rng_.percent(45)
                          ? real_statement(out)
                          : (this->*Productions::kRows.at(rng_.weighted(weights)).make)(out);
    if (made) {
      spend();
      return;
    }
    // Intervals from dropped statements are discarded.
    release(before);
    now_ = known;
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(written), out.end());
  }
}

namespace {

Stmt expression_statement(Expr e) { return {Stmt::Kind::Expression, "", {std::move(e)}, {}, {}}; }

}  // namespace

bool Body::assign(Stmts& out) {
  Expr value = expression(rng_.percent(60) ? 2 : 3);
  std::vector<std::size_t> open;
  for (const std::size_t i : writable()) {
    if (std::find(written_.begin(), written_.end(), i) == written_.end()) open.push_back(i);
  }
  if (open.empty() || rng_.percent(8)) return false;
  const std::size_t slot = rng_.pick(open);
  value = fit(std::move(value), slots_[slot].type, slots_[slot].home);
  if (value.text == slots_[slot].text) return false;
  const auto done = assignment(slot, "=", value);
  if (!done) return false;
  out.push_back(expression_statement(*done));
  return true;
}

bool Body::compound(Stmts& out) {
  static constexpr std::array<std::string_view, 14> kOps = {
      "+=", "+=", "+=", "-=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", "&="};
  const auto open = writable();
  if (open.empty()) return false;
  const std::size_t slot = rng_.pick(open);
  for (int tries = 0; tries < 4; ++tries) {
    begin_expression();
    const std::string_view op = kOps.at(rng_.below(kOps.size()));
    Expr value = rng_.percent(45) ? constant(landmark({-40, 300})) : expression(rng_.percent(70) ? 1 : 2);
    if (op.size() == 3) value = constant(draw({0, 6}));
    if (std::find(written_.begin(), written_.end(), slot) != written_.end()) continue;
    if (tries > 1) value = narrowed(std::move(value));
    if (const auto done = assignment(slot, op, value)) {
      out.push_back(expression_statement(*done));
      return true;
    }
  }
  return false;
}

bool Body::increment(Stmts& out) {
  const auto open = writable();
  if (open.empty()) return false;
  const auto done = step(rng_.pick(open));
  if (done) out.push_back(expression_statement(*done));
  return done.has_value();
}

// Declares a variable. Its home is its whole type, or a small range in which arithmetic needs no guards.
bool Body::declare(Stmts& out) {
  static constexpr std::array<Scalar, 18> kTypes = {Scalar::Bool,         Scalar::Char,     Scalar::SignedChar,
                                                    Scalar::UnsignedChar, Scalar::Short,    Scalar::UnsignedShort,
                                                    Scalar::Int,          Scalar::Unsigned, Scalar::Long,
                                                    Scalar::UnsignedLong, Scalar::LongLong, Scalar::UnsignedLongLong,
                                                    Scalar::Int,          Scalar::Int,      Scalar::Int,
                                                    Scalar::UnsignedChar, Scalar::Unsigned, Scalar::Short};
  static constexpr std::array<int, 6> kReaches = {7, 15, 100, 255, 1000, 30000};
  const Scalar type = kTypes.at(rng_.below(kTypes.size()));
  ScalarPlace slot{fresh("v"), type, range_of(type), false, true};
  if (!is_unsigned(type) && bits(type) >= 32 && rng_.percent(55)) {
    const int reach = kReaches.at(rng_.below(kReaches.size()));
    slot.home = {rng_.percent(30) ? 0 : -reach, reach};
  }
  Expr value = rng_.percent(30) ? constant(landmark(slot.home)) : expression(2);
  value = fit(std::move(value), type, slot.home);
  const bool fixed = rng_.percent(6);
  const Range range = converted(value.range, type);
  if (fixed) slot.home = range;
  slot.writable = !fixed;
  if (!slot.home.contains(range)) return false;
  if (rng_.percent(5)) return declare_static(out, std::move(slot));
  const std::string words = std::string(fixed ? "const " : "") + std::string(name(type)) + ' ' + slot.text;
  now_[add_slot(slot)] = range;
  out.push_back({Stmt::Kind::Declare, words, {value}, {}, {}});
  return true;
}

bool Body::declare_static(Stmts& out, ScalarPlace slot) {
  slot.memory = true;
  slot.writable = true;
  slot.home = range_of(slot.type);
  const std::string words = "static " + std::string(name(slot.type)) + ' ' + slot.text;
  out.push_back({Stmt::Kind::Declare, words, {constant(landmark(slot.home))}, {}, {}});
  add_slot(std::move(slot));
  return true;
}

bool Body::branch(Stmts& out) {
  Condition when = condition(2);
  Stmt s{Stmt::Kind::If, "", {when.expr}, {}, {}};
  const Ranges before = now_;
  learn(when.yes);
  block(s.body, static_cast<unsigned>(rng_.between(1, 3)));
  const Ranges after = now_;
  const bool first = alive_;
  alive_ = true;
  now_ = before;
  learn(when.no);
  if (rng_.percent(65)) block(s.others, static_cast<unsigned>(rng_.between(1, 2)));
  if (!alive_) now_ = after;
  if (alive_ && first) join(after);
  alive_ = alive_ || first;
  out.push_back(std::move(s));
  return true;
}

// Several conditions on one variable, nested or in sequence: outer conditions imply much about inner ones.
bool Body::implied(Stmts& out) {
  const auto list = locals();
  if (list.empty()) return false;
  const std::size_t slot = rng_.pick(list);
  Condition outer = compare_slot(slot);
  Stmt s{Stmt::Kind::If, "", {outer.expr}, {}, {}};
  const Ranges before = now_;
  learn(outer.yes);
  begin_expression();
  Condition inner = compare_slot(slot);
  Stmt in{Stmt::Kind::If, "", {inner.expr}, {}, {}};
  const Ranges inside = now_;
  learn(inner.yes);
  block(in.body, 1);
  Ranges after = now_;
  bool survives = alive_;
  alive_ = true;
  now_ = inside;
  learn(inner.no);
  block(in.others, 1);
  if (alive_ && survives) join(after);
  if (!alive_) now_ = after;
  alive_ = alive_ || survives;
  s.body.push_back(std::move(in));
  if (alive_ && rng_.coin()) block(s.body, 1);
  after = now_;
  survives = alive_;
  alive_ = true;
  now_ = before;
  learn(outer.no);
  if (rng_.percent(60)) block(s.others, 1);
  if (alive_ && survives) join(after);
  if (!alive_) now_ = after;
  alive_ = alive_ || survives;
  out.push_back(std::move(s));
  return true;
}

// "if (x > 10) return 3;", or a jump to the end of the function.
bool Body::leave(Stmts& out) {
  Condition when = condition(1);
  Stmt s{Stmt::Kind::If, "", {when.expr}, {}, {}};
  const Ranges before = now_;
  learn(when.yes);
  begin_expression();
  // In C++, a jump must not pass the initialization of a variable.
  if (rng_.percent(25) && depth_ > 0 && unit_.theme != Theme::Classes) {
    s.body.push_back({Stmt::Kind::Jump, "goto out", {}, {}, {}});
    out_used_ = true;
  } else {
    give_back(s.body, function_.result ? expression(rng_.coin() ? 0 : 2) : constant(0));
  }
  alive_ = true;
  now_ = before;
  learn(when.no);
  out.push_back(std::move(s));
  return true;
}

std::optional<std::vector<std::pair<std::string, Whole>>> Body::switch_labels(const Expr& subject) {
  std::vector<std::pair<std::string, Whole>> labels;
  const auto wanted = rng_.between(2, 5);
  for (int tries = 0; tries < 20 && static_cast<std::int64_t>(labels.size()) < wanted; ++tries) {
    const auto close = meet(subject.range, {-3, 20});
    const Whole value = landmark(close && rng_.percent(60) ? *close : subject.range);
    const auto same = [&](const auto& label) { return label.second == value; };
    if (value < -2147483647 || value > 2147483647 || std::any_of(labels.begin(), labels.end(), same)) continue;
    labels.emplace_back("case " + print(constant(value)) + ":", value);
  }
  if (labels.size() < 2) return std::nullopt;
  if (rng_.percent(80))
    labels.insert(labels.begin() + rng_.between(0, static_cast<int>(labels.size())), {"default:", 0});
  return labels;
}

bool Body::switching(Stmts& out) {
  const auto list = locals();
  const bool plain = !list.empty() && rng_.percent(60);
  const std::size_t slot = plain ? rng_.pick(list) : 0;
  Expr subject = plain ? read(slot) : expression(2);
  if (!plain && rng_.percent(60)) subject = narrowed(std::move(subject));
  const auto labels = switch_labels(subject);
  if (!labels) return false;
  Stmt s{Stmt::Kind::Switch, "", {subject}, {}, {}};
  const Ranges before = now_;
  loops_.push_back({loops_.empty() ? false : loops_.back().may_continue, true, std::nullopt, "", false});
  bool has_default = false;
  bool falls = false;
  for (const auto& [label, value] : *labels) {
    has_default = has_default || label == "default:";
    const Ranges through = now_;
    now_ = before;
    if (plain && label != "default:") learn({{slot, Range{value, value}}});
    if (falls) join(through);
    alive_ = true;
    Stmt part{Stmt::Kind::Case, label, {}, {}, {}};
    block(part.body, static_cast<unsigned>(rng_.between(1, 2)));
    falls = alive_ && rng_.percent(30);
    if (alive_ && !falls) {
      part.body.push_back({Stmt::Kind::Jump, "break", {}, {}, {}});
      auto& exit = loops_.back().at_break;
      if (exit) join(*exit);
      exit = now_;
    }
    s.body.push_back(std::move(part));
  }
  // The end is reached by a break, from the last part, or past all labels.
  std::optional<Ranges> end = loops_.back().at_break;
  loops_.pop_back();
  const auto reach = [&](const Ranges& from) {
    now_ = from;
    if (end) join(*end);
    end = now_;
  };
  if (falls) reach(Ranges(now_));
  if (!has_default) reach(before);
  alive_ = end.has_value();
  if (end) now_ = *end;
  now_.resize(slots_.size());  // a break may come from an inner scope
  out.push_back(std::move(s));
  return true;
}

// Stores a truth value in a variable, and later tests it.
bool Body::boolean(Stmts& out) {
  Condition when = condition(2);
  static constexpr std::array<Scalar, 4> kTypes = {Scalar::Bool, Scalar::Int, Scalar::UnsignedChar, Scalar::Bool};
  const Scalar type = kTypes.at(rng_.below(4));
  const std::string variable = fresh("v");
  Expr value = when.expr;
  if (rng_.percent(20)) value = *apply_operator("!", *apply_operator("!", value));
  if (type == Scalar::Bool && rng_.percent(30)) value = expression(2);
  const Range range = converted(value.range, type);
  now_[add_slot({variable, type, type == Scalar::Bool ? Range{0, 1} : hull(range, {0, 1}), false, true})] = range;
  out.push_back({Stmt::Kind::Declare, std::string(name(type)) + ' ' + variable, {value}, {}, {}});
  return true;
}

bool Body::comma(Stmts& out) {
  const auto open = writable();
  if (open.empty()) return false;
  const std::size_t first = rng_.pick(open);
  const auto a = step(first);
  if (!a) return false;
  begin_expression();  // a comma is a sequence point
  const std::size_t second = rng_.pick(open);
  const Expr value = fit(expression(1), slots_[second].type, slots_[second].home);
  if (std::find(written_.begin(), written_.end(), second) != written_.end()) return false;
  const auto b = assignment(second, "=", value);
  if (!b) return false;
  out.push_back(expression_statement(binary(",", *a, *b, b->type, b->range)));
  return true;
}

// Declares a variable of the enumeration, and a switch over it.
bool Body::enumeration(Stmts& out) {
  const auto& values = unit_.enumerators;
  if (values.empty()) return false;
  const std::string variable = fresh("v");
  const auto count = static_cast<Whole>(values.size());
  const std::string kind = rng_.coin() ? "enum kind " : "int ";
  const auto enumerator = [](std::size_t i) { return "E" + std::to_string(i); };
  std::size_t first = rng_.below(values.size());
  const std::size_t other = rng_.below(values.size());
  Condition when = condition(1);
  Expr value{Expr::Form::Conditional, "?:", Scalar::Int, {values.front(), values.back()}, {}};
  value.args = {when.expr, leaf(enumerator(first), Scalar::Int, {values[first], values[first]}),
                leaf(enumerator(other), Scalar::Int, {values[other], values[other]})};
  out.push_back({Stmt::Kind::Declare, kind + variable, {value}, {}, {}});
  const Range home{values.front(), values.back()};
  add_slot({variable, Scalar::Int, home, false, false});
  Stmt s{Stmt::Kind::Switch, "", {leaf(variable, Scalar::Int, home)}, {}, {}};
  const Ranges before = now_;
  Ranges end = now_;
  loops_.push_back({loops_.empty() ? false : loops_.back().may_continue, true, std::nullopt, "", false});
  for (Whole i = 0; i < std::min<Whole>(count, 3); ++i, first = (first + 1) % values.size()) {
    now_ = before;
    Stmt part{Stmt::Kind::Case, "case " + enumerator(first) + ":", {}, {}, {}};
    block(part.body, 1);
    if (alive_) part.body.push_back({Stmt::Kind::Jump, "break", {}, {}, {}});
    if (alive_) join(end), end = now_;
    alive_ = true;
    s.body.push_back(std::move(part));
  }
  if (loops_.back().at_break) {
    now_ = *loops_.back().at_break;
    join(end);
    end = now_;
  }
  loops_.pop_back();
  now_ = end;
  now_.resize(slots_.size());
  s.body.push_back({Stmt::Kind::Case, "default:", {}, {{Stmt::Kind::Jump, "break", {}, {}, {}}}, {}});
  out.push_back(std::move(s));
  return true;
}

// Declares a variable that gets its value in branches.
bool Body::late_value(Stmts& out) {
  ScalarPlace slot{fresh("v"), static_cast<Scalar>(rng_.below(kScalars)), {}, false, true};
  slot.home = range_of(slot.type);
  const std::size_t at = add_slot(slot);
  written_.push_back(at);  // it must not be read before
  Condition when = condition(1);
  Stmt s{Stmt::Kind::If, "", {when.expr}, {}, {}};
  const Ranges before = now_;
  Ranges after;
  for (const bool yes : {true, false}) {
    now_ = before;
    learn(yes ? when.yes : when.no);
    begin_expression();
    written_.push_back(at);
    const Expr value = rng_.coin() ? constant(landmark(slot.home)) : expression(2);
    const auto set = assignment(at, "=", value);
    if (!set) return false;
    (yes ? s.body : s.others).push_back(expression_statement(*set));
    if (yes) after = now_;
  }
  join(after);
  out.push_back({Stmt::Kind::Declare, std::string(name(slot.type)) + ' ' + slot.text, {}, {}, {}});
  out.push_back(std::move(s));
  return true;
}

}  // namespace assay::analyzer::c
