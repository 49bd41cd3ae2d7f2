#include "output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

namespace assay::cli {
namespace {

struct OutputState {
  std::atomic<int> first_error = 0;  ///< errno of the first failed write to standard output; 0: none failed
  std::atomic<std::stop_source*> stop = nullptr;
};

// Process-wide, as the streams are. Observers print from the campaign's threads.
OutputState& state() {
  static OutputState the_state;
  return the_state;
}

bool reader_is_gone() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

/// Requests a stop if the reader of standard output is gone. A campaign goes on without a reader of standard error.
void note_error(const std::FILE* stream, int error) {
  if (error == EPIPE && reader_is_gone())
    if (std::stop_source* const source = state().stop.load(); source != nullptr) source->request_stop();
  int none = 0;
  if (stream == stdout) state().first_error.compare_exchange_strong(none, error);
}

}  // namespace

void occupy_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // open() returns the lowest free number: this one. Writes to it fail, as writes to a closed descriptor do.
    static_cast<void>(::open("/dev/null", O_RDONLY));
  }
}

StopWithoutReader::StopWithoutReader(std::stop_source& source) { state().stop = &source; }
StopWithoutReader::~StopWithoutReader() { state().stop = nullptr; }

void write_stream(std::FILE* stream, std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stream) < text.size()) note_error(stream, errno);
}

void flush_stream(std::FILE* stream) {
  errno = 0;
  if (std::fflush(stream) != 0) note_error(stream, errno);
}

std::optional<Error> finish_output() {
  flush_stream(stdout);
  const int error = state().first_error;
  if (error == 0 || error == EPIPE) return std::nullopt;
  return Error{"writing to standard output failed: " + std::generic_category().message(error),
               error == EBADF ? "standard output is closed: send it to a file, or to /dev/null"
                              : "what was printed is not complete"};
}

}  // namespace assay::cli
