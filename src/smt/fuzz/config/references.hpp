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

/// The answers of reference solvers about seeds. They depend only on the seed's text and on the solvers' versions and
/// deterministic limits. They are cached in the campaign's folder for other workers, a resume and a replay.
class ReferenceAnswers {
 public:
  explicit ReferenceAnswers(const FuzzConfig& config);

  /// A model of the seed's assertions (`variant` 0), or with a random subset of them negated, which `variant` selects.
  /// Symbols without a value in the model get default values. Nullopt if no reference gives a model.
  [[nodiscard]] std::optional<Model> model(Fragments& seed, std::string_view text, unsigned variant);

  /// True if references of at least two families answer `unsat` for the assertions, and none answers `sat`.
  [[nodiscard]] bool refuted(Fragments& seed, std::string_view text);

  /// Adds to the valuation formulas without a value for which at least two of FuzzConfig::judges agree on a truth and
  /// none disagrees.
  void value_by_agreement(Fragments& seed, std::string_view text, Valuation& valuation);

  /// Sets the stop token of further runs. Answers of interrupted runs are not cached.
  void set_stop(std::stop_token stop) { stop_ = std::move(stop); }

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
  std::vector<std::unique_ptr<SolverPort>> solvers_;           ///< by reference; made on first use
  std::vector<std::pair<std::uint64_t, std::string>> memory_;  ///< the last kMaxCachedAnswers answers, by key
  std::stop_token stop_;
  double cpu_seconds_ = 0;
};

}  // namespace assay::smt
