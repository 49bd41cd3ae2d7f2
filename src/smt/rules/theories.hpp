#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/operator.hpp"

namespace assay::smt {

/// What formulas can be about: which operators are tested, with arguments of which sorts. A row of the registry.
struct TheoryRow {
  std::string_view name;
  std::string_view help;
  std::uint32_t theories = 0;                   ///< bit i: operators of Theory i
  std::vector<std::string_view> sorts;          ///< of arguments, in SMT-LIB syntax
  std::vector<std::string_view> compared;       ///< sorts with which =, distinct and ite are tested
  std::vector<std::string_view> left_out = {};  ///< operators whose results no text fixes at every boundary
  bool extensions = false;                      ///< operators that are not in the standard, too
  bool terms_only = false;  ///< only for categories that mix operators: the others have them already
};
[[nodiscard]] const std::vector<TheoryRow>& theory_rows();
[[nodiscard]] const TheoryRow* find_theory(std::string_view name);
[[nodiscard]] std::vector<std::string> theory_names();

}  // namespace assay::smt
