#pragma once

#include <string>

namespace assay::cli {

/// The kind of package from which this program was installed: the content of the file share/assay/package in a folder
/// above the program ("deb", "tarball", or another word that the package's author chose; cmake/AssayInstall.cmake).
/// "source build" if there is no such file.
[[nodiscard]] std::string package();

/// The text of --version: "assay 1.2.3 (deb, commit 0123456789ab)".
[[nodiscard]] std::string version_line();

}  // namespace assay::cli
