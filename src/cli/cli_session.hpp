#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/io/io.hpp"
#include "core/options/options.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

/// The exit codes of the process (DESIGN section 3).
enum ExitCode : int { kNothingFound = 0, kFindings = 1, kUsage = 2, kEnvironment = 3 };

/// The state of one command line, which all subcommands share.
struct Session {
  int exit_code = kNothingFound;
  std::stop_source stop;                   ///< requested by Ctrl-C, SIGTERM and SIGHUP while `listeners` > 0
  mutable std::atomic<int> listeners = 0;  ///< see Listening
  std::string config_file;
  /// `assay config show`: print the options of the command that follows instead of running it.
  bool only_show = false;
  std::vector<std::string> program_arguments;  ///< see Subcommand::runs_program

  /// Prints an error and its advice, and sets the exit code.
  void fail(const Error& error, int code = kEnvironment);
};

/// Marks a phase of a command that polls the stop token and ends in good order. In all other phases (reading, parsing,
/// computing without anything to save) a signal ends the process at once.
class Listening {
 public:
  explicit Listening(const Session& session) : session_(session) { ++session_.listeners; }
  ~Listening() { --session_.listeners; }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  [[nodiscard]] std::stop_token stop() const { return session_.stop.get_token(); }

 private:
  const Session& session_;
};

using core::parse_duration;
using core::read_input;
using core::read_text_file;

/// A duration as "0:42", "12:03" or "1:02:03".
[[nodiscard]] std::string clock_text(double seconds);
/// Untrusted text as one line of at most `limit` bytes.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t limit);
/// A number with commas: "1,234,567".
[[nodiscard]] std::string with_commas(std::uint64_t number);

}  // namespace assay::cli
