#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/program/program.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// The worker process. It starts at the first request, and again after a crash.
class LlvmWorker {
 public:
  /// Starts from a definition's `argv`. An Error says how to get the worker.
  [[nodiscard]] static Result<LlvmWorker> find(const Definition& definition);

  /// Sends one request: header lines, an empty line, a module. The end mark is added.
  core::ChildSession::Answer ask(const std::string& request, const Session& session);
  [[nodiscard]] const std::vector<std::string>& argv() const { return argv_; }

 private:
  explicit LlvmWorker(std::vector<std::string> argv) : argv_(std::move(argv)) {}
  std::vector<std::string> argv_;
  std::unique_ptr<core::ScratchFolder> scratch_ = std::make_unique<core::ScratchFolder>();
  std::unique_ptr<core::ChildSession> process_;  ///< its working directory is scratch_, so it is destroyed first
  std::uint64_t asked_ = 0;
};

/// The verdict on an answer without its end mark: a crash of LLVM, or a limit.
[[nodiscard]] core::Verdict llvm_trouble(const core::ChildSession::Answer& answer);

}  // namespace assay::analyzer
