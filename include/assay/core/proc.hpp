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

/// What a child may use. Zero means no limit, but for wall_seconds, which is always positive. CPU time and memory are
/// those of the whole tree, looked at every 25 ms, so a child may pass them by what it can do in that time.
struct Limits {
  double wall_seconds = 10;
  double cpu_seconds = 0;
  /// False: wall_seconds leaves out the time in which the tree waits for a processor, so that a busy machine ends no
  /// program that works. For limits that decide about a program, and not about how long a user waits.
  bool counts_waiting = true;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  ///< resident, shared pages counted once
  std::uint64_t output_bytes = std::uint64_t{8} << 20;  ///< kept of each of standard output and error; 4 times: killed
  std::uint64_t file_bytes = std::uint64_t{64} << 20;   ///< largest file that it may write
};

/// A program to run: an argument vector (never a shell line); argv[0] is looked up on the PATH.
struct Command {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> environment;  ///< added to, or replacing parts of, our own
  std::string working_directory;                                 ///< empty: ours
  /// It and what it starts write and remove no files outside of this folder, where the kernel has Landlock (5.13);
  /// elsewhere nothing is kept from them. Empty: they may write wherever we may.
  std::string writes_below{};
  /// It and what it starts reach nothing but its files: no other process (by signals, tracing, priorities, shared
  /// memory), no network, no modes, owners and times of files, no namespaces, terminals and settings of the machine. On
  /// Linux before 6.12 what it starts cannot raise signals, either. isolation_gaps() says what this kernel does not
  /// prevent.
  bool isolated = false;
};

/// What an isolated command can do on this machine all the same: "change your files (...)". Empty: nothing.
[[nodiscard]] std::vector<std::string> isolation_gaps();
/// Whether the kernel keeps a command from changing any file outside of Command::writes_below: Landlock does from Linux
/// 6.2 on, and before that lets it cut files off (truncate(2)).
[[nodiscard]] bool can_restrict_writes();

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

/// Of the whole tree, as far as Linux tells.
struct Usage {
  double wall_seconds = 0;
  double user_seconds = 0;
  double system_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;  ///< may be zero for a program that ended within milliseconds
  [[nodiscard]] double cpu_seconds() const { return user_seconds + system_seconds; }
};

struct ProcessResult {
  Ending ending = Ending::FailedToStart;
  int exit_code = 0;
  int signal = 0;
  std::string out;  ///< at most Limits::output_bytes
  std::string err;
  std::string message;     ///< FailedToStart: why
  bool truncated = false;  ///< out or err: it wrote more than was kept
  Usage usage;
};

/// Runs a program to its end: `input` on its standard input, then end of file. It has its own process group, no other
/// open files of ours, and dies with us; when it ends or is killed, no process of its tree is left, whatever signals
/// they ignore and sessions they open. That also holds for what it left running in the background when it ended.
/// Safe to call from many threads at once. The first call makes this process the reaper of all its orphaned
/// descendants and forks a small process that outlives it to clean up; Assay's main thread must not end before the
/// process does. Linux leaves two gaps: set-user-ID programs of another user cannot be killed, and when Assay itself
/// is killed, a process that runs with another program's resource limits and a cleared environment may survive.
[[nodiscard]] ProcessResult run_process(const Command& command, std::string_view input, const Limits& limits,
                                        const std::stop_token& stop = {});

/// Takes what a child writes, piece by piece. False: it wants no more.
using OutputSink = std::function<bool(std::string_view data)>;

/// The same, but standard output goes to the sink: ProcessResult::out stays empty, and Limits::output_bytes is about
/// standard error alone. A child whose output is not wanted any more is killed (OutputLimit).
[[nodiscard]] ProcessResult run_process(const Command& command, std::string_view input, const Limits& limits,
                                        const OutputSink& take_output, const std::stop_token& stop);

/// A child that answers many requests: what it prints up to a line that equals the end marker is one answer. (Some
/// programs print strings in quotes, so the marker may also stand in double quotes.) What it prints after the marker
/// belongs to the next answer. One thread at a time may use a session, not always the same one.
class ChildSession {
 public:
  struct Answer {
    bool complete = false;  ///< the end marker came; otherwise the child is gone and `ending` says why
    Ending ending = Ending::Exited;
    int exit_code = 0;
    int signal = 0;
    std::string out;  ///< without the marker
    std::string err;  ///< what it wrote there in the meantime
    bool truncated = false;
    Usage usage;  ///< of this request alone
  };

  [[nodiscard]] static Result<std::unique_ptr<ChildSession>> start(const Command& command, const Limits& limits);
  virtual ~ChildSession() = default;  ///< kills the tree
  ChildSession(const ChildSession&) = delete;
  ChildSession& operator=(const ChildSession&) = delete;

  /// Sends `request` and reads up to `end_marker`. Limits count per request (memory: the whole child). An incomplete
  /// answer leaves the session dead: start another. A complete one may, too, when the child ended right after it. A
  /// child that closes its output without ending is killed soon (TimedOut). `end_marker` must not be empty.
  [[nodiscard]] virtual Answer ask(std::string_view request, std::string_view end_marker,
                                   const std::stop_token& stop) = 0;
  [[nodiscard]] virtual bool alive() const = 0;
  /// Other limits of time from the next request on.
  virtual void limit_time(double wall_seconds, double cpu_seconds) = 0;

 protected:
  ChildSession() = default;
};

/// When a process of this machine began, in clock ticks since the machine did: with its number it names the process for
/// good, because numbers are used again. Nullopt: there is no such process any more.
[[nodiscard]] std::optional<std::uint64_t> start_of_process(long pid);

/// The absolute path of an executable file on our PATH (or of a path with a slash), or an empty string.
[[nodiscard]] std::string find_program(const std::string& name);
/// The absolute path of one of our own hidden programs ("assay-z3-worker"): beside us, as installed, as built, or as
/// built for tests. Empty: it is not there.
[[nodiscard]] std::string find_hidden_program(std::string_view name);

}  // namespace assay::core
