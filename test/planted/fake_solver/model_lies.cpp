#include <optional>
#include <utility>

#include "assay/smt/values.hpp"
#include "fake.hpp"

namespace assay::fake {
namespace {

using smt::Value;

/// Wrong models are told only of scripts with two symbols or more: a target's controls have one.
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

}  // namespace

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
