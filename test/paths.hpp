#pragma once

#include <string>

// The folders of this build. Only paths.cpp contains the paths, so that a compiler's cache can reuse all other objects
// for a clone elsewhere.

namespace assay {

/// The folder of the sources, absolute, without a slash at its end.
[[nodiscard]] std::string source_dir();

/// The build folder, likewise.
[[nodiscard]] std::string binary_dir();

}  // namespace assay
