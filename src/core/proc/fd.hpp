#pragma once

#include "assay/base/result.hpp"
#include "core/proc/unique_fd.hpp"

namespace assay::core {

struct PipeEnds {
  UniqueFd read;
  UniqueFd write;
};

/// A pipe whose ends are closed on exec and are never standard descriptors (0, 1, 2). If Assay itself was started with
/// some of these closed, the duplication in the child would otherwise overwrite its own sources.
[[nodiscard]] Result<PipeEnds> make_pipe();

void set_nonblocking(int fd);

}  // namespace assay::core
