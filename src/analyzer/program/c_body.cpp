#include "analyzer/program/c_body.hpp"

#include <algorithm>

namespace assay::analyzer::c {

Body::Body(Unit& unit, Function& function, core::Rng rng) : unit_(unit), function_(function), rng_(rng) {
  slots_ = unit.slots;
  for (const ScalarPlace& slot : slots_) now_.push_back(slot.home);
  locks_.assign(slots_.size(), 0);
  arrays_ = unit.arrays;
  texts_ = unit.texts;
}

Body::Mark Body::mark() const {
  return {slots_.size(), arrays_.size(), texts_.size(), pointers_.size(), records_.size()};
}

void Body::release(const Mark& mark) {
  slots_.resize(mark.slots);
  now_.resize(mark.slots);
  locks_.resize(mark.slots);
  arrays_.resize(mark.arrays);
  texts_.resize(mark.texts);
  pointers_.resize(mark.pointers);
  records_.resize(mark.records);
}

std::size_t Body::add_slot(ScalarPlace slot) {
  now_.push_back(slot.home);
  locks_.push_back(0);
  slots_.push_back(std::move(slot));
  return slots_.size() - 1;
}

// Makes the fields of a structure readable and writable, by their paths.
void Body::add_record(const RecordValue& value) {
  std::vector<RecordValue> open = {value};
  while (!open.empty()) {
    const RecordValue at = open.back();
    open.pop_back();
    records_.push_back(at);
    for (const Record::Field& field : unit_.records[at.record].fields) {
      const std::string path = at.text + (at.pointer ? "->" : ".") + field.name;
      if (field.record >= 0) {
        open.push_back({path, static_cast<unsigned>(field.record), false, at.writable});
      } else if (field.size > 0) {
        arrays_.push_back({path, field.type, field.size, 0, range_of(field.type), at.writable});
      } else {
        add_slot({path, field.type, range_of(field.type), true, at.writable});
      }
    }
  }
}

void Body::add_parameters() {
  for (const Parameter& p : function_.parameters) {
    switch (p.kind) {
      case Parameter::Kind::Value: add_slot({p.name, p.type, home_of(p.type, unit_.theme), false, true}); break;
      case Parameter::Kind::Fuel: add_slot({p.name, p.type, {0, 4}, false, false}); break;
      case Parameter::Kind::Out:
        pointers_.push_back({p.name, p.type, p.nullable, true});
        if (!p.nullable) add_slot({"*" + p.name, p.type, range_of(p.type), true, true});
        break;
      case Parameter::Kind::Array: arrays_.push_back({p.name, p.type, p.size, 0, range_of(p.type), false}); break;
      case Parameter::Kind::Text: texts_.push_back({p.name, p.size, false}); break;
      case Parameter::Kind::Record: add_record({p.name, p.record, false, true}); break;
      case Parameter::Kind::RecordPointer: add_record({p.name, p.record, true, true}); break;
    }
    if (p.kind != Parameter::Kind::Value && p.kind != Parameter::Kind::Fuel && p.kind != Parameter::Kind::Record) {
      function_.pure = false;
    }
  }
}

std::string Body::fresh(std::string_view prefix) { return std::string(prefix) + std::to_string(names_++); }

void Body::learn(const Condition::Knowledge& knowledge) {
  for (const auto& [slot, range] : knowledge) {
    // An empty range: the branch is never taken, so any range is right there.
    if (const auto both = meet(now_[slot], range)) now_[slot] = *both;
  }
}

void Body::join(const Ranges& other) {
  for (std::size_t i = 0; i < now_.size() && i < other.size(); ++i) now_[i] = hull(now_[i], other[i]);
}

void Body::forget_all() {
  for (std::size_t i = 0; i < slots_.size(); ++i) now_[i] = slots_[i].home;
}

void Body::begin_expression() {
  read_.clear();
  written_.clear();
  memory_read_ = false;
  memory_written_ = false;
}

bool Body::may_read(std::size_t slot) const {
  if (slots_[slot].memory) return !memory_written_;
  return std::find(written_.begin(), written_.end(), slot) == written_.end();
}

std::vector<std::size_t> Body::readable() const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!is_real(slots_[i].type) && may_read(i)) list.push_back(i);
  }
  return list;
}

std::vector<std::size_t> Body::writable() const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!is_real(slots_[i].type) && slots_[i].writable && locks_[i] == 0) list.push_back(i);
  }
  return list;
}

std::vector<std::size_t> Body::locals() const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!is_real(slots_[i].type) && !slots_[i].memory && may_read(i)) list.push_back(i);
  }
  return list;
}

void Body::note_write(std::size_t slot, const Range& range) {
  if (slots_[slot].memory) {
    function_.pure = false;
    memory_written_ = true;
    return;
  }
  written_.push_back(slot);
  now_[slot] = conditional_ > 0 ? hull(now_[slot], range) : range;
}

void Body::spend(std::uint64_t statements) { function_.cost += statements * trips_; }

void Body::block(Stmts& out, unsigned statements) {
  const Mark before = mark();
  ++depth_;
  const std::size_t start = out.size();
  for (unsigned i = 0; i < statements && alive_ && (left_ > 0 || i == 0); ++i) statement(out);
  for (int tries = 0; tries < 3 && alive_ && out.size() == start; ++tries) statement(out);
  --depth_;
  show_unused(out, before.slots);
  release(before);
}

// Unread values are added to a sum that the program prints, so that a wrong value is visible. Sums do not depend on the
// order in which calls are evaluated.
void Body::show_unused(Stmts& out, std::size_t from) {
  for (std::size_t i = from; i < slots_.size() && alive_; ++i) {
    const char first = slots_[i].text[0];
    const bool field = slots_[i].memory && first == 'v';
    if (slots_[i].used || field || (first != 'v' && first != '*') || rng_.percent(20)) continue;
    const Scalar type = Scalar::UnsignedLongLong;
    Expr value = read(i);
    if (is_real(value.type)) value = call(std::string(kRealBits), {value}, type, range_of(type));
    const Expr sum = binary("+=", leaf("trace", type, range_of(type)), value, type, range_of(type));
    out.push_back({Stmt::Kind::Expression, "", {sum}, {}, {}});
  }
}

void Body::make() {
  add_parameters();
  const std::size_t parameters = slots_.size();
  // Nested statements count as well.
  left_ = std::max(3U, unit_.size.statements / 3 + static_cast<unsigned>(rng_.below(unit_.size.statements / 2 + 1)));
  prologue(function_.body);
  whole_ = mark();
  while (alive_ && left_ > 0) statement(function_.body);
  show_unused(function_.body, parameters);
  epilogue(function_.body);
  if (recursive_) function_.cost *= fuel_calls_ > 1 ? 31 : 5;
}

// Ends recursions, and declares variables of the whole function, which a jump to its end cannot skip.
void Body::prologue(Stmts& out) {
  for (const Parameter& p : function_.parameters) {
    if (p.kind != Parameter::Kind::Fuel) continue;
    recursive_ = true;
    Stmt guard{Stmt::Kind::If, "", {}, {}, {}};
    guard.exprs.push_back(*apply_operator(rng_.coin() ? "<=" : "==", leaf(p.name, p.type, {0, 4}), constant(0)));
    give_back(guard.body, constant(rng_.between(-2, 40)));
    alive_ = true;
    out.push_back(std::move(guard));
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].text == p.name) now_[i] = slots_[i].home = {1, 4};
    }
  }
  const auto declarations = rng_.between(1, 2);
  for (int i = 0; i < declarations; ++i) declare(out);
}

void Body::give_back(Stmts& out, Expr value) {
  Stmt leave{Stmt::Kind::Jump, "return", {}, {}, {}};
  if (function_.result) {
    const Range range = converted(value.range, *function_.result);
    returned_ = returned_ ? hull(*returned_, range) : range;
    leave.exprs.push_back(std::move(value));
  }
  out.push_back(std::move(leave));
  spend();
  alive_ = false;
}

void Body::epilogue(Stmts& out) {
  if (out_used_) {
    // Variables that were declared after a jump to this label may have no value.
    release(whole_);
    forget_all();
    out.push_back({Stmt::Kind::Label, "out", {}, {}, {}});
    alive_ = true;
  }
  if (alive_ && function_.result) {
    begin_expression();
    give_back(out, is_real(*function_.result) ? real(2) : expression(2));
  }
  if (returned_) function_.range = *returned_;
}

}  // namespace assay::analyzer::c
