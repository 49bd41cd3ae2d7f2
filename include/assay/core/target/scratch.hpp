#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "assay/base/result.hpp"
#include "assay/core/proc.hpp"

namespace assay::core {

/// A private folder of one worker below the system's temporary one (TMPDIR): where targets run, and find their input
/// under plain names. Only its owner may enter it, and its name cannot be guessed. It is made when it is first needed;
/// the destructor removes it with all files that targets left there. One thread at a time may use it.
class ScratchFolder {
 public:
  /// `parent`: where it is made in place of the system's folder; empty: there.
  explicit ScratchFolder(std::string parent = {}) : parent_(std::move(parent)) {}
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// Its absolute path, or why it cannot be made.
  [[nodiscard]] Result<std::string> path();
  /// The path of a new file with this content, or why it cannot be written. `name` has no folder in it.
  [[nodiscard]] Result<std::string> write(std::string_view name, std::string_view content);
  /// Removes what is in it.
  void clear();
  /// Keeps the folder on disk after this object's end, for files without another copy.
  void keep();

  /// Removes the folders of all objects, and makes that no other is made: for a process that is about to end without
  /// destroying them.
  static void remove_all();

 private:
  std::string parent_;
  std::string path_;
};

/// While it lives, a file lists the existing scratch folders: the next process with the same list removes the folders
/// that a killed process left behind. One process at a time keeps a list (a campaign, while it has its folder's lock).
/// A list that cannot be written is an empty one.
class ScratchList {
 public:
  /// Removes what the file names, as far as it is a folder of ours with a scratch folder's name, and begins it anew.
  explicit ScratchList(std::string file);
  ~ScratchList();
  ScratchList(const ScratchList&) = delete;
  ScratchList& operator=(const ScratchList&) = delete;
};

/// The command with the folder as its working directory and, unless the command sets it, as its TMPDIR: the temporary
/// files that a killed compiler leaves go with the folder.
[[nodiscard]] Command working_in(Command command, const std::string& folder);
/// run_process with the folder as working directory (working_in); the folder is empty afterwards. Where there is no
/// folder, the program is not run: FailedToStart.
[[nodiscard]] ProcessResult run_in(ScratchFolder& folder, Command command, std::string_view input, const Limits& limits,
                                   const std::stop_token& stop = {});
[[nodiscard]] ProcessResult run_in(ScratchFolder& folder, Command command, std::string_view input, const Limits& limits,
                                   const OutputSink& take_output, const std::stop_token& stop);
/// ChildSession::start with the folder as working directory (working_in). The folder must live longer than the session.
[[nodiscard]] Result<std::unique_ptr<ChildSession>> start_in(ScratchFolder& folder, Command command,
                                                             const Limits& limits);

/// A word of a target's command line: absolute when it is a path to something that exists, because targets run
/// elsewhere.
[[nodiscard]] std::string anchored(const std::string& word);

}  // namespace assay::core
