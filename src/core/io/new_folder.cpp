#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/io/descriptor.hpp"
#include "core/io/io.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

/// The path without "." and slashes at the end, so that it has a last component.
std::string with_last_component(const std::string& path) {
  const fs::path normal = fs::path(path).lexically_normal();
  if (normal.has_filename()) return normal.string();
  return normal.has_relative_path() ? normal.parent_path().string() : normal.string();
}

Error is_being_made(const std::string& path) {
  return {"another process makes " + path, "wait for it, or name another folder"};
}

/// The error of a temporary folder, reported for the folder that the caller named.
Error cannot_make(const std::string& path, const Error& error) {
  return {"cannot make the folder " + path + ": " + error.message, error.advice};
}

/// True if the folder contains at most `leftover`, the rest of an earlier attempt.
bool is_free(const std::string& folder, const std::string& leftover) {
  for (const std::string& name : list_directory(folder)) {
    if (name != leftover) return false;
  }
  return true;
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

}  // namespace

Result<NewFolder> NewFolder::begin(const std::string& path, Disk& disk) {
  const std::string target = with_last_component(path);
  if (!exists(target)) return open_beside(disk, target);
  if (!is_folder(target)) return Error{target + " is a file", "name a new folder"};
  const std::string name = std::string(kPrefix) + "folder";
  if (!is_free(target, name)) {
    return Error{"the folder " + target + " is not empty", "name a new one: nothing is overwritten"};
  }
  Result<NewFolder> made = open(disk, target, (fs::path(target) / name).string());
  if (made) made->inside_ = true;
  return made;
}

Result<NewFolder> NewFolder::begin_replacing(const std::string& path, Disk& disk) {
  Result<NewFolder> made = open_beside(disk, with_last_component(path));
  if (made) made->replaces_ = true;
  return made;
}

Result<NewFolder> NewFolder::open_beside(Disk& disk, const std::string& target) {
  if (Status made = disk.make_directory(parent_of(target)); !made) return cannot_make(target, made.error());
  const fs::path place(target);
  const std::string name = std::string(kPrefix) + place.filename().string();
  return open(disk, target, (place.parent_path() / name).string());
}

Result<NewFolder> NewFolder::open(Disk& disk, std::string target, std::string path) {
  NewFolder folder(disk, std::move(target), std::move(path));
  folder.keeps_ = true;  // until the lock is held: the folder may be another process's
  if (exists(folder.path_)) {
    if (Status held = folder.hold(); !held) return held.error();
    if (Status removed = disk.remove(folder.path_); !removed) return removed.error();
    ::close(std::exchange(folder.held_, -1));
  }
  if (Status made = disk.make_directory(folder.path_); !made) return cannot_make(folder.target_, made.error());
  if (Status held = folder.hold(); !held) return held.error();
  folder.keeps_ = false;
  return folder;
}

Status NewFolder::hold() {
  held_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (held_ < 0) return disk_error("open", path_, errno);
  // A file system without locks gives another error: then the folder is not protected.
  if (::flock(held_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return is_being_made(target_);
  // Before it was locked, another process may have removed the folder as a leftover.
  struct stat state {};
  if (::fstat(held_, &state) == 0 && state.st_nlink == 0) return is_being_made(target_);
  return {};
}

NewFolder::NewFolder(NewFolder&& other) noexcept
    : disk_(other.disk_),
      target_(std::move(other.target_)),
      path_(std::move(other.path_)),
      held_(std::exchange(other.held_, -1)),
      inside_(other.inside_),
      replaces_(other.replaces_),
      keeps_(other.keeps_) {}

NewFolder::~NewFolder() {
  if (held_ < 0) return;
  // The next attempt removes what cannot be removed now.
  if (!keeps_) static_cast<void>(disk_->remove(path_));
  ::close(held_);
}

Status NewFolder::move_up() {
  for (const bool folders : {true, false}) {
    for (const std::string& name : list_directory(path_)) {
      const std::string from = path_ + "/" + name;
      if (is_folder(from) != folders) continue;
      if (Status moved = disk_->rename(from, target_ + "/" + name); !moved) return moved;
    }
  }
  return disk_->remove(path_);
}

Status NewFolder::finish() {
  if (Status synced = disk_->sync_directory(path_); !synced) return synced;
  if (inside_) {
    if (Status moved = move_up(); !moved) return moved;
  } else {
    if (replaces_ && exists(target_)) {
      if (Status removed = disk_->remove(target_); !removed) return removed;
    }
    if (Status renamed = disk_->rename(path_, target_); !renamed) return renamed;
  }
  ::close(std::exchange(held_, -1));
  return {};
}

}  // namespace assay::core
