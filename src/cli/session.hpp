#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/core/report.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

/// What the process ends with (DESIGN section 3).
enum ExitCode : int { kNothingFound = 0, kFindings = 1, kUsage = 2, kEnvironment = 3 };

/// What all subcommands share: how to talk, when to stop, and the exit code to be.
struct Session {
  int exit_code = kNothingFound;
  std::stop_source stop;  ///< requested by Ctrl-C and SIGTERM
  std::string config_file;
  /// `assay config show`: print the options of the command that follows instead of running it.
  bool only_show = false;

  /// Prints an error and what to do about it; the process will end with `code`.
  void fail(const Error& error, int code = kEnvironment);
};

/// A subcommand: adds itself and its options to the app; when it is parsed, it runs and sets the session's exit code.
struct Subcommand {
  std::string_view path;  ///< for tables: "smt fuzz"
  void (*add)(CLI::App& app, Session& session);
};

// One file each.
void add_smt_fuzz(CLI::App& smt, Session& session);
void add_smt_eval(CLI::App& smt, Session& session);
void add_smt_reduce(CLI::App& smt, Session& session);
void add_smt_rules(CLI::App& smt, Session& session);
void add_smt_synth(CLI::App& smt, Session& session);
void add_smt_targets(CLI::App& smt, Session& session);
void add_datalog_fuzz(CLI::App& datalog, Session& session);
void add_datalog_graph(CLI::App& datalog, Session& session);
void add_datalog_targets(CLI::App& datalog, Session& session);
void add_domain_test(CLI::App& domain, Session& session);
void add_domain_exhaustive(CLI::App& domain, Session& session);
void add_domain_laws(CLI::App& domain, Session& session);
void add_domain_targets(CLI::App& domain, Session& session);
void add_trigger(CLI::App& app, Session& session);
void add_campaign(CLI::App& app, Session& session);
void add_findings(CLI::App& app, Session& session);
void add_replay(CLI::App& app, Session& session);
void add_report(CLI::App& app, Session& session);
void add_doctor(CLI::App& app, Session& session);
void add_config(CLI::App& app, Session& session);

using core::read_text_file;

/// "90", "90s", "10m", "1h30m", "500ms": seconds; std::nullopt when it is none.
[[nodiscard]] std::optional<double> parse_duration(std::string_view text);
/// "0:42", "12:03", "1:02:03".
[[nodiscard]] std::string clock_text(double seconds);
/// Untrusted text as one line of at most `limit` bytes.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t limit);
/// "1,234,567".
[[nodiscard]] std::string with_commas(std::uint64_t number);

}  // namespace assay::cli
