#include "core/executor/batch_tool.hpp"

#include "base/text.hpp"

namespace assay::core {

Status needs_program(const std::string& program, const std::string& advice) {
  if (!find_program(program).empty()) return {};
  return Error{"there is no program '" + program + "' on the PATH", advice};
}

Result<std::string> ask_batch_tool(const std::vector<std::string>& argv, const std::stop_token& stop) {
  Command command;
  command.argv = argv;
  Limits limits;
  limits.wall_seconds = 60;
  ProcessResult result = run_process(command, "", limits, stop);
  if (result.ending == Ending::Exited && result.exit_code == 0) return std::move(result.out);
  std::string message(trim(printable(result.err.empty() ? result.out : result.err)));
  if (result.ending == Ending::FailedToStart) message = result.message;
  if (message.empty()) message = std::string(name(result.ending)) + ", exit code " + std::to_string(result.exit_code);
  return Error{argv.front() + ": " + shortened(message, 1000), ""};
}

}  // namespace assay::core
