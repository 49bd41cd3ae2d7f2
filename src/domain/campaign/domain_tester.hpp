#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "domain_targets.hpp"
#include "known.hpp"

namespace assay::domain {

/// What the testers of a campaign share.
struct TestConfig {
  TestOptions options;
  ProgramOptions program;
  std::vector<DomainTarget> targets;
  std::optional<DomainTarget> against;  ///< the exact variant of all of them
  KnownCauses known;
};

[[nodiscard]] std::unique_ptr<core::Tester> make_domain_tester(std::shared_ptr<const TestConfig> config);
/// Where programs of a target end: each case's answer is a label (core::label_shares), "whole" or an operation or law.
[[nodiscard]] std::string end_question(const std::string& target);
/// A case with this program.
[[nodiscard]] core::Case case_of(const Program& program, const DomainTarget& target);

}  // namespace assay::domain
