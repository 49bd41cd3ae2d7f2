#include "temporary_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace assay::datalog {
namespace {

Error broken(int error) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return Error{full ? kDiskFull : kDiskBroken, core::errno_text(error) + "; TMPDIR names another folder"};
}

}  // namespace

TemporaryFile::TemporaryFile(DiskBudget& disk) : disk_(disk) {
  std::error_code error;
  std::string path = (std::filesystem::temp_directory_path(error) / "assay-datalog-XXXXXX").string();
  if (!error) fd_ = core::UniqueFd(::mkostemp(path.data(), O_CLOEXEC));
  if (!fd_.valid()) {
    status_ = broken(error ? error.value() : errno);
    return;
  }
  ::unlink(path.c_str());
}

TemporaryFile::~TemporaryFile() { disk_.give_back(size_); }

Status TemporaryFile::append(std::string_view data) {
  if (!status_) return status_;
  if (!disk_.take(data.size())) return status_ = Error{kDiskLimit, ""};
  size_ += data.size();
  while (!data.empty()) {
    const ssize_t written = ::write(fd_.get(), data.data(), data.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return status_ = broken(errno);
    data.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Status TemporaryFile::read(std::uint64_t offset, void* into, std::size_t bytes) const {
  char* at = static_cast<char*>(into);
  while (bytes > 0) {
    const ssize_t got = ::pread(fd_.get(), at, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return broken(got < 0 ? errno : EIO);
    at += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
  return {};
}

MappedFile::MappedFile(const TemporaryFile& file) : size_(static_cast<std::size_t>(file.size())) {
  if (size_ == 0) return;
  void* const data = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.fd_.get(), 0);
  if (data != MAP_FAILED) data_ = data;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

void MappedFile::release() const {
  if (data_ != nullptr) ::madvise(data_, size_, MADV_DONTNEED);
}

}  // namespace assay::datalog
