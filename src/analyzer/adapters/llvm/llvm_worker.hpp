#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/analyzer/analyzer.hpp"
#include "assay/analyzer/program.hpp"

namespace assay::analyzer {

/// The worker process: started when it is first asked, and again after it has crashed.
class LlvmWorker {
 public:
  /// `argv` as a definition has it. An Error says how one gets the worker.
  [[nodiscard]] static Result<LlvmWorker> find(const Definition& definition);

  /// One request without its end: header lines, an empty line, a module.
  core::ChildSession::Answer ask(const std::string& request, const Session& session);
  [[nodiscard]] const std::vector<std::string>& argv() const { return argv_; }

 private:
  explicit LlvmWorker(std::vector<std::string> argv) : argv_(std::move(argv)) {}
  std::vector<std::string> argv_;
  std::unique_ptr<core::ScratchFolder> scratch_ = std::make_unique<core::ScratchFolder>();
  std::unique_ptr<core::ChildSession> process_;  ///< works in the folder: goes first
  std::uint64_t asked_ = 0;
};

/// What an answer without its end means: a crash of LLVM, or a limit of ours.
[[nodiscard]] core::Verdict llvm_trouble(const core::ChildSession::Answer& answer);

}  // namespace assay::analyzer
