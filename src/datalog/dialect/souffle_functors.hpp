#pragma once

#include <cstddef>
#include <string_view>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// What Soufflé computes by a word. Types: `s` symbol, `n` number, `u` unsigned, `f` float, `*` any but records, and
/// `=` one that all of these have together.
struct FunctorRow {
  std::string_view name;
  CallForm form = CallForm::Function;
  std::size_t least = 1;  ///< arguments
  std::size_t most = 1;
  std::string_view parameters;  ///< of each argument; the last one goes for all that follow
  char result = '=';
};
/// Null: none of that name and form.
[[nodiscard]] const FunctorRow* functor_row(std::string_view name, CallForm form);

/// How tightly infix operators bind, from 0 on; `^` binds most, and to the right.
struct InfixRow {
  std::string_view name;
  int level = 0;
};
inline constexpr int kPowerLevel = 9;
/// Null: the word is no infix operator.
[[nodiscard]] const InfixRow* infix_row(std::string_view name);

}  // namespace assay::datalog
