#pragma once

namespace assay::core {

/// CPU seconds that the calling thread has used so far, and all programs and requests that it ran to their ends: what
/// something costs, whatever else a machine is doing. Never goes back.
[[nodiscard]] double thread_cpu_seconds();

}  // namespace assay::core
