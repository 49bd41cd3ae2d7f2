#pragma once

#include <cstdint>

namespace assay::core {

/// The resident memory of this process in bytes; 0 where the system does not tell.
[[nodiscard]] std::uint64_t own_resident_bytes();

}  // namespace assay::core
