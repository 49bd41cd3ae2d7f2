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
  std::size_t taken = 0;     ///< number of conjuncts in `script`
  std::size_t left_out = 0;  ///< number of other conjuncts: the goal, and facts without quantifiers
};

/// Selects the universal conjuncts of the active assertions, after expansion of definitions. Quantifier-free conjuncts
/// (facts about constants) are selected only where no goal can stand: outside of each `push`, if the check is inside of
/// a `push`. With `ground`, all quantifier-free conjuncts are selected. Every other conjunct may be a goal. A script
/// with an inconsistent part is inconsistent, so leaving out conjuncts causes no false alarm. Once `stop` is requested,
/// the remaining assertions are left out.
[[nodiscard]] Axioms axioms_of(smt::TermStore& store, const smt::Script& script, bool ground,
                               const std::stop_token& stop = {});

/// The script's text with the assertion inserted before its check-sat, or appended with a check-sat if the script has
/// none. Nullopt if the set of assertions changes (several check-sats, push, reset, assumptions).
[[nodiscard]] std::optional<std::string> pasted(std::string_view text, const smt::Script& script,
                                                std::string_view assertion);

/// The script in which quantifiers without patterns get Assay's selection (patterns_of). Once `stop` is requested, the
/// remaining assertions stay unchanged.
[[nodiscard]] smt::Script with_own_patterns(smt::TermStore& store, const smt::Script& script,
                                            const std::stop_token& stop = {});

}  // namespace assay::trigger
