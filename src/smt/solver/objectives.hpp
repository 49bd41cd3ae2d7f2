#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"

namespace assay::smt {

/// A value of an objective as z3 prints it: `infinite * oo + finite + infinitesimal * epsilon`.
struct ObjectiveValue {
  mpq_class infinite, finite, infinitesimal;

  [[nodiscard]] std::string text() const;
  /// Negative, 0 or positive.
  [[nodiscard]] static int compare(const ObjectiveValue& a, const ObjectiveValue& b);
};

/// Whether the script has an objective or a soft constraint.
[[nodiscard]] bool has_objectives(const Script& script);
/// The same of a script that print_script has written.
[[nodiscard]] bool has_objectives(std::string_view text);

/// The values that `(objectives (name value) ...)` gives, in order. Nullopt: a value is no number.
[[nodiscard]] std::optional<std::vector<ObjectiveValue>> reported_objectives(std::string_view text);

/// The values that a model reaches, in the order of get-objectives: for each group of soft constraints the weights of
/// the violated ones, for each objective the term's value. Nullopt: some value is not known.
[[nodiscard]] std::optional<std::vector<ObjectiveValue>> reached_objectives(TermStore& store, const Script& script,
                                                                            const Model& model,
                                                                            const EvalOptions& options = {});

/// Why an optimum is wrong: the witness satisfies the script and reaches a better one. Objectives are compared in their
/// order (z3's default), or each alone where the script sets `:opt.priority` to `box`. Nullopt: the witness is not
/// better, or nothing can be said.
[[nodiscard]] std::optional<std::string> beaten_optimum(TermStore& store, const Script& script,
                                                        std::string_view witness, std::uint64_t interpretation,
                                                        std::string_view reported);

}  // namespace assay::smt
