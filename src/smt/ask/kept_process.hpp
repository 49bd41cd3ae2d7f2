#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// The last scripts that each target's process has answered, with a (reset) behind each. A bug may need what a reset
/// leaves behind. One script with the same resets in it is a case as any other, which a fresh process runs, the reducer
/// makes smaller and a maintainer pastes.
class ServedScripts {
 public:
  explicit ServedScripts(std::size_t targets) : served_(targets) {}

  void remember(std::size_t target, const std::string& text, std::size_t checks);
  /// The case behind itself, and behind the scripts before it: see core::Tester::as_in_kept_process.
  [[nodiscard]] std::vector<core::Case> as_in_kept_process(const core::Case& subject, const SmtFacts& facts,
                                                           std::size_t target) const;

 private:
  struct Served {
    std::string text;
    std::size_t checks = 0;
  };
  /// The case behind these scripts and resets, of whose checks nothing is known.
  [[nodiscard]] static std::optional<core::Case> behind(std::span<const Served> others, const core::Case& subject);

  std::vector<std::deque<Served>> served_;  ///< by target
};

}  // namespace assay::smt
