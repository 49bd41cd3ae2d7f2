#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/case/tester.hpp"
#include "smt/stability/stability_config.hpp"

namespace assay::smt {

/// Classifies each script for each target by its mutants. An unstable script is a bug only if the options ask for it; a
/// mutant that contradicts the others always is. A fresh run repeats the same mutants.
class StabilityTester final : public core::Tester {
 public:
  explicit StabilityTester(std::shared_ptr<const StabilityConfig> config) : config_(std::move(config)) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token& stop) override;
  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode,
                  const std::stop_token& stop) override;
  std::vector<std::pair<std::size_t, core::Verdict>> compare(const core::Case& subject,
                                                             const std::vector<core::Trial>& trials) override;
  core::Case reduce(const core::Case& failing, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override;
  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override;
  core::Reproduction reproduction(const core::Finding& finding, std::size_t target,
                                  const std::stop_token& stop) override;
  [[nodiscard]] double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

 private:
  [[nodiscard]] core::Verdict verdict_on(const SampledScript& sampled) const;

  std::shared_ptr<const StabilityConfig> config_;
  double reduction_cpu_seconds_ = 0;
};

}  // namespace assay::smt
