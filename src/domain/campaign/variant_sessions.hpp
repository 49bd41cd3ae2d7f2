#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"
#include "domain/kernel/run/variants.hpp"
#include "domain_tester.hpp"

namespace assay::domain {

/// Runs programs on the targets and on their exact variant (--against), each in a persistent worker.
class VariantSessions {
 public:
  explicit VariantSessions(std::shared_ptr<const TestConfig> config);

  /// Violations where the target's result does not include the result of the exact variant. Empty without an exact
  /// variant, or if a worker does not answer, which the test of the target alone reports.
  [[nodiscard]] std::vector<Violation> compare(const Program& program, const std::string& text, std::size_t target,
                                               const std::stop_token& stop);

 private:
  struct Session {
    core::ScratchFolder scratch;
    std::unique_ptr<core::ChildSession> child;  ///< works in `scratch`, so it must be destroyed first
  };
  std::optional<Exported> exported(Session& session, const DomainTarget& target, const std::string& text,
                                   const std::stop_token& stop) const;

  std::shared_ptr<const TestConfig> config_;
  std::vector<Session> rounded_;
  Session exact_;
};

}  // namespace assay::domain
