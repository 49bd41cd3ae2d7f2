#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "core/target/scratch.hpp"

namespace assay::analyzer::ciao {

/// The module with tests inside of Ciao's engine, in a folder of its own. The workspace's compiler builds it when it is
/// first needed. A trial then shows whether its tests are right in this version of Ciao.
class EngineModule {
 public:
  /// The module's path without an extension; empty: it cannot be built here, or failed the trial.
  [[nodiscard]] const std::string& path(const std::string& ciao_shell, const std::stop_token& stop);

 private:
  [[nodiscard]] std::string build(const std::string& ciao_shell, const std::stop_token& stop);

  core::ScratchFolder folder_;
  std::optional<std::string> path_;
};

}  // namespace assay::analyzer::ciao
