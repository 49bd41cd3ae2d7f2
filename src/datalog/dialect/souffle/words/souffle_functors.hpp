#pragma once

#include <cstddef>
#include <string_view>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// A functor or constraint of Soufflé. Types: `s` symbol, `n` number, `u` unsigned, `f` float, `*` any type except
/// records. All terms marked `=` have the same type.
struct FunctorRow {
  std::string_view name;
  CallForm form = CallForm::Function;
  std::size_t min_arguments = 1;
  std::size_t max_arguments = 1;
  std::string_view parameters;  ///< types of the arguments; the last type is for all further arguments
  char result = '=';
};
/// The row of this name and form; null if there is none.
[[nodiscard]] const FunctorRow* functor_row(std::string_view name, CallForm form);

/// The precedence of infix operators: greater levels bind more tightly, from 0 to kPowerLevel. `^` associates to the
/// right, all others to the left.
struct InfixRow {
  std::string_view name;
  int level = 0;
};
inline constexpr int kPowerLevel = 9;  ///< level of `^`
/// The operator's row; null if the word is no infix operator.
[[nodiscard]] const InfixRow* infix_row(std::string_view name);

}  // namespace assay::datalog
