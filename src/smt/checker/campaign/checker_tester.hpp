#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "smt/checker/campaign/campaign.hpp"

namespace assay::smt {

/// A campaign that is ready to run.
struct CheckerConfig {
  CheckerOptions options;
  std::vector<CheckerDefinition> targets;  ///< with their signatures
  std::vector<std::string> versions;
  ProbeSources sources;
};

/// A case with this script and this proof. `metadata`: see ProbeSubject::json.
[[nodiscard]] core::Case case_of_proof(ProofFormat format, const BogusRefutation& refutation, std::string metadata);

/// Gives satisfiable scripts with proofs that refute them to checkers.
class CheckerTester final : public core::Tester {
 public:
  explicit CheckerTester(std::shared_ptr<const CheckerConfig> config);

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token& stop) override;
  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode,
                  const std::stop_token& stop) override;
  core::Case reduce(const core::Case& failing, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override;
  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override;
  std::vector<std::string> causes(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override;
  core::Reproduction reproduction(const core::Finding& finding, std::size_t target,
                                  const std::stop_token& stop) override;
  [[nodiscard]] double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

 private:
  [[nodiscard]] core::Case case_of(const CheckerProbe& probe, std::uint64_t index) const;
  [[nodiscard]] core::Verdict verdict_on(const core::Case& subject, const CheckerAnswer& answer) const;

  std::shared_ptr<const CheckerConfig> config_;
  ProbeMaker maker_;
  std::vector<std::unique_ptr<CheckerPort>> ports_;
  double reduction_cpu_seconds_ = 0;
};

}  // namespace assay::smt
