#include <algorithm>
#include <array>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

std::optional<Expr> Body::argument(const Parameter& parameter, unsigned depth) {
  const auto pointer = [](std::string text) { return leaf(std::move(text), Scalar::Int, {0, 1}); };
  std::vector<std::string> open;
  switch (parameter.kind) {
    case Parameter::Kind::Value:
      if (is_real(parameter.type)) return fit_real(real(depth), parameter.type, home_of(parameter.type, unit_.theme));
      if (rng_.percent(35)) return constant(landmark(range_of(parameter.type)));
      return expression(depth);
    case Parameter::Kind::Fuel: return constant(draw({0, 3}));
    case Parameter::Kind::Out:
      open = addresses(parameter.type, slots_.size(), true);
      if (parameter.nullable && (open.empty() || rng_.percent(25))) return pointer("NULL");
      break;
    case Parameter::Kind::Array:
      for (const Array& array : arrays_) {
        if (array.type == parameter.type && array.size >= parameter.size && array.columns == 0)
          open.push_back(array.text);
      }
      break;
    case Parameter::Kind::Text:
      for (const Text& text : texts_) {
        if (text.capacity <= parameter.size) open.push_back(text.text);
      }
      open.push_back(quoted(0, parameter.size - 1));
      break;
    case Parameter::Kind::Record:
    case Parameter::Kind::RecordPointer: {
      const bool by_value = parameter.kind == Parameter::Kind::Record;
      for (const RecordValue& value : records_) {
        if (value.record != parameter.record || (!by_value && !value.writable)) continue;
        open.push_back((by_value ? (value.pointer ? "*" : "") : (value.pointer ? "" : "&")) + value.text);
      }
      if (open.empty() && by_value) {
        open.push_back("(struct " + unit_.records[parameter.record].name + ")" +
                       initial_value(unit_, parameter.record, rng_));
      }
      break;
    }
  }
  if (open.empty()) return std::nullopt;
  if (parameter.kind == Parameter::Kind::Record) {
    memory_read_ = true;
    function_.pure = false;
  }
  return pointer(rng_.pick(open));
}

std::optional<Expr> Body::call_to(const Function& callee, unsigned depth) {
  std::vector<Expr> arguments;
  for (const Parameter& parameter : callee.parameters) {
    auto value = argument(parameter, std::min(depth, 2U));
    if (!value) return std::nullopt;
    arguments.push_back(std::move(*value));
  }
  if (!callee.pure) {
    function_.pure = false;
    memory_written_ = true;
  }
  spend(callee.cost);
  return call(callee.name, std::move(arguments), callee.result.value_or(Scalar::Int), callee.range);
}

const Function* Body::affordable_callee() {
  std::vector<const Function*> open;
  const std::uint64_t times = trips_ * (recursive_ ? 31 : 1);
  for (const Function& f : unit_.functions) {
    const bool real = f.result && is_real(*f.result);
    if (&f != &function_ && !real && times * f.cost <= 2500) open.push_back(&f);
  }
  return open.empty() ? nullptr : rng_.pick(open);
}

// Uses the result in a new variable, an existing one, or a condition.
bool Body::use_result(Stmts& out, const Expr& result) {
  std::vector<std::size_t> open;
  for (const std::size_t i : writable()) {
    if (std::find(written_.begin(), written_.end(), i) == written_.end()) open.push_back(i);
  }
  if (!open.empty() && rng_.percent(35)) {
    const std::size_t slot = rng_.pick(open);
    static constexpr std::array<std::string_view, 4> kOps = {"=", "=", "+=", "^="};
    if (const auto done = assignment(slot, kOps.at(rng_.below(4)), result)) {
      out.push_back({Stmt::Kind::Expression, "", {*done}, {}, {}});
      return true;
    }
  }
  const Scalar type = rng_.percent(70) ? result.type : static_cast<Scalar>(rng_.below(kScalars));
  const std::string variable = fresh("v");
  const Range range = converted(result.range, type);
  now_[add_slot({variable, type, range_of(type), false, true})] = range;
  out.push_back({Stmt::Kind::Declare, std::string(name(type)) + ' ' + variable, {result}, {}, {}});
  return true;
}

bool Body::call_statement(Stmts& out) {
  const Function* callee = affordable_callee();
  if (callee == nullptr) return false;
  for (const Parameter& p : callee->parameters) {
    if (p.kind == Parameter::Kind::Out && rng_.percent(60)) declare_addressed(out, p.type);
  }
  const auto result = call_to(*callee, 2);
  if (!result) {
    return false;
  }
  if (!callee->result || rng_.percent(8)) {
    out.push_back({Stmt::Kind::Expression, "", {*result}, {}, {}});
    return true;
  }
  return use_result(out, *result);
}

// Calls the function itself, with less fuel.
bool Body::recurse(Stmts& out) {
  if (!recursive_ || trips_ > 1 || fuel_calls_ >= 2 || !function_.result || is_real(*function_.result))
    return call_statement(out);
  std::vector<Expr> arguments;
  for (const Parameter& p : function_.parameters) {
    auto value = argument(p, 1);
    if (p.kind == Parameter::Kind::Fuel)
      value = binary("-", leaf(p.name, p.type, {1, 4}), constant(1), Scalar::Int, {0, 3});
    if (!value) return false;
    arguments.push_back(std::move(*value));
  }
  ++fuel_calls_;
  memory_written_ = true;
  return use_result(out, call(function_.name, std::move(arguments), *function_.result, range_of(*function_.result)));
}

// Calls one function in two contexts, which an analysis may distinguish or must join.
bool Body::call_twice(Stmts& out) {
  const Function* callee = affordable_callee();
  if (callee == nullptr || !callee->result) return false;
  std::vector<Stmt> both;
  for (int i = 0; i < 2; ++i) {
    begin_expression();
    const auto result = call_to(*callee, static_cast<unsigned>(i));
    if (!result || !use_result(both, *result)) return false;
  }
  out.insert(out.end(), both.begin(), both.end());
  return true;
}

}  // namespace assay::analyzer::c
