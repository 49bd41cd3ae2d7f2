#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/smt/solver.hpp"

namespace assay::smt {

/// What a runner must know of a script's text; found in one pass over it, without terms.
struct ScriptShape {
  std::size_t checks = 0;                ///< check-sat commands of every kind
  std::size_t checks_together = 0;       ///< the most of them without a (reset) between them
  std::size_t after_last_check = 0;      ///< offset behind the last one
  std::size_t exit = std::string::npos;  ///< offset of the first (exit)
  bool pushes = false;
  bool sets_options = false;
  bool redirects = false;  ///< sets an output channel: not for a process that others use after it
  bool balanced = true;    ///< every list, string and quoted symbol is closed
  std::vector<std::pair<std::size_t, std::size_t>> echoes;  ///< offset and length of (echo ...): they say nothing
  std::vector<std::size_t> resets;                          ///< offsets behind each (reset)
};
[[nodiscard]] ScriptShape scan_script(std::string_view text);

/// The offset behind the list, string, quoted symbol or atom at `at`, or npos when it does not end. Iterative.
[[nodiscard]] std::size_t skip_expression(std::string_view text, std::size_t at);

/// The text that is sent: preludes (again behind each reset, which forgets options), the script without echo (and, with
/// `cut_exit`, without what follows an exit), and what is asked for behind the last check.
struct Composition {
  std::string_view prelude;
  std::string_view prelude_model;
  std::string_view prelude_core;
  Query query;
  bool cut_exit = false;
};
[[nodiscard]] std::string compose(std::string_view script, const ScriptShape& shape, const Composition& how);

}  // namespace assay::smt
