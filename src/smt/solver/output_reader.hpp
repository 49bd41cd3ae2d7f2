#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::smt {

enum class ItemKind : std::uint8_t {
  Sat,
  Unsat,
  Unknown,
  Timeout,
  Success,
  Unsupported,
  Error,  ///< (error "...")
  List,   ///< any other balanced list: a model, values, a core
  Text,   ///< any other line
};

struct OutputItem {
  ItemKind kind = ItemKind::Text;
  std::string_view text;
};

/// The items of a solver's output, in order. The input may be any bytes: unreadable lines are Text. Linear time.
[[nodiscard]] std::vector<OutputItem> read_output(std::string_view out);

/// The message of an Error item, with doubled quotes replaced by single ones.
[[nodiscard]] std::string error_message(std::string_view list);
/// Whether a list can be a get-model answer: (model ...), ((define-fun ...) ...), or ().
[[nodiscard]] bool looks_like_model(std::string_view list);

}  // namespace assay::smt
