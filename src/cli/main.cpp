#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <string>
#include <system_error>
#include <vector>

#include "app.hpp"
#include "cli_session.hpp"
#include "signals.hpp"

namespace {

/// Whoever read our output has seen enough: `assay ... | head`. What a failed write leaves in errno may be older.
bool reader_is_gone() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

int main(int argc, char** argv) {
  assay::cli::Session session;
  const assay::cli::StopOnSignal signals(session);
  try {
    assay::cli::run_command(std::vector<std::string>(argv + 1, argv + argc), session);
  } catch (const std::system_error& error) {
    const bool closed = error.code().value() == EPIPE;
    if (!closed)
      session.fail({std::string("internal error: ") + error.what(), "this is a bug of Assay: please report it"});
    if (closed) return session.exit_code;
  } catch (const std::exception& error) {
    // Out of memory, or a library's exception that a module let through: say so, never a silent abort.
    session.fail({std::string("internal error: ") + error.what(), "this is a bug of Assay: please report it"});
  }
  if (std::fflush(stdout) != 0 && errno != EPIPE && !reader_is_gone())
    session.fail({"writing to standard output failed", "is the disk full?"});
  return session.exit_code;
}
