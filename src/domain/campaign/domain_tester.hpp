#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "domain_targets.hpp"
#include "known.hpp"

namespace assay::domain {

/// Configuration shared by the testers of a campaign.
struct TestConfig {
  TestOptions options;
  ProgramOptions program;
  std::vector<DomainTarget> targets;
  std::optional<DomainTarget> against;  ///< the exact variant of all targets (--against)
  KnownCauses known;
};

[[nodiscard]] std::unique_ptr<core::Tester> make_domain_tester(std::shared_ptr<const TestConfig> config);
/// The name of the measure (core::label_shares) that counts where programs of a target end. Answers: "whole", "time
/// limit", "unknown", an operation or a law.
[[nodiscard]] std::string end_question(const std::string& target);
[[nodiscard]] core::Case case_of(const Program& program, const DomainTarget& target);

}  // namespace assay::domain
