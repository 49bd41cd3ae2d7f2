#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/io.hpp"
#include "assay/core/options.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

/// What the process ends with (DESIGN section 3).
enum ExitCode : int { kNothingFound = 0, kFindings = 1, kUsage = 2, kEnvironment = 3 };

/// What all subcommands share: how to talk, when to stop, and the exit code to be.
struct Session {
  int exit_code = kNothingFound;
  std::stop_source stop;                   ///< requested by Ctrl-C and SIGTERM, while somebody listens
  mutable std::atomic<int> listeners = 0;  ///< see Listening
  std::string config_file;
  /// `assay config show`: print the options of the command that follows instead of running it.
  bool only_show = false;
  std::vector<std::string> program_arguments;  ///< see Subcommand::runs_program

  /// Prints an error and what to do about it; the process will end with `code`.
  void fail(const Error& error, int code = kEnvironment);
};

/// A phase of a command that hears a stop request and ends in good order. In all others (reading, parsing, computing
/// without anything to save) a signal ends the process at once: no phase has to be taught how.
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

/// "0:42", "12:03", "1:02:03".
[[nodiscard]] std::string clock_text(double seconds);
/// Untrusted text as one line of at most `limit` bytes.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t limit);
/// "1,234,567".
[[nodiscard]] std::string with_commas(std::uint64_t number);

}  // namespace assay::cli
