#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/core/tester.hpp"
#include "assay/smt/term.hpp"
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// Whether the target still fails on the case in the way that counts. Each call is one run of the target.
using StillFails = std::function<bool(const core::Case&)>;
/// For a foreign script whose truth nothing of ours can tell: whether every check of the case still has the truth that
/// its facts say (agreeing reference solvers).
using KeepsTruth = std::function<bool(const core::Case&)>;
/// The names of the assertions in the unsat core that a reference solver gives for the case, whose assertions all have
/// names. Nullopt if no reference gives a core.
using FindsCore = std::function<std::optional<std::vector<std::string>>(const core::Case&)>;
/// Reference solvers that are asked for the truth of a step.
struct References {
  KeepsTruth keep_truth;  ///< empty: no reference is asked
  FindsCore find_core;    ///< empty: no reference is asked for a core
};
/// A proof of Truth::Unsat beside the propositional one and enumeration: whether these formulas contradict each other.
using Refutes = std::function<bool(TermStore& store, std::span<const TermId> formulas)>;

/// Whether a bug of this kind is only a bug while the script keeps its truth. A crash stays one on any script.
[[nodiscard]] bool truth_matters(core::BugKind kind);

/// Whether two verdicts are the same failure for a reduction. Messages tell crashes and rejections apart; of wrong
/// answers, only the kind counts.
[[nodiscard]] bool same_failure(const core::Verdict& found, const core::Verdict& wanted);

/// Removals leave the rest of a script as it is written.
enum class Steps : std::uint8_t { All, Removals };

/// A smaller case on which the target still fails. With `keep_truth`, no step needs a second solver: each is
/// re-evaluated under the witness (Truth::Sat) or re-proved (Truth::Unsat), as a proposition or by `refutes`;
/// assertions that only reference solvers could value are kept or dropped as wholes, unless `references` can be asked.
/// No step that keeps an unsat core of the references asks them again.
/// Without it, the smaller case has a witness only where one satisfies a check of it: the case's own, or another
/// that enumeration finds.
/// The same steps in the same order for the same answers.
[[nodiscard]] core::Case reduce_case(const core::Case& failing, const StillFails& still_fails,
                                     const core::ReduceBudget& budget, bool keep_truth = true,
                                     const References& references = {}, const Refutes& refutes = {},
                                     Steps steps = Steps::All);

/// Name and one line of help for each pass, in the order in which they run.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> reduction_passes();

}  // namespace assay::smt
