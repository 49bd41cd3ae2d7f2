#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

/// The whole content of a file, a device or a pipe. An Error for a folder, or if the file cannot be read.
[[nodiscard]] Result<std::string> read_text_file(const std::string& path);
/// Like read_text_file, but "-" stands for standard input.
[[nodiscard]] Result<std::string> read_input(const std::string& path);
/// The content of a plain file below a folder that others may have filled. Refuses symbolic links below the folder,
/// names with "..", devices, pipes, and files of more than 64 MiB.
[[nodiscard]] Result<std::string> read_file_below(const std::string& folder, const std::string& name);

/// Writes a file atomically: after a crash, or with concurrent writers, it has its old or its new content, never a
/// part. Writes to the target of a link, and into a device or a pipe.
[[nodiscard]] Status write_text_file(const std::string& path, std::string_view content);

/// Copies a folder with its content, except links, and names that begin with a dot, which mark unfinished files. Makes
/// `to` if it does not exist. The copy is durable after sync_file_system.
[[nodiscard]] Status copy_folder(const std::string& from, const std::string& to);
/// Makes all changes of the path's file system durable: much cheaper than a sync of each file.
[[nodiscard]] Status sync_file_system(const std::string& path);

/// The names in a folder, sorted; empty if the folder does not exist.
[[nodiscard]] std::vector<std::string> list_directory(const std::string& path);
[[nodiscard]] bool exists(const std::string& path);
/// Files that a user names, and those below the folders that the user names.
struct InputFiles {
  std::vector<std::string> files;  ///< in the order of the paths, sorted within a folder; each file once
  std::vector<std::pair<std::string, std::string>> unreadable;  ///< folders, with the reason
};
/// `extension`: of the files below folders (".smt2"). Fails if a path does not exist.
[[nodiscard]] Result<InputFiles> find_inputs(const std::vector<std::string>& paths, const std::string& extension);
/// True if a name read from a file is safe to open inside a folder: one component, not hidden, at most 200 bytes, no
/// control characters.
[[nodiscard]] bool is_plain_name(std::string_view name);
/// Advice for an errno value; empty: none.
[[nodiscard]] std::string advice_for(int error_number);

/// All changes on disk. An interface, so that tests can make any change fail.
class Disk {
 public:
  virtual ~Disk() = default;
  /// Makes the folder and its parents. No error if it exists.
  [[nodiscard]] virtual Status make_directory(const std::string& path);
  /// After a crash, the file has its old or its new content: temporary file, fsync, rename, fsync of the folder. The
  /// temporary file is `path`.tmp, so only one process at a time may write to the folder.
  [[nodiscard]] virtual Status write_file(const std::string& path, std::string_view content);
  /// The file may be incomplete until this returns, and is durable only after sync_directory. For folders that are
  /// renamed when they are complete.
  [[nodiscard]] virtual Status write_new_file(const std::string& path, std::string_view content);
  /// Renames atomically and makes the new name durable.
  [[nodiscard]] virtual Status rename(const std::string& from, const std::string& to);
  /// Makes the file executable for its owner, its group and others.
  [[nodiscard]] virtual Status make_executable(const std::string& path);
  /// Removes the path with its content. No error if it does not exist.
  [[nodiscard]] virtual Status remove(const std::string& path);

  /// Makes the names in a folder durable.
  [[nodiscard]] virtual Status sync_directory(const std::string& path);

  /// The machine's disk.
  static Disk& real();
};

/// A folder that appears complete or not at all: it is filled as `.new-<name>` beside its place and renamed when it is
/// complete. An existing empty folder is not replaced, because it may be a link or a mount point: the content is
/// written to `.new-folder` inside it and then moved up, folders first.
class NewFolder {
 public:
  /// Prefix of the names of unfinished folders.
  static constexpr std::string_view kPrefix = ".new-";

  /// Makes the folder to fill; first removes the leftovers of a killed attempt. An Error if the path exists and is no
  /// empty folder, or while another process makes the same folder.
  [[nodiscard]] static Result<NewFolder> begin(const std::string& path, Disk& disk = Disk::real());
  /// Like begin(), but in the end the new folder replaces an existing one.
  [[nodiscard]] static Result<NewFolder> begin_replacing(const std::string& path, Disk& disk = Disk::real());

  /// Removes an unfinished folder, unless keep_on_failure() was called.
  ~NewFolder();
  NewFolder(NewFolder&& other) noexcept;
  NewFolder& operator=(NewFolder&&) = delete;
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  /// The folder to write to until finish().
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Keeps the unfinished folder as evidence after a failure. The next attempt removes it.
  void keep_on_failure() { keeps_ = true; }
  /// Gives the folder its name. All files in it must be closed.
  [[nodiscard]] Status finish();

 private:
  NewFolder(Disk& disk, std::string target, std::string path)
      : disk_(&disk), target_(std::move(target)), path_(std::move(path)) {}
  [[nodiscard]] static Result<NewFolder> open_beside(Disk& disk, const std::string& target);
  [[nodiscard]] static Result<NewFolder> open(Disk& disk, std::string target, std::string path);
  [[nodiscard]] Status hold();
  [[nodiscard]] Status move_up();

  Disk* disk_;
  std::string target_;
  std::string path_;
  int held_ = -1;        ///< descriptor of the folder that is filled, locked; a kill releases the lock
  bool inside_ = false;  ///< the folder is filled inside of an existing empty folder
  bool replaces_ = false;
  bool keeps_ = false;
};

}  // namespace assay::core
