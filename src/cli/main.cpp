#include <exception>
#include <string>
#include <vector>

#include "app.hpp"
#include "cli_session.hpp"
#include "output.hpp"
#include "signals.hpp"

int main(int argc, char** argv) {
  assay::cli::occupy_standard_descriptors();
  assay::cli::Session session;
  const assay::cli::StopOnSignal signals(session);
  const assay::cli::StopWithoutReader reader(session.stop);
  try {
    assay::cli::run_command(std::vector<std::string>(argv + 1, argv + argc), session);
  } catch (const std::exception& error) {
    // Out of memory, or an exception of a library that a module did not catch.
    session.fail({std::string("internal error: ") + error.what(), "this is a bug of Assay: please report it"});
  }
  if (const auto lost = assay::cli::finish_output(); lost) session.fail(*lost);
  return session.exit_code;
}
