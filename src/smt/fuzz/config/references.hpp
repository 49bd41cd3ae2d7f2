#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smt/fuzz/config/fuzz_config.hpp"
#include "smt/fuzz/seed/fragments.hpp"
#include "smt/fuzz/seed/valuation.hpp"

namespace assay::smt {

/// What reference solvers say about seeds: pure functions of the seed's text and the solvers (their version and their
/// deterministic limits), kept in the campaign's folder so that a resume, a replay and other workers see the same.
class ReferenceAnswers {
 public:
  explicit ReferenceAnswers(const FuzzConfig& config);

  /// A model of the assertions, or of `variant` of their negations (0: none of them is negated). Symbols that it leaves
  /// out have default values. Nothing if no reference gives one.
  [[nodiscard]] std::optional<Model> model(Fragments& seed, std::string_view text, unsigned variant);

  /// Whether references of at least two families call the assertions contradictory, and none calls them satisfiable.
  [[nodiscard]] bool refuted(Fragments& seed, std::string_view text);

  /// Adds to the valuation the formulas that at least two references other than the targets agree on.
  void value_by_agreement(Fragments& seed, std::string_view text, Valuation& valuation);

  /// Solvers that are asked from now on hear this stop. What one did not say because of it is not kept.
  void listen(std::stop_token stop) { stop_ = std::move(stop); }

  /// CPU seconds that reference solvers have used.
  [[nodiscard]] double cpu_seconds() const { return cpu_seconds_; }

 private:
  [[nodiscard]] std::string cached(std::uint64_t key, const std::function<std::string()>& compute);
  [[nodiscard]] std::string ask_for_model(Fragments& seed, const Reference& reference,
                                          const std::vector<TermId>& assertions);
  [[nodiscard]] std::string ask_for_truth(Fragments& seed, const Reference& reference);
  [[nodiscard]] std::string ask_for_values(Fragments& seed, const Reference& reference, const Valuation& valuation,
                                           const std::vector<Fragment>& formulas);
  [[nodiscard]] SolverAnswer run(const Reference& reference, const std::string& script, const Query& query);

  const FuzzConfig& config_;
  std::vector<std::unique_ptr<SolverPort>> solvers_;           ///< one a reference, made when first used
  std::vector<std::pair<std::uint64_t, std::string>> memory_;  ///< the last few answers
  std::stop_token stop_;
  double cpu_seconds_ = 0;
};

}  // namespace assay::smt
