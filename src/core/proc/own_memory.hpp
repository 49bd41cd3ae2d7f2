#pragma once

#include <cstdint>

namespace assay::core {

/// The resident memory of this process in bytes; 0 if the system does not report it.
[[nodiscard]] std::uint64_t own_resident_bytes();

}  // namespace assay::core
