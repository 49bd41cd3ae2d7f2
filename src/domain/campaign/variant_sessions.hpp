#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/core/proc.hpp"
#include "assay/core/target/scratch.hpp"
#include "domain/kernel/run/variants.hpp"
#include "domain_tester.hpp"

namespace assay::domain {

/// Asks the workers of two variants of a domain, as the tester asks one of them: in processes that live on.
class VariantSessions {
 public:
  explicit VariantSessions(std::shared_ptr<const TestConfig> config);

  /// What the target loses that the exact variant keeps; nothing where one of them does not answer (that is found
  /// where it is tested alone) or where there is no exact variant.
  [[nodiscard]] std::vector<Violation> compare(const Program& program, const std::string& text, std::size_t target,
                                               const std::stop_token& stop);

 private:
  struct Session {
    core::ScratchFolder scratch;
    std::unique_ptr<core::ChildSession> child;  ///< works in the folder: goes first
  };
  std::optional<Exported> exported(Session& session, const DomainTarget& target, const std::string& text,
                                   const std::stop_token& stop) const;

  std::shared_ptr<const TestConfig> config_;
  std::vector<Session> rounded_;
  Session exact_;
};

}  // namespace assay::domain
