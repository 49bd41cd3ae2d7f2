#pragma once

#include <optional>
#include <span>

#include "assay/smt/eval.hpp"
#include "assay/smt/operator.hpp"

namespace assay::smt {

/// Answers for results that the standard leaves open, by the evaluator's mode: what the model says about the solver's
/// own name for them (z3's /0, div0, mod0), nothing, or a fixed interpretation.
class OpenResults final : public Unspecified {
 public:
  OpenResults(TermStore& store, const Model& model, const EvalOptions& options);

  Outcome function(const Arguments& arguments) override;
  Outcome open(const Arguments& arguments) override;
  /// A selector applied to a value of another constructor.
  Outcome selector(FunctionId selector, const Value& subject, SortId sort);

 private:
  /// A value of the sort that depends on `seed` only.
  [[nodiscard]] Outcome fixed(SortId sort, std::uint64_t seed) const;
  [[nodiscard]] Outcome by_model(const Arguments& arguments) const;

  TermStore& store_;
  const Model& model_;
  UnspecifiedMode mode_;
  std::uint64_t interpretation_;
};

}  // namespace assay::smt
