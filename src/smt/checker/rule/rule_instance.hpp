#pragma once

#include <optional>

#include "core/rng/rng.hpp"
#include "smt/checker/rule/claim.hpp"
#include "smt/checker/rule/signature.hpp"

namespace assay::smt {

/// Looks for an unsound instance of a rule: constants for its parameters at which all premises are true and the
/// conclusion is false, by evaluation. Parameters that a premise defines, `(= n (- (@bvsize x) 1))`, get that value.
/// Lists get none to three elements. Nullopt if `tries` instances are not unsound.
[[nodiscard]] std::optional<Claim> find_unsound_instance(const SignatureRule& rule, core::Rng& rng, unsigned tries);

}  // namespace assay::smt
