#include "core/executor/executor_rows.hpp"
#include "core/finding/finding.hpp"

namespace assay::core {

const std::vector<Executor>& executors() {
  static const std::vector<Executor> all = {
      {"local", "this machine", false, executor_local::check, executor_local::scripts, executor_local::start,
       executor_local::queue, executor_local::cancel},
      {"slurm", "a job array of Slurm", true, executor_slurm::check, executor_slurm::scripts, executor_slurm::start,
       executor_slurm::queue, executor_slurm::cancel},
      {"parallel", "GNU parallel over ssh", false, executor_parallel::check, executor_parallel::scripts,
       executor_parallel::start, executor_parallel::queue, executor_parallel::cancel},
  };
  return all;
}

Result<const Executor*> find_executor(std::string_view name) {
  std::string names;
  for (const Executor& executor : executors()) {
    if (executor.name == name) return &executor;
    names += (names.empty() ? "" : ", ") + std::string(executor.name);
  }
  return Error{"there is no executor '" + std::string(name) + "'", "there are " + names};
}

std::string quoted_for_shell(const std::string& word) { return shell_quoted({word}); }

}  // namespace assay::core
