#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smt/solver/solver.hpp"

namespace assay::smt {

/// The properties of a script's text that a runner needs, found in one pass without building terms.
struct ScriptShape {
  std::size_t checks = 0;                ///< number of check-sat commands of all kinds
  std::size_t checks_together = 0;       ///< the largest number of checks without a (reset) between them
  std::size_t after_last_check = 0;      ///< offset after the last check
  std::size_t exit = std::string::npos;  ///< offset of the first (exit)
  bool pushes = false;
  bool sets_options = false;
  bool redirects = false;  ///< sets an output channel, so it must not run in a process that answers other scripts
  bool balanced = true;    ///< every list, string and quoted symbol is closed
  std::vector<std::pair<std::size_t, std::size_t>> echoes;  ///< offset and length of each (echo ...)
  std::vector<std::size_t> resets;                          ///< offset after each (reset)
};
[[nodiscard]] ScriptShape scan_script(std::string_view text);

/// The offset after the list, string, quoted symbol or atom at `at`; npos if it has no end. Iterative.
[[nodiscard]] std::size_t skip_expression(std::string_view text, std::size_t at);

/// The parts that compose() adds to a script: the preludes (at the start and after each reset, which forgets options)
/// and the queries after the last check. Echo commands are removed; `cut_exit` also removes the first exit and the
/// rest.
struct Composition {
  std::string_view prelude;
  std::string_view prelude_model;
  std::string_view prelude_core;
  Query query;
  bool cut_exit = false;
  std::string_view prelude_matching = {};
  std::string_view prelude_proof = {};
};
[[nodiscard]] std::string compose(std::string_view script, const ScriptShape& shape, const Composition& how);

}  // namespace assay::smt
