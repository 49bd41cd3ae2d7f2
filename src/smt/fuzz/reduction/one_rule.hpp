#pragma once

#include <vector>

#include "core/case/case.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// For each rule in SmtFacts::operations, in this order: a case that asserts only the rule's contradiction over the
/// rule's own variables, and is unsatisfiable by this rule. A solver that is wrong about a rule is probably wrong about
/// this case, which is shorter than an instance of several rules.
[[nodiscard]] std::vector<core::Case> cases_of_one_rule(const core::Case& failing, const SmtFacts& facts);

}  // namespace assay::smt
