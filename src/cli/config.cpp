#include <CLI/CLI.hpp>
#include <memory>

#include "app.hpp"
#include "cli_session.hpp"

namespace assay::cli {

void add_config(CLI::App& app, Session& session) {
  CLI::App* config = app.add_subcommand("config", "Show the configuration that a command would run with");
  config->require_subcommand(1);
  CLI::App* show = config->add_subcommand("show", "Print the effective configuration as TOML, defaults included");
  show->prefix_command();
  show->footer(
      "Write the command after it, with its flags:\n"
      "  assay config show smt fuzz data/seeds --target z3 -j 2 > assay.toml\n"
      "  assay --config assay.toml smt fuzz\n"
      "A key is a long flag; the table is the command: [smt.fuzz]. Flags on the command line win over the file.");
  show->callback([show, &session] {
    std::vector<std::string> command = show->remaining();
    if (command.empty()) command = {"smt", "fuzz"};
    if (!session.config_file.empty()) command.insert(command.begin(), {"--config", session.config_file});
    session.only_show = true;
    run_command(command, session);
    session.only_show = false;
  });
}

}  // namespace assay::cli
