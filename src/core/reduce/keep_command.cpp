#include "core/reduce/keep_command.hpp"

#include <filesystem>
#include <system_error>

namespace assay::core {

Result<KeepCommand> KeepCommand::find(const std::string& program, const Limits& limits) {
  const std::string found = find_program(program);
  if (found.empty())
    return Error{"the command '" + program + "' cannot be executed",
                 "name a program that ends with 0 if the file that it gets as its argument is to be kept (chmod +x?)"};
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(found, error);
  return KeepCommand(FileRunner({error ? found : absolute.string(), "{input}"}, limits));
}

bool KeepCommand::has_property(std::string_view name, std::string_view content, const std::stop_token& stop) {
  const ProcessResult result = runner_.run(name, content, stop);
  return result.ending == Ending::Exited && result.exit_code == 0;
}

}  // namespace assay::core
