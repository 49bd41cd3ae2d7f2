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

/// Whether the reference can evaluate the call. False for floats, patterns, ranges and powers.
[[nodiscard]] bool is_valued(const Call& call);

/// Evaluates calls as Soufflé's manual says ("Arguments", "Records"). A call has no value if the manual leaves its
/// result open. Numbers new symbols and structures in the order of their first use in one evaluation.
class CallValues {
 public:
  CallValues(const Program& program, unsigned integer_bits) : program_(program), bits_(integer_bits) {}

  /// The call's value; nullopt if it has none or if is_too_long().
  [[nodiscard]] std::optional<Value> value(const Call& call, std::span<const Value> arguments);
  /// Whether a Constraint or an Order holds; considers Call::negated.
  [[nodiscard]] bool holds(const Call& call, std::span<const Value> arguments) const;
  /// The arguments of the structure, valid until the next value(). Nullopt if the structure is not of the call's record
  /// or branch.
  [[nodiscard]] std::optional<std::span<const Value>> apart(const Call& call, Value structure) const;

  /// Whether a concatenation gave a symbol of more than 4096 bytes.
  [[nodiscard]] bool is_too_long() const { return too_long_; }
  /// Evaluation::symbols.
  [[nodiscard]] std::vector<std::string> all_symbols() const;
  /// Evaluation::structures.
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
  std::unordered_map<std::string, Value> symbols_;  ///< positions of all symbols; empty until intern() is called
  std::map<Structure, Value> numbers_;
  std::vector<const Structure*> structures_;
};

}  // namespace assay::datalog
