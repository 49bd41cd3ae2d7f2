#include "core/store/disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "assay/core/report.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

Error disk_error(const std::string& action, const std::string& path, int number) {
  return {"cannot " + action + " " + path + ": " + std::strerror(number), advice_for(number)};
}

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC, 0644)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool ok() const { return number_ >= 0; }

 private:
  int number_;
};

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
  std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

}  // namespace

Status Disk::make_directory(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
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

Status Disk::sync_directory(const std::string& path) {
  const Descriptor directory(path, O_RDONLY | O_DIRECTORY);
  if (!directory.ok()) return disk_error("open", path, errno);
  // Some file systems cannot sync a folder; there is nothing else to do for them.
  if (::fsync(directory.get()) != 0 && errno != EINVAL && errno != EBADF) return disk_error("write", path, errno);
  return {};
}

Status Disk::remove(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) return disk_error("remove", path, error.value());
  return {};
}

Disk& Disk::real() {
  static Disk disk;
  return disk;
}

Result<std::string> read_file(const std::string& path) {
  const Descriptor file(path, O_RDONLY);
  if (!file.ok()) return disk_error("read", path, errno);
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return disk_error("read", path, errno);
    if (count == 0) return content;
    content.append(buffer, static_cast<std::size_t>(count));
  }
}

std::vector<std::string> list_directory(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

std::string advice_for(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT: return "the disk is full: free some space, then resume the campaign; what is stored stays";
    case EFBIG: return "the file would be larger than this shell's limit: see 'ulimit -f'";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a folder that you may write to, or mend its permissions";
    case ENOENT: return "check the path";
    case ENOTDIR:
    case EEXIST: return "a part of the path is a file: choose another folder";
    case EMFILE:
    case ENFILE: return "too many files are open: raise 'ulimit -n' or use fewer jobs";
    case EIO: return "the disk reports an error: use another one";
    default: return "";
  }
}

bool is_plain_name(std::string_view name) {
  if (name.empty() || name.size() > 200 || name.front() == '.') return false;
  return std::none_of(name.begin(), name.end(),
                      [](char c) { return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20; });
}

Result<std::string> read_text_file(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return Error{path + " is a folder", "name a file in it"};
  std::ifstream in(path, std::ios::binary);
  if (!in) return Error{"cannot read " + path, "check the path and its permissions"};
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) return Error{"reading " + path + " failed half-way", "is the disk failing?"};
  return text;
}

Status write_text_file(const std::string& path, std::string_view content) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  // A device or a pipe takes what is written. A file must not be put in its place, nor in that of a link.
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_and_sync(path, content);
  const bool link = fs::is_symlink(path, error) && fs::exists(status);
  return Disk::real().write_file(link ? fs::canonical(path, error).string() : path, content);
}

}  // namespace assay::core
