#include "calls.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "arithmetic.hpp"

namespace assay::datalog {
namespace {

constexpr std::size_t kMaxSymbolBytes = 4096;
constexpr std::array<std::string_view, 21> kValued = {
    "cat", "strlen", "substr", "to_string", "to_number", "to_unsigned", "min",  "max", "contains", "<",   "<=",
    ">",   ">=",     "band",   "bor",       "bxor",      "bnot",        "land", "lor", "lxor",     "lnot"};
constexpr std::array<std::string_view, 3> kShifts = {"bshl", "bshr", "bshru"};

template <typename Words>
bool has(const Words& words, std::string_view name) {
  return std::find(words.begin(), words.end(), name) != words.end();
}

/// A decimal integer in its shortest form; nullopt for all other texts (a leading plus sign or zero, for example).
std::optional<Value> number_of(std::string_view text) {
  Value value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || std::to_string(value) != text) return std::nullopt;
  return value;
}

}  // namespace

bool is_valued(const Call& call) {
  const auto is_float = [](const Term& term) { return term.type == Type::Float; };
  if (is_float(call.result) || std::any_of(call.arguments.begin(), call.arguments.end(), is_float)) return false;
  return call.takes_apart() || has(kValued, call.name) || has(kShifts, call.name);
}

const std::string& CallValues::text(Value symbol) const {
  const auto at = static_cast<std::size_t>(symbol);
  return at < program_.symbols.size() ? program_.symbols[at] : made_[at - program_.symbols.size()];
}

std::vector<std::string> CallValues::all_symbols() const {
  if (made_.empty()) return {};
  std::vector<std::string> all = program_.symbols;
  all.insert(all.end(), made_.begin(), made_.end());
  return all;
}

std::vector<Structure> CallValues::structures() const {
  std::vector<Structure> all;
  all.reserve(structures_.size());
  for (const Structure* structure : structures_) all.push_back(*structure);
  return all;
}

Value CallValues::intern(std::string text) {
  if (symbols_.empty())
    for (const std::string& symbol : program_.symbols) symbols_.emplace(symbol, static_cast<Value>(symbols_.size()));
  const auto [entry, is_new] = symbols_.emplace(std::move(text), static_cast<Value>(symbols_.size()));
  if (is_new) made_.push_back(entry->first);
  return entry->second;
}

std::optional<Value> CallValues::value(const Call& call, std::span<const Value> arguments) {
  if (call.takes_apart()) {
    Structure structure{call.name, {arguments.begin(), arguments.end()}};
    const auto [entry, is_new] = numbers_.emplace(std::move(structure), static_cast<Value>(structures_.size()));
    if (is_new) structures_.push_back(&entry->first);
    return entry->second;
  }
  if (call.name.starts_with("to_")) return converted(call, arguments[0]);
  const bool of_symbols = call.arguments[0].type == Type::Symbol;
  const std::optional<Value> result = of_symbols ? on_symbols(call, arguments) : on_bits(call, arguments);
  return result && fits(call.result.type, *result, bits_) ? result : std::nullopt;
}

std::optional<std::span<const Value>> CallValues::apart(const Call& call, Value structure) const {
  const Structure& known = *structures_[static_cast<std::size_t>(structure)];
  if (known.name != call.name || known.arguments.size() != call.arguments.size()) return std::nullopt;
  return std::span<const Value>(known.arguments);
}

std::optional<Value> CallValues::on_symbols(const Call& call, std::span<const Value> arguments) {
  const std::string& first = text(arguments[0]);
  if (call.name == "strlen") return static_cast<Value>(first.size());
  if (call.name == "substr") return substring(arguments);
  if (call.name == "cat") {
    std::string whole;
    for (const Value argument : arguments) whole += text(argument);
    too_long_ = too_long_ || whole.size() > kMaxSymbolBytes;
    return too_long_ ? std::nullopt : std::optional(intern(std::move(whole)));
  }
  Value best = arguments[0];
  for (const Value argument : arguments.subspan(1))
    if (call.name == "min" ? text(argument) < text(best) : text(best) < text(argument)) best = argument;
  return best;
}

/// `substr(text, from, length)`. Nullopt for a place outside of the text, for which Soufflé prints a warning.
std::optional<Value> CallValues::substring(std::span<const Value> arguments) {
  const std::string& whole = text(arguments[0]);
  if (arguments[1] < 0 || arguments[2] < 0 || static_cast<std::size_t>(arguments[1]) > whole.size())
    return std::nullopt;
  return intern(whole.substr(static_cast<std::size_t>(arguments[1]), static_cast<std::size_t>(arguments[2])));
}

std::optional<Value> CallValues::converted(const Call& call, Value argument) {
  const Type from = call.arguments[0].type;
  const Type to = call.result.type;
  if (from == to) return argument;
  if (to == Type::Symbol)
    return intern(from == Type::Unsigned ? std::to_string(static_cast<std::uint64_t>(argument))
                                         : std::to_string(argument));
  const std::optional<Value> number = from == Type::Symbol ? number_of(text(argument)) : argument;
  const bool keeps_sign = to == Type::Number && from == Type::Symbol;
  return number && (*number >= 0 || keeps_sign) ? in_width(to, *number) : std::nullopt;
}

std::optional<Value> CallValues::in_width(Type type, Value value) const {
  return fits(type, value, bits_) ? std::optional(value) : std::nullopt;
}

std::optional<Value> CallValues::on_bits(const Call& call, std::span<const Value> arguments) const {
  const std::string_view op = call.name;
  const Type type = call.result.type;
  const Value left = arguments[0];
  if (op == "lnot") return left == 0 ? 1 : 0;
  if (op == "bnot") {
    const bool masks = type == Type::Unsigned && bits_ < 64;
    return masks ? ~left & ((Value{1} << bits_) - 1) : ~left;
  }
  const Value right = arguments[1];
  if (op == "band") return left & right;
  if (op == "bor") return left | right;
  if (op == "bxor") return left ^ right;
  if (op == "land") return left != 0 && right != 0 ? 1 : 0;
  if (op == "lor") return left != 0 || right != 0 ? 1 : 0;
  if (op == "lxor") return (left != 0) != (right != 0) ? 1 : 0;
  return shifted(op, right, left);
}

/// Has a value only if it is the same for all widths and signs.
std::optional<Value> CallValues::shifted(std::string_view op, Value by, Value value) const {
  if (value < 0 || by < 0 || by >= static_cast<Value>(bits_) || by > 62) return std::nullopt;
  if (op != "bshl") return value >> by;
  if (value > std::numeric_limits<Value>::max() >> by) return std::nullopt;
  return value << by;
}

bool CallValues::holds(const Call& call, std::span<const Value> arguments) const {
  const std::string& left = text(arguments[0]);
  const std::string& right = text(arguments[1]);
  bool holds = false;
  if (call.name == "contains") {
    holds = right.find(left) != std::string::npos;
  } else if (call.name.starts_with("<")) {
    holds = left < right || (call.name == "<=" && left == right);
  } else {
    holds = right < left || (call.name == ">=" && left == right);
  }
  return holds != call.negated;
}

}  // namespace assay::datalog
