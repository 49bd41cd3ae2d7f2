#pragma once

namespace assay::core {

/// CPU seconds that the calling thread has used so far, including all finished programs and requests that it ran. Does
/// not depend on the machine's other load, and never decreases.
[[nodiscard]] double thread_cpu_seconds();
/// As above, of all threads of this process.
[[nodiscard]] double process_cpu_seconds();

}  // namespace assay::core
