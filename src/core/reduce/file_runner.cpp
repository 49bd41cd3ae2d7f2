#include "core/reduce/file_runner.hpp"

#include <algorithm>

namespace assay::core {

ProcessResult FileRunner::run(std::string_view name, std::string_view content, const std::stop_token& stop) {
  scratch_->clear();
  std::vector<std::string> argv = argv_;
  ProcessResult unwritten;
  for (const File& file : beside_) {
    const Result<std::string> path = scratch_->write(file.name, file.content);
    if (!path) {
      unwritten.message = path.error().text();
      return unwritten;
    }
    std::replace(argv.begin(), argv.end(), "{" + file.name + "}", *path);
  }
  const auto input = std::find(argv.begin(), argv.end(), "{input}");
  if (input == argv.end()) return run_in(*scratch_, {std::move(argv), {}, {}}, content, limits_, stop);
  if (const Result<std::string> path = scratch_->write(name, content); !path) {
    unwritten.message = path.error().text();
    return unwritten;
  }
  *input = std::string(name);
  return run_in(*scratch_, {std::move(argv), {}, {}}, "", limits_, stop);
}

}  // namespace assay::core
