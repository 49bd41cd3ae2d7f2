#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "smt/checker/proof/checker_runner.hpp"

namespace assay::smt {

/// The fault of a fake checker. The empty lie is honest.
struct CheckerLie {
  std::string name;
  std::string op;                   ///< `evaluate` computes this operator ...
  std::string as;                   ///< ... as this one
  std::string crash_on{};           ///< it crashes on proofs with this text
  bool ignores_premises = false;    ///< the last step may have any premises
  bool hides_trust = false;         ///< it accepts steps without proof in silence
  bool accepts_any_rule = false;    ///< it accepts steps of rules that it does not know
  bool accepts_open_scope = false;  ///< it accepts `false` below an assumption that nothing closes
  bool accepts_all = false;
  bool refuses_all = false;
};

/// A checker that evaluates steps of `evaluate` and `eval-op` with Assay's evaluator, accepts the steps of `rules`, and
/// otherwise knows only the last step of bogus refutations.
[[nodiscard]] std::unique_ptr<CheckerPort> make_fake_checker(ProofFormat format, const CheckerLie& lie,
                                                             std::set<std::string> rules);

}  // namespace assay::smt
