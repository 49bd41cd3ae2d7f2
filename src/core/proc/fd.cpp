#include "core/proc/fd.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

namespace assay::core {
namespace {

constexpr int kFirstOrdinaryFd = 3;

bool lift(UniqueFd& fd) {
  if (fd.get() >= kFirstOrdinaryFd) return true;
  fd = UniqueFd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, kFirstOrdinaryFd));
  return fd.valid();
}

}  // namespace

void UniqueFd::reset(int fd) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

Result<PipeEnds> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return Error{"cannot make a pipe: " + errno_text(errno), {}};
  PipeEnds pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
  if (!lift(pipe.read) || !lift(pipe.write)) return Error{"cannot make a pipe: " + errno_text(errno), {}};
  return pipe;
}

void set_nonblocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags >= 0) ::fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

std::string errno_text(int error) { return std::generic_category().message(error); }

}  // namespace assay::core
