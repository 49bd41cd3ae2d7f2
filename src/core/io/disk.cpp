#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/io/descriptor.hpp"
#include "core/io/io.hpp"

namespace assay::core {

Status write_and_sync(const std::string& path, std::string_view content) {
  const Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (!file.ok()) return disk_error("write", path, errno);
  while (!content.empty()) {
    const ssize_t written = ::write(file.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return disk_error("write", path, errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file.get()) != 0 && errno != EINVAL) return disk_error("write", path, errno);
  return {};
}

std::string parent_of(const std::string& path) {
  std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

Status Disk::make_directory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return disk_error("make the folder", path, error.value());
  return {};
}

Status Disk::write_file(const std::string& path, std::string_view content) {
  const std::string temporary = path + ".tmp";
  if (Status written = write_and_sync(temporary, content); !written) {
    ::unlink(temporary.c_str());
    return written;
  }
  return rename(temporary, path);
}

Status Disk::write_new_file(const std::string& path, std::string_view content) { return write_and_sync(path, content); }

Status Disk::rename(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return disk_error("rename " + from + " to", to, errno);
  return Disk::sync_directory(parent_of(to));
}

Status Disk::make_executable(const std::string& path) {
  using std::filesystem::perms;
  std::error_code error;
  std::filesystem::permissions(path, perms::owner_exec | perms::group_exec | perms::others_exec,
                               std::filesystem::perm_options::add, error);
  if (error) return disk_error("change the mode of", path, error.value());
  return {};
}

Status Disk::sync_directory(const std::string& path) {
  const Descriptor directory(path, O_RDONLY | O_DIRECTORY);
  if (!directory.ok()) return disk_error("open", path, errno);
  // Some file systems cannot sync a folder; ignore that.
  if (::fsync(directory.get()) != 0 && errno != EINVAL && errno != EBADF) return disk_error("write", path, errno);
  return {};
}

Status Disk::remove(const std::string& path) {
  std::error_code error;
  std::filesystem::remove_all(path, error);
  if (error) return disk_error("remove", path, error.value());
  return {};
}

Disk& Disk::real() {
  static Disk disk;
  return disk;
}

}  // namespace assay::core
