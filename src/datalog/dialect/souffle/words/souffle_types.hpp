#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Soufflé's types by name: the built-in types and the types that a text declares, in any order.
class TypeTable {
 public:
  /// Declares a subtype or an alias of one type, or a union of several types.
  void declare(std::string_view name, std::vector<std::string> parts);
  /// Declares a record or an algebraic data type.
  void declare_structure(std::string_view name);
  [[nodiscard]] bool declared(std::string_view name) const { return index_.contains(std::string(name)); }

  /// Resolves all types. Call after the last declaration. A type that consists of itself, of undeclared types, or of
  /// different types becomes Opaque.
  void resolve();
  /// The type of this name; nullopt if the name is neither built in nor declared.
  [[nodiscard]] std::optional<Type> find(std::string_view name) const;

  /// The record or algebraic data type that the name stands for; empty if there is none, or if a union has several.
  [[nodiscard]] std::string_view structure(std::string_view name) const;

  [[nodiscard]] static std::optional<Type> built_in(std::string_view name);

 private:
  enum class State : std::uint8_t { New, Open, Done };
  struct Entry {
    std::vector<std::string> parts;  ///< empty for structured types
    Type type = Type::Opaque;
    std::string structure;
    State state = State::New;
  };

  void resolve_from(std::size_t first);
  void settle(Entry& entry) const;

  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace assay::datalog
