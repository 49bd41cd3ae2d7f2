#pragma once

#include <string>

namespace assay::cli {

/// What this program was installed from: "deb", "tarball", or another word of whoever made the package, as the file
/// ASSAY_PACKAGE_FILE of the installation says (cmake/AssayInstall.cmake); "source build" without such a file.
[[nodiscard]] std::string package();

/// "assay 1.2.3 (deb, commit 0123456789ab)"
[[nodiscard]] std::string version_line();

}  // namespace assay::cli
