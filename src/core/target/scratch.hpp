#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "assay/base/result.hpp"
#include "core/proc/proc.hpp"

namespace assay::core {

/// A private temporary folder of one worker, below TMPDIR. Targets run in it and find their input there under plain
/// names. Only its owner may enter it, and its name cannot be guessed. The folder is made when it is first needed; the
/// destructor removes it with all files that targets left there. One thread at a time may use it.
class ScratchFolder {
 public:
  /// `parent`: the folder to make it in; empty: the system's temporary folder.
  explicit ScratchFolder(std::string parent = {}) : parent_(std::move(parent)) {}
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// The absolute path. An Error if the folder cannot be made.
  [[nodiscard]] Result<std::string> path();
  /// Writes a new file and returns its path. `name` must not contain a folder.
  [[nodiscard]] Result<std::string> write(std::string_view name, std::string_view content);
  /// Removes the folder's content.
  void clear();
  /// Keeps the folder on disk after this object's end, because its files have no other copy.
  void keep();

  /// Removes the folders of all objects and prevents further ones. For a process that is about to end without calling
  /// destructors.
  static void remove_all();

 private:
  std::string parent_;
  std::string path_;
};

/// Lists the existing scratch folders in a file, so that the next process with the same list can remove the folders of
/// a killed process. One process at a time may use a list (a campaign, while it holds its folder's lock). Errors of
/// writing are ignored: then a killed process leaves its folders.
class ScratchList {
 public:
  /// Removes the folders named in the file that can only be scratch folders of this user, and begins the list anew.
  explicit ScratchList(std::string file);
  ~ScratchList();
  ScratchList(const ScratchList&) = delete;
  ScratchList& operator=(const ScratchList&) = delete;
};

/// The command with the folder as its working directory and as TMPDIR, unless the command sets TMPDIR. Temporary files
/// of a killed compiler are then removed with the folder.
[[nodiscard]] Command working_in(Command command, const std::string& folder);
/// run_process with working_in(folder), which is empty afterwards. If the folder cannot be made, the program is not
/// run: FailedToStart.
[[nodiscard]] ProcessResult run_in(ScratchFolder& folder, Command command, std::string_view input, const Limits& limits,
                                   const std::stop_token& stop = {});
[[nodiscard]] ProcessResult run_in(ScratchFolder& folder, Command command, std::string_view input, const Limits& limits,
                                   const OutputSink& take_output, const std::stop_token& stop);
/// ChildSession::start with working_in(folder). The folder must live longer than the session.
[[nodiscard]] Result<std::unique_ptr<ChildSession>> start_in(ScratchFolder& folder, Command command,
                                                             const Limits& limits);

/// A word of a target's command line. A relative path to something that exists becomes absolute, because targets run in
/// another folder.
[[nodiscard]] std::string anchored(const std::string& word);

}  // namespace assay::core
