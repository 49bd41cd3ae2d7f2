#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/test/test.hpp"
#include "cli/cli_session.hpp"
#include "cli/run.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

/// The options of commands that examine one program of the user.
struct OneProgramFlags {
  std::vector<std::string> files;
  analyzer::TestOptions options;
  bool json = false;

  void add_to(CLI::App& app);
};

/// The user's program, and the analyzer for it.
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

/// Adds flags for the rows of the table whose names are in `names`.
void add_rows(CLI::App& app, const core::BoundOptions& table, std::span<const std::string_view> names);

/// Lets cvise, which runs this program as its test, reduce the user's own sources. Prints a note if it is missing.
void offer_cvise(analyzer::TestOptions& options, const RunFlags& flags);

/// Reads the program and opens its analyzer. Null, with the error in the session, on failure.
[[nodiscard]] std::unique_ptr<OneProgram> open_program(const OneProgramFlags& flags, Session& session);

/// Prints why no fact could be judged, and sets the exit code: 1 if the analyzer crashed, else 3.
void fail_unjudged(const core::Verdict& trouble, const std::string& output, Session& session);

}  // namespace assay::cli
