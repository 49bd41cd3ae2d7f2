#include <algorithm>
#include <array>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

// The addresses that a pointer to the type may get, from the first `outlives` slots.
std::vector<std::string> Body::addresses(Scalar type, std::size_t outlives, bool to_write) const {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < std::min(outlives, slots_.size()); ++i) {
    const ScalarPlace& slot = slots_[i];
    if (!slot.memory || slot.bit_field || slot.type != type || (to_write && !slot.writable)) continue;
    list.push_back(slot.text[0] == '*' ? slot.text.substr(1) : "&" + slot.text);
  }
  return list;
}

void Body::declare_addressed(Stmts& out, Scalar type) {
  const std::string variable = fresh("v");
  const Expr value = constant(landmark(range_of(type == Scalar::Char ? Scalar::SignedChar : type)));
  out.push_back({Stmt::Kind::Declare, std::string(name(type)) + ' ' + variable, {value}, {}, {}});
  add_slot({variable, type, range_of(type), true, true});
}

bool Body::store_element(Stmts& out) {
  static constexpr std::array<std::string_view, 7> kOps = {"=", "=", "=", "=", "+=", "^=", "|="};
  const auto element = array_element(true, 1);
  if (!element) return false;
  Expr value = rng_.percent(20) ? constant(landmark(element->range)) : expression(2);
  const std::string_view op = kOps.at(rng_.below(kOps.size()));
  if (op != "=") {
    value = narrowed(std::move(value));
    const auto result = apply_operator(op.substr(0, 1), *element, value);
    if (!result || !element->range.contains(converted(result->range, element->type))) return false;
  } else {
    value = fit(std::move(value), element->type, element->range);
  }
  out.push_back({Stmt::Kind::Expression, "", {binary(op, *element, value, element->type, element->range)}, {}, {}});
  return true;
}

// Emits "for (int i = 0; i < 8; ++i) a[i] = i * 3;".
bool Body::fill_array(Stmts& out) {
  std::vector<Array> open;
  for (const Array& array : arrays_) {
    if (array.writable && array.columns == 0 && affordable(array.size)) open.push_back(array);
  }
  if (open.empty()) return false;
  const Array array = rng_.pick(open);
  const Mark outside = mark();
  const Frozen frozen = enter_loop(array.size, true);
  const Range inside{0, static_cast<Whole>(array.size) - 1};
  const std::size_t slot = add_slot({fresh("i"), Scalar::Int, inside, false, false});
  const Expr i = leaf(slots_[slot].text, Scalar::Int, inside);
  const Expr element = index(leaf(array.text, array.type, array.home), i, array.type, array.home);
  memory_read_ = true;
  function_.pure = false;
  const Expr first = read(slot);
  Expr second = expression(1);
  const Expr value = fit(repaired(rng_.coin() ? "+" : "*", first, std::move(second)), array.type, array.home);
  const Expr next{Expr::Form::Prefix, "++", Scalar::Int, inside, {i}};
  Stmt s{Stmt::Kind::For, "int", {binary("=", i, constant(0), Scalar::Int, inside)}, {}, {}};
  s.exprs.push_back(*apply_operator("<", i, constant(array.size)));
  s.exprs.push_back(next);
  s.body.push_back({Stmt::Kind::Expression, "", {binary("=", element, value, array.type, array.home)}, {}, {}});
  out.push_back(std::move(s));
  leave_loop(out, frozen, array.size);
  release(outside);
  return true;
}

bool Body::local_array(Stmts& out) {
  static constexpr std::array<unsigned, 5> kSizes = {4, 8, 8, 5, 3};
  static constexpr std::array<Scalar, 6> kTypes = {Scalar::Int,      Scalar::UnsignedChar, Scalar::Short,
                                                   Scalar::Unsigned, Scalar::SignedChar,   Scalar::LongLong};
  Array array{fresh("v"), kTypes.at(rng_.below(kTypes.size())), kSizes.at(rng_.below(kSizes.size())), 0, {}, true};
  if (rng_.percent(25)) array.columns = kSizes.at(rng_.below(kSizes.size()));
  array.writable = rng_.percent(75);
  array.home = range_of(array.type);
  const auto row = [&](unsigned size) {
    std::string text = "{";
    const auto given = array.writable ? rng_.between(1, size) : size;
    for (unsigned i = 0; i < given; ++i) {
      text += (i > 0 ? ", " : "") + print(constant(landmark(rng_.percent(80) ? Range{0, 100} : array.home)));
    }
    return text + "}";
  };
  std::string value = array.columns == 0 ? row(array.size) : "{";
  for (unsigned i = 0; array.columns > 0 && i < array.size; ++i) value += (i > 0 ? ", " : "") + row(array.columns);
  if (array.columns > 0) value += "}";
  std::string words = (array.writable ? "" : "static const ") + std::string(name(array.type)) + ' ' + array.text + '[' +
                      std::to_string(array.size) + ']';
  if (array.columns > 0) words += '[' + std::to_string(array.columns) + ']';
  out.push_back({Stmt::Kind::Declare, words, {leaf(value, Scalar::Int, {0, 0})}, {}, {}});
  arrays_.push_back(array);
  return true;
}

// Emits a pointer to a variable or an element, or changes an existing pointer.
bool Body::point(Stmts& out) {
  if (!pointers_.empty() && rng_.percent(30)) {
    const Pointer p = rng_.pick(pointers_);
    auto to = addresses(p.type, p.outlives, p.writable);
    if (p.nullable) to.emplace_back("NULL");
    if (to.empty()) return false;
    Condition when = condition(1);
    const Expr set = binary("=", leaf(p.text, Scalar::Int, {}), leaf(rng_.pick(to), Scalar::Int, {}), Scalar::Int, {});
    out.push_back({Stmt::Kind::If, "", {when.expr}, {{Stmt::Kind::Expression, "", {set}, {}, {}}}, {}});
    return true;
  }
  static constexpr std::array<Scalar, 5> kTypes = {Scalar::Int, Scalar::UnsignedChar, Scalar::Short, Scalar::Unsigned,
                                                   Scalar::LongLong};
  Pointer p{fresh("q"), kTypes.at(rng_.below(kTypes.size())), rng_.percent(25), rng_.percent(80), 0};
  const auto targets = rng_.between(1, 2);
  for (int i = 0; i < targets; ++i) declare_addressed(out, p.type);
  p.outlives = slots_.size();
  auto to = addresses(p.type, p.outlives, p.writable);
  for (const Array& array : arrays_) {
    if (array.type == p.type && array.columns == 0 && array.writable) {
      to.push_back("&" + array.text + "[" + print(index_within(array.size, 0)) + "]");
    }
  }
  if (p.nullable) to.emplace_back("NULL");
  Expr start = leaf(rng_.coin() ? to.back() : rng_.pick(to), Scalar::Int, {});
  begin_expression();
  if (rng_.percent(45)) {
    Condition when = condition(1);
    const Expr other = leaf(rng_.pick(to), Scalar::Int, {});
    start = {Expr::Form::Conditional, "?:", Scalar::Int, {}, {when.expr, start, other}};
  }
  const std::string words = (p.writable ? "" : "const ") + std::string(name(p.type)) + " *" + p.text;
  out.push_back({Stmt::Kind::Declare, words, {start}, {}, {}});
  if (!p.nullable) add_slot({"*" + p.text, p.type, range_of(p.type), true, p.writable});
  pointers_.push_back(p);
  return true;
}

// Emits "if (p != NULL) { *p = 3; ... }".
bool Body::store_through(Stmts& out) {
  std::vector<Pointer> open;
  for (const Pointer& p : pointers_) {
    if (p.nullable) open.push_back(p);
  }
  std::vector<std::size_t> direct;
  for (const std::size_t i : writable()) {
    if (slots_[i].text[0] == '*') direct.push_back(i);
  }
  if (!direct.empty() && (open.empty() || rng_.coin())) {
    const std::size_t slot = rng_.pick(direct);
    const auto done = assignment(slot, "=", fit(expression(2), slots_[slot].type, slots_[slot].home));
    if (done) out.push_back({Stmt::Kind::Expression, "", {*done}, {}, {}});
    return done.has_value();
  }
  if (open.empty()) return false;
  const Pointer p = rng_.pick(open);
  const Expr pointer = leaf(p.text, Scalar::Int, {});
  const Expr full = binary("!=", pointer, leaf("NULL", Scalar::Int, {}), Scalar::Int, {0, 1});
  Stmt s{Stmt::Kind::If, "", {rng_.coin() ? pointer : full}, {}, {}};
  const Mark before = mark();
  const std::size_t slot = add_slot({"*" + p.text, p.type, range_of(p.type), true, p.writable});
  if (p.writable) {
    const auto done = assignment(slot, "=", expression(2));
    if (done) s.body.push_back({Stmt::Kind::Expression, "", {*done}, {}, {}});
  }
  // The block must not set the pointer to null, so pointers are hidden from it.
  const std::vector<Pointer> all = std::exchange(pointers_, {});
  const Ranges known = now_;
  block(s.body, 1);
  pointers_ = all;
  if (alive_) {
    join(known);
  } else {
    now_ = known;
  }
  alive_ = true;
  release(before);
  out.push_back(std::move(s));
  return true;
}

// Emits a pointer that walks over an array.
bool Body::walk(Stmts& out) {
  std::vector<Array> open;
  for (const Array& array : arrays_) {
    if (array.columns == 0 && affordable(array.size)) open.push_back(array);
  }
  if (open.empty()) return false;
  const Array array = rng_.pick(open);
  const Mark outside = mark();
  const Frozen frozen = enter_loop(array.size, true);
  const std::string p = fresh("q");
  const std::string end = array.text + " + " + std::to_string(array.size);
  const bool writes = array.writable && rng_.percent(40);
  add_slot({"*" + p, array.type, array.home, true, writes});
  const Range offset{0, static_cast<Whole>(array.size) - 1};
  add_slot({"(int)(" + p + " - " + array.text + ")", Scalar::Int, offset, false, false});
  Stmt s{Stmt::Kind::For, (writes ? "" : "const ") + std::string(name(array.type)), {}, {}, {}};
  s.exprs = {leaf("*" + p + " = " + array.text, Scalar::Int, {}),
             leaf(p + (rng_.coin() ? " < " : " != ") + end, Scalar::Int, {}),
             leaf(rng_.coin() ? p + "++" : "++" + p, Scalar::Int, {})};
  block(s.body, static_cast<unsigned>(rng_.between(1, 2)));
  out.push_back(std::move(s));
  leave_loop(out, frozen, array.size);
  release(outside);
  return true;
}

bool Body::local_record(Stmts& out) {
  if (unit_.records.empty()) return false;
  if (!records_.empty() && rng_.percent(40)) {
    const RecordValue of = rng_.pick(records_);
    if (of.writable) {
      const RecordValue p{fresh("q"), of.record, true, true};
      const std::string to = of.pointer ? of.text : "&" + of.text;
      out.push_back({Stmt::Kind::Declare,
                     "struct " + unit_.records[of.record].name + " *" + p.text,
                     {leaf(to, Scalar::Int, {})},
                     {},
                     {}});
      add_record(p);
      return true;
    }
  }
  const auto record = static_cast<unsigned>(rng_.below(unit_.records.size()));
  const RecordValue v{fresh("v"), record, false, true};
  out.push_back({Stmt::Kind::Declare,
                 "struct " + unit_.records[record].name + ' ' + v.text,
                 {leaf(initial_value(unit_, record, rng_), Scalar::Int, {})},
                 {},
                 {}});
  add_record(v);
  return true;
}

bool Body::copy_record(Stmts& out) {
  std::vector<std::pair<RecordValue, RecordValue>> open;
  for (const RecordValue& a : records_) {
    for (const RecordValue& b : records_) {
      // Only objects of one type, which cannot overlap partially (6.5.16.1p3).
      if (a.record == b.record && a.text != b.text && a.writable) open.emplace_back(a, b);
    }
  }
  if (open.empty()) return false;
  const auto& [to, from] = rng_.pick(open);
  const auto value = [](const RecordValue& of) { return leaf((of.pointer ? "*" : "") + of.text, Scalar::Int, {}); };
  out.push_back({Stmt::Kind::Expression, "", {binary("=", value(to), value(from), Scalar::Int, {})}, {}, {}});
  function_.pure = false;
  return true;
}

// Reads each member of a union while it is the last written one.
bool Body::local_union(Stmts& out) {
  static constexpr std::array<Scalar, 4> kMembers = {Scalar::Unsigned, Scalar::Short, Scalar::UnsignedChar,
                                                     Scalar::LongLong};
  const std::string variable = fresh("v");
  out.push_back(
      {Stmt::Kind::Declare, "union { unsigned u; short s; unsigned char b; long long w; } " + variable, {}, {}, {}});
  const auto turns = rng_.between(1, 3);
  for (int i = 0; i < turns; ++i) {
    const std::size_t k = rng_.below(4);
    const Scalar type = kMembers.at(k);
    const std::string path = variable + std::string(".usbw").substr(0, 1) + std::string("usbw").substr(k, 1);
    begin_expression();
    const Expr value = expression(2);
    const Range range = converted(value.range, type);
    const Expr member = leaf(path, type, range);
    out.push_back({Stmt::Kind::Expression, "", {binary("=", member, value, type, range)}, {}, {}});
    const ScalarPlace copy{fresh("v"), type, range_of(type), false, true};
    out.push_back({Stmt::Kind::Declare, std::string(name(type)) + ' ' + copy.text, {member}, {}, {}});
    now_[add_slot(copy)] = range;
  }
  return true;
}

bool Body::swap_through(Stmts& out) {
  std::vector<std::pair<ScalarPlace, ScalarPlace>> open;
  for (const ScalarPlace& a : slots_) {
    for (const ScalarPlace& b : slots_) {
      const bool fits = a.memory && b.memory && a.writable && b.writable && a.type == b.type && a.home == b.home;
      if (fits && a.text < b.text) open.emplace_back(a, b);
    }
  }
  if (open.empty()) return false;
  const auto [a, b] = rng_.pick(open);
  const Expr left = leaf(a.text, a.type, a.home);
  const Expr right = leaf(b.text, b.type, b.home);
  const ScalarPlace old{fresh("v"), a.type, a.home, false, false};
  out.push_back({Stmt::Kind::Declare, "const " + std::string(name(a.type)) + ' ' + old.text, {left}, {}, {}});
  out.push_back({Stmt::Kind::Expression, "", {binary("=", left, right, a.type, a.home)}, {}, {}});
  out.push_back(
      {Stmt::Kind::Expression, "", {binary("=", right, leaf(old.text, a.type, a.home), a.type, a.home)}, {}, {}});
  function_.pure = false;
  add_slot(old);
  return true;
}

}  // namespace assay::analyzer::c
