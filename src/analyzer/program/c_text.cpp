#include <algorithm>
#include <array>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

std::string Body::quoted(unsigned least, unsigned most) {
  static constexpr std::string_view kLetters = "abcxyzAZ019 _-";
  const auto length = rng_.between(least, std::min(most, std::max(least, rng_.percent(80) ? 6U : most)));
  std::string text = "\"";
  for (int i = 0; i < length; ++i) text += kLetters[rng_.below(kLetters.size())];
  return text + "\"";
}

const Text* Body::any_text(bool to_write) {
  std::vector<const Text*> open;
  for (const Text& text : texts_) {
    if (text.writable || !to_write) open.push_back(&text);
  }
  return open.empty() ? nullptr : rng_.pick(open);
}

Expr Body::text_length() {
  const Text* text = any_text(false);
  if (text == nullptr || memory_written_) return leaf_expression();
  memory_read_ = true;
  function_.pure = false;
  return call("strlen", {leaf(text->text, Scalar::Int, {})}, Scalar::UnsignedLong,
              {0, static_cast<Whole>(text->capacity) - 1});
}

Condition Body::text_test() {
  const Text* text = any_text(false);
  if (text == nullptr || memory_written_) return comparison();
  const Expr of = leaf(text->text, Scalar::Int, {});
  const std::string_view equality = rng_.coin() ? "==" : "!=";
  Condition result;
  switch (rng_.below(4)) {
    case 0: {
      const Expr length = text_length();
      const Expr other = constant(rng_.between(0, 6), Scalar::UnsignedLong);
      result.expr = *apply_operator(rng_.coin() ? ">" : equality, length, other);
      return result;
    }
    case 1: {
      const Expr other = leaf(quoted(0, text->capacity - 1), Scalar::Int, {});
      const Expr order = call("strcmp", {of, other}, Scalar::Int, range_of(Scalar::Int));
      result.expr = *apply_operator(rng_.percent(30) ? "<" : equality, order, constant(0));
      break;
    }
    case 2: {
      const Expr found = call("strchr", {of, leaf(rng_.coin() ? "'a'" : "'x'", Scalar::Int, {})}, Scalar::Int, {0, 1});
      result.expr = binary(equality, found, leaf("NULL", Scalar::Int, {}), Scalar::Int, {0, 1});
      break;
    }
    default: {
      const Expr first = index(of, constant(0), Scalar::Char, range_of(Scalar::Char));
      result.expr = *apply_operator(equality, first, leaf(rng_.coin() ? "'a'" : "'\\0'", Scalar::Int, {0, 127}));
    }
  }
  memory_read_ = true;
  function_.pure = false;
  return result;
}

bool Body::local_text(Stmts& out) {
  static constexpr std::array<unsigned, 3> kCapacities = {8, 16, 24};
  const Text text{fresh("v"), kCapacities.at(rng_.below(3)), true};
  const std::string value = rng_.percent(85) ? quoted(0, text.capacity - 1) : "{0}";
  out.push_back({Stmt::Kind::Declare,
                 "char " + text.text + '[' + std::to_string(text.capacity) + ']',
                 {leaf(value, Scalar::Int, {})},
                 {},
                 {}});
  texts_.push_back(text);
  arrays_.push_back({text.text, Scalar::Char, text.capacity, 0, range_of(Scalar::Char), false});
  return true;
}

// Writes anywhere except to the last byte, which stays zero.
bool Body::store_text(Stmts& out) {
  const Text* text = any_text(true);
  if (text == nullptr) return local_text(out);
  memory_read_ = true;
  function_.pure = false;
  const std::string of = text->text;
  const unsigned last = text->capacity - 1;
  const Expr element = index(leaf(of, Scalar::Char, {}), index_within(last, 1), Scalar::Char, range_of(Scalar::Char));
  static constexpr std::array<std::string_view, 4> kCharacters = {"'\\0'", "'a'", "'x'", "'0'"};
  Expr value = leaf(std::string(kCharacters.at(rng_.below(4))), Scalar::Int, {0, 127});
  if (rng_.percent(35)) value = expression(1);
  out.push_back(
      {Stmt::Kind::Expression, "", {binary("=", element, value, Scalar::Char, range_of(Scalar::Char))}, {}, {}});
  return true;
}

bool Body::library_text(Stmts& out) {
  const Text* to = any_text(true);
  if (to == nullptr) return local_text(out);
  const Text target = *to;
  const Expr destination = leaf(target.text, Scalar::Int, {});
  std::vector<Text> sources;
  for (const Text& text : texts_) {
    // A pointer parameter may point to a global.
    const bool apart = text.text != target.text && (text.writable || target.text[0] == 'v');
    if (apart && text.capacity <= target.capacity) sources.push_back(text);
  }
  function_.pure = false;
  memory_read_ = true;
  const Expr literal = leaf(quoted(0, target.capacity - 1), Scalar::Int, {});
  Expr done = call("strcpy", {destination, literal}, Scalar::Int, {});
  const std::uint64_t kind = rng_.below(10);
  if (kind < 3 && !sources.empty()) {
    done.args[1] = leaf(rng_.pick(sources).text, Scalar::Int, {});
  } else if (kind < 5) {
    const Expr size = index_within(target.capacity, 1);
    done = call("memset", {destination, leaf(rng_.coin() ? "'a'" : "0", Scalar::Int, {}), size}, Scalar::Int, {});
  } else if (kind < 7 && !sources.empty() && rng_.pick(sources).writable) {
    std::vector<Text> whole;
    for (const Text& text : sources) {
      if (text.writable) whole.push_back(text);
    }
    const Text from = rng_.pick(whole);
    const Expr size = index_within(from.capacity, 1);
    done = call("memcpy", {destination, leaf(from.text, Scalar::Int, {}), size}, Scalar::Int, {});
  }
  out.push_back({Stmt::Kind::Expression, "", {done}, {}, {}});
  if (rng_.coin()) {
    begin_expression();
    use_result(out, text_length());
  }
  return true;
}

// Emits "if (strlen(s) < 5) { strcat(s, "ab"); }".
bool Body::append_text(Stmts& out) {
  const Text* to = any_text(true);
  if (to == nullptr) return local_text(out);
  const Text target = *to;
  const std::string more = quoted(1, 3);
  const auto length = static_cast<Whole>(more.size()) - 2;
  const Expr destination = leaf(target.text, Scalar::Int, {});
  const Range all{0, static_cast<Whole>(target.capacity) - 1};
  const Expr size = call("strlen", {destination}, Scalar::UnsignedLong, all);
  function_.pure = false;
  Expr room = *apply_operator("<", size, constant(target.capacity - length, Scalar::UnsignedLong));
  if (rng_.coin()) {
    const Expr capacity = leaf("sizeof(" + target.text + ")", Scalar::UnsignedLong, {all.high + 1, all.high + 1});
    room = *apply_operator("<", *apply_operator("+", size, constant(length)), capacity);
  }
  Stmt s{Stmt::Kind::If, "", {room}, {}, {}};
  const Expr append = call("strcat", {destination, leaf(more, Scalar::Int, {})}, Scalar::Int, {});
  s.body.push_back({Stmt::Kind::Expression, "", {append}, {}, {}});
  if (rng_.coin()) {
    s.others.push_back({Stmt::Kind::Expression,
                        "",
                        {call("strcpy", {destination, leaf(more, Scalar::Int, {})}, Scalar::Int, {})},
                        {},
                        {}});
  }
  out.push_back(std::move(s));
  return true;
}

// Emits "for (int i = 0; s[i] != '\0'; ++i) ...".
bool Body::scan_text(Stmts& out) {
  const Text* any = any_text(false);
  if (any == nullptr || !affordable(any->capacity)) return false;
  const Text text = *any;
  const Mark outside = mark();
  const Frozen frozen = enter_loop(text.capacity, true);
  const Range all{0, static_cast<Whole>(text.capacity) - 1};
  const std::size_t slot = add_slot({fresh("i"), rng_.coin() ? Scalar::Int : Scalar::UnsignedLong, all, false, false});
  const Scalar type = slots_[slot].type;
  const std::string variable = slots_[slot].text;
  const Expr i = leaf(variable, type, all);
  const Expr at = index(leaf(text.text, Scalar::Char, {}), i, Scalar::Char, range_of(Scalar::Char));
  now_[slot] = {0, all.high - 1};
  add_slot({print(at), Scalar::Char, range_of(Scalar::Char), true, text.writable});
  function_.pure = false;
  const Expr next{Expr::Form::Prefix, "++", type, all, {i}};
  Stmt s{Stmt::Kind::For, std::string(name(type)), {binary("=", i, constant(0), type, all)}, {}, {}};
  s.exprs.push_back(rng_.coin() ? at : *apply_operator("!=", at, leaf("'\\0'", Scalar::Int, {0, 0})));
  s.exprs.push_back(next);
  block(s.body, static_cast<unsigned>(rng_.between(1, 2)));
  out.push_back(std::move(s));
  leave_loop(out, frozen, text.capacity);
  release(outside);
  return true;
}

}  // namespace assay::analyzer::c
