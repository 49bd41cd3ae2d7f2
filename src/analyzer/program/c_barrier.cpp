// Statements of the strategy c-barriers: inline assembly without instructions, after the manual of GCC ("Extended
// Asm"). The operands alone say what it reads and writes, so an analysis that skips it is wrong about what it writes.

#include <utility>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

namespace {

Stmt assembly(const std::string& operands) {
  return {Stmt::Kind::Expression, "", {leaf("__asm__ volatile(\"\" : " + operands + ")", Scalar::Int, {})}, {}, {}};
}

}  // namespace

bool Body::barrier_statement(Stmts& out) {
  switch (rng_.below(5)) {
    case 0: return keep_value(out);
    case 1: out.push_back(assembly(": : \"memory\"")); return true;
    default: return pass_value(out);
  }
}

/// Emits a statement that may write a variable, which keeps its value.
bool Body::keep_value(Stmts& out) {
  const auto open = writable();
  if (open.empty()) return false;
  const ScalarPlace& place = slots_[rng_.pick(open)];
  out.push_back(assembly((rng_.coin() ? "\"+r\"(" : "\"+m\"(") + place.text + ")"));
  function_.pure = function_.pure && !place.memory;
  return true;
}

/// Emits an assignment: the value goes into the register from which the variable is written.
bool Body::pass_value(Stmts& out) {
  Expr value = expression(2);
  const auto open = writable();
  if (open.empty()) return false;
  const std::size_t slot = rng_.pick(open);
  const ScalarPlace place = slots_[slot];
  if (place.type == Scalar::Bool || is_real(place.type)) return false;
  value = fit(std::move(value), place.type, place.home);
  const std::string text = print(value);
  if (!assignment(slot, "=", value)) return false;
  out.push_back(assembly("\"=r\"(" + place.text + ") : \"0\"((" + std::string(name(place.type)) + ")(" + text + "))"));
  return true;
}

}  // namespace assay::analyzer::c
