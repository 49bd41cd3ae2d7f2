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

/// Soufflé's types by name: the built-in ones and those that a text declares, in any order.
class TypeTable {
 public:
  /// A subtype of one type, an alias of it, or a union of several.
  void declare(std::string_view name, std::vector<std::string> parts);
  /// A record or an algebraic data type.
  void declare_structure(std::string_view name);
  [[nodiscard]] bool declared(std::string_view name) const { return index_.contains(std::string(name)); }

  /// Finds out what each type is in the end; call it after the last declaration. A type that is made of itself, of
  /// types that are not declared, or of different ones, is Opaque.
  void resolve();
  /// Nothing for a name that is neither built in nor declared.
  [[nodiscard]] std::optional<Type> find(std::string_view name) const;

  /// The record or algebraic data type that the name means in the end; empty: none, or one of several.
  [[nodiscard]] std::string_view structure(std::string_view name) const;

  [[nodiscard]] static std::optional<Type> built_in(std::string_view name);

 private:
  enum class State : std::uint8_t { New, Open, Done };
  struct Entry {
    std::vector<std::string> parts;  ///< none: structured
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
