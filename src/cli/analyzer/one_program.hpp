#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/analyzer/test.hpp"
#include "cli/cli_session.hpp"
#include "cli/run.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

/// What the commands take that look at one program of the user's.
struct OneProgramFlags {
  std::vector<std::string> files;
  analyzer::TestOptions options;
  bool json = false;

  void add_to(CLI::App& app);
};

/// The program, and who is asked about it.
struct OneProgram {
  analyzer::Program program;
  analyzer::Definition definition;
  std::string version;
  std::unique_ptr<analyzer::Analyzer> analyzer;
  core::ScratchFolder scratch;
  core::Limits analyzer_limits;
  core::Limits program_limits;
  std::string run_folder;  ///< see analyzer::Session

  [[nodiscard]] analyzer::Session session(const std::stop_token& stop) {
    analyzer::Session session{scratch, analyzer_limits, program_limits, stop};
    session.run_folder = run_folder;
    return session;
  }
};

/// Adds a flag for each row of the table that is named.
void add_rows(CLI::App& app, const core::BoundOptions& table, std::span<const std::string_view> names);

/// The user's own sources are reduced with cvise, which asks this program. Says so when it is not installed.
void offer_cvise(analyzer::TestOptions& options, const RunFlags& flags);

/// Reads and looks up; null, and the session has the error, when something is not there.
[[nodiscard]] std::unique_ptr<OneProgram> open_program(const OneProgramFlags& flags, Session& session);

/// Says that nobody could judge, and why; the process will end with 3.
void fail_unjudged(const core::Verdict& trouble, const std::string& output, Session& session);

}  // namespace assay::cli
