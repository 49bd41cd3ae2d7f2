#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "assay/base/result.hpp"
#include "core/proc/proc.hpp"
#include "core/reduce/file_runner.hpp"

namespace assay::core {

/// A user's program that tells whether a reduced file still has the property that the user looks for, as C-Reduce's
/// interestingness tests do: it is called with the file's name, in a folder that holds only this file, and ends with 0
/// if the file has the property.
class KeepCommand {
 public:
  /// Fails if the program does not exist or cannot be executed. `limits`: of one call; a call that they end says no.
  [[nodiscard]] static Result<KeepCommand> find(const std::string& program, const Limits& limits);

  /// `name`: of the file, without a folder.
  [[nodiscard]] bool has_property(std::string_view name, std::string_view content, const std::stop_token& stop);

  /// The error for a file that does not have the property before it is reduced.
  [[nodiscard]] static Error refusal(const std::string& file) {
    return {"the command says no to " + file + " itself", "it ends with 0 if the file is to be kept"};
  }

 private:
  explicit KeepCommand(FileRunner runner) : runner_(std::move(runner)) {}

  FileRunner runner_;
};

}  // namespace assay::core
