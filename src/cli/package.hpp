#pragma once

#include <string>

namespace assay::cli {

/// The kind of package that this program was installed from: the first line of the file share/assay/package in a folder
/// above the program ("deb", "tarball", or another word of whoever made the package; cmake/AssayInstall.cmake).
/// "source build" without such a file.
[[nodiscard]] std::string package();

/// "assay 1.2.3 (deb, commit 0123456789ab)"
[[nodiscard]] std::string version_line();

}  // namespace assay::cli
