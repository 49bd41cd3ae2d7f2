#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/source.hpp"
#include "assay/smt/script.hpp"

namespace assay::trigger {

/// One check-sat, check-sat-assuming or check-sat-using of a script.
struct Check {
  std::size_t number = 0;   ///< counted from 1 in the order of the script
  std::size_t command = 0;  ///< index in Script::commands
  SourceLocation where;
  std::string label;   ///< the verifier's name of the proof obligation, from the text before the check, or empty
  bool brief = false;  ///< its z3 `:timeout` is below one second: verifiers test feasibility of paths with such checks
};

/// The checks of a script, in order. `text`: the source text of `script`.
[[nodiscard]] std::vector<Check> checks_of(const smt::Script& script, std::string_view text);

/// The script up to and including a check, without the earlier checks.
[[nodiscard]] smt::Script script_at(const smt::Script& script, const Check& check);

/// The check to examine. All checks if both fields are empty.
struct CheckChoice {
  std::optional<std::size_t> number;  ///< Check::number
  std::optional<std::size_t> line;    ///< line of the check, counted from 1
};

}  // namespace assay::trigger
