#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/operator.hpp"

namespace assay::smt {

/// A synthesis theory: the operators that are tested, and the sorts of their arguments.
struct TheoryRow {
  std::string_view name;
  std::string_view help;
  std::uint32_t theories = 0;                   ///< bit i: operators of Theory i
  std::vector<std::string_view> sorts;          ///< sorts of arguments, in SMT-LIB syntax
  std::vector<std::string_view> compared;       ///< sorts with which =, distinct and ite are tested
  std::vector<std::string_view> left_out = {};  ///< operators whose results no document defines at every boundary
  bool extensions = false;                      ///< also non-standard operators
  bool terms_only = false;  ///< only for the term categories; the operators are tested alone in other theories
};
[[nodiscard]] const std::vector<TheoryRow>& theory_rows();
[[nodiscard]] const TheoryRow* find_theory(std::string_view name);
[[nodiscard]] std::vector<std::string> theory_names();

}  // namespace assay::smt
