#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/datalog/evaluate.hpp"
#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Whether the reference knows what the call means. Not: floats, patterns, ranges, powers.
[[nodiscard]] bool is_valued(const Call& call);

/// The values of calls in one evaluation: symbols that functors make, and records and branches, which get numbers in
/// the order in which they are met. Soufflé's manual, "Arguments" and "Records"; what it leaves open has no value.
class CallValues {
 public:
  CallValues(const Program& program, unsigned integer_bits) : program_(program), bits_(integer_bits) {}

  /// Nothing: it has no value (is_too_long(), or what the manual leaves open).
  [[nodiscard]] std::optional<Value> value(const Call& call, std::span<const Value> arguments);
  /// Of a Constraint or an Order, the sign in front of it included.
  [[nodiscard]] bool holds(const Call& call, std::span<const Value> arguments) const;
  /// The arguments of a record or branch of this call's kind, valid until the next value(); nothing: it is another one.
  [[nodiscard]] std::optional<std::span<const Value>> apart(const Call& call, Value structure) const;

  /// A symbol became longer than anybody needs.
  [[nodiscard]] bool is_too_long() const { return too_long_; }
  /// Program::symbols and those that were made; empty: none were.
  [[nodiscard]] std::vector<std::string> all_symbols() const;
  /// Records and branches, at their values.
  [[nodiscard]] std::vector<Structure> structures() const;

 private:
  [[nodiscard]] const std::string& text(Value symbol) const;
  Value intern(std::string text);
  std::optional<Value> on_symbols(const Call& call, std::span<const Value> arguments);
  std::optional<Value> converted(const Call& call, Value argument);
  std::optional<Value> substring(std::span<const Value> arguments);
  [[nodiscard]] std::optional<Value> on_bits(const Call& call, std::span<const Value> arguments) const;
  [[nodiscard]] std::optional<Value> shifted(std::string_view op, Value by, Value value) const;
  [[nodiscard]] std::optional<Value> in_width(Type type, Value value) const;

  const Program& program_;
  unsigned bits_;
  bool too_long_ = false;
  std::vector<std::string> made_;
  std::unordered_map<std::string, Value> symbols_;  ///< all, once one is made
  std::map<Structure, Value> numbers_;
  std::vector<const Structure*> structures_;
};

}  // namespace assay::datalog
