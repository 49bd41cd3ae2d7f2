#pragma once

#include <string>

// Where this build's tree and its build folder are. Functions of one small file, so that the paths stand in no other
// object: a compiler's cache finds those again for a clone elsewhere.

namespace assay {

/// The folder of the sources, absolute, without a slash at its end.
[[nodiscard]] std::string source_dir();

/// The build folder, likewise.
[[nodiscard]] std::string binary_dir();

}  // namespace assay
