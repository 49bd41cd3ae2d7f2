#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "core/proc/proc.hpp"
#include "core/releases/releases.hpp"

namespace assay::core {

/// One installation of a released version: the package, the version, and the destination folder.
struct ReleaseJob {
  const Installable& row;
  std::string version;  ///< in the registry's spelling
  std::string folder;   ///< empty at first; becomes the release's folder on success
  std::string lock;     ///< checksums of an earlier installation; empty: none
  const ReleaseNews& news;
  const std::stop_token& stop;
};

/// The client of a package registry. A new one needs a file, and a row of release_clients().
struct ReleaseClient {
  std::string_view name;
  /// The program that the client and installed releases need.
  std::string_view program;
  std::string_view how_to_get;  ///< advice to install the program
  bool versions_is_complete;    ///< false: the registry serves versions that versions() does not list
  /// The registry's versions, the newest first.
  Result<std::vector<std::string>> (*versions)(const Installable& row, const std::stop_token& stop);
  /// Fills the folder, except for `bin`. Returns the lock, which a later installation must match.
  Result<std::string> (*install)(const ReleaseJob& job);
  /// The content of `bin/<command>`: a script.
  Result<std::string> (*command)(const ReleaseJob& job);
};
[[nodiscard]] std::span<const ReleaseClient> release_clients();
/// The client with this name; null: there is none.
[[nodiscard]] const ReleaseClient* release_client(std::string_view name);

/// Runs a client's command and returns its output. An Error, with the end of the output, unless it ends with exit code
/// 0. `what` completes "cannot ": "download z3-solver 4.8.17".
[[nodiscard]] Result<std::string> run_client(const std::string& what, Command command, const std::stop_token& stop);
/// The lock of a client that has none of its own: the checksums of the folder's files. An Error if an earlier
/// installation had other checksums.
[[nodiscard]] Result<std::string> matching_checksums(const std::string& folder, const ReleaseJob& job);
/// The word, quoted for a POSIX shell.
[[nodiscard]] std::string shell_word(const std::string& word);
/// The content of a file of data/drivers.
[[nodiscard]] std::string_view release_driver(const std::string& name);

extern const ReleaseClient kPipClient;
extern const ReleaseClient kCargoClient;
extern const ReleaseClient kMavenClient;
extern const ReleaseClient kAptClient;

}  // namespace assay::core
