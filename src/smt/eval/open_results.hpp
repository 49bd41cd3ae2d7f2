#pragma once

#include <optional>
#include <span>

#include "assay/smt/eval.hpp"
#include "assay/smt/operator.hpp"

namespace assay::smt {

/// Values for results that the standard leaves open. Mode Report: the model's value for the solver's own name of the
/// result (z3's /0, div0, mod0), or none. Mode Fix: a fixed interpretation.
class OpenResults final : public Unspecified {
 public:
  OpenResults(TermStore& store, const Model& model, const EvalOptions& options);

  Outcome function(const Arguments& arguments) override;
  Outcome open(const Arguments& arguments) override;
  /// The result of a selector applied to a value of another constructor.
  Outcome selector(FunctionId selector, const Value& subject, SortId sort);

 private:
  /// A value of the sort that depends only on `seed`.
  [[nodiscard]] Outcome fixed(SortId sort, std::uint64_t seed) const;
  [[nodiscard]] Outcome by_model(const Arguments& arguments) const;

  TermStore& store_;
  const Model& model_;
  UnspecifiedMode mode_;
  std::uint64_t interpretation_;
};

}  // namespace assay::smt
