#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/text.hpp"
#include "core/io/descriptor.hpp"
#include "core/io/io.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

Result<std::string> read_to_end(int file, const std::string& name) {
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(file, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EISDIR) return Error{name + " is a folder", "name a file in it"};
    if (count < 0) return disk_error("read", name, errno);
    if (count == 0) return content;
    content.append(buffer, static_cast<std::size_t>(count));
  }
}

/// A temporary name beside the file that no other process or thread uses, since others may write the same file.
std::string temporary_name_beside(const std::string& path) {
  static std::atomic<unsigned> serial{0};
  return path + "." + std::to_string(::getpid()) + "-" + std::to_string(serial++) + ".tmp";
}

}  // namespace

Result<std::string> read_text_file(const std::string& path) {
  const Descriptor file(path, O_RDONLY);
  if (!file.ok()) return disk_error("read", path, errno);
  return read_to_end(file.get(), path);
}

Result<std::string> read_file_below(const std::string& folder, const std::string& name) {
  constexpr off_t kMaxFileBytes = off_t{64} << 20;
  const std::string path = folder + "/" + name;
  const std::vector<std::string_view> steps = split(name, '/');
  std::vector<Descriptor> opened;
  opened.reserve(steps.size() + 1);
  opened.emplace_back(folder, O_PATH | O_DIRECTORY);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!opened.back().ok()) return disk_error("read", path, errno);
    if (steps[i].empty() || steps[i] == "." || steps[i] == "..") return Error{path + " is no plain name", ""};
    const bool last = i + 1 == steps.size();
    // O_NONBLOCK: opening a pipe without a writer must not wait.
    const int flags = O_NOFOLLOW | (last ? O_RDONLY | O_NONBLOCK : O_PATH | O_DIRECTORY);
    opened.emplace_back(opened.back().get(), std::string(steps[i]), flags);
  }
  if (!opened.back().ok() && errno == ELOOP)
    return Error{path + " is a symbolic link", "a campaign's own files are none"};
  if (!opened.back().ok()) return disk_error("read", path, errno);
  struct stat status {};
  if (::fstat(opened.back().get(), &status) != 0) return disk_error("read", path, errno);
  if (!S_ISREG(status.st_mode)) return Error{path + " is no plain file", "a campaign's own files are plain ones"};
  if (status.st_size > kMaxFileBytes) return Error{path + " is larger than 64 MiB", ""};
  return read_to_end(opened.back().get(), path);
}

Result<std::string> read_input(const std::string& path) {
  return path == "-" ? read_to_end(STDIN_FILENO, "standard input") : read_text_file(path);
}

Status write_text_file(const std::string& path, std::string_view content) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  // A device or a pipe is written in place, and a link's target is replaced: neither may become a plain file.
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_and_sync(path, content);
  const bool link = fs::is_symlink(path, error) && fs::exists(status);
  const std::string file = link ? fs::canonical(path, error).string() : path;
  const std::string temporary = temporary_name_beside(file);
  Status done = write_and_sync(temporary, content);
  if (done) done = Disk::real().rename(temporary, file);
  if (!done) ::unlink(temporary.c_str());
  return done;
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
    case EISDIR: return "name a file in it";
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

}  // namespace assay::core
