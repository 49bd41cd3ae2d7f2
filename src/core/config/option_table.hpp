#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "assay/core/proc.hpp"

namespace assay::core {

/// A module's options as TOML text, as a campaign stores them.
class OptionTable {
 public:
  using Weights = std::vector<std::pair<std::string, unsigned>>;

  OptionTable();
  ~OptionTable();
  OptionTable(const OptionTable&) = delete;
  OptionTable& operator=(const OptionTable&) = delete;

  void set(std::string_view key, const std::string& value);
  void set(std::string_view key, const std::vector<std::string>& value);
  void set(std::string_view key, double value);
  void set(std::string_view key, bool value);
  void set(std::string_view key, const Weights& value);
  template <typename Number>
  requires(std::is_unsigned_v<Number> && !std::is_same_v<Number, bool>) void set(std::string_view key, Number value) {
    set_number(key, value);
  }
  [[nodiscard]] std::string text() const;

 private:
  void set_number(std::string_view key, std::uint64_t value);
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads such a text. A key that is not there leaves its option as it is; the first thing that is wrong is remembered.
class OptionReader {
 public:
  explicit OptionReader(std::string_view text);
  ~OptionReader();
  OptionReader(const OptionReader&) = delete;
  OptionReader& operator=(const OptionReader&) = delete;

  void get(std::string_view key, std::string& into) const;
  void get(std::string_view key, std::vector<std::string>& into) const;
  /// Remembers that a value makes no sense: `wanted` is what it must be.
  void refuse(std::string_view key, std::string_view wanted) const;
  void get(std::string_view key, double& into) const;
  void get(std::string_view key, bool& into) const;
  void get(std::string_view key, OptionTable::Weights& into) const;
  /// Also from text, which seeds are written as.
  template <typename Number>
  requires(std::is_unsigned_v<Number> && !std::is_same_v<Number, bool>) void get(std::string_view key,
                                                                                 Number& into) const {
    std::uint64_t value = into;
    get_number(key, value);
    into = static_cast<Number>(value);
  }
  [[nodiscard]] const std::string& problem() const;

 private:
  void get_number(std::string_view key, std::uint64_t& into) const;
  struct State;
  std::unique_ptr<State> state_;
};

// Limits of one run: "timeout", "cpu-limit", "memory-mb".
void set_limits(OptionTable& table, const Limits& limits);
void get_limits(const OptionReader& reader, Limits& limits);

}  // namespace assay::core
