#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

/// What a child may use. Zero means no limit, but for wall_seconds, which is always positive.
struct Limits {
  double wall_seconds = 10;
  double cpu_seconds = 0;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  ///< resident memory of the whole tree, sampled
  std::uint64_t output_bytes = std::uint64_t{8} << 20;  ///< kept of each of standard output and standard error
  std::uint64_t file_bytes = std::uint64_t{64} << 20;   ///< largest file that it may write
};

/// A program to run: an argument vector (never a shell line); argv[0] is looked up on the PATH.
struct Command {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> environment;  ///< added to, or replacing parts of, our own
  std::string working_directory;                                 ///< empty: ours
};

enum class Ending : std::uint8_t {
  Exited,         ///< by itself: exit_code
  Signalled,      ///< by a signal that we did not send: signal
  TimedOut,       ///< we killed it: wall or CPU limit
  OutOfMemory,    ///< we killed it: memory limit
  OutputLimit,    ///< we killed it: it kept writing past the limit
  Cancelled,      ///< we killed it: a stop was requested
  FailedToStart,  ///< there is no such program, or it cannot be run: message
};
[[nodiscard]] std::string_view name(Ending ending);

struct Usage {
  double wall_seconds = 0;
  double user_seconds = 0;
  double system_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  [[nodiscard]] double cpu_seconds() const { return user_seconds + system_seconds; }
};

struct ProcessResult {
  Ending ending = Ending::FailedToStart;
  int exit_code = 0;
  int signal = 0;
  std::string out;  ///< at most Limits::output_bytes
  std::string err;
  std::string message;  ///< FailedToStart: why
  Usage usage;
};

/// Runs a program to its end: `input` on its standard input, then end of file. It has its own process group, no other
/// open files of ours, and dies with us; when it ends or is killed, no process of its tree is left, whatever signals
/// they ignore and sessions they open.
[[nodiscard]] ProcessResult run_process(const Command& command, std::string_view input, const Limits& limits,
                                        const std::stop_token& stop = {});

/// A child that answers many requests: what it prints up to a line that equals the end marker is one answer. (Some
/// programs print strings in quotes, so the marker may also stand in double quotes.)
class ChildSession {
 public:
  struct Answer {
    bool complete = false;  ///< the end marker came; otherwise the child is gone and `ending` says why
    Ending ending = Ending::Exited;
    int exit_code = 0;
    int signal = 0;
    std::string out;  ///< without the marker
    std::string err;  ///< what it wrote there in the meantime
    Usage usage;      ///< of this request alone
  };

  [[nodiscard]] static Result<std::unique_ptr<ChildSession>> start(const Command& command, const Limits& limits);
  virtual ~ChildSession() = default;  ///< kills the tree
  ChildSession(const ChildSession&) = delete;
  ChildSession& operator=(const ChildSession&) = delete;

  /// Sends `request` and reads up to `end_marker`. Limits count per request (memory: the whole child). An incomplete
  /// answer leaves the session dead: start another.
  [[nodiscard]] virtual Answer ask(std::string_view request, std::string_view end_marker,
                                   const std::stop_token& stop) = 0;
  [[nodiscard]] virtual bool alive() const = 0;

 protected:
  ChildSession() = default;
};

/// The absolute path of a program on the PATH (or of a path with a slash), or an empty string.
[[nodiscard]] std::string find_program(const std::string& name);

}  // namespace assay::core
