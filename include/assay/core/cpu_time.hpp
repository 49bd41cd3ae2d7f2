#pragma once

namespace assay::core {

/// CPU seconds that the calling thread has used so far, with all programs and requests that it ran to their ends: a
/// measure of cost that does not depend on the machine's other load. Never decreases.
[[nodiscard]] double thread_cpu_seconds();

}  // namespace assay::core
