#include "app.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

#include "assay/base/version.hpp"
#include "toml_config.hpp"

namespace assay::cli {
namespace {

constexpr std::array kSmtCommands = {
    Subcommand{"smt fuzz", add_smt_fuzz},     Subcommand{"smt synth", add_smt_synth},
    Subcommand{"smt rules", add_smt_rules},   Subcommand{"smt eval", add_smt_eval},
    Subcommand{"smt reduce", add_smt_reduce}, Subcommand{"smt targets", add_smt_targets}};
constexpr std::array kDatalogCommands = {Subcommand{"datalog fuzz", add_datalog_fuzz},
                                         Subcommand{"datalog graph", add_datalog_graph},
                                         Subcommand{"datalog targets", add_datalog_targets}};
constexpr std::array kDomainCommands = {
    Subcommand{"domain test", add_domain_test}, Subcommand{"domain exhaustive", add_domain_exhaustive},
    Subcommand{"domain laws", add_domain_laws}, Subcommand{"domain targets", add_domain_targets}};
constexpr std::array kCommands = {Subcommand{"trigger", add_trigger},   Subcommand{"campaign", add_campaign},
                                  Subcommand{"findings", add_findings}, Subcommand{"replay", add_replay},
                                  Subcommand{"report", add_report},     Subcommand{"doctor", add_doctor},
                                  Subcommand{"config", add_config}};

void configure(CLI::App& app, Session& session) {
  app.name("assay");
  app.set_version_flag("--version", fmt::format("assay {} ({})", version(), commit()));
  app.config_formatter(std::make_shared<TomlConfig>());
  app.set_config("--config", session.config_file, "TOML file: what the flags say, a table for each command");
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.require_subcommand(1);
  app.footer(
      "Start here:\n"
      "  assay doctor                                      what is on this machine, and whether Assay can see its "
      "bugs\n"
      "  assay smt fuzz data/seeds --target z3 --time 60s  a first campaign\n"
      "  assay smt synth --target z3 --time 60s            one without seeds\n"
      "  assay datalog fuzz --target muz --time 60s        one against a Datalog engine\n"
      "  assay domain test --target llvm:KnownBits@8       one against an abstract domain\n"
      "  assay trigger script.smt2                         why does E-matching not refute it?\n"
      "  assay findings list DIR                           what it found\n"
      "  assay smt fuzz --help                             all flags of a campaign\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  CLI::App* smt = app.add_subcommand("smt", "Test SMT solvers");
  smt->require_subcommand(1);
  for (const Subcommand& command : kSmtCommands) command.add(*smt, session);
  CLI::App* datalog = app.add_subcommand("datalog", "Test Datalog engines");
  datalog->require_subcommand(1);
  for (const Subcommand& command : kDatalogCommands) command.add(*datalog, session);
  CLI::App* domain = app.add_subcommand("domain", "Test abstract domains");
  domain->require_subcommand(1);
  for (const Subcommand& command : kDomainCommands) command.add(*domain, session);
  for (const Subcommand& command : kCommands) command.add(app, session);
}

/// The file must be known before the callbacks run.
void remember_config_file(CLI::App& app, Session& session) {
  app.get_config_ptr()->each([&session](const std::string& path) { session.config_file = path; });
}

}  // namespace

void run_command(const std::vector<std::string>& arguments, Session& session) {
  CLI::App app{
      "Assay tests the tools that test programs: it finds bugs in SMT solvers, Datalog engines and other analyzers."};
  configure(app, session);
  remember_config_file(app, session);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    session.exit_code = code == 0 ? session.exit_code : static_cast<int>(kUsage);
  }
}

}  // namespace assay::cli
