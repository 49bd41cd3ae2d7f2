#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/releases.hpp"

namespace assay::core {

/// What is being installed, and where.
struct ReleaseJob {
  const Installable& row;
  std::string version;  ///< as the registry writes it
  std::string folder;   ///< empty; becomes the release's when all went well
  std::string lock;     ///< the checksums of an earlier time; empty: none
  const ReleaseNews& news;
  const std::stop_token& stop;
};

/// A package registry's client. Adding one: a file, and a row of release_clients().
struct ReleaseClient {
  std::string_view name;
  /// The program that it runs with; a version folder of another one is of no use.
  std::string_view program;
  std::string_view how_to_get;  ///< the program
  bool lists_all;               ///< a version that versions() does not give may be had all the same when this is false
  /// The registry's versions, the newest first.
  Result<std::vector<std::string>> (*versions)(const Installable& row, const std::stop_token& stop);
  /// Fills the folder, but for `bin`; returns the lock: what a later installation must find again.
  Result<std::string> (*install)(const ReleaseJob& job);
  /// What `bin/<command>` says: a script.
  Result<std::string> (*command)(const ReleaseJob& job);
};
[[nodiscard]] std::span<const ReleaseClient> release_clients();
/// Null: there is none of that name.
[[nodiscard]] const ReleaseClient* release_client(std::string_view name);

/// Runs a client's command; an Error, with the end of what it printed, unless it ends with exit code 0. `what` says
/// what could not be done: "download z3-solver 4.8.17".
[[nodiscard]] Result<std::string> run_client(const std::string& what, Command command, const std::stop_token& stop);
/// The words as one line for a POSIX shell, without a line end.
[[nodiscard]] std::string shell_word(const std::string& word);
/// The text of one of data/drivers.
[[nodiscard]] std::string_view release_driver(const std::string& name);

extern const ReleaseClient kPipClient;
extern const ReleaseClient kCargoClient;
extern const ReleaseClient kMavenClient;

}  // namespace assay::core
