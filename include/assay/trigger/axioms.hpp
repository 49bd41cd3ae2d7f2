#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "assay/smt/script.hpp"

namespace assay::trigger {

/// The axioms of a script: its quantified part.
struct Axioms {
  smt::Script script;        ///< declarations, the axioms, check-sat
  std::size_t taken = 0;     ///< conjuncts that are in it
  std::size_t left_out = 0;  ///< conjuncts that are not: the goal, and facts without quantifiers
};

/// Conjuncts (of the active assertions, definitions expanded) that are universal formulas. Those without any
/// quantifier, facts about constants, count where no goal can be: outside of each `push`, if the check is inside of
/// one. `ground`: everywhere. All other conjuncts may be goals. If a part of a script is inconsistent, the script is,
/// so leaving out conjuncts causes no false alarm. Once `stop` is requested, assertions are left out.
[[nodiscard]] Axioms axioms_of(smt::TermStore& store, const smt::Script& script, bool ground,
                               const std::stop_token& stop = {});

/// The script's text with the assertion in front of its check-sat, or at the end when it has none; std::nullopt where
/// assertions come and go (several check-sats, push, reset, assumptions).
[[nodiscard]] std::optional<std::string> pasted(std::string_view text, const smt::Script& script,
                                                std::string_view assertion);

/// The script with patterns of our own selection (patterns_of) at the quantifiers that have none. Once `stop` is
/// requested, assertions stay as they are.
[[nodiscard]] smt::Script with_own_patterns(smt::TermStore& store, const smt::Script& script,
                                            const std::stop_token& stop = {});

}  // namespace assay::trigger
