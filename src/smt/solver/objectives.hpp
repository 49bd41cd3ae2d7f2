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

  /// "9/2 - epsilon", "-oo"
  [[nodiscard]] std::string text() const;
  /// Negative, 0 or positive if a < b, a == b or a > b.
  [[nodiscard]] static int compare(const ObjectiveValue& a, const ObjectiveValue& b);
};

/// Whether the script has an objective or a soft constraint.
[[nodiscard]] bool has_objectives(const Script& script);
/// The same for the text of a script that print_script has written.
[[nodiscard]] bool has_objectives(std::string_view text);

/// The values in `(objectives (name value) ...)`, in order. Nullopt if a value is not a number.
[[nodiscard]] std::optional<std::vector<ObjectiveValue>> reported_objectives(std::string_view text);

/// The objectives' values under a model, in the order of get-objectives: the value of each term, and the sum of the
/// violated weights of each group of soft constraints. Nullopt if a value is not known.
[[nodiscard]] std::optional<std::vector<ObjectiveValue>> reached_objectives(TermStore& store, const Script& script,
                                                                            const Model& model,
                                                                            const EvalOptions& options = {});

/// A message if the reported optimum is wrong: the witness satisfies the script and reaches a better value. Objectives
/// are compared in order (z3's default), or separately if the script sets `:opt.priority` to `box`. Nullopt if the
/// witness is not better or cannot be compared.
[[nodiscard]] std::optional<std::string> beaten_optimum(TermStore& store, const Script& script,
                                                        std::string_view witness, std::uint64_t interpretation,
                                                        std::string_view reported);

}  // namespace assay::smt
