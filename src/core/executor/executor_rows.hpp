#pragma once

#include <string>
#include <vector>

#include "core/executor/executor.hpp"

namespace assay::core {

/// One word, quoted for a shell if necessary.
[[nodiscard]] std::string quoted_for_shell(const std::string& word);

// The functions of the rows in executors.cpp; each executor has its own file.

namespace executor_local {
[[nodiscard]] Status check(const ShardedRun& run);
[[nodiscard]] std::vector<BatchScript> scripts(const Launch& launch);
[[nodiscard]] Result<std::vector<std::string>> start(const Launch& launch);
[[nodiscard]] Result<std::vector<QueuedShard>> queue(const std::vector<std::string>& jobs);
[[nodiscard]] Status cancel(const std::vector<std::string>& jobs);
}  // namespace executor_local

namespace executor_slurm {
[[nodiscard]] Status check(const ShardedRun& run);
[[nodiscard]] std::vector<BatchScript> scripts(const Launch& launch);
[[nodiscard]] Result<std::vector<std::string>> start(const Launch& launch);
[[nodiscard]] Result<std::vector<QueuedShard>> queue(const std::vector<std::string>& jobs);
[[nodiscard]] Status cancel(const std::vector<std::string>& jobs);
}  // namespace executor_slurm

namespace executor_parallel {
[[nodiscard]] Status check(const ShardedRun& run);
[[nodiscard]] std::vector<BatchScript> scripts(const Launch& launch);
[[nodiscard]] Result<std::vector<std::string>> start(const Launch& launch);
[[nodiscard]] Result<std::vector<QueuedShard>> queue(const std::vector<std::string>& jobs);
[[nodiscard]] Status cancel(const std::vector<std::string>& jobs);
}  // namespace executor_parallel

}  // namespace assay::core
