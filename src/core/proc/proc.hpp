#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

/// The limits of a child. Zero means no limit, except for wall_seconds, which must be positive. CPU time and memory
/// count for the whole process tree and are checked every 25 ms, so a child may exceed them for that long.
struct Limits {
  double wall_seconds = 10;
  double cpu_seconds = 0;
  /// False: wall_seconds leaves out the time in which the tree waits for a processor, so that a busy machine ends no
  /// program that works. For limits that decide about a program, and not about how long a user waits.
  bool counts_waiting = true;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  ///< resident, shared pages counted once
  std::uint64_t output_bytes = std::uint64_t{8}
                               << 20;                  ///< kept of standard output and of error; killed at 4 times this
  std::uint64_t file_bytes = std::uint64_t{64} << 20;  ///< maximum size of each file that the child writes
};

/// A program to run: an argument vector (never a shell line); argv[0] is looked up on the PATH.
struct Command {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> environment;  ///< variables to add to our own, or to replace in it
  std::string working_directory;                                 ///< empty: ours
  /// The program and its descendants can write and remove files only in this folder if the kernel has Landlock (5.13);
  /// without Landlock the folder has no effect. Empty: they may write wherever we may.
  std::string writes_below{};
  /// The program and its descendants reach only files: no other processes (by signals, tracing, priorities or shared
  /// memory), no network, no modes, owners and times of files, no namespaces, terminals and settings of the machine. On
  /// Linux before 6.12, its descendants cannot raise signals either. isolation_gaps() lists the exceptions on this
  /// kernel.
  bool isolated = false;
};

/// Actions that an isolated command is able to do on this machine in spite of its isolation: "change your files (...)".
[[nodiscard]] std::vector<std::string> isolation_gaps();
/// True if the kernel keeps a command from changing any file outside of Command::writes_below. Landlock does so since
/// Linux 6.2; before, it permits truncate(2).
[[nodiscard]] bool can_restrict_writes();

enum class Ending : std::uint8_t {
  Exited,         ///< by itself; see exit_code
  Signalled,      ///< by a signal that we did not send; see signal
  TimedOut,       ///< killed by us at the wall or CPU limit
  OutOfMemory,    ///< killed by us at the memory limit
  OutputLimit,    ///< killed by us because it kept writing past the limit
  Cancelled,      ///< killed by us because a stop was requested
  FailedToStart,  ///< the program does not exist or cannot be run; see message
};
[[nodiscard]] std::string_view name(Ending ending);

/// Resources used by the whole tree, as far as Linux reports them.
struct Usage {
  double wall_seconds = 0;
  double user_seconds = 0;
  double system_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;  ///< may be 0 for a program that ended within milliseconds
  [[nodiscard]] double cpu_seconds() const { return user_seconds + system_seconds; }
};

struct ProcessResult {
  Ending ending = Ending::FailedToStart;
  int exit_code = 0;
  int signal = 0;
  std::string out;  ///< at most Limits::output_bytes
  std::string err;
  std::string message;     ///< of FailedToStart: the cause
  bool truncated = false;  ///< `out` or `err` lacks a part, because the child wrote more than is kept
  Usage usage;
};

/// Runs a program to its end with `input` on its standard input, followed by end of file. The program has its own
/// process group, no other open files of ours, and dies with us. When it ends or is killed, all processes of its tree
/// are killed, including background processes and regardless of ignored signals and new sessions.
/// May be called from many threads at once. The first call makes this process the reaper of all its orphaned
/// descendants and forks a small process that outlives it to clean up; Assay's main thread must not end before the
/// process does. Linux leaves two gaps: set-user-ID programs of another user cannot be killed, and when Assay itself
/// is killed, a process that runs with another program's resource limits and a cleared environment may survive.
[[nodiscard]] ProcessResult run_process(const Command& command, std::string_view input, const Limits& limits,
                                        const std::stop_token& stop = {});

/// Receives a child's output, piece by piece. Returns false to refuse further output.
using OutputSink = std::function<bool(std::string_view data)>;

/// Runs a program as above, but passes standard output to the sink: ProcessResult::out stays empty, and
/// Limits::output_bytes limits standard error only. If the sink refuses output, the child is killed (OutputLimit).
[[nodiscard]] ProcessResult run_process(const Command& command, std::string_view input, const Limits& limits,
                                        const OutputSink& take_output, const std::stop_token& stop);

/// A child that answers many requests. An answer is the output up to a line that equals the end marker, which may be in
/// double quotes, because some programs print strings in quotes. Output after the marker belongs to the next answer.
/// One thread at a time may use a session, not always the same thread.
class ChildSession {
 public:
  struct Answer {
    bool complete = false;  ///< true: the end marker came; false: the child is gone, and `ending` gives the cause
    Ending ending = Ending::Exited;
    int exit_code = 0;
    int signal = 0;
    std::string out;  ///< without the marker
    std::string err;  ///< standard error during the request
    bool truncated = false;
    Usage usage;  ///< of this request only
  };

  [[nodiscard]] static Result<std::unique_ptr<ChildSession>> start(const Command& command, const Limits& limits);
  virtual ~ChildSession() = default;  ///< kills the tree
  ChildSession(const ChildSession&) = delete;
  ChildSession& operator=(const ChildSession&) = delete;

  /// Sends `request` and reads up to `end_marker`, which must not be empty. Limits count per request (memory: the whole
  /// child). After an incomplete answer the session is dead: start another. It may also be dead after a complete
  /// answer, when the child ended right after it. A child that closes its output without ending is killed soon
  /// (TimedOut).
  [[nodiscard]] virtual Answer ask(std::string_view request, std::string_view end_marker,
                                   const std::stop_token& stop) = 0;
  [[nodiscard]] virtual bool alive() const = 0;
  /// Replaces the time limits, from the next request on.
  virtual void limit_time(double wall_seconds, double cpu_seconds) = 0;

 protected:
  ChildSession() = default;
};

/// Start time of a process of this machine, in clock ticks since boot. Together with its number it identifies the
/// process, because numbers are reused. Nullopt: no such process any more.
[[nodiscard]] std::optional<std::uint64_t> start_of_process(long pid);

/// The absolute path of an executable file on our PATH (or of a path with a slash); empty: not found.
[[nodiscard]] std::string find_program(const std::string& name);
/// The absolute path of a hidden program of Assay ("assay-z3-worker"), next to this program or in `libexec`,
/// as installed, as built, or as built for tests. Empty: not found.
[[nodiscard]] std::string find_hidden_program(std::string_view name);

}  // namespace assay::core
