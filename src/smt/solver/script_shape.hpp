#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smt/solver/requests.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// The properties of a script's text that a runner needs, found in one pass without building terms.
struct ScriptShape {
  std::size_t checks = 0;                ///< number of check-sat commands of all kinds
  std::size_t checks_together = 0;       ///< the largest number of checks without a (reset) between them
  std::size_t after_last_check = 0;      ///< offset after the last check
  std::size_t exit = std::string::npos;  ///< offset of the first (exit)
  bool pushes = false;                   ///< has a command for which a solver must be incremental
  bool sets_options = false;
  bool redirects = false;  ///< sets an output channel, so it must not run in a process that answers other scripts
  bool balanced = true;    ///< every list, string and quoted symbol is closed
  std::vector<std::pair<std::size_t, std::size_t>> echoes;  ///< offset and length of each (echo ...)
  std::vector<std::size_t> resets;                          ///< offset after each (reset)
  std::vector<RequestPlace> requests;                       ///< commands that ask for certificates
};
[[nodiscard]] ScriptShape scan_script(std::string_view text);

/// The offset after the list, string, quoted symbol or atom at `at`; npos if it has no end. Iterative.
[[nodiscard]] std::size_t skip_expression(std::string_view text, std::size_t at);
/// Removes the first expression from the text. Empty if there is none, or if it has no end: then the text stays.
[[nodiscard]] std::string_view next_expression(std::string_view& text);
/// The parts of a list, in order; nullopt if the text is no list.
[[nodiscard]] std::optional<std::vector<std::string_view>> parts_of(std::string_view list);

/// The parts that compose() adds to a script: the preludes (at the start and after each reset, which forgets options)
/// and the queries after the last check. Echo commands are removed; `cut_exit` also removes the first exit and the
/// rest.
struct Composition {
  std::string preludes;
  Query query;
  bool cut_exit = false;
  bool mark_replies = false;  ///< print kReplyBegin and kReplyEnd around the reply to each request
};
[[nodiscard]] std::string compose(std::string_view script, const ScriptShape& shape, const Composition& how);

}  // namespace assay::smt
