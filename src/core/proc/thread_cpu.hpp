#pragma once

namespace assay::core {

/// Adds CPU seconds of a child of the calling thread to thread_cpu_seconds().
void count_child_cpu(double seconds);

}  // namespace assay::core
