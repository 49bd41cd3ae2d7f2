// Statements of the strategy c-objects: bit-fields, function pointers, restrict, memmove, shifts by almost a type's
// width.

#include <algorithm>
#include <array>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

namespace {

Stmt declaration_of(std::string words, Expr value) {
  return {Stmt::Kind::Declare, std::move(words), {std::move(value)}, {}, {}};
}

/// A function that copies bits of an array into another one and returns the number of elements.
std::string restricted_copy(const std::string& function, Scalar type) {
  const std::string t(name(type));
  return "static int " + function + "(" + t + " *restrict p0, const " + t + " *restrict p1, int p2)\n{\n" +
         "    int v0 = 0;\n    for (int i1 = 0; i1 < p2; ++i1) {\n        p0[i1] = p1[i1] & 15;\n" +
         "        v0 += p0[i1] == (p1[i1] & 15);\n    }\n    return v0;\n}\n";
}

bool takes_values(const Function& function) {
  return std::all_of(function.parameters.begin(), function.parameters.end(),
                     [](const Parameter& p) { return p.kind == Parameter::Kind::Value; });
}

bool same_type(const Function& a, const Function& b) {
  return a.result == b.result &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                    [](const Parameter& x, const Parameter& y) { return x.kind == y.kind && x.type == y.type; });
}

}  // namespace

bool Body::object_statement(Stmts& out) {
  switch (rng_.below(7)) {
    case 0: return bit_fields(out);
    case 1:
    case 2: return store_bits(out);
    case 3: return call_through_pointer(out);
    case 4: return move_elements(out);
    case 5: return copy_restricted(out);
    default: return shift_at_width(out);
  }
}

// Only store_bits writes the fields: compilers disagree on the type of an assignment to a bit-field (C11 6.7.2.1).
bool Body::bit_fields(Stmts& out) {
  struct Field {
    std::string_view declared;
    std::string_view path;
    Scalar type;  ///< is promoted as the field is
    Range home;
  };
  static constexpr std::array<Field, 5> kFields = {{{"unsigned a : 3", ".a", Scalar::UnsignedShort, {0, 7}},
                                                    {"signed b : 5", ".b", Scalar::Short, {-16, 15}},
                                                    {"unsigned c : 12", ".c", Scalar::UnsignedShort, {0, 4095}},
                                                    {"_Bool d : 1", ".d", Scalar::Bool, {0, 1}},
                                                    {"signed e : 1", ".e", Scalar::Short, {-1, 0}}}};
  const std::string variable = fresh("v");
  std::string type = "struct {";
  std::string value = "{";
  for (const Field& field : kFields) {
    type += " " + std::string(field.declared) + ";";
    value += (value.size() > 1 ? ", " : "") + print(constant(draw(field.home)));
  }
  out.push_back(declaration_of(type + " } " + variable, leaf(value + "}", Scalar::Int, {})));
  for (const Field& field : kFields) {
    ScalarPlace slot{variable + std::string(field.path), field.type, field.home, true, false};
    slot.bit_field = true;
    add_slot(std::move(slot));
  }
  return true;
}

// The field gets the low bits of any value.
bool Body::store_bits(Stmts& out) {
  std::vector<ScalarPlace> open;
  std::copy_if(slots_.begin(), slots_.end(), std::back_inserter(open),
               [](const ScalarPlace& slot) { return slot.bit_field; });
  if (open.empty()) return bit_fields(out);
  const ScalarPlace to = rng_.pick(open);
  const Expr value = rng_.percent(25) ? constant(landmark({-300, 5000})) : expression(2);
  out.push_back(
      {Stmt::Kind::Expression, "", {binary("=", leaf(to.text, to.type, to.home), value, to.type, to.home)}, {}, {}});
  function_.pure = false;
  return true;
}

// Emits "int (*q)(int) = c ? f : g;" and a call of q.
bool Body::call_through_pointer(Stmts& out) {
  const Function* callee = affordable_callee();
  if (callee == nullptr || !callee->result || !takes_values(*callee)) return false;
  const Function* other = callee;
  for (int tries = 0; tries < 4 && other == callee; ++tries) {
    const Function* found = affordable_callee();
    if (found != nullptr && same_type(*found, *callee)) other = found;
  }
  std::string parameters;
  for (const Parameter& p : callee->parameters)
    parameters += (parameters.empty() ? "" : ", ") + std::string(name(p.type));
  const std::string pointer = fresh("q");
  Expr target = leaf((rng_.coin() ? "&" : "") + callee->name, Scalar::Int, {0, 1});
  if (other != callee || rng_.percent(30)) {
    const Condition when = condition(1);
    target = {Expr::Form::Conditional, "?:", Scalar::Int, {}, {when.expr, target, leaf(other->name, Scalar::Int, {})}};
  }
  out.push_back(declaration_of(
      std::string(name(*callee->result)) + " (*" + pointer + ")(" + (parameters.empty() ? "void" : parameters) + ")",
      std::move(target)));
  begin_expression();
  std::optional<Expr> result = call_to(*callee, 2);
  if (!result) return false;
  if (!other->pure) {
    function_.pure = false;
    memory_written_ = true;
  }
  spend(other->cost);
  result->text = pointer;
  result->range = hull(result->range, other->range);
  return use_result(out, *result);
}

// Emits "memmove(a + 1, a, n * sizeof(int));": the elements overlap.
bool Body::move_elements(Stmts& out) {
  std::vector<Array> open;
  std::copy_if(arrays_.begin(), arrays_.end(), std::back_inserter(open),
               [](const Array& array) { return array.writable && array.columns == 0 && array.size > 2; });
  if (open.empty()) return local_array(out);
  const Array array = rng_.pick(open);
  const auto from = static_cast<unsigned>(rng_.below(3)), to = static_cast<unsigned>(rng_.below(3));
  const unsigned most = array.size - std::max(from, to);
  memory_read_ = true;
  function_.pure = false;
  const Expr count = rng_.coin() ? constant(most) : index_within(most + 1, 1);
  const auto at = [&](unsigned offset) {
    return leaf(array.text + (offset > 0 ? " + " + std::to_string(offset) : ""), Scalar::Int, {});
  };
  const Whole bytes = bits(array.type) == 1 ? 1 : bits(array.type) / 8;
  const Expr size = leaf("sizeof(" + std::string(name(array.type)) + ")", Scalar::UnsignedLong, {bytes, bytes});
  const std::optional<Expr> length = apply_operator("*", count, size);
  if (!length) return false;
  out.push_back({Stmt::Kind::Expression, "", {call("memmove", {at(to), at(from), *length}, Scalar::Int, {})}, {}, {}});
  return true;
}

// Copies between two arrays that do not overlap.
bool Body::copy_restricted(Stmts& out) {
  std::vector<std::pair<Array, Array>> open;
  for (const Array& to : arrays_) {
    for (const Array& from : arrays_) {
      const bool apart = to.text[0] == 'v' && (from.text[0] == 'v' || from.text[0] == 'g') && to.text != from.text;
      const bool fits = to.type == from.type && to.columns == 0 && from.columns == 0 && to.home == range_of(to.type);
      if (apart && fits && to.writable && to.type != Scalar::Bool) open.emplace_back(to, from);
    }
  }
  if (open.empty()) return local_array(out);
  const auto [to, from] = rng_.pick(open);
  const std::string function = "r" + std::to_string(static_cast<unsigned>(to.type));
  const std::string definition = restricted_copy(function, to.type);
  if (std::find(unit_.definitions.begin(), unit_.definitions.end(), definition) == unit_.definitions.end())
    unit_.definitions.push_back(definition);
  const unsigned most = std::min(to.size, from.size);
  if (!affordable(most)) return false;
  function_.pure = false;
  memory_written_ = true;
  const Whole count = draw({0, most});
  spend(std::uint64_t{4} * most);
  return use_result(out,
                    call(function, {leaf(to.text, Scalar::Int, {}), leaf(from.text, Scalar::Int, {}), constant(count)},
                         Scalar::Int, {0, count}));
}

// Shifts by the width less one or two, by half of it, or by the low bits of another value.
bool Body::shift_at_width(Stmts& out) {
  const auto list = readable();
  if (list.empty()) return false;
  const Expr value = read(rng_.pick(list));
  const unsigned width = bits(promoted(value.type));
  Expr amount = constant(rng_.coin() ? width - 1 : rng_.coin() ? width - 2 : width / 2);
  if (rng_.percent(40)) {
    const std::optional<Expr> masked = apply_operator("&", leaf_expression(), constant(width - 1));
    if (masked) amount = *masked;
  }
  const bool left = is_unsigned(promoted(value.type)) ? rng_.coin() : rng_.percent(20);
  const std::optional<Expr> shifted = apply_operator(left ? "<<" : ">>", value, amount);
  return shifted && use_result(out, *shifted);
}

}  // namespace assay::analyzer::c
