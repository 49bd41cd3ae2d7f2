#include "core/io/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/io/descriptor.hpp"

namespace assay::core {

Result<FolderLock> FolderLock::take(const std::string& folder, const std::string& work) {
  const std::string path = folder + "/lock";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return disk_error("write", path, errno);
  FolderLock lock(file);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0)
    return Error{"another process " + work + " " + folder, "wait for it, or end it"};
  return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace assay::core
