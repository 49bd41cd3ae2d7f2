#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "assay/core/target/scratch.hpp"

namespace assay::analyzer::ciao {

/// The module with tests inside of Ciao's engine, in a folder of its own, built by the workspace's compiler when it is
/// first asked for. Before it is used, a trial says whether its tests mean what they should in this version of Ciao.
class EngineModule {
 public:
  /// Its path, without an extension; empty: it cannot be built here, or did not stand the trial.
  [[nodiscard]] const std::string& path(const std::string& ciao_shell, const std::stop_token& stop);

 private:
  [[nodiscard]] std::string build(const std::string& ciao_shell, const std::stop_token& stop);

  core::ScratchFolder folder_;
  std::optional<std::string> path_;
};

}  // namespace assay::analyzer::ciao
