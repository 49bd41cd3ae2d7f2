#pragma once

namespace assay::core {

/// Adds what a child of the calling thread's used to thread_cpu_seconds().
void count_child_cpu(double seconds);

}  // namespace assay::core
