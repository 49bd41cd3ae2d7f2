#pragma once

#include "assay/smt/operator.hpp"

namespace assay::smt {

// The evaluators of regular expressions (SMT-LIB 2.7 UnicodeStrings), and of string operators with a regular
// expression.
namespace regex {
[[nodiscard]] Outcome none(const Arguments& arguments);
[[nodiscard]] Outcome all(const Arguments& arguments);
[[nodiscard]] Outcome all_char(const Arguments& arguments);
[[nodiscard]] Outcome to_re(const Arguments& arguments);
[[nodiscard]] Outcome concat(const Arguments& arguments);
[[nodiscard]] Outcome make_union(const Arguments& arguments);
[[nodiscard]] Outcome intersection(const Arguments& arguments);
[[nodiscard]] Outcome star(const Arguments& arguments);
[[nodiscard]] Outcome plus(const Arguments& arguments);
[[nodiscard]] Outcome option(const Arguments& arguments);
[[nodiscard]] Outcome range(const Arguments& arguments);
[[nodiscard]] Outcome complement(const Arguments& arguments);
[[nodiscard]] Outcome difference(const Arguments& arguments);
[[nodiscard]] Outcome reverse(const Arguments& arguments);  ///< z3: the reversed words
[[nodiscard]] Outcome power(const Arguments& arguments);
[[nodiscard]] Outcome loop(const Arguments& arguments);            ///< ((_ re.loop a b) r)
[[nodiscard]] Outcome open_loop(const Arguments& arguments);       ///< ((_ re.loop a) r): at least a
[[nodiscard]] Outcome arguments_loop(const Arguments& arguments);  ///< (re.loop r a b), (re.loop r a)

[[nodiscard]] Outcome in_re(const Arguments& arguments);
[[nodiscard]] Outcome replace(const Arguments& arguments);
[[nodiscard]] Outcome replace_all(const Arguments& arguments);
[[nodiscard]] Outcome index_of(const Arguments& arguments);
}  // namespace regex

}  // namespace assay::smt
