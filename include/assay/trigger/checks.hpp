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
  std::string label;  ///< the verifier's name of the proof obligation, from the text before the check, or empty
  bool brief =
      false;  ///< the script limits it to less than a second: verifiers test that way whether a path is feasible
};

/// The checks of a script, in order. `text` is what `script` was read from.
[[nodiscard]] std::vector<Check> checks_of(const smt::Script& script, std::string_view text);

/// The script up to a check, without the checks before it.
[[nodiscard]] smt::Script script_at(const smt::Script& script, const Check& check);

/// Which checks of a script are examined: all, or one.
struct CheckChoice {
  std::optional<std::size_t> number;  ///< counted from 1
  std::optional<std::size_t> line;    ///< counted from 1
};

}  // namespace assay::trigger
