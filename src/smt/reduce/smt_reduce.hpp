#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/term.hpp"
#include "core/case/case.hpp"
#include "core/case/tester.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// True if the target still fails on the case with the same failure. Each call runs the target once.
using StillFails = std::function<bool(const core::Case&)>;
/// For a script whose truth only reference solvers know: true if their answers still agree with the truths of the case.
using KeepsTruth = std::function<bool(const core::Case&)>;
using FindsCore = std::function<std::optional<std::vector<std::string>>(const core::Case&)>;
/// Reference solvers that are asked for the truth of a step.
struct References {
  KeepsTruth keep_truth;  ///< empty: no reference is asked
  FindsCore find_core;    ///< empty: no reference is asked for a core
};
/// A further proof of Truth::Unsat, besides propositional reasoning and enumeration: true if it refutes the formulas.
using Refutes = std::function<bool(TermStore& store, std::span<const TermId> formulas)>;

/// True if a bug of this kind depends on the truth of the script. A crash, for example, does not.
[[nodiscard]] bool truth_matters(core::BugKind kind);

/// True if two verdicts are the same failure: of the same kind and, for crashes and rejections, with the same message.
[[nodiscard]] bool same_failure(const core::Verdict& found, const core::Verdict& wanted);

/// Which passes a reduction runs. Removals: only passes that remove parts and change none.
enum class Steps : std::uint8_t { All, Removals };

/// A smaller case on which the target still fails. With `keep_truth`, each step evaluates the script under the witness
/// (Truth::Sat) or proves it again (Truth::Unsat): propositionally, by enumeration or by `refutes`. Assertions whose
/// truth only reference solvers know stay unchanged or are removed, unless `references` can be asked. A step that keeps
/// an unsat core of the references does not ask them.
/// Without `keep_truth`, assertions outside of a core are tried first; a script that does not fail as Assay prints it
/// loses commands word for word; and the result has a witness only if the case's witness, or a model that enumeration
/// finds, satisfies a check of the script. The steps are deterministic.
[[nodiscard]] core::Case reduce_case(const core::Case& failing, const StillFails& still_fails,
                                     const core::ReduceBudget& budget, bool keep_truth = true,
                                     const References& references = {}, const Refutes& refutes = {},
                                     Steps steps = Steps::All);

/// The name and one line of help of each pass, in the order of their runs.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> reduction_passes();

}  // namespace assay::smt
