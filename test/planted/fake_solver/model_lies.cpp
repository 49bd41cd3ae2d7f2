#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "assay/smt/values.hpp"
#include "fake.hpp"

namespace assay::fake {
namespace {

using smt::Value;

/// Only scripts with two symbols or more get wrong models: a target's controls have one.
constexpr std::size_t kFewestSymbols = 2;

std::optional<Value> bumped(const Value& value) {
  if (value.is<bool>()) return Value(!value.as_bool());
  if (value.is<mpz_class>()) return Value(mpz_class(value.as_int() + 1));
  if (value.is<mpq_class>()) return Value(mpq_class(value.as_real() + 1));
  if (value.is<smt::BitVector>()) {
    smt::BitVector bits = value.as_bits();
    mpz_combit(bits.bits.get_mpz_t(), 0);
    return Value(std::move(bits));
  }
  return std::nullopt;
}

/// Replaces the values of all constants that `change` takes.
template <typename Change>
bool change_constants(const Check& check, smt::Model& model, const Change& change) {
  if (model.functions.size() < kFewestSymbols) return false;
  bool changed = false;
  for (auto& [id, interpretation] : model.functions) {
    if (!check.store.node(id).parameters.empty()) continue;
    const std::optional<smt::TermId> call = check.store.call(id, {});
    if (!call) continue;
    const smt::Outcome outcome = check.evaluator.evaluate(*call);
    if (!outcome.known()) continue;
    std::optional<Value> other = change(outcome.value);
    if (!other) continue;
    interpretation = smt::Interpretation{};
    interpretation.fallback = std::move(*other);
    changed = true;
  }
  return changed;
}

/// The total weight of violated soft assertions, then the values of the objectives. Nullopt: an assertion is false.
std::optional<std::vector<Value>> reached(const Check& check, const smt::Model& model) {
  smt::Evaluator evaluator(check.store, model);
  for (const smt::TermId assertion : check.active) {
    const smt::Outcome& outcome = evaluator.evaluate(assertion);
    if (!outcome.known() || !outcome.value.as_bool()) return std::nullopt;
  }
  std::vector<Value> values{Value(mpz_class(0))};
  for (const smt::Command& command : check.script.commands) {
    if (command.kind != smt::CommandKind::Optimize) continue;
    const smt::Outcome& outcome = evaluator.evaluate(command.terms[0]);
    if (!outcome.known()) return std::nullopt;
    if (command.text != "assert-soft") {
      values.push_back(outcome.value);
    } else if (!outcome.value.as_bool()) {
      const std::size_t weight = command.keyword.find(":weight ");
      values[0] =
          Value(mpz_class(values[0].as_int() + std::strtoul(command.keyword.c_str() + weight + 8, nullptr, 10)));
    }
  }
  return values;
}

/// Gives the other side of (= term constant) its value: an operation's result follows its arguments.
void complete(const Check& check, smt::Model& model, smt::FunctionId changed) {
  for (const smt::TermId assertion : check.active) {
    const auto sides = check.store.children(assertion);
    if (sides.size() != 2 || !check.store.is(assertion, smt::Operators::get().at("="))) continue;
    const bool is_constant =
        check.store.node(sides[1]).kind == smt::TermKind::Call && check.store.children(sides[1]).empty();
    if (!is_constant || check.store.function_of(sides[1]) == changed) continue;
    const smt::Outcome outcome = smt::Evaluator(check.store, model).evaluate(sides[0]);
    if (outcome.known()) model.functions[check.store.function_of(sides[1])] = {{}, {}, {}, outcome.value};
  }
}

}  // namespace

bool miss_the_optimum(const Check& check, smt::Model& model) {
  const auto best = reached(check, model);
  if (!best) return false;
  const auto misses = [&](smt::FunctionId constant, Value value) {
    smt::Model other = model;
    other.functions[constant] = smt::Interpretation{{}, {}, {}, std::move(value)};
    complete(check, other, constant);
    const auto values = reached(check, other);
    if (!values || *values == *best) return false;
    model = std::move(other);
    return true;
  };
  for (const smt::Command& command : check.script.commands) {
    if (command.kind != smt::CommandKind::Optimize || !check.store.is(command.terms[0], smt::Operators::get().at("=")))
      continue;
    const auto sides = check.store.children(command.terms[0]);
    const smt::Outcome value = check.evaluator.evaluate(sides[1]);
    const bool is_constant =
        check.store.node(sides[0]).kind == smt::TermKind::Call && check.store.children(sides[0]).empty();
    if (is_constant && value.known() && misses(check.store.function_of(sides[0]), value.value)) return true;
  }
  std::vector<std::pair<smt::FunctionId, Value>> numbers;
  for (const auto& [id, interpretation] : model.functions)
    if (interpretation.fallback)
      if (auto other = bumped(*interpretation.fallback)) numbers.emplace_back(id, std::move(*other));
  return std::any_of(numbers.begin(), numbers.end(), [&](const auto& one) { return misses(one.first, one.second); });
}

bool flip_a_bit(const Check& check, smt::Model& model) {
  return change_constants(check, model, [](const Value& value) -> std::optional<Value> {
    return value.is<smt::BitVector>() || value.is<bool>() ? bumped(value) : std::nullopt;
  });
}

bool move_a_number(const Check& check, smt::Model& model) {
  return change_constants(check, model, [](const Value& value) -> std::optional<Value> {
    return value.is<mpz_class>() || value.is<mpq_class>() ? bumped(value) : std::nullopt;
  });
}

bool leave_out_a_symbol(const Check&, smt::Model& model) {
  if (model.functions.size() < kFewestSymbols) return false;
  model.functions.erase(model.functions.begin());
  return true;
}

bool change_an_array(const Check& check, smt::Model& model) {
  return change_constants(check, model, [](const Value& value) -> std::optional<Value> {
    if (!value.is<std::shared_ptr<const smt::ArrayValue>>()) return std::nullopt;
    const std::optional<Value> fallback = bumped(value.as_array().fallback);
    if (!fallback) return std::nullopt;
    return smt::make_array(*fallback, value.as_array().entries, 0);
  });
}

}  // namespace assay::fake
