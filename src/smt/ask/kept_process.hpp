#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/case/case.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// The last scripts that each target's persistent process has answered. A bug may need state that survives a (reset).
/// To reproduce it in a fresh process, the scripts are joined to one script with a (reset) after each.
class ServedScripts {
 public:
  explicit ServedScripts(std::size_t targets) : served_(targets) {}

  /// Stores a script that the process of the target has answered. `checks`: its number of checks.
  void remember(std::size_t target, const std::string& text, std::size_t checks);
  /// Up to two cases: the case's script twice, and the stored scripts followed by it. See
  /// core::Tester::as_in_kept_process.
  [[nodiscard]] std::vector<core::Case> as_in_kept_process(const core::Case& subject, const SmtFacts& facts,
                                                           std::size_t target) const;

 private:
  struct ServedScript {
    std::string text;
    std::size_t checks = 0;
  };
  /// The case with these scripts and resets before its own script. The truth of their checks is open.
  [[nodiscard]] static std::optional<core::Case> put_behind(std::span<const ServedScript> others,
                                                            const core::Case& subject);

  std::vector<std::deque<ServedScript>> served_;  ///< by target
};

}  // namespace assay::smt
