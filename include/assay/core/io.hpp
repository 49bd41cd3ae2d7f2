#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

/// The whole content of a file, a device or a pipe, or an Error that says what to check. A folder is an Error, too.
[[nodiscard]] Result<std::string> read_text_file(const std::string& path);
/// The same; "-" is standard input.
[[nodiscard]] Result<std::string> read_input(const std::string& path);
/// The content of a plain file below a folder that others may have filled: no symbolic link below the folder is
/// followed, the name has no "..", devices and pipes are refused, and so is a file of more than 64 MiB.
[[nodiscard]] Result<std::string> read_file_below(const std::string& folder, const std::string& name);

/// Writes text crash-safely: the file has its old content or the new one, never a part, also when several write it at
/// a time. A link's file is written, and a device or a pipe is written to.
[[nodiscard]] Status write_text_file(const std::string& path, std::string_view content);

/// Copies a folder with its content, except links and names that begin with a dot, which are unfinished files here.
/// Makes `to` if it does not exist. The copy is durable after sync_file_system.
[[nodiscard]] Status copy_folder(const std::string& from, const std::string& to);
/// Makes everything durable that was written to the path's file system: much cheaper than file by file.
[[nodiscard]] Status sync_file_system(const std::string& path);

/// Names in a folder, sorted; none when there is no such folder.
[[nodiscard]] std::vector<std::string> list_directory(const std::string& path);
[[nodiscard]] bool exists(const std::string& path);
/// Whether a name read from a file is safe to open inside a folder: one component, not hidden, no control characters.
[[nodiscard]] bool is_plain_name(std::string_view name);
/// Advice for an errno.
[[nodiscard]] std::string advice_for(int error_number);

/// All changes on disk: an interface, so that tests can make any of them fail.
class Disk {
 public:
  virtual ~Disk() = default;
  /// Makes the folder and its parents; no error when it exists.
  [[nodiscard]] virtual Status make_directory(const std::string& path);
  /// The file has its old content or the new one whenever the machine stops: temporary file, fsync, rename, fsync of
  /// the folder. The temporary file is `path`.tmp: for folders that one process at a time writes to.
  [[nodiscard]] virtual Status write_file(const std::string& path, std::string_view content);
  /// The file may be incomplete until this returns, and needs sync_directory to be durable: for folders that get their
  /// name when they are complete.
  [[nodiscard]] virtual Status write_new_file(const std::string& path, std::string_view content);
  /// Atomic; makes the new name durable.
  [[nodiscard]] virtual Status rename(const std::string& from, const std::string& to);
  /// Lets those who may read a file run it.
  [[nodiscard]] virtual Status make_executable(const std::string& path);
  /// Removes the path with its content; no error when it does not exist.
  [[nodiscard]] virtual Status remove(const std::string& path);

  /// Makes the names in a folder durable.
  [[nodiscard]] virtual Status sync_directory(const std::string& path);

  /// The machine's.
  static Disk& real();
};

/// A folder that appears whole or not at all: it is filled under another name, `.new-<name>` beside its place, and gets
/// its own name when it is complete. An empty folder that is there already stays what it is (a link, or a place where a
/// disk is mounted): it is filled in `.new-folder` inside, whose folders and then files move up when all is complete.
class NewFolder {
 public:
  /// What the names of unfinished folders begin with.
  static constexpr std::string_view kPrefix = ".new-";

  /// Makes the folder to fill, and first removes the leftovers of a killed attempt. Fails when the name exists and is
  /// no empty folder, and while another process makes the same folder.
  [[nodiscard]] static Result<NewFolder> begin(const std::string& path, Disk& disk = Disk::real());
  /// The same, but at the end the new folder replaces the one that has the name.
  [[nodiscard]] static Result<NewFolder> begin_replacing(const std::string& path, Disk& disk = Disk::real());

  /// Removes an unfinished folder, unless it is to be kept.
  ~NewFolder();
  NewFolder(NewFolder&& other) noexcept;
  NewFolder& operator=(NewFolder&&) = delete;
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  /// Where to write until the end.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Keeps the unfinished folder as evidence when something fails; the next attempt removes it.
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
  int held_ = -1;        ///< the folder that is filled, locked: a kill lets go of it
  bool inside_ = false;  ///< of an empty folder that was there
  bool replaces_ = false;
  bool keeps_ = false;
};

}  // namespace assay::core
